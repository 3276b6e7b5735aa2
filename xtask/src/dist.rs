//! Packages for people without Rust.
//!
//! On x86-64 the program is built for three generations of processors, and a
//! small launcher takes the best one that the machine can run. Elsewhere there is
//! one program, which needs no launcher.

use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::deb;
use crate::shell::{Chore, cargo, program, repository};

/// The levels of x86-64 that have a program of their own.
const LEVELS: [&str; 3] = ["x86-64-v2", "x86-64-v3", "x86-64-v4"];

/// What whoever unpacks a package reads first.
const README: &str = "\
Erawan: chess, Chess960 and Makruk; board, engine and tools

  ./erawan play     opens the board in your browser
  ./erawan help     lists everything else

To have it everywhere, put a link to 'erawan' into a folder of your PATH; what is beside
it must stay beside it. Chess programs take 'erawan' as a UCI engine.

  programs/            the program for several generations of processors, on x86-64;
                       'erawan' starts the one that fits
  share/man            manual pages: man -l share/man/man1/erawan.1
  share/completions    completions for bash, zsh, fish and PowerShell
  share/nets           the networks, which are in the program too, and how they came to be

The book: https://github.com/erawan-chess/erawan/tree/main/docs/book
Licences: MIT or Apache-2.0, as you like; LICENSE-FONTS for the fonts of the page.
";

/// What is asked for.
#[derive(Default)]
struct Options {
    /// Where to put the package.
    out: PathBuf,
    /// A program that is built already, to take the place of all.
    program: Option<PathBuf>,
    /// Whether a Debian package is wanted too.
    deb: bool,
}

impl Options {
    fn parse(words: &[&str]) -> Result<Options, String> {
        let mut options =
            Options { out: repository().join("target/dist/erawan"), ..Options::default() };
        let mut words = words.iter();
        while let Some(&word) = words.next() {
            let mut value = || words.next().ok_or(format!("{word} wants a path after it"));
            match word {
                "--out" => options.out = value()?.into(),
                "--program" => options.program = Some(value()?.into()),
                "--deb" => options.deb = true,
                _ => return Err(format!("dist: there is no option '{word}'")),
            }
        }
        Ok(options)
    }
}

/// Fills a folder with everything to be packed.
pub(crate) fn run(words: &[&str]) -> Result<(), String> {
    let Options { out, program: built, deb: is_deb_wanted } = Options::parse(words)?;
    let folder = out.as_path();
    make_room(folder, "share/nets")?;
    let suffix = std::env::consts::EXE_SUFFIX;
    let main = folder.join(format!("erawan{suffix}"));
    let fallback = if cfg!(target_arch = "x86_64") {
        let programs = folder.join("programs");
        create(&programs)?;
        for level in LEVELS {
            let to = programs.join(format!("erawan-{level}{suffix}"));
            match &built {
                Some(program) => copy(program, &to)?,
                None => build("erawan", "erawan", Some(level), &to)?,
            }
        }
        build("erawan-launcher", "erawan-launcher", Some("x86-64"), &main)?;
        programs.join(format!("erawan-{}{suffix}", LEVELS[0]))
    } else {
        create(folder)?;
        match &built {
            Some(program) => copy(program, &main)?,
            None => build("erawan", "erawan", None, &main)?,
        }
        main.clone()
    };
    papers(folder, &fallback)?;
    // It must start and search here, by way of the launcher.
    let version = program(&text_of(&main)).arg("--version").text()?;
    let bench = program(&text_of(&main)).args(["go", "depth", "8"]).text()?;
    if !bench.contains("bestmove ") {
        return Err(format!("{}: no move found", main.display()));
    }
    println!("{}: {}", folder.display(), version.trim());
    if is_deb_wanted { deb::build(folder) } else { Ok(()) }
}

/// Builds a program for a processor and puts it in its place.
fn build(package: &str, name: &str, level: Option<&str>, to: &Path) -> Result<(), String> {
    let target = repository().join("target").join(level.unwrap_or("portable"));
    let mut build = cargo(["build", "--locked", "--release", "--package", package]);
    build.env("CARGO_TARGET_DIR", &target);
    // In place of target-cpu=native, which is for the machine at hand.
    let flags = level.map_or_else(String::new, |level| format!("-C target-cpu={level}"));
    build.env("RUSTFLAGS", flags).chore()?;
    let built = target.join("release").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    copy(&built, to)
}

/// Manual pages, completions, licences, networks.
fn papers(folder: &Path, erawan: &Path) -> Result<(), String> {
    let manual = folder.join("share/man/man1");
    program(&text_of(erawan)).args(["manual", "--out", &text_of(&manual)]).text()?;
    let completions = folder.join("share/completions");
    create(&completions)?;
    for (shell, name) in [
        ("bash", "erawan.bash"),
        ("zsh", "_erawan"),
        ("fish", "erawan.fish"),
        ("powershell", "erawan.ps1"),
    ] {
        let text = program(&text_of(erawan)).args(["completions", shell]).text()?;
        let path = completions.join(name);
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let readme = folder.join("README");
    fs::write(&readme, README).map_err(|error| format!("{}: {error}", readme.display()))?;
    for name in ["CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"] {
        copy(&repository().join(name), &folder.join(name))?;
    }
    // The fonts of the page are in the program.
    copy(&repository().join("crates/server/page/fonts.txt"), &folder.join("LICENSE-FONTS"))?;
    // So are the networks; these are for other programs, and for those who wonder.
    let nets = folder.join("share/nets");
    create(&nets)?;
    for game in ["chess", "makruk"] {
        for ending in ["net", "json"] {
            let name = format!("{game}.{ending}");
            copy(&repository().join("nets").join(&name), &nets.join(&name))?;
        }
    }
    Ok(())
}

pub(crate) fn copy(from: &Path, to: &Path) -> Result<(), String> {
    fs::copy(from, to).map(drop).map_err(|error| format!("{}: {error}", from.display()))
}

/// Refuses a folder to be filled anew with something else in it: without `mark`.
pub(crate) fn check_room(folder: &Path, mark: &str) -> Result<(), String> {
    let is_empty = match fs::read_dir(folder) {
        Ok(mut entries) => entries.next().is_none(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => true,
        Err(error) => return Err(format!("{}: {error}", folder.display())),
    };
    let is_ours = folder.starts_with(repository().join("target")) || folder.join(mark).exists();
    if is_empty || is_ours {
        return Ok(());
    }
    Err(format!("{}: something else is in this folder; name another", folder.display()))
}

/// Empties a folder that is to be filled anew.
pub(crate) fn make_room(folder: &Path, mark: &str) -> Result<(), String> {
    check_room(folder, mark)?;
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(format!("{}: {error}", folder.display()))
        }
        _ => Ok(()),
    }
}

pub(crate) fn create(folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

/// A path as an argument, from wherever it is run.
pub(crate) fn text_of(path: &Path) -> String {
    std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf()).to_string_lossy().into_owned()
}
