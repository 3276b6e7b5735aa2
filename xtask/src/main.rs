//! `cargo xtask`: the chores of the repository.
//!
//! What lives here: the quick checks, the door to all checks, the bench number,
//! packages for people without Rust, and the picture of the crates. What does
//! not: the checks themselves, which are in the crates and in `tests/`.

mod bench;
mod crates;
mod deb;
mod dist;
mod shell;
mod site;
mod tsan;
mod wasm;

use std::process::ExitCode;

use shell::{Chore, cargo, program};

const HELP: &str = "\
cargo xtask CHORE

  quick             format, lints, unit tests, the picture of the crates
  full [STEP …]     all checks, as .ci/run makes them; or some of its steps
  bench [--check]   the node count of the search, for the last line of a commit
                    message; --check compares it with the last one in the history
  dist [WORD …]     a package for people without Rust: the program for several
                    generations of processors, manual pages, completions, networks
                    --out DIR       where to (target/dist/erawan)
                    --deb           and a Debian package beside it
                    --program FILE  packs a program that is built already, for this
                                    machine alone
  site [--out DIR]  the page without a server, for any host of files, in target/site
                    or DIR; its engine is WebAssembly
  wasm engine|page --out FILE
                    the engine of the npm package, or of the page without a server
  torture [WORD …]  mistreats the program for two hours or so: damaged files, bad
                    protocol, kills, quick games; --help tells what it takes
  tsan [WORD …]     builds the program with ThreadSanitizer and looks for data races;
                    --amount N as for torture
  crates [--check]  draws docs/crates.md; --check says whether it is out of date";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["quick"] => quick(),
        ["full", steps @ ..] => program("bash").arg(".ci/run").args(steps).chore(),
        ["bench"] => bench::print(),
        ["bench", "--check"] => bench::check(),
        ["dist", words @ ..] => dist::run(words),
        ["site", words @ ..] => site::run(words),
        ["wasm", words @ ..] => wasm::run(words),
        ["torture", words @ ..] => torture(words),
        ["tsan", words @ ..] => tsan::run(words),
        ["crates"] => crates::write(),
        ["crates", "--check"] => crates::check(),
        [] | ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            return ExitCode::SUCCESS;
        }
        other => {
            eprintln!("xtask: there is no chore '{}'\n\n{HELP}", other.join(" "));
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("xtask: {reason}");
            ExitCode::FAILURE
        }
    }
}

/// What takes too long for every commit.
fn torture(words: &[&str]) -> Result<(), String> {
    cargo(["build", "--locked", "--release", "--package", "erawan"]).chore()?;
    let run = ["run", "--locked", "--quiet", "--package", "erawan-torture", "--"];
    cargo(run).args(words).chore()
}

/// What to run before each commit.
fn quick() -> Result<(), String> {
    cargo(["fmt", "--all", "--check"]).chore()?;
    cargo(["clippy", "--locked", "--workspace", "--all-targets", "--"])
        .args(["-D", "warnings", "-D", "clippy::too_many_lines"])
        .chore()?;
    crates::check()?;
    cargo(["test", "--locked", "--workspace", "--lib", "--bins", "--quiet"]).chore()
}
