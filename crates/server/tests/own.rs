//! One's own games: files of former versions move into the database, rows follow
//! their documents, and nothing that goes wrong takes anything away.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use erawan_board::{Color, Variant};
use erawan_database::{Database, DocumentChange, OwnGame, Search, Text};
use erawan_notation::pgn::PgnGame;
use erawan_server::{Store, own_path};
use serde_json::{Value, json};

/// The folder whose files are to be moved, instead of the tests.
const FOLDER: &str = "ERAWAN_TEST_OWN";

/// Not a test: what is killed while it moves files.
#[test]
fn move_files() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    drop(Store::open(Path::new(&folder)).unwrap());
}

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("erawan-own-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(path.join("games")).unwrap();
        Folder(path)
    }

    fn store(&self) -> Store {
        Store::open(&self.0).unwrap()
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join("games").join(format!("{name}.json"))
    }

    fn write(&self, name: &str, value: &Value) {
        fs::create_dir_all(self.0.join("games")).unwrap();
        fs::write(self.file(name), value.to_string()).unwrap();
    }

    /// The games of the database, as PGN.
    fn games(&self) -> Vec<String> {
        let database = Database::open(own_path(&self.0)).unwrap();
        let all = Search { limit: 10_000, ..Search::default() };
        let found = database.search(&all, &false.into()).unwrap();
        found.games.iter().map(|game| database.game(game.id).unwrap().to_pgn()).collect()
    }

    fn moves(&self) -> Vec<String> {
        let last = |pgn: &String| pgn.trim_end().lines().last().unwrap_or_default().to_owned();
        self.games().iter().map(last).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The nodes of a line, as the page packs them.
fn nodes(moves: &[&str]) -> Vec<Value> {
    let root = json!([0, -1]);
    let moves = moves.iter().enumerate().map(|(i, m)| json!([i + 1, i, m]));
    [root].into_iter().chain(moves).collect()
}

/// A game that was played here.
fn played(id: &str, moves: &[&str], result: &str) -> Value {
    json!({
        "version": 2, "id": id, "kind": "play", "current": 0, "orientation": "w", "tags": [],
        "tree": { "start": { "variant": "chess" }, "nodes": nodes(moves) },
        "result": result, "created": 1_795_046_400_000u64, "updated": 0, "edits": { "a": 1 },
        "play": { "color": "b", "elo": 1500, "clock": null, "over": null, "seed": 1, "takebacks": 0 },
    })
}

fn analysis(id: &str, moves: &[&str], tags: Value) -> Value {
    let mut value = played(id, moves, "*");
    value["kind"] = "analyse".into();
    value["play"] = Value::Null;
    value["tags"] = tags;
    value
}

#[test]
fn files_of_former_versions_move_by_themselves() {
    let folder = Folder::new("move");
    let whole = played("play-1", &["e2e4", "c7c5"], "0-1");
    // The first version had objects for nodes, and no edits.
    let node = |id: u32, parent: i32, children: &[u32], m: &str| {
        json!({ "id": id, "parent": parent, "children": children, "move": m, "san": "", "thai": "",
            "comment": if id == 2 { "later" } else { "" }, "glyphs": [], "actions": [] })
    };
    let mut old = played("play-old", &[], "1-0");
    old["version"] = 1.into();
    old["tree"]["nodes"] = json!([
        node(0, -1, &[2, 1], ""),
        node(1, 0, &[], "d2d4"),
        node(2, 0, &[3], "e2e4"),
        node(3, 2, &[], "e7e5")
    ]);
    folder.write("play-1", &whole);
    folder.write("play-old", &old);
    folder.write("anything", &json!([1, "ขุน", { "no": "game" }]));
    let store = folder.store();
    let mut names = store.names().unwrap();
    names.sort();
    assert_eq!(names, ["anything", "play-1", "play-old"]);
    assert_eq!(store.load("play-1").unwrap(), Some(whole));
    assert_eq!(store.load("play-old").unwrap(), Some(old));
    assert_eq!(store.load("anything").unwrap(), Some(json!([1, "ขุน", { "no": "game" }])));
    assert!(!folder.0.join("games").exists(), "the files are gone, and their empty folder");
    let games = folder.games();
    assert_eq!(games.len(), 2);
    let first = games.iter().find(|pgn| pgn.contains("0-1")).unwrap();
    for tag in [
        "[White \"Erawan\"]",
        "[Black \"You\"]",
        "[WhiteElo \"1500\"]",
        "[Date \"2026.11.19\"]",
        "[ECO \"B20\"]",
    ] {
        assert!(first.contains(tag), "{tag} in {first}");
    }
    assert!(folder.moves().contains(&"1. e4 {later} (1. d4) 1... e5 1-0".to_owned()), "{games:?}");
}

/// The order of a list is that of the last changes, before and after the move.
#[test]
fn the_last_changed_come_first() {
    let folder = Folder::new("order");
    for (name, age) in [("b", 30), ("c", 10), ("a", 20)] {
        folder.write(name, &json!({}));
        let file = fs::File::options().append(true).open(folder.file(name)).unwrap();
        file.set_modified(std::time::SystemTime::now() - Duration::from_secs(age)).unwrap();
    }
    let store = folder.store();
    assert_eq!(store.names().unwrap(), ["c", "a", "b"]);
    store.save("b", &json!({ "edits": { "x": 1 } })).unwrap();
    assert_eq!(store.names().unwrap(), ["b", "c", "a"]);
}

#[test]
fn a_broken_file_stays_and_is_told() {
    let folder = Folder::new("broken");
    folder.write("fine", &played("fine", &["e2e4"], "*"));
    fs::write(folder.file("bad"), "{\"tree\": ").unwrap();
    let store = folder.store();
    assert_eq!(fs::read_to_string(folder.file("bad")).unwrap(), "{\"tree\": ");
    assert_eq!(store.names().unwrap(), ["fine", "bad"]);
    let error = store.load("bad").unwrap_err().to_string();
    assert!(error.contains("damaged") && error.contains("bad.broken"), "{error}");
    assert_eq!(store.names().unwrap(), ["fine"]);
}

/// A former version was used again after the move: its changes are kept as well.
#[test]
fn what_comes_again_is_neither_lost_nor_doubled() {
    let folder = Folder::new("again");
    let with = |edits: Value, comment: &str| {
        let mut value = played("play-1", &["e2e4"], "*");
        value["edits"] = edits;
        value["tree"]["nodes"][1] = json!([1, 0, "e2e4", "e4", "", comment]);
        value
    };
    let kept = with(json!({ "a": 2, "b": 1 }), "kept");
    folder.write("play-1", &kept);
    drop(folder.store());
    // The very same, as after a kill; an earlier state; one that was made from it.
    for (file, now) in [
        (kept.clone(), "kept"),
        (with(json!({ "a": 1, "b": 1 }), "earlier"), "kept"),
        (with(json!({ "a": 2, "b": 2 }), "later"), "later"),
    ] {
        folder.write("play-1", &file);
        let store = folder.store();
        assert_eq!(store.names().unwrap(), ["play-1"]);
        assert_eq!(store.load("play-1").unwrap().unwrap()["tree"]["nodes"][1][5], now);
        assert!(!folder.file("play-1").exists());
    }
    // One that knows nothing of it, twice.
    for _ in 0..2 {
        folder.write("play-1", &with(json!({ "a": 2, "c": 1 }), "apart"));
        let store = folder.store();
        let mut names = store.names().unwrap();
        names.sort();
        assert_eq!(names, ["play-1", "play-1-2"]);
        let beside = store.load("play-1-2").unwrap().unwrap();
        assert_eq!(
            (&beside["id"], &beside["tree"]["nodes"][1][5]),
            (&json!("play-1-2"), &json!("apart"))
        );
    }
    assert_eq!(folder.games().len(), 2);
}

/// Killed at any moment of the move, as often as it takes.
#[cfg(unix)]
#[test]
fn a_kill_while_files_move_loses_and_doubles_nothing() {
    let folder = Folder::new("kill");
    let long = "x".repeat(20_000);
    let documents: Vec<(String, Value)> = (0..1200)
        .map(|i| {
            let name = format!("play-{i}");
            let mut value =
                played(&name, &["e2e4", if i % 2 == 0 { "e7e5" } else { "c7c5" }], "1-0");
            value["tree"]["nodes"][1] = json!([1, 0, "e2e4", "e4", "", format!("{i} {long}")]);
            (name, value)
        })
        .collect();
    for (name, value) in &documents {
        folder.write(name, value);
    }
    let mut kills = 0;
    for pause in 0..200 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "move_files"])
            .env(FOLDER, &folder.0)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(20 + 7 * pause));
        if child.try_wait().unwrap().is_some_and(|status| status.success()) {
            break;
        }
        kills += 1;
        child.kill().unwrap();
        child.wait().unwrap();
        // Each is in the database or still a file.
        let database = Database::open(own_path(&folder.0)).ok();
        for (name, _) in &documents {
            let is_kept = database.as_ref().is_some_and(|it| it.document(name).unwrap().is_some());
            assert!(is_kept || folder.file(name).exists(), "{name} is lost after {kills} kills");
        }
    }
    assert!(kills > 0, "it was never killed");
    let store = folder.store();
    assert_eq!(store.names().unwrap().len(), documents.len());
    for (name, value) in &documents {
        assert_eq!(store.load(name).unwrap().as_ref(), Some(value));
    }
    assert!(!folder.0.join("games").exists());
    assert_eq!(folder.games().len(), documents.len());
}

/// A database of a later version is left alone, and said; so is one that is damaged.
/// The files stay, and the server runs.
#[test]
fn what_cannot_be_used_is_said_and_left_alone() {
    for (name, reason) in [
        ("newer", "a newer Erawan has made this database"),
        ("junk", "this is no database of games"),
    ] {
        let folder = Folder::new(name);
        folder.write("play-1", &played("play-1", &["e2e4"], "*"));
        let path = own_path(&folder.0);
        match name {
            "newer" => {
                drop(Database::create(&path).unwrap().close());
                let mut bytes = fs::read(&path).unwrap();
                // The version of the layout, in SQLite's header.
                bytes[60..64].copy_from_slice(&99u32.to_be_bytes());
                fs::write(&path, bytes).unwrap();
            }
            _ => fs::write(&path, "not a database, and not empty").unwrap(),
        }
        let before = fs::read(&path).unwrap();
        let store = folder.store();
        let value = played("play-2", &["d2d4"], "*");
        let errors = [
            store.names().unwrap_err().to_string(),
            store.load("play-1").unwrap_err().to_string(),
            store.save("play-2", &value).unwrap_err().to_string(),
            store.remove("play-1").unwrap_err().to_string(),
        ];
        for error in errors {
            assert!(error.starts_with("own.erawan: ") && error.contains(reason), "{error}");
        }
        // Settings are not concerned.
        store.save("settings", &json!({ "a": 1 })).unwrap();
        assert_eq!(fs::read(&path).unwrap(), before);
        assert!(folder.file("play-1").exists());
        // Once it is out of the way, all goes on.
        fs::remove_file(&path).unwrap();
        assert_eq!(folder.store_again(store).names().unwrap(), ["play-1"]);
    }
}

impl Folder {
    fn store_again(&self, store: Store) -> Store {
        drop(store);
        self.store()
    }
}

/// Room for names but for no byte: what was kept can be looked at, and a save says why
/// it fails.
#[cfg(unix)]
#[test]
fn a_full_disk_is_told() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        let store = Store::open(Path::new(&folder)).unwrap();
        assert_eq!(store.names().unwrap(), ["play-1"]);
        assert!(store.load("play-1").unwrap().is_some());
        let error = store.save("play-2", &json!({ "a": 1 })).unwrap_err().to_string();
        assert!(error.starts_with("own.erawan: "), "{error}");
        println!("told: {error}");
        return;
    }
    let folder = Folder::new("full");
    folder.store().save("play-1", &played("play-1", &["e2e4"], "*")).unwrap();
    let status = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$@\"", "sh"])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "a_full_disk_is_told"])
        .env(FOLDER, &folder.0)
        .stdout(Stdio::null())
        .status()
        .unwrap();
    assert!(status.success());
    assert_eq!(folder.store().names().unwrap(), ["play-1"]);
}

#[test]
fn rows_follow_what_documents_say() {
    let folder = Folder::new("rows");
    let store = folder.store();
    let put = |value: &Value| store.save(value["id"].as_str().unwrap(), value).unwrap();
    // No moves, no game.
    put(&played("play-1", &[], "*"));
    assert_eq!(folder.games().len(), 0);
    put(&played("play-1", &["e2e4", "e7e5"], "*"));
    assert_eq!(folder.moves(), ["1. e4 e5 *"]);
    put(&played("play-1", &["e2e4", "e7e5", "f1c4"], "1-0"));
    assert_eq!(folder.moves(), ["1. e4 e5 2. Bc4 1-0"]);
    // All taken back, and another.
    put(&played("play-1", &[], "*"));
    assert_eq!(folder.games().len(), 0);
    put(&played("play-1", &["d2d4"], "*"));
    assert_eq!(folder.moves(), ["1. d4 *"]);
    // A bare board is no game; with two names, a result or a review it is.
    let bare = analysis("analyse-1", &["c2c4"], json!([]));
    put(&bare);
    assert_eq!(folder.games().len(), 1);
    let named = analysis("analyse-1", &["c2c4"], json!([["White", "A"], ["Black", "B"]]));
    put(&named);
    assert_eq!(folder.moves(), ["1. d4 *", "1. c4 *"]);
    put(&bare);
    assert_eq!(folder.games().len(), 1);
    let mut over = bare.clone();
    over["result"] = "1/2-1/2".into();
    put(&over);
    assert_eq!(folder.moves(), ["1. d4 *", "1. c4 1/2-1/2"]);
    // What makes no sense as a game is kept as a document.
    for (name, moves) in [("bad-1", vec!["e2e5"]), ("bad-2", vec!["nonsense"])] {
        put(&played(name, &moves, "*"));
        assert!(store.load(name).unwrap().is_some());
    }
    let mut circle = played("bad-3", &["e2e4", "e7e5"], "*");
    circle["tree"]["nodes"] = json!([[0, 2, "x"], [1, 0, "e2e4"], [2, 1, "e7e5"]]);
    put(&circle);
    let mut deep = played("bad-4", &["e2e4"], "*");
    deep["tree"]["nodes"] = json!([[0, -1], [1, 1, "e2e4"]]);
    put(&deep);
    for strange in [
        json!(null),
        json!([]),
        json!({ "tree": 1 }),
        json!({ "play": {}, "tree": { "start": { "variant": "draughts" }, "nodes": [] } }),
    ] {
        store.save("bad-5", &strange).unwrap();
        assert_eq!(store.load("bad-5").unwrap(), Some(strange));
    }
    assert_eq!(folder.games().len(), 3, "{:?}", folder.moves());
    store.remove("play-1").unwrap();
    store.remove("bad-3").unwrap();
    assert_eq!(folder.moves(), ["1. c4 1/2-1/2"]);
    // It comes back whole.
    put(&played("play-1", &["d2d4"], "*"));
    assert_eq!(folder.moves(), ["1. c4 1/2-1/2", "1. d4 *"]);
}

/// A game and the analysis that was made of it are one game.
#[test]
fn an_analysis_counts_for_its_game() {
    let folder = Folder::new("analysis");
    let store = folder.store();
    let mut game = played("play-1", &["e2e4", "e7e5", "g1f3"], "0-1");
    game["analysis"] = "analyse-1".into();
    let mut other = analysis(
        "analyse-1",
        &["e2e4", "e7e5", "g1f3"],
        json!([["White", "Engine"], ["Black", "You"]]),
    );
    other["result"] = "0-1".into();
    store.save("analyse-1", &other).unwrap();
    assert_eq!(folder.games().len(), 1);
    store.save("play-1", &game).unwrap();
    assert_eq!(folder.games().len(), 1);
    // Its review is the game's.
    let review = |id: u32, share: f64, judgement: &str| json!({ "id": id, "share": share, "judgement": judgement, "score": { "cp": 0 } });
    other["review"] = json!({ "start": { "cp": 0 }, "sides": [], "nodes":
        [review(1, 0.52, "good"), review(2, 0.8, "mistake"), review(3, 0.75, "inaccuracy")] });
    other["edits"] = json!({ "a": 2 });
    store.save("analyse-1", &other).unwrap();
    let database = Database::open(own_path(&folder.0)).unwrap();
    let mut seen = Vec::new();
    database
        .each_own_game(|own| {
            let faults: Vec<_> = own
                .game
                .faults
                .iter()
                .map(|it| (it.ply, it.san.clone(), (it.cost * 100.0).round()))
                .collect();
            seen.push((own.document, own.game.side, own.game.reviewed, faults));
            true
        })
        .unwrap();
    let faults = vec![(1, "e5".to_owned(), 28.0), (2, "Nf3".to_owned(), 5.0)];
    assert_eq!(seen, [(Some("play-1".to_owned()), Some(Color::Black), 3, faults)]);
    // Without the game the analysis is one itself.
    store.remove("play-1").unwrap();
    assert_eq!(folder.games().len(), 1);
    assert!(folder.games()[0].contains("[White \"Engine\"]"));
    // And back again.
    store.save("play-1", &game).unwrap();
    assert_eq!(folder.games().len(), 1);
    assert!(folder.games()[0].contains("[White \"Erawan\"]"));
    store.remove("analyse-1").unwrap();
    assert_eq!(folder.games().len(), 1);
}

impl Folder {
    /// Whose side each game is, and its seats and ratings.
    fn seats(&self) -> Vec<(Option<Color>, [Option<String>; 4])> {
        let database = Database::open(own_path(&self.0)).unwrap();
        let mut seats = Vec::new();
        database
            .each_own_game(|own| {
                let pgn = own.game.record.game().unwrap().to_pgn();
                let tag = |name: &str| {
                    let line = pgn.lines().find_map(|line| line.strip_prefix(&format!("[{name} ")));
                    let value = line.map(|line| line.trim_end_matches(']').trim_matches('"'));
                    value.filter(|value| *value != "?").map(str::to_owned)
                };
                seats.push((own.game.side, ["White", "Black", "WhiteElo", "BlackElo"].map(tag)));
                true
            })
            .unwrap();
        seats
    }
}

fn seats(names: [&str; 4]) -> [Option<String>; 4] {
    names.map(|name| Some(name.to_owned()).filter(|name| !name.is_empty()))
}

/// The page writes the names of other engines by side, and White as the side of whoever
/// watches two of them.
#[test]
fn rivals_have_their_names_and_who_watches_has_no_side() {
    let folder = Folder::new("rivals");
    let store = folder.store();
    let put = |id: &str, play: Value| {
        let mut value = played(id, &["e2e4", "e7e5"], "1-0");
        value["play"].as_object_mut().unwrap().extend(play.as_object().unwrap().clone());
        store.save(id, &value).unwrap();
    };
    put("a", json!({ "color": "w", "engines": { "b": "Stockfish" } }));
    put("b", json!({ "color": "b", "engines": {} }));
    put("c", json!({ "color": "w", "watched": true, "engines": { "b": "Stockfish" } }));
    put("d", json!({ "color": "w", "watched": true, "engines": { "w": "A", "b": "B" } }));
    put("e", json!({ "color": "w", "both": true }));
    // Training from it makes it nobody's.
    let mut watched = store.load("c").unwrap().unwrap();
    watched["own"] = "b".into();
    store.save("c", &watched).unwrap();
    let expected = vec![
        (Some(Color::White), seats(["You", "Stockfish", "", ""])),
        (Some(Color::Black), seats(["Erawan", "You", "1500", ""])),
        (None, seats(["Erawan", "Stockfish", "1500", ""])),
        (None, seats(["A", "B", "", ""])),
        (None, seats(["", "", "", ""])),
    ];
    assert_eq!(folder.seats(), expected);
    // What a former version has told wrongly is told anew; what was taken out stays out.
    drop(store);
    let mut database = Database::open_to_write(own_path(&folder.0)).unwrap();
    let mut rows = Vec::new();
    let take = |row| {
        rows.push(row);
        true
    };
    database.each_own_game(take).unwrap();
    let record = rows[1].game.record.clone();
    let wrong = OwnGame { record, side: Some(Color::White), reviewed: 0, faults: Vec::new() };
    let tell = |name: &str| {
        let game = Some(wrong.clone());
        DocumentChange { name: name.into(), text: Text::Same, game }
    };
    database.change_documents(&[tell("a"), tell("c"), tell("d")]).unwrap();
    database.delete(&[rows[4].id]).unwrap();
    database.set_facts_version(0).unwrap();
    drop(database);
    assert_ne!(folder.seats(), expected[..4]);
    let store = folder.store();
    assert_eq!(store.names().unwrap().len(), 5);
    assert_eq!(folder.seats(), expected[..4]);
    drop(store);
    let database = Database::open(own_path(&folder.0)).unwrap();
    assert!(database.facts_version().unwrap() > 0, "the next start has nothing to do");
}

/// Of a game from elsewhere one says under a review whose it is.
#[test]
fn a_game_from_elsewhere_becomes_ones_own() {
    let folder = Folder::new("claimed");
    let store = folder.store();
    let mut value = analysis("analyse-1", &["e2e4"], json!([["White", "A"], ["Black", "B"]]));
    store.save("analyse-1", &value).unwrap();
    let names = || seats(["A", "B", "", ""]);
    assert_eq!(folder.seats(), [(None, names())]);
    value["own"] = "b".into();
    value["edits"] = json!({ "a": 2 });
    store.save("analyse-1", &value).unwrap();
    assert_eq!(folder.seats(), [(Some(Color::Black), names())]);
}

#[test]
fn every_game_of_the_list_is_kept() {
    let folder = Folder::new("games");
    let store = folder.store();
    let put = |id: &str, start: Value, moves: &[&str]| {
        let mut value = played(id, moves, "*");
        value["tree"]["start"] = start;
        store.save(id, &value).unwrap();
    };
    put("a", json!({ "variant": "chess960", "number": 42 }), &["e2e4"]);
    put("b", json!({ "variant": "makruk", "counting": "manual" }), &["d3d4", "d6d5"]);
    put("c", json!({ "variant": "cambodian" }), &["d3d4"]);
    put("d", json!({ "variant": "makpong" }), &["d3d4"]);
    put("e", json!({ "variant": "chess", "fen": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1" }), &["e2e4"]);
    let database = Database::open(own_path(&folder.0)).unwrap();
    let all = Search { limit: 10, ..Search::default() };
    let found = database.search(&all, &false.into()).unwrap().games;
    let variants: Vec<&str> = found.iter().map(|game| game.variant).collect();
    assert_eq!(variants, ["chess960", "makruk", "cambodian", "makpong", "chess"]);
    assert_eq!(Variant::ALL.len(), 5, "a further game belongs here");
}

/// Documents are few enough to be listed quickly.
#[test]
fn there_is_an_end_to_what_is_kept() {
    let folder = Folder::new("limit");
    for i in 0..9_998 {
        folder.write(&format!("n-{i}"), &json!({}));
    }
    fs::write(folder.file("broken"), "{").unwrap();
    let store = folder.store();
    store.save("last", &json!({})).unwrap();
    let refused = store.save("one-more", &json!({})).unwrap_err().to_string();
    assert!(refused.contains("10000 games are kept already"), "{refused}");
    store.save("last", &json!({ "again": true })).unwrap();
    store.remove("n-1").unwrap();
    store.save("one-more", &json!({})).unwrap();
}
