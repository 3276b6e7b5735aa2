//! Packages for people without Rust.
//!
//! On x86-64 the program is built for three generations of processors, and a
//! small launcher takes the best one that the machine can run. Elsewhere there is
//! one program, which needs no launcher.

use std::fs;
use std::path::Path;

use crate::shell::{Chore, cargo, program, repository};

/// The levels of x86-64 that have a program of their own.
const LEVELS: [&str; 3] = ["x86-64-v2", "x86-64-v3", "x86-64-v4"];

/// Fills a folder with everything to be packed.
pub(crate) fn run(folder: &Path) -> Result<(), String> {
    let _ = fs::remove_dir_all(folder);
    let suffix = std::env::consts::EXE_SUFFIX;
    let main = folder.join(format!("erawan{suffix}"));
    let fallback = if cfg!(target_arch = "x86_64") {
        let programs = folder.join("programs");
        create(&programs)?;
        for level in LEVELS {
            let name = format!("erawan-{level}{suffix}");
            build("erawan", "erawan", Some(level), &programs.join(name))?;
        }
        build("erawan-launcher", "erawan-launcher", Some("x86-64"), &main)?;
        programs.join(format!("erawan-{}{suffix}", LEVELS[0]))
    } else {
        create(folder)?;
        build("erawan", "erawan", None, &main)?;
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
    Ok(())
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
    fs::copy(&built, to).map_err(|error| format!("{}: {error}", built.display()))?;
    Ok(())
}

/// Manual pages, completions, licences.
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
    for name in ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"] {
        let from = repository().join(name);
        fs::copy(&from, folder.join(name)).map_err(|error| format!("{name}: {error}"))?;
    }
    // The fonts of the page are in the program.
    let fonts = repository().join("crates/server/page/fonts.txt");
    fs::copy(&fonts, folder.join("LICENSE-FONTS"))
        .map_err(|error| format!("{}: {error}", fonts.display()))?;
    Ok(())
}

fn create(folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

/// A path as an argument, from wherever it is run.
fn text_of(path: &Path) -> String {
    std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf()).to_string_lossy().into_owned()
}
