//! Running the real binary.
#![allow(dead_code)] // Not every test file uses all of it.

pub mod talk;

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a run left behind.
pub struct Run {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Run {
    /// The last line of standard output.
    pub fn last_line(&self) -> &str {
        self.out.lines().last().unwrap_or("")
    }

    /// Asserts the exit code, and shows everything if it is another.
    #[track_caller]
    pub fn exits(self, code: i32) -> Run {
        assert_eq!(self.code, code, "stdout:\n{}\nstderr:\n{}", self.out, self.err);
        assert!(!self.err.contains("panicked"), "{}", self.err);
        self
    }

    /// Asserts what standard error says.
    #[track_caller]
    pub fn complains(self, text: &str) -> Run {
        assert!(self.err.contains(text), "no '{text}' in:\n{}", self.err);
        self
    }

    /// Asserts what standard output says.
    #[track_caller]
    pub fn says(self, text: &str) -> Run {
        assert!(self.out.contains(text), "no '{text}' in:\n{}", self.out);
        self
    }
}

/// Runs `erawan` with arguments.
pub fn erawan<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Run {
    erawan_with_input(args, "")
}

/// Runs `erawan` with arguments and standard input.
pub fn erawan_with_input<S: AsRef<OsStr>>(
    args: impl IntoIterator<Item = S>,
    input: impl AsRef<[u8]>,
) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_erawan"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("erawan starts");
    let (mut stdin, input) = (child.stdin.take().expect("input is piped"), input.as_ref());
    // Beside reading: whoever answers before all is read waits for us to listen.
    let output = std::thread::scope(|scope| {
        // A program that does not read its input closes it: no reason to fail.
        scope.spawn(move || stdin.write_all(input));
        child.wait_with_output().expect("erawan ends")
    });
    Run {
        code: output.status.code().expect("erawan ends by itself"),
        out: String::from_utf8(output.stdout).expect("the output is text"),
        err: String::from_utf8(output.stderr).expect("the messages are text"),
    }
}

/// A folder that is removed at the end of the test.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("the folder can be made");
        Folder(path)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, content).expect("the file can be written");
        path
    }

    /// The names of the files in it.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = std::fs::read_dir(&self.0)
            .expect("the folder can be read")
            .map(|entry| entry.expect("so can its entries").file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
