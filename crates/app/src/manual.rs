//! `erawan completions` and `erawan manual`: what shells and `man` know of us.

use std::io::Write;
use std::path::PathBuf;

use clap_complete::Shell;

use crate::commands::description;
use crate::failure::Failure;
use crate::files::NewFile;
use crate::{Outcome, Verdict};

/// prints completions for a shell
///
/// For bash:  erawan completions bash > ~/.local/share/bash-completion/completions/erawan
/// For zsh:   erawan completions zsh > a file _erawan in a folder of $fpath
/// For fish:  erawan completions fish > ~/.config/fish/completions/erawan.fish
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_long_help = "Examples:
  erawan completions bash"
)]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

pub(crate) fn completions(args: &Completions, out: &mut dyn Write) -> Outcome {
    // clap_complete panics if it cannot write; a vector takes everything.
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut description(), "erawan", &mut text);
    out.write_all(&text)?;
    Ok(Verdict::Fine)
}

/// writes manual pages, one a command
///
/// Writes erawan.1 and a page for each command, such as erawan-perft.1, into a
/// folder, which is made if it is not there.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_long_help = "Examples:
  erawan manual --out man1"
)]
pub(crate) struct Manual {
    /// The folder
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

pub(crate) fn write(args: &Manual, out: &mut dyn Write) -> Outcome {
    std::fs::create_dir_all(&args.out).map_err(Failure::file(&args.out))?;
    let mut pages = 0;
    let mut waiting = vec![description().disable_help_subcommand(true)];
    while let Some(mut command) = waiting.pop() {
        command.build();
        let name = command.get_display_name().unwrap_or(command.get_name()).to_owned();
        let path = args.out.join(format!("{name}.1"));
        let mut file = NewFile::create(&path)?;
        let page = clap_mangen::Man::new(command.clone());
        page.render(&mut file).map_err(Failure::file(&path))?;
        file.finish()?;
        pages += 1;
        let inner = command.get_subcommands().filter(|inner| inner.get_name() != "help");
        waiting.extend(inner.cloned());
    }
    writeln!(out, "{}: {pages} pages", args.out.display())?;
    Ok(Verdict::Fine)
}
