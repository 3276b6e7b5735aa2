//! Finds the networks to build in: those named by `ERAWAN_EVALFILE` and
//! `ERAWAN_EVALFILE_MAKRUK`, else `nets/chess.net` and `nets/makruk.net` of the
//! repository, else none. Nothing is fetched from anywhere.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let repository = folder.join("../..");
    let nets = repository.join("nets");
    println!("cargo::rerun-if-changed=build.rs");
    // Watching what is not there would build the crate anew every time.
    if nets.is_dir() {
        println!("cargo::rerun-if-changed={}", nets.display());
    }
    let mut code = String::new();
    let games = [
        ("CHESS", "ERAWAN_EVALFILE", "chess", 0),
        ("MAKRUK", "ERAWAN_EVALFILE_MAKRUK", "makruk", 1),
    ];
    for (name, variable, game, number) in games {
        println!("cargo::rerun-if-env-changed={variable}");
        let wanted = env::var_os(variable).filter(|path| !path.is_empty());
        let path = match &wanted {
            Some(path) => repository.join(path),
            None => nets.join(format!("{game}.net")),
        };
        let bytes = if wanted.is_some() || path.is_file() {
            match check(&path, number) {
                Ok(path) => {
                    println!("cargo::rerun-if-changed={}", path.display());
                    format!("Some(include_bytes!({path:?}))")
                }
                Err(reason) => {
                    println!("cargo::error=the network for {game}, {}: {reason}", path.display());
                    return;
                }
            }
        } else {
            "None".to_string()
        };
        code += &format!("pub(crate) const {name}: Option<&[u8]> = {bytes};\n");
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("embedded.rs");
    if let Err(error) = fs::write(&out, code) {
        println!("cargo::error={}: {error}", out.display());
    }
}

/// The path in full, if a network for the game begins there. The rest is
/// checked when it is read.
fn check(path: &Path, game: u8) -> Result<PathBuf, String> {
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    if !bytes.starts_with(b"ERAWANN1") {
        return Err("this is no network".into());
    }
    if bytes.get(12) != Some(&game) {
        return Err("this network is for another game".into());
    }
    fs::canonicalize(path).map_err(|error| error.to_string())
}
