//! That no file of tests is forgotten.

use std::fs;
use std::path::Path;

/// Fails unless `tests/main.rs` of a package names every file beside it as a
/// module.
///
/// The tests of a crate are one program, which links in a fraction of the time
/// that many take. A file that is not named there would never be run.
///
/// # Panics
///
/// If a file is missing, or there is no such folder.
pub fn assert_every_file_is_named(package: &str) {
    let folder = Path::new(package).join("tests");
    let main = fs::read_to_string(folder.join("main.rs")).expect("tests/main.rs");
    let named: Vec<&str> =
        main.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';')).collect();
    for entry in fs::read_dir(&folder).expect("tests") {
        let path = entry.expect("an entry of tests").path();
        let is_module = path.extension().is_some_and(|extension| extension == "rs")
            || path.join("mod.rs").is_file();
        let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let is_known = !is_module || name == "main" || named.contains(&name);
        assert!(is_known, "{} is not named in tests/main.rs", path.display());
    }
}
