//! Writes the facts for CUDA and Python into the repository.

use std::path::Path;

fn main() -> std::io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (path, text) in erawan_facts::FILES {
        std::fs::write(root.join(path), text())?;
        println!("{path}");
    }
    Ok(())
}
