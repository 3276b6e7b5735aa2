//! Why a command could not do its work, and the exit code for it.

use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Why a command gave up.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The command line makes no sense; clap says why.
    CommandLine(Box<clap::Error>),
    /// The command line makes no sense together with what is there.
    Usage(String),
    /// What was given to work on is bad.
    Data(String),
    /// A file could not be read or written.
    File(PathBuf, io::Error),
    /// Standard output could not be written.
    Output(io::Error),
}

impl Failure {
    /// A wrong command line.
    pub(crate) fn usage(message: impl Into<String>) -> Failure {
        Failure::Usage(message.into())
    }

    /// Turns an error of a file into a failure that names the file.
    pub(crate) fn file(path: &Path) -> impl FnOnce(io::Error) -> Failure {
        let path = path.to_path_buf();
        move |error| Failure::File(path, error)
    }

    /// 1 for bad data, 2 for a wrong command line or a file that cannot be
    /// used.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Failure::Data(_) => 1,
            Failure::CommandLine(_)
            | Failure::Usage(_)
            | Failure::File(..)
            | Failure::Output(_) => 2,
        }
    }

    /// Tells it on standard error.
    pub(crate) fn print(&self) -> io::Result<()> {
        match self {
            Failure::CommandLine(error) => error.print(),
            other => writeln!(io::stderr(), "erawan: {other}"),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::CommandLine(error) => error.fmt(f),
            Failure::Usage(message) | Failure::Data(message) => f.write_str(message),
            Failure::File(path, error) => {
                let reason = match error.kind() {
                    io::ErrorKind::NotFound => {
                        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
                        let missing = folder.is_some_and(|folder| !folder.exists());
                        let what = if missing { "folder" } else { "file" };
                        format!("there is no such {what}")
                    }
                    io::ErrorKind::IsADirectory => "this is a folder, not a file".to_string(),
                    io::ErrorKind::PermissionDenied => "permission denied".to_string(),
                    _ => error.to_string(),
                };
                write!(f, "{}: {reason}", path.display())
            }
            Failure::Output(error) => write!(f, "cannot write to standard output: {error}"),
        }
    }
}

/// Errors that carry no path come from standard output.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

impl From<clap::Error> for Failure {
    fn from(error: clap::Error) -> Failure {
        Failure::CommandLine(Box::new(error))
    }
}
