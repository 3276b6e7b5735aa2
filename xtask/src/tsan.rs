//! Data races: the program is built with ThreadSanitizer, and mistreated.

use crate::shell::{Chore, cargo, program};

/// Builds the program so that it reports data races, and lets it do whatever it has
/// threads for.
///
/// The standard library is built with it: what threads do to each other through its
/// channels and locks would be unknown to ThreadSanitizer otherwise, and every message
/// be reported as a race.
pub(crate) fn run(words: &[&str]) -> Result<(), String> {
    let version = program("rustc").arg("-vV").text()?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or_default();
    if !["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"].contains(&host) {
        return Err(format!("Rust has no ThreadSanitizer for {host} that is used here"));
    }
    let root = program("rustc").args(["--print", "sysroot"]).text()?;
    if !std::path::Path::new(root.trim()).join("lib/rustlib/src/rust/library").is_dir() {
        return Err(
            "ThreadSanitizer needs the source of the standard library, which this toolchain \
                    does not have: rustup component add rust-src"
                .to_owned(),
        );
    }
    let folder = "target/tsan";
    cargo([
        "build",
        "--locked",
        "--release",
        "--package",
        "erawan",
        "-Zbuild-std",
        "--target",
        host,
    ])
    // Both flags are unstable; this makes a stable compiler take them.
    .env("RUSTC_BOOTSTRAP", "1")
    .env("RUSTFLAGS", "-Zsanitizer=thread -Ctarget-cpu=native")
    .env("CARGO_TARGET_DIR", folder)
    // For lines in the reports, and a shorter build.
    .env("CARGO_PROFILE_RELEASE_DEBUG", "line-tables-only")
    .env("CARGO_PROFILE_RELEASE_STRIP", "none")
    .env("CARGO_PROFILE_RELEASE_LTO", "off")
    .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
    .chore()?;
    let built = format!("{folder}/{host}/release/erawan");
    let run = ["run", "--locked", "--quiet", "--package", "erawan-torture", "--"];
    cargo(run).args(["--program", &built, "races"]).args(words).chore()
}
