//! Finds the networks to build in and packs them: those named by
//! `ERAWAN_EVALFILE` and `ERAWAN_EVALFILE_MAKRUK`, else `chess.net` and
//! `makruk.net` beside this script, else none. Nothing is fetched from anywhere.

extern crate alloc;

mod pack;
#[path = "src/packing.rs"]
mod packing;

use std::path::{Path, PathBuf};
use std::{env, fs};

use pack::Layout;

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
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
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
        println!("cargo::rerun-if-changed={}", path.display());
        match prepare(&path, number, &out.join(format!("{name}.packed"))) {
            Ok((path, length)) => {
                let constant = name.to_uppercase();
                // A static with a name is in the program once, whoever uses it.
                bytes +=
                    &format!("static {constant}: [u8; {length}] = *include_bytes!({path:?});\n");
                arms += &format!("        b{name:?} => Some(Packed(&{constant})),\n");
            }
            Err(reason) => {
                println!("cargo::error=the network for {name}, {}: {reason}", path.display());
                return;
            }
        }
    }
    let code = format!(
        "{bytes}\nconst fn find(game: &[u8]) -> Option<Packed> {{\n    match game {{\n\
         {arms}        _ => None,\n    }}\n}}\n"
    );
    let code_file = out.join("networks.rs");
    if let Err(error) = fs::write(&code_file, code) {
        println!("cargo::error={}: {error}", code_file.display());
    }
}

/// Packs a network for the game into a file: its path and length.
fn prepare(path: &Path, game: u8, packed: &Path) -> Result<(PathBuf, usize), String> {
    let network = fs::read(path).map_err(|error| error.to_string())?;
    let layout = layout(&network, game)?;
    let bytes = pack::pack(&network, layout).ok_or("this network is cut short")?;
    if packing::unpack(&bytes).as_ref() != Some(&network) {
        return Err("this network cannot be packed".into());
    }
    fs::write(packed, &bytes).map_err(|error| format!("{}: {error}", packed.display()))?;
    Ok((packed.to_path_buf(), bytes.len()))
}

/// Where the weights of the first layer are. Refuses what does not begin as a network for
/// the game; the rest is checked when it is read.
fn layout(network: &[u8], game: u8) -> Result<Layout, String> {
    let is_variable = match network.get(..8) {
        Some(b"ERAWANN1") => false,
        Some(b"ERAWANN2") => network.get(21) == Some(&1),
        _ => return Err("this is no network".into()),
    };
    if network.get(12) != Some(&game) {
        return Err("this network is for another game".into());
    }
    // Both versions have these at the same places.
    let fixed: &[u8; 18] = network.first_chunk().ok_or("this network is cut short")?;
    let word = |at: usize| usize::from(u16::from_le_bytes([fixed[at], fixed[at + 1]]));
    let (before, hidden, king_buckets) = (word(8) | word(10) << 16, word(14), word(16));
    let stride = 768 * hidden;
    let numbers = stride * king_buckets + hidden;
    Ok(Layout { before, numbers, is_variable, row: hidden, stride })
}
