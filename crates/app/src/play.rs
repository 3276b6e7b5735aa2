//! `erawan play`: the board in the browser.

use std::io::{self, Write};
use std::path::Path;
use std::process::{Command as Process, Stdio};
use std::sync::Arc;

use erawan_server::{DEFAULT_PORT, Server, data_folder, running_url};
use erawan_syzygy::Tables;

use crate::args::{Args, Opt};
use crate::commands::Command;
use crate::failure::Failure;
use crate::{Outcome, Verdict, eprintln_quietly, positions};

pub(crate) const COMMAND: Command = Command {
    name: "play",
    usage: "",
    summary: "opens the board in the browser: play and analyse",
    details: "
Serves a page on 127.0.0.1 and opens it: games against the engine at any
strength, analysis with endgame tables, and reviews. Nothing leaves this machine.
Games and settings are kept in the data folder of the user; Syzygy tables in its
folder syzygy are used without being asked for. Ctrl-C ends it.",
    options: &[
        Opt::value("--variant", "V", "the game to begin with: chess, chess960 or makruk"),
        Opt::value("--port", "N", "the port (7960); 0 takes any that is free"),
        Opt::value("--data", "FOLDER", "where games and settings are kept"),
        Opt::value(
            "--syzygy",
            "DIR",
            "the folders of endgame tables, with semicolons between them",
        ),
        Opt::switch("--no-open", "does not open a browser"),
    ],
    examples: &[
        "erawan play",
        "erawan play --variant makruk",
        "erawan play --syzygy tables --no-open",
    ],
    run,
};

fn run(args: &Args, out: &mut dyn Write) -> Outcome {
    if !args.words.is_empty() {
        return Err(Failure::usage("play takes options only\nSee: erawan help play"));
    }
    let variant = args.text("--variant")?.map(positions::variant_named).transpose()?;
    let port = args.number("--port", 0..=u16::MAX)?.unwrap_or(DEFAULT_PORT);
    let data = args.path("--data").or_else(data_folder).ok_or_else(|| {
        Failure::usage("there is no home folder to keep games in: name one with --data FOLDER")
    })?;
    let tables = tables(args, &data)?;
    let server = match Server::bind(port, &data, variant) {
        Ok(server) => server,
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
            let Some(url) = running_url(port, &data) else {
                let other = "another program uses it; name another with --port N";
                return Err(Failure::usage(format!("port {port}: {other}")));
            };
            writeln!(out, "Erawan is at {url}\nIt is running already.")?;
            out.flush()?;
            open(args, &url);
            return Ok(Verdict::Fine);
        }
        Err(error) => return Err(Failure::file(&data)(error)),
    };
    let url = server.url();
    writeln!(out, "Erawan is at {url}\nPress Ctrl-C to end it.")?;
    let server = match tables {
        Some(tables) => {
            let (results, distances) = tables.files();
            writeln!(out, "Endgame tables: {results} of results, {distances} of distances.")?;
            server.with_tables(Arc::new(tables))
        }
        None => server,
    };
    out.flush()?;
    open(args, &url);
    server.run()?;
    Ok(Verdict::Fine)
}

/// The tables that were asked for, or those in the data folder.
fn tables(args: &Args, data: &Path) -> Result<Option<Tables>, Failure> {
    let asked = args.text("--syzygy")?;
    let own = data.join("syzygy");
    let paths = match (asked, own.to_str().filter(|_| own.is_dir())) {
        (Some(paths), _) | (None, Some(paths)) => paths,
        (None, None) => return Ok(None),
    };
    let tables = Tables::open(paths);
    for problem in tables.problems() {
        eprintln_quietly(&format!("note: {problem}"));
    }
    if tables.max_men() == 0 && asked.is_some() {
        return Err(Failure::Data(format!("there are no tables in '{paths}'")));
    }
    Ok((tables.max_men() > 0).then_some(tables))
}

/// Opens a browser, if it is wanted and there is one. The address is printed
/// in any case.
fn open(args: &Args, url: &str) {
    if args.has("--no-open") {
        return;
    }
    let (program, before): (&str, &[&str]) = if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let _ = Process::new(program)
        .args(before)
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
}
