//! The page without a server, for any host of files: the module by cargo, the rest by
//! Vite.

use std::fs;
use std::path::{Path, PathBuf};

use crate::dist::{check_room, copy, make_room};
use crate::shell::{Chore, program, repository};
use crate::wasm;

/// What no other folder has in it.
const MODULE: &str = "erawan.wasm";

/// Builds the site.
pub(crate) fn run(words: &[&str]) -> Result<(), String> {
    let folder = repository().join("target/site");
    let out = match words {
        [] => folder.clone(),
        ["--out", path] => PathBuf::from(path),
        _ => return Err(format!("site: {} is not understood", words.join(" "))),
    };
    check_room(&out, MODULE)?;
    let web = repository().join("web");
    if !web.join("node_modules").is_dir() {
        program("npm").args(["ci", "--no-audit", "--no-fund"]).current_dir(&web).chore()?;
    }
    let module = repository().join("target").join(MODULE);
    wasm::build("page", &module)?;
    let bytes = fs::metadata(&module).map_err(|error| format!("{MODULE}: {error}"))?.len();
    // It empties the folder first. The page tells how much of the module is loaded.
    let mut build = program("npm");
    build.args(["run", "--silent", "build:site"]).current_dir(&web);
    build.env("MODULE_BYTES", bytes.to_string()).chore()?;
    copy(&module, &folder.join(MODULE))?;
    if out != folder {
        make_room(&out, MODULE)?;
        copy_all(&folder, &out)?;
    }
    println!("{}", out.display());
    Ok(())
}

fn copy_all(from: &Path, to: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", to.display());
    fs::create_dir_all(to).map_err(failed)?;
    for entry in fs::read_dir(from).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let name = path.file_name().unwrap_or_default();
        fs::copy(&path, to.join(name)).map_err(failed)?;
    }
    Ok(())
}
