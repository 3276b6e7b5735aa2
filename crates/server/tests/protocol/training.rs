//! Exercises: added, handed out, practised, taken out, and kept.

use erawan_database::{Database, Kind, NewExercise, PuzzleFacts};
use serde_json::{Value, json};

use super::{page, start};

fn mistake(moves: &[&str], solution: &[&str]) -> Value {
    let line = json!({"variant": "chess", "moves": moves});
    json!({"kind": "mistake", "line": line, "solution": solution, "about": {"title": "A – B"}})
}

fn add(exercises: &[Value]) -> Value {
    json!({"type": "addExercises", "exercises": exercises})
}

#[test]
fn exercises_are_added_handed_out_and_practised() {
    let server = start("training");
    let mut page = page(&server);
    let stock = json!({"type": "training"});
    assert_eq!(page.ask(stock.clone())["stock"], json!([]), "there is no file yet");
    assert!(!server.folder.0.join("training.erawan").exists(), "and asking makes none");
    let next = json!({"type": "nextExercise"});
    assert_eq!(page.ask(next.clone())["exercise"], json!(null));

    let one = mistake(&["f2f3", "e7e5"], &["e2e4", "d7d5"]);
    let answer = page.ask(add(&[one.clone(), one]));
    assert_eq!((&answer["added"], &answer["known"]), (&json!(1), &json!(1)));
    let makruk = json!({"variant": "makruk", "counting": "manual", "moves": ["d3d4"]});
    let other = json!({"kind": "mistake", "line": makruk, "solution": ["e6e5"], "about": null});
    assert_eq!(page.ask(add(&[other]))["added"], 1);

    let found = page.ask(json!({"type": "nextExercise", "variant": "chess"}))["exercise"].clone();
    assert_eq!(found["line"]["moves"], json!(["f2f3", "e7e5"]));
    assert_eq!(found["solution"], json!(["e2e4", "d7d5"]));
    assert_eq!((&found["about"]["title"], &found["seen"]), (&json!("A – B"), &json!(false)));
    let counted = page.ask(json!({"type": "nextExercise", "variant": "makruk"}));
    assert_eq!(counted["exercise"]["line"]["counting"], "manual");

    let practised = json!({"type": "practised", "exercise": found["id"], "grade": "good"});
    assert_eq!(page.ask(practised)["days"], 2);
    let chess = page.ask(json!({"type": "nextExercise", "variant": "chess"}));
    assert_eq!(chess["exercise"], json!(null), "it is not due any more");
    let ahead = json!({"type": "nextExercise", "variant": "chess", "ahead": true});
    assert_eq!(page.ask(ahead)["exercise"]["seen"], true);
    let rows = page.ask(stock.clone())["stock"].clone();
    assert_eq!((&rows[0]["total"], &rows[0]["due"]), (&json!(1), &json!(0)));
    let next = rows[0]["next"].as_i64().unwrap();
    assert!((2 * 86_400 - 60..=2 * 86_400).contains(&next), "{next}");
    assert_eq!((&rows[1]["variant"], &rows[1]["due"]), (&json!("makruk"), &json!(1)));

    let remove = json!({"type": "removeExercises", "exercises": [found["id"]], "restore": false});
    assert_eq!(page.ask(remove)["exercises"], 1);
    assert_eq!(page.ask(stock)["stock"].as_array().unwrap().len(), 1);
}

#[test]
fn bad_exercises_are_said_and_none_of_them_kept() {
    let server = start("bad-training");
    let mut page = page(&server);
    let fine = mistake(&[], &["e2e4"]);
    for (bad, kind, words) in [
        (mistake(&["e2e5"], &["e7e5"]), "input", "move 1"),
        (mistake(&[], &["e2e4", "e2e4"]), "input", "move 2 of the solution"),
        (mistake(&[], &[]), "input", "solution"),
        (json!({"kind": "mistake"}), "protocol", "line"),
        (json!({"kind": "riddle"}), "protocol", "riddle"),
    ] {
        let answer = page.ask(add(&[fine.clone(), bad]));
        assert_eq!(answer["kind"], kind, "{answer}");
        assert!(answer["message"].as_str().unwrap().contains(words), "{answer}");
    }
    let puzzle =
        json!({"kind": "puzzle", "line": {"variant": "chess"}, "solution": ["e2e4"], "about": 0});
    assert_eq!(page.ask(add(&[puzzle]))["kind"], "input");
    assert_eq!(page.ask(json!({"type": "training"}))["stock"], json!([]));
    let unknown = json!({"type": "practised", "exercise": 77, "grade": "good"});
    let answer = page.ask(unknown);
    assert_eq!(
        (&answer["kind"], &answer["message"]),
        (&json!("input"), &json!("there is no exercise 77"))
    );
    assert_eq!(
        page.ask(json!({"type": "practised", "exercise": 1, "grade": "so so"}))["kind"],
        "protocol"
    );
    // A file that is none of ours is named and left alone.
    let path = server.folder.0.join("training.erawan");
    let _ = std::fs::remove_file(server.folder.0.join("training.erawan-wal"));
    let _ = std::fs::remove_file(server.folder.0.join("training.erawan-shm"));
    std::fs::write(&path, "something else").unwrap();
    let answer = page.ask(json!({"type": "training"}));
    assert!(answer["message"].as_str().unwrap().contains("no database"), "{answer}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "something else");
}

#[test]
fn puzzles_come_by_motif_and_rate_who_solves_them() {
    let server = start("puzzles");
    let mut page = page(&server);
    let fen = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1";
    let facts = PuzzleFacts {
        name: "one".into(),
        rating: 1600.0,
        deviation: 80.0,
        themes: "mate mateIn1 backRankMate".into(),
        url: "https://example.org/1".into(),
        ..PuzzleFacts::default()
    };
    let puzzle = NewExercise {
        kind: Kind::Puzzle,
        variant: erawan_board::Variant::Chess,
        fen: fen.into(),
        moves: vec!["h7h6".into()],
        position: fen.into(),
        solution: vec!["d1d8".into()],
        about: String::new(),
        puzzle: Some(facts),
    };
    let path = erawan_server::training_path(&server.folder.0);
    Database::create(path).unwrap().add_exercises(&[puzzle], 0).unwrap();
    let with = |theme: &str| json!({"type": "nextExercise", "kind": "puzzle", "theme": theme});
    assert_eq!(page.ask(with("fork"))["exercise"], json!(null));
    let found = page.ask(with("mateIn1"))["exercise"].clone();
    assert_eq!((&found["rating"], &found["url"]), (&json!(1600), &json!("https://example.org/1")));
    assert_eq!((&found["line"]["fen"], &found["line"]["moves"]), (&json!(fen), &json!(["h7h6"])));
    let done = page.ask(json!({"type": "practised", "exercise": found["id"], "grade": "good"}));
    assert!(done["rating"].as_u64().unwrap() > 1600, "{done}");
    let stock = page.ask(json!({"type": "training"}))["stock"][0].clone();
    assert_eq!((&stock["fresh"], &stock["rating"][0]), (&json!(0), &done["rating"]));
}
