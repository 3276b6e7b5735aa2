//! Opening files that may be read to their end, and adding to them.
//!
//! Tables, books and networks are named by people. A pipe, a device or a
//! folder in their place would hold a program up for ever or fill its memory.

use alloc::format;
use alloc::string::String;
use std::fs::{File, Metadata};
use std::io::{Error, ErrorKind, Result, Seek, SeekFrom, Write};
use std::path::Path;

/// Opens a file for reading if it is a regular file of at most `most` bytes.
/// A link is followed. Anything else is refused before it is opened, with a
/// reason for people: opening a pipe can wait for ever.
///
/// ```
/// use erawan_board::regular_file;
/// let error = regular_file::open(".".as_ref(), 1000).unwrap_err();
/// assert_eq!(error.to_string(), "this is a folder, not a file");
/// ```
pub fn open(path: &Path, most: u64) -> Result<File> {
    check(&std::fs::metadata(path)?, most)?;
    let file = File::open(path)?;
    // Another file may have come in its place.
    check(&file.metadata()?, most)?;
    Ok(file)
}

/// Opens a file to write behind what is in it, and makes it if it is not there.
/// What is there already must be a regular file.
pub fn append(path: &Path) -> Result<File> {
    match std::fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        found => check(&found?, u64::MAX)?,
    }
    let file = File::options().create(true).append(true).open(path)?;
    check(&file.metadata()?, u64::MAX)?;
    Ok(file)
}

/// Writes a record at the end of a file, all of it or nothing. A disk that is
/// full takes a part, which is removed again; from a pipe it cannot be.
pub fn add(mut file: &File, record: &[u8]) -> Result<()> {
    let before = file.metadata()?;
    file.write_all(record).inspect_err(|_| {
        if before.is_file() {
            // What matters is why the record could not be written. If its part
            // stays, whoever goes on with the file finds it cut off.
            let _ = file.set_len(before.len());
            let _ = file.seek(SeekFrom::Start(before.len()));
        }
    })
}

fn check(found: &Metadata, most: u64) -> Result<()> {
    let refuse = |why: String| Err(Error::new(ErrorKind::InvalidInput, why));
    if found.is_dir() {
        refuse("this is a folder, not a file".into())
    } else if !found.is_file() {
        refuse("this is a pipe or a device, not a regular file".into())
    } else if found.len() > most {
        refuse(format!("a file of {} bytes is too long: at most {most} are read", found.len()))
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn only_regular_files_are_opened() {
        let this = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
        let length = this.metadata().unwrap().len();
        let mut text = String::new();
        open(&this, length).unwrap().read_to_string(&mut text).unwrap();
        assert!(text.starts_with("[package]"));
        let error = open(&this, length - 1).unwrap_err();
        assert!(error.to_string().contains("too long"), "{error}");
        let missing = open(Path::new("no/such/file"), 1).unwrap_err();
        assert_eq!(missing.kind(), ErrorKind::NotFound);
        let folder = open(Path::new(env!("CARGO_MANIFEST_DIR")), u64::MAX).unwrap_err();
        assert!(folder.to_string().contains("a folder"), "{folder}");
    }

    /// A pipe that nobody writes to: opening it would wait for ever.
    #[cfg(unix)]
    #[test]
    fn pipes_and_devices_are_refused() {
        for device in [open(Path::new("/dev/null"), 1), append(Path::new("/dev/null"))] {
            let device = device.unwrap_err();
            assert!(device.to_string().contains("a device"), "{device}");
        }
        let pipe = std::env::temp_dir().join(format!("erawan-pipe-{}", std::process::id()));
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        let errors = [open(&pipe, 1), append(&pipe)];
        std::fs::remove_file(&pipe).unwrap();
        for error in errors {
            assert!(error.unwrap_err().to_string().contains("a pipe"));
        }
    }
}
