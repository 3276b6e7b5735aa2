//! `erawan net`: what a network file is.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use erawan_board::Variant;
use erawan_nnue::{Kernel, Network, NetworkError};

use crate::args::{Args, Opt, as_text};
use crate::commands::Command;
use crate::failure::Failure;
use crate::json::Text;
use crate::{Outcome, Verdict, files, suggest};

pub(crate) const COMMAND: Command = Command {
    name: "net",
    usage: "info FILE",
    summary: "says what a network file is",
    details: "
FILE is a network (.net), or - for standard input. The whole file is checked:
sizes, hash and weights. Exit code 1 if it cannot be used, with the reason.",
    options: &[Opt::switch("--json", "prints the result as JSON")],
    examples: &["erawan net info chess.net", "erawan net info makruk.net --json"],
    run,
};

fn run(args: &Args, out: &mut dyn Write) -> Outcome {
    let (action, rest) = match args.words.split_first() {
        Some((first, rest)) => (as_text("net", first)?, rest),
        None => return Err(Failure::usage("net needs info and a file\nSee: erawan help net")),
    };
    if action != "info" {
        let hint = suggest::hint(action, ["info"]);
        return Err(Failure::usage(format!("there is no net {action}{hint}; there is info")));
    }
    let path = match rest {
        [file] => PathBuf::from(file),
        [] => return Err(Failure::usage("net info needs a file")),
        _ => return Err(Failure::usage("net info takes one file")),
    };
    let network = Network::read(files::open(&path)?.reader).map_err(refuse(&path))?;
    if args.has("--json") {
        write_json(&path, &network, out)?;
    } else {
        write_text(&network, out)?;
    }
    Ok(Verdict::Fine)
}

/// The network of a file, if it is one for the game.
pub(crate) fn open(path: &Path, game: Variant) -> Result<Arc<Network>, Failure> {
    let network = Network::open(path).map_err(refuse(path))?;
    network.check_game(game).map_err(refuse(path))?;
    Ok(Arc::new(network))
}

fn refuse(path: &Path) -> impl FnOnce(NetworkError) -> Failure + use<'_> {
    move |error| match error {
        NetworkError::Io(error) => Failure::file(path)(error),
        error => Failure::Data(format!("{}: {error}", files::name_of(path))),
    }
}

fn write_text(network: &Network, out: &mut dyn Write) -> io::Result<()> {
    let architecture = network.architecture();
    writeln!(out, "Game: {}", network.game())?;
    writeln!(out, "Network: {architecture}")?;
    writeln!(out, "Width: {}", architecture.hidden)?;
    writeln!(out, "King buckets: {}", architecture.king_buckets)?;
    if architecture.king_buckets > 1 {
        // The king's own side at the bottom, files a to d.
        for rank in architecture.bucket_table.chunks(8).rev() {
            let row: Vec<String> = rank.iter().take(4).map(|b| format!("{b:2}")).collect();
            writeln!(out, "  {}", row.join(" "))?;
        }
    }
    writeln!(out, "Output buckets: {}", architecture.output_buckets)?;
    writeln!(out, "Hash: {:016x}", network.hash())?;
    writeln!(out, "Kernel here: {}", Kernel::best().name())?;
    writeln!(out, "Summary: {}", network.summary().trim_end())
}

fn write_json(path: &Path, network: &Network, out: &mut dyn Write) -> io::Result<()> {
    let architecture = network.architecture();
    writeln!(
        out,
        "{{\"file\":{},\"game\":{},\"hidden\":{},\"king_buckets\":{},\"output_buckets\":{},\
         \"hash\":\"{:016x}\",\"summary\":{}}}",
        Text(&files::name_of(path)),
        Text(network.game().name()),
        architecture.hidden,
        architecture.king_buckets,
        architecture.output_buckets,
        network.hash(),
        Text(network.summary())
    )
}
