//! Finds the networks to build in: those named by `ERAWAN_EVALFILE` and
//! `ERAWAN_EVALFILE_MAKRUK`, else `chess.net` and `makruk.net` beside this
//! script, else none. Nothing is fetched from anywhere.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// A game that may have a network.
struct Game {
    name: &'static str,
    /// The variable that names another file.
    variable: &'static str,
    /// The game's number in the files.
    number: u8,
}

const GAMES: [Game; 2] = [
    Game { name: "chess", variable: "ERAWAN_EVALFILE", number: 0 },
    Game { name: "makruk", variable: "ERAWAN_EVALFILE_MAKRUK", number: 1 },
];

fn main() {
    let nets = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    // The folder, not the files: one that is not there yet may come.
    println!("cargo::rerun-if-changed={}", nets.display());
    let (mut bytes, mut arms) = (String::new(), String::new());
    for Game { name, variable, number } in GAMES {
        println!("cargo::rerun-if-env-changed={variable}");
        let wanted = env::var_os(variable).filter(|path| !path.is_empty());
        let path = match &wanted {
            // Paths that are not in full are the repository's.
            Some(path) => nets.join("..").join(path),
            None => nets.join(format!("{name}.net")),
        };
        if wanted.is_none() && !path.is_file() {
            continue;
        }
        match check(&path, number) {
            Ok((path, length)) => {
                println!("cargo::rerun-if-changed={}", path.display());
                let constant = name.to_uppercase();
                // A static with a name is in the program once, whoever uses it.
                bytes +=
                    &format!("static {constant}: [u8; {length}] = *include_bytes!({path:?});\n");
                arms += &format!("        b{name:?} => Some(&{constant}),\n");
            }
            Err(reason) => {
                println!("cargo::error=the network for {name}, {}: {reason}", path.display());
                return;
            }
        }
    }
    let code = format!(
        "{bytes}\nconst fn find(game: &[u8]) -> Option<&'static [u8]> {{\n    match game {{\n\
         {arms}        _ => None,\n    }}\n}}\n"
    );
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("networks.rs");
    if let Err(error) = fs::write(&out, code) {
        println!("cargo::error={}: {error}", out.display());
    }
}

/// The path in full and the length, if a network for the game begins there.
/// The rest is checked when it is read.
fn check(path: &Path, game: u8) -> Result<(PathBuf, usize), String> {
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    if !bytes.starts_with(b"ERAWANN") {
        return Err("this is no network".into());
    }
    if bytes.get(12) != Some(&game) {
        return Err("this network is for another game".into());
    }
    let path = fs::canonicalize(path).map_err(|error| error.to_string())?;
    Ok((path, bytes.len()))
}
