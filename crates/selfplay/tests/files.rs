//! Files of games on the disk.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use erawan_board::Variant;
use erawan_engine::{Engine, OutOfMemory};
use erawan_selfplay::{
    GameRecord, Openings, Progress, Quota, Reader, Settings, WriteError, Writer, generate,
};

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = format!("{name}-{}", std::process::id());
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(folder);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn engine() -> Result<Engine, OutOfMemory> {
    Engine::new(1)
}

fn make(path: &Path, settings: Settings, games: u64, threads: usize) -> Progress {
    let mut writer = Writer::open(path, settings).unwrap();
    let quota = Quota { games: Some(games), time: None };
    let stop = AtomicBool::new(false);
    generate(&mut writer, quota, threads, &engine, &stop, &mut |_| ()).unwrap()
}

fn games(path: &Path) -> Vec<GameRecord> {
    let chunks = Reader::new(fs::File::open(path).unwrap()).map(|chunk| chunk.unwrap());
    chunks.flat_map(|chunk| chunk.games().map(|game| game.unwrap()).collect::<Vec<_>>()).collect()
}

#[test]
fn threads_change_nothing_but_the_order() {
    let folder = Folder::new("threads");
    let settings = Settings::new(Openings::Of(Variant::Makruk), 30, 9);
    let (one, three) = (folder.path("one"), folder.path("three"));
    let progress = make(&one, settings, 9, 1);
    assert_eq!((progress.games, games(&one).len()), (9, 9));
    make(&three, settings, 9, 3);
    let set = |path| games(path).into_iter().collect::<HashSet<_>>();
    assert_eq!(set(&one), set(&three));
    assert_eq!(set(&one).len(), 9, "no game is played twice");
}

#[test]
fn work_that_was_cut_off_is_continued() {
    let folder = Folder::new("continued");
    let settings = Settings::new(Openings::DoubleChess960, 30, 9);
    let (path, whole) = (folder.path("games"), folder.path("whole"));
    make(&path, settings, 3, 1);
    let first = fs::read(&path).unwrap();
    make(&path, settings, 3, 1);
    let both = fs::read(&path).unwrap();
    // The program died while it wrote the second chunk.
    fs::write(&path, &both[..both.len() - 10]).unwrap();
    let writer = Writer::open(&path, settings).unwrap();
    assert_eq!((writer.games(), writer.next()), (3, 3));
    drop(writer);
    assert_eq!(fs::read(&path).unwrap(), first);
    make(&path, settings, 3, 1);
    make(&whole, settings, 6, 1);
    assert_eq!(games(&path), games(&whole));
    // Another seed has its own games.
    make(&path, Settings { seed: 10, ..settings }, 2, 1);
    let all: HashSet<GameRecord> = games(&path).into_iter().collect();
    assert_eq!(all.len(), 8);
}

#[test]
fn files_that_cannot_be_continued() {
    let folder = Folder::new("refused");
    let path = folder.path("games");
    let settings = Settings::new(Openings::Of(Variant::Makruk), 20, 1);
    make(&path, settings, 2, 1);
    let chess = Settings::new(Openings::Of(Variant::Chess), 20, 1);
    assert!(matches!(
        Writer::open(&path, chess),
        Err(WriteError::OtherGames(Openings::Of(Variant::Makruk)))
    ));
    let open = Writer::open(&path, settings).unwrap();
    assert!(matches!(Writer::open(&path, settings), Err(WriteError::Locked)));
    drop(open);
    make(&path, settings, 2, 1);
    let good = fs::read(&path).unwrap();
    for at in [3, 9, 70] {
        let mut bad = good.clone();
        bad[at] ^= 0x40;
        fs::write(&path, &bad).unwrap();
        assert!(matches!(Writer::open(&path, settings), Err(WriteError::Damaged(_))), "byte {at}");
        assert_eq!(fs::read(&path).unwrap(), bad, "nothing is thrown away");
    }
    assert!(matches!(Writer::open(&folder.path(""), settings), Err(WriteError::Io(_))));
}

#[test]
fn time_and_stop_end_the_work() {
    let folder = Folder::new("stop");
    let path = folder.path("games");
    let settings = Settings::new(Openings::Of(Variant::Chess), 20, 1);
    let mut writer = Writer::open(&path, settings).unwrap();
    let stop = AtomicBool::new(true);
    let done = generate(&mut writer, Quota::default(), 2, &engine, &stop, &mut |_| ()).unwrap();
    assert_eq!(done.games, 0);
    let stop = AtomicBool::new(false);
    let quota = Quota { games: None, time: Some(Duration::from_millis(300)) };
    let done = generate(&mut writer, quota, 2, &engine, &stop, &mut |_| ()).unwrap();
    assert!(done.games > 0);
    drop(writer);
    // What had begun was finished and written.
    assert_eq!(games(&path).len() as u64, done.games);
    let fails = || Err(OutOfMemory { mebibytes: 1, available: None });
    let mut writer = Writer::open(&path, settings).unwrap();
    assert!(generate(&mut writer, quota, 2, &fails, &stop, &mut |_| ()).is_err());
}
