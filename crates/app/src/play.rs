//! `erawan play`: the board in the browser.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Stdio};
use std::sync::Arc;

use erawan_board::Variant;
use erawan_endings::Endings;
use erawan_server::{DEFAULT_PORT, Server, StartError, data_folder};
use erawan_syzygy::Tables;

use crate::args::VariantParser;
use crate::failure::Failure;
use crate::{Outcome, Verdict, eprintln_quietly};

/// opens the board in the browser: play and analyse
///
/// Serves a page on 127.0.0.1 and opens it: games against the engine at any
/// strength, analysis with endgame tables, and reviews. Nothing leaves this machine.
/// Games and settings are kept in the data folder of the user; Syzygy tables in its
/// folder syzygy, and tables of 'erawan tb build' in its folder endings, are used
/// without being asked for. Ctrl-C ends it.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_long_help = "Examples:
  erawan play
  erawan play --variant makruk
  erawan play --syzygy tables --no-open
  erawan play --variant makruk --endings tables"
)]
pub(crate) struct Arguments {
    /// The game to begin with
    #[arg(long, value_name = "V", value_parser = VariantParser)]
    variant: Option<Variant>,
    /// The port; 0 takes any that is free
    #[arg(long, value_name = "N", default_value_t = DEFAULT_PORT)]
    port: u16,
    /// Where games and settings are kept
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// The folders of endgame tables of chess, with semicolons between them
    #[arg(long, value_name = "DIR")]
    syzygy: Option<String>,
    /// The folders of tables of 'erawan tb build', with semicolons between them
    #[arg(long, value_name = "DIR")]
    endings: Option<String>,
    /// Does not open a browser
    #[arg(long)]
    no_open: bool,
}

pub(crate) fn run(args: &Arguments, out: &mut dyn Write) -> Outcome {
    let data = args.data.clone().or_else(data_folder).ok_or_else(|| {
        Failure::usage("there is no home folder to keep games in: name one with --data FOLDER")
    })?;
    let tables = tables(args.syzygy.as_deref(), &data)?;
    let endings = endings(args.endings.as_deref(), &data)?;
    let server = match Server::bind(args.port, &data, args.variant) {
        Ok(server) => server,
        Err(StartError::FolderInUse { url: Some(url) }) => {
            writeln!(out, "Erawan is at {url}\nIt is running already.")?;
            out.flush()?;
            open(args, &url);
            return Ok(Verdict::Fine);
        }
        Err(error) => return Err(failure(error, &data)),
    };
    let url = server.url();
    writeln!(out, "Erawan is at {url}\nPress Ctrl-C to end it.")?;
    let server = match endings {
        Some(endings) => {
            writeln!(out, "Tables of Makruk's endings and those like it: {}.", endings.len())?;
            server.with_endings(Arc::new(endings))
        }
        None => server,
    };
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

/// Why there is no server, and what to do.
fn failure(error: StartError, data: &Path) -> Failure {
    match error {
        StartError::Io(error) => Failure::file(data)(error),
        StartError::FolderInUse { .. } => Failure::usage(format!(
            "'{}' is used by another Erawan, which does not answer: end it, or name another \
             folder with --data FOLDER",
            data.display()
        )),
        StartError::PortInUse { port, erawan } => {
            let who = if erawan {
                "Erawan runs there with another data folder"
            } else {
                "another program uses it"
            };
            Failure::usage(format!("port {port}: {who}; name another with --port N"))
        }
    }
}

/// The folders that were asked for, or the one in the data folder.
fn folders(asked: Option<&str>, own: &Path) -> Option<String> {
    let own = own.to_str().filter(|_| own.is_dir());
    asked.or(own).map(str::to_owned)
}

/// The tables of chess that were asked for, or those in the data folder.
fn tables(asked: Option<&str>, data: &Path) -> Result<Option<Tables>, Failure> {
    let Some(paths) = folders(asked, &data.join("syzygy")) else { return Ok(None) };
    let tables = Tables::open(&paths);
    for problem in tables.complaints() {
        eprintln_quietly(&format!("note: {problem}"));
    }
    if tables.max_men() == 0 && asked.is_some() {
        return Err(Failure::Data(format!("there are no tables in '{paths}'")));
    }
    Ok((tables.max_men() > 0).then_some(tables))
}

/// The same for games with a count.
fn endings(asked: Option<&str>, data: &Path) -> Result<Option<Endings>, Failure> {
    let Some(paths) = folders(asked, &data.join("endings")) else { return Ok(None) };
    let endings = Endings::open(&paths);
    for problem in endings.problems() {
        eprintln_quietly(&format!("note: {problem}"));
    }
    if endings.is_empty() && asked.is_some() {
        return Err(Failure::Data(format!("there are no tables of endings in '{paths}'")));
    }
    Ok((!endings.is_empty()).then_some(endings))
}

/// Opens a browser, if it is wanted and there is one. The address is printed
/// in any case.
fn open(args: &Arguments, url: &str) {
    if args.no_open {
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
