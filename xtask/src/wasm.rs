//! The modules of WebAssembly that have threads: of the npm package, and of the page
//! without a server.
//!
//! In Node 20 and 22 a thread that waits by `memory.atomic.wait32` and is woken may go on
//! waiting for ever, in code that V8's first compiler has made (`node --no-liftoff` does
//! without it, and without the fault). So each such instruction becomes a call of the
//! host, which does the same.

use std::fs;
use std::path::{Path, PathBuf};

use wasmparser::{Operator, Parser, Payload, TypeRef};

use crate::shell::{Chore, cargo, program, repository};

const TARGET: &str = "wasm32-wasip1-threads";
/// The instruction as linkers write it: an address with no offset, for a word.
const WAIT: [u8; 4] = [0xfe, 0x01, 0x02, 0x00];
const CALL: u8 = 0x10;

/// Builds a module, by the name of its feature, and puts it where it is wanted.
pub(crate) fn run(words: &[&str]) -> Result<(), String> {
    match words {
        [feature @ ("engine" | "page"), "--out", path] => build(feature, Path::new(path)),
        _ => Err(format!("wasm: {} is not understood", words.join(" "))),
    }
}

pub(crate) fn build(feature: &str, to: &Path) -> Result<(), String> {
    program("rustup").args(["target", "add", TARGET]).chore()?;
    let build = ["build", "--locked", "--profile", "wasm", "--target", TARGET];
    let module = ["--package", "erawan-wasm", "--features", feature];
    // Flags for the processor at hand would take the place of those for this one.
    cargo(build).args(module).env_remove("RUSTFLAGS").chore()?;
    let target = std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| repository().join("target"), PathBuf::from);
    let built = target.join(TARGET).join("wasm/erawan_wasm.wasm");
    let mut bytes = fs::read(&built).map_err(|error| format!("{}: {error}", built.display()))?;
    let count = mend(&mut bytes).map_err(|error| format!("{}: {error}", built.display()))?;
    fs::write(to, &bytes).map_err(|error| format!("{}: {error}", to.display()))?;
    println!("{}: {count} waits are calls of the host", to.display());
    Ok(())
}

/// Puts calls in the place of waits, and says how many there were.
fn mend(module: &mut [u8]) -> Result<usize, String> {
    let mut waits = Vec::new();
    let (mut functions, mut host) = (0_u32, None);
    for payload in Parser::new(0).parse_all(module) {
        match payload.map_err(text)? {
            Payload::ImportSection(imports) => {
                for import in imports.into_imports() {
                    let import = import.map_err(text)?;
                    if matches!(import.ty, TypeRef::Func(_)) {
                        if (import.module, import.name) == ("erawan", "wait") {
                            host = Some(functions);
                        }
                        functions += 1;
                    }
                }
            }
            Payload::CodeSectionEntry(body) => {
                for operator in body.get_operators_reader().map_err(text)?.into_iter_with_offsets()
                {
                    let (operator, at) = operator.map_err(text)?;
                    if matches!(operator, Operator::MemoryAtomicWait32 { .. }) {
                        waits.push(usize::try_from(at).map_err(|error| error.to_string())?);
                    }
                }
            }
            _ => {}
        }
    }
    let host = host.ok_or("it does not import erawan.wait")?;
    let call = call(host).ok_or("it has too many imports")?;
    for &at in &waits {
        let place = module.get_mut(at..at + WAIT.len()).ok_or("it ends too soon")?;
        if place != WAIT {
            return Err(format!("the wait at {at} has an offset"));
        }
        place.copy_from_slice(&call);
    }
    Ok(waits.len())
}

/// A call as long as the instruction it replaces.
fn call(function: u32) -> Option<[u8; 4]> {
    let [low, high] = [function & 0x7f, function >> 7];
    let high = u8::try_from(high).ok().filter(|&high| high < 0x80)?;
    Some([CALL, low as u8 | 0x80, high | 0x80, 0])
}

fn text(error: wasmparser::BinaryReaderError) -> String {
    error.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A module with a shared memory, the import, and a function that waits.
    fn module() -> Vec<u8> {
        let sections: [(u8, &[u8]); 4] = [
            (1, &[1, 0x60, 3, 0x7f, 0x7f, 0x7e, 1, 0x7f]),
            (2, b"\x02\x03env\x06memory\x02\x03\x01\x01\x06erawan\x04wait\x00\x00"),
            (3, &[1, 0]),
            // An address, a value that looks like a wait, a time; a wait.
            (
                10,
                &[
                    1, 19, 0, 0x20, 0, 0x41, 0xfe, 0x81, 0x82, 0x00, 0x20, 2, 0xfe, 0x01, 0x02,
                    0x00, 0x41, 0, 0x6a, 0x0f, 0x0b,
                ],
            ),
        ];
        let mut module = b"\0asm\x01\0\0\0".to_vec();
        for (id, bytes) in sections {
            module.extend([id, u8::try_from(bytes.len()).unwrap()]);
            module.extend(bytes);
        }
        module
    }

    #[test]
    fn waits_become_calls_of_the_host() {
        let before = module();
        let mut after = before.clone();
        assert_eq!(mend(&mut after), Ok(1));
        let changed: Vec<_> = (0..before.len()).filter(|&at| before[at] != after[at]).collect();
        let at = changed[0];
        assert_eq!(after[at..at + 4], [CALL, 0x80, 0x80, 0]);
        // It is still a module: read again, with a call of the first function and no wait.
        assert_eq!(mend(&mut after.clone()), Ok(0));
        assert_eq!(after.len(), before.len());
    }

    #[test]
    fn what_is_no_such_module_is_refused() {
        assert!(mend(&mut b"nothing".to_vec()).is_err());
        assert!(mend(&mut b"\0asm\x01\0\0\0".to_vec()).unwrap_err().contains("erawan.wait"));
        let mut cut = module();
        cut.truncate(cut.len() - 6);
        assert!(mend(&mut cut).is_err());
    }
}
