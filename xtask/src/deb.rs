//! The Debian package: the folder that `dist` fills, in the places of a system.
//!
//! `dpkg-deb` packs it; there are no scripts, so that installing is unpacking and
//! uninstalling leaves nothing behind. `tests/packages/debian.py` tries both.

use std::fs;
use std::path::Path;

use crate::dist::{copy, create, text_of};
use crate::shell::{Chore, program, repository};

const NAME: &str = "erawan";
const VERSION: &str = env!("CARGO_PKG_VERSION");

const DESKTOP: &str = "\
[Desktop Entry]
Type=Application
Name=Erawan
Comment=Chess, Chess960 and Makruk in the browser
Comment[th]=หมากรุกไทย หมากรุกสากล และ Chess960 ในเบราว์เซอร์
Exec=erawan play
Icon=erawan
Terminal=true
Categories=Game;BoardGame;
";

const COPYRIGHT: &str = "\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Erawan
Source: https://github.com/erawan-chess/erawan

Files: *
Copyright: the Erawan developers
License: MIT or Apache-2.0
 The text of the MIT licence is in LICENSE-MIT beside this file, that of the Apache
 License 2.0 in /usr/share/common-licenses/Apache-2.0. The fonts in the program are
 under the SIL Open Font License: LICENSE-FONTS.
";

/// Makes a package of a folder that is whole, beside it.
pub(crate) fn build(folder: &Path) -> Result<(), String> {
    let architecture = match std::env::consts::ARCH {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        other => return Err(format!("Debian's name for {other} is not known here")),
    };
    let root = repository().join("target/debian");
    let _ = fs::remove_dir_all(&root);
    fill(folder, &root)?;
    let control = root.join("DEBIAN");
    create(&control)?;
    write(&control.join("control"), &describe(folder, &root, architecture)?)?;
    let sums = "find usr -type f -print0 | sort -z | xargs -0 md5sum > DEBIAN/md5sums";
    program("sh").args(["-c", sums]).current_dir(&root).text()?;
    // Whatever the umask: folders and programs for all, files to be read by all.
    program("chmod").args(["-R", "u=rwX,go=rX", &text_of(&root)]).text()?;
    let package = format!("{NAME}_{VERSION}_{architecture}.deb");
    let package = folder.with_file_name(package);
    let words = ["--build", "--root-owner-group", &text_of(&root), &text_of(&package)];
    program("dpkg-deb").args(words).text()?;
    println!("{}", package.display());
    Ok(())
}

/// Puts everything where a Debian system looks for it.
fn fill(folder: &Path, root: &Path) -> Result<(), String> {
    let share = root.join("usr/share");
    let library = root.join("usr/lib").join(NAME);
    copy_folder(&folder.join("programs"), &library.join("programs"))?;
    copy(&folder.join(NAME), &library.join(NAME))?;
    create(&root.join("usr/bin"))?;
    // The launcher looks for its programs beside itself, through links.
    let link = root.join("usr/bin").join(NAME);
    program("ln").args(["-s", "../lib/erawan/erawan", &text_of(&link)]).text()?;

    copy_folder(&folder.join("share/nets"), &share.join(NAME).join("nets"))?;
    copy_folder(&folder.join("share/man"), &share.join("man"))?;
    compress(&share.join("man/man1"))?;
    for (from, to) in [
        ("erawan.bash", "bash-completion/completions/erawan"),
        ("_erawan", "zsh/vendor-completions/_erawan"),
        ("erawan.fish", "fish/vendor_completions.d/erawan.fish"),
    ] {
        place(&folder.join("share/completions").join(from), &share.join(to))?;
    }
    let icon = share.join("icons/hicolor/scalable/apps/erawan.svg");
    place(&repository().join("web/public/icon.svg"), &icon)?;
    create(&share.join("applications"))?;
    write(&share.join("applications/erawan.desktop"), DESKTOP)?;

    let papers = share.join("doc").join(NAME);
    for name in ["LICENSE-MIT", "LICENSE-FONTS"] {
        place(&folder.join(name), &papers.join(name))?;
    }
    write(&papers.join("copyright"), COPYRIGHT)?;
    place(&folder.join("CHANGELOG.md"), &papers.join("changelog"))?;
    program("gzip").args(["-9n", &text_of(&papers.join("changelog"))]).text().map(drop)
}

/// What dpkg is to know about the package.
fn describe(folder: &Path, root: &Path, architecture: &str) -> Result<String, String> {
    let size = program("du").args(["-ks", "--apparent-size", &text_of(root)]).text()?;
    let size = size.split_whitespace().next().unwrap_or("0").to_owned();
    let mut glibc = (2, 0);
    for path in programs(folder)? {
        let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        glibc = glibc.max(needed_glibc(&bytes));
    }
    Ok(format!(
        "Package: {NAME}\n\
         Version: {VERSION}\n\
         Architecture: {architecture}\n\
         Maintainer: The Erawan developers <erawan@users.noreply.github.com>\n\
         Installed-Size: {size}\n\
         Depends: libc6 (>= {}.{}), libgcc-s1\n\
         Section: games\n\
         Priority: optional\n\
         Homepage: https://github.com/erawan-chess/erawan\n\
         Description: chess, Chess960 and Makruk: board, engine, tools\n \
         A board in the browser that works offline, a strong engine that speaks UCI, reviews of\n \
         games, databases, endgame tables of Makruk that know the count, matches between\n \
         engines. Ouk Chatrang and Makpong are there too.\n",
        glibc.0, glibc.1
    ))
}

/// The launcher and what it launches.
fn programs(folder: &Path) -> Result<Vec<std::path::PathBuf>, String> {
    let mut paths = vec![folder.join(NAME)];
    if let Ok(entries) = fs::read_dir(folder.join("programs")) {
        for entry in entries {
            paths.push(entry.map_err(|error| error.to_string())?.path());
        }
    }
    Ok(paths)
}

/// The newest version of glibc that a program has symbols of.
fn needed_glibc(program: &[u8]) -> (u32, u32) {
    const MARK: &[u8] = b"GLIBC_";
    let mut newest = (2, 0);
    let starts = program.windows(MARK.len()).enumerate().filter(|(_, window)| *window == MARK);
    for (at, _) in starts {
        let rest = &program[at + MARK.len()..];
        let end = rest.iter().position(|byte| !byte.is_ascii_digit() && *byte != b'.');
        let text = std::str::from_utf8(&rest[..end.unwrap_or(0)]).unwrap_or_default();
        let mut numbers = text.split('.').map(|number| number.parse().unwrap_or(0));
        if let (Some(first), Some(second)) = (numbers.next(), numbers.next()) {
            newest = newest.max((first, second));
        }
    }
    newest
}

/// Copies a file to a place whose folders may not be there yet.
fn place(from: &Path, to: &Path) -> Result<(), String> {
    create(to.parent().unwrap_or(to))?;
    copy(from, to)
}

/// Copies a folder, if it is there, with all that is in it.
fn copy_folder(from: &Path, to: &Path) -> Result<(), String> {
    let Ok(entries) = fs::read_dir(from) else { return Ok(()) };
    create(to)?;
    for entry in entries {
        let path = entry.map_err(|error| format!("{}: {error}", from.display()))?.path();
        let to = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() { copy_folder(&path, &to)? } else { copy(&path, &to)? }
    }
    Ok(())
}

/// Compresses every file of a folder, as Debian wants manual pages.
fn compress(folder: &Path) -> Result<(), String> {
    let words = ["-r", "-9n", &text_of(folder)];
    program("gzip").args(words).text().map(drop)
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers are compared as numbers, and what follows the mark without any is left alone.
    #[test]
    fn the_newest_glibc_is_found() {
        assert_eq!(needed_glibc(b"..GLIBC_2.9\0GLIBC_2.34\0GLIBC_2.2.5\0GLIBC_PRIVATE"), (2, 34));
        assert_eq!(needed_glibc(b"nothing"), (2, 0));
        assert_eq!(needed_glibc(b"GLIBC_"), (2, 0));
    }
}
