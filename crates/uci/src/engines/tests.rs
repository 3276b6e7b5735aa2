//! Lists of engines: read, written, changed at the same time.

use std::fs;
use std::path::{Path, PathBuf};

use super::{EngineList, EngineListError, KnownEngine};

const TEXT: &str = "\
[sf]
command = /usr/games/stock fish
argument = --a=b
argument =
set Hash = 64
set Move Overhead = 10
id name Stockfish 15.1
id author the Stockfish developers (see AUTHORS file)
option name Hash type spin default 16 min 1 max 33554432
option name UCI_Variant type combo default chess var chess var makruk
option name UCI_Chess960 type check default false

[other]
command = other
";

fn engine(name: &str) -> KnownEngine {
    KnownEngine { name: name.into(), command: "program".into(), ..KnownEngine::default() }
}

/// A folder that is removed at the end of the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path =
            std::env::temp_dir().join(format!("erawan-engines-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn lists_are_printed_as_they_are_read() {
    let list = EngineList::parse(TEXT).unwrap();
    assert_eq!(list.to_string().replace("argument = \n", "argument =\n"), TEXT);
    let sf = list.get("sf").unwrap();
    assert_eq!(sf.command, Path::new("/usr/games/stock fish"));
    assert_eq!(sf.arguments, ["--a=b", ""]);
    assert_eq!(sf.settings[1], ("Move Overhead".to_owned(), "10".to_owned()));
    assert_eq!(sf.variants(), ["chess", "makruk", "chess960"]);
    assert_eq!(sf.options.spin("hash"), Some(16));
    assert_eq!(list.get("other").unwrap().variants(), ["chess"]);
    let commented = format!("# a remark\n\r\n{}", TEXT.replace('\n', "\r\n"));
    assert_eq!(EngineList::parse(&commented).unwrap(), list);
}

#[test]
fn what_makes_no_sense_is_told_with_its_line() {
    for (text, said) in [
        ("command = x\n", "line 1: an engine begins with its [name]"),
        ("[a]\ncommand = x\nnonsense\n", "line 3: 'nonsense' means nothing"),
        ("[a]\ncommand = x\nspeed = 9\n", "line 3: 'speed = 9' means nothing"),
        ("[a]\n", "the engine a has no command"),
        ("[a]\ncommand = x\n[a]\ncommand = y\n", "line 3: this engine is one too many"),
        ("[a b]\n", "line 1: 'a b' is no name for an engine"),
        ("[builtin]\n", "line 1: 'builtin' is no name for an engine"),
        ("[]\n", "line 1: '' is no name for an engine"),
        (
            "[a]\noption name Hash type spin default 1 min 1 max 2\n\
             option name hash type spin default 1 min 1 max 2\n",
            "line 3: there is an option",
        ),
    ] {
        let error = EngineList::parse(text).unwrap_err().to_string();
        assert!(error.starts_with(said), "{text}: {error}");
    }
}

#[test]
fn lists_are_changed() {
    let mut list = EngineList::default();
    list.add(engine("a")).unwrap();
    assert!(matches!(list.add(engine("a")), Err(EngineListError::Taken(_))));
    for bad in ["", "a b", "a=b", "[a]", "-a", "builtin", "a\nb", "\"a\"", &"a".repeat(65)] {
        assert!(matches!(list.add(engine(bad)), Err(EngineListError::BadName(_))), "{bad}");
    }
    for text in ["a\nb", " a", "a\t", "\u{FFFD}"] {
        let bad = KnownEngine { arguments: vec![text.into()], ..engine("b") };
        assert!(matches!(list.add(bad), Err(EngineListError::Unwritable(_))), "{text:?}");
    }
    let bad = KnownEngine { settings: vec![("a=b".into(), "c".into())], ..engine("b") };
    assert!(matches!(list.add(bad), Err(EngineListError::Unwritable(_))));
    assert!(matches!(list.remove("b"), Err(EngineListError::Unknown(_))));
    assert_eq!(list.remove("a").unwrap().name, "a");
    assert!(list.is_empty());
}

#[test]
fn nothing_is_lost_when_several_change_a_file() {
    let folder = Folder::new("several");
    let path = EngineList::path(&folder.0.join("new folder"));
    assert!(EngineList::read(&path).unwrap().is_empty());
    std::thread::scope(|scope| {
        for writer in 0..4 {
            let path = &path;
            scope.spawn(move || {
                for number in 0..10 {
                    let name = format!("engine{writer}-{number}");
                    EngineList::change(path, |list| list.add(engine(&name))).unwrap();
                }
            });
        }
    });
    assert_eq!(EngineList::read(&path).unwrap().len(), 40);
    // A change that fails changes nothing.
    let before = fs::read(&path).unwrap();
    EngineList::change(&path, |list| {
        list.remove("engine0-0")?;
        list.remove("nobody")
    })
    .unwrap_err();
    assert_eq!(fs::read(&path).unwrap(), before);
    assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 2, "the list and its lock");
}

#[test]
fn bad_files_are_refused_and_left_alone() {
    let folder = Folder::new("bad");
    let path = EngineList::path(&folder.0);
    fs::write(&path, b"[a]\ncommand = \xff\n").unwrap();
    for _ in 0..2 {
        let error = EngineList::change(&path, |list| list.add(engine("b"))).unwrap_err();
        assert!(error.to_string().starts_with(&path.display().to_string()), "{error}");
        assert_eq!(fs::read(&path).unwrap(), b"[a]\ncommand = \xff\n");
    }
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    assert!(EngineList::read(&path).unwrap_err().to_string().contains("not a regular file"));
}
