//! The files in the repository say what Rust says.

use std::path::Path;

#[test]
fn files_are_up_to_date() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (path, text) in erawan_facts::FILES {
        let found = std::fs::read_to_string(root.join(path)).unwrap_or_default();
        let stale =
            found.lines().zip(text().lines()).find(|(found, fresh)| found != fresh).map(
                |(found, fresh)| format!("{path} says\n  {found}\nwhere Rust says\n  {fresh}"),
            );
        assert_eq!(stale, None, "write it again with: cargo run -p erawan-facts");
        assert!(found == text(), "{path} is stale: write it again with cargo run -p erawan-facts");
    }
}
