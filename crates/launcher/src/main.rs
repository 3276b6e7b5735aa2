//! Starts the `erawan` program that fits the processor.
//!
//! Lives in packages for people without Rust, where `programs/` beside it holds
//! one program for each level of x86-64. It is built for the oldest of them, so
//! that it starts anywhere and can say so if nothing fits, where the programs
//! would die of an illegal instruction.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// The programs, the fastest first, and whether this processor can run them.
fn levels() -> [(&'static str, bool); 3] {
    let [v2, v3, v4] = detect();
    [("x86-64-v4", v2 && v3 && v4), ("x86-64-v3", v2 && v3), ("x86-64-v2", v2)]
}

/// What levels 2, 3 and 4 of x86-64 ask for, each beyond the one before, as far
/// as the standard library can tell.
#[cfg(target_arch = "x86_64")]
fn detect() -> [bool; 3] {
    use std::arch::is_x86_feature_detected as has;
    let v2 = has!("cmpxchg16b")
        && has!("popcnt")
        && has!("sse3")
        && has!("sse4.1")
        && has!("sse4.2")
        && has!("ssse3");
    let v3 = has!("avx")
        && has!("avx2")
        && has!("bmi1")
        && has!("bmi2")
        && has!("f16c")
        && has!("fma")
        && has!("lzcnt")
        && has!("movbe");
    let v4 = has!("avx512f")
        && has!("avx512bw")
        && has!("avx512cd")
        && has!("avx512dq")
        && has!("avx512vl");
    [v2, v3, v4]
}

/// Other processors have other programs.
#[cfg(not(target_arch = "x86_64"))]
fn detect() -> [bool; 3] {
    [false; 3]
}

/// The fastest program in the folder that can be run.
fn choose(folder: &Path, levels: &[(&str, bool)]) -> Option<PathBuf> {
    let runnable = levels.iter().filter(|(_, is_runnable)| *is_runnable);
    let suffix = std::env::consts::EXE_SUFFIX;
    let mut paths = runnable.map(|(level, _)| folder.join(format!("erawan-{level}{suffix}")));
    paths.find(|path| path.is_file())
}

fn main() -> ExitCode {
    // Through links, so that a link in a folder of programs is enough.
    let here = std::env::current_exe().and_then(|path| path.canonicalize());
    let folder = match here {
        Ok(path) => path.with_file_name("programs"),
        Err(error) => return refuse(&format!("it cannot be found out where this is: {error}")),
    };
    if !levels().iter().any(|(_, is_runnable)| *is_runnable) {
        return refuse("this processor is too old: x86-64-v2 is needed (SSE4.2 and POPCNT)");
    }
    match choose(&folder, &levels()) {
        None => refuse(&format!("there is no program in {}", folder.display())),
        Some(path) => {
            let error = become_it(Command::new(&path).args(std::env::args_os().skip(1)));
            match error {
                Ok(code) => code,
                Err(error) => refuse(&format!("{}: {error}", path.display())),
            }
        }
    }
}

/// Becomes the other program: the same process, so that signals reach it.
#[cfg(unix)]
fn become_it(command: &mut Command) -> std::io::Result<ExitCode> {
    use std::os::unix::process::CommandExt;
    Err(command.exec())
}

/// Runs the other program and ends as it ends.
#[cfg(not(unix))]
fn become_it(command: &mut Command) -> std::io::Result<ExitCode> {
    let status = command.status()?;
    Ok(ExitCode::from(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1)))
}

fn refuse(reason: &str) -> ExitCode {
    eprintln!("erawan: {reason}");
    ExitCode::from(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fastest that is both there and runnable, whatever else there is.
    #[test]
    fn the_fastest_that_fits_is_chosen() {
        let folder = std::env::temp_dir().join(format!("erawan-launcher-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let suffix = std::env::consts::EXE_SUFFIX;
        let path = |level: &str| folder.join(format!("erawan-{level}{suffix}"));
        for level in ["x86-64-v2", "x86-64-v3"] {
            std::fs::write(path(level), "").unwrap();
        }
        let levels = |v4, v3, v2| [("x86-64-v4", v4), ("x86-64-v3", v3), ("x86-64-v2", v2)];
        assert_eq!(choose(&folder, &levels(true, true, true)), Some(path("x86-64-v3")));
        assert_eq!(choose(&folder, &levels(false, false, true)), Some(path("x86-64-v2")));
        assert_eq!(choose(&folder, &levels(false, false, false)), None);
        std::fs::remove_dir_all(&folder).unwrap();
        assert_eq!(choose(&folder, &levels(true, true, true)), None);
    }

    /// The compiler knows what it was told to build for.
    #[cfg(target_arch = "x86_64")]
    #[test]
    fn detection_agrees_with_the_compiler() {
        let [v2, v3, v4] = detect();
        assert!(v2 || !cfg!(target_feature = "sse4.2"));
        assert!(v3 || !cfg!(all(target_feature = "avx2", target_feature = "bmi2")));
        assert!(v4 || !cfg!(all(target_feature = "avx512bw", target_feature = "avx512vl")));
        assert!(!v3 || v2, "level 3 includes level 2");
    }
}
