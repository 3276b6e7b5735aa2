//! `erawan uci`: the engine for chess programs.

use std::io::{self, Write};

use crate::args::Args;
use crate::commands::Command;
use crate::{Outcome, Verdict};

pub(crate) const COMMAND: Command = Command {
    name: "uci",
    usage: "",
    summary: "plays as an engine: speaks the Universal Chess Interface",
    details: "\
This is what chess programs start, and what erawan does if it is called with
no command at all. Type uci to see the options and quit to leave.",
    options: &[],
    examples: &["erawan uci"],
    run,
};

fn run(_: &Args, out: &mut dyn Write) -> Outcome {
    serve(out)
}

/// Speaks UCI on standard input and output until told to quit.
pub(crate) fn serve(out: &mut dyn Write) -> Outcome {
    out.flush()?;
    erawan_uci::serve(io::stdin().lock(), io::stdout())?;
    Ok(Verdict::Fine)
}
