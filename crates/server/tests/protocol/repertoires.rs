//! Repertoires: kept, drilled, opened again, taken out, and held against own games.

use serde_json::{Value, json};

use super::{Page, page, start};

const ITALIAN: &str = "1. e4 e5 (1... c5 2. Nf3 {the open one} d6 3. d4) 2. Nf3 Nc6 3. Bc4 *";

fn import(name: &str, color: &str, text: &str) -> Value {
    json!({"type": "importRepertoire", "name": name, "color": color, "text": text})
}

fn list(page: &mut Page) -> Value {
    page.ask(json!({"type": "repertoires"}))["repertoires"].clone()
}

fn next(page: &mut Page, id: &Value, after: &[&str]) -> Value {
    let request = json!({"type": "nextRecall", "repertoire": id, "after": after});
    page.ask(request)["recall"].clone()
}

/// A finished game of one's own, played here.
pub(super) fn own_game(id: &str, side: &str, moves: &[&str], result: &str) -> Value {
    let root = json!([0, -1]);
    let steps = moves.iter().enumerate().map(|(i, m)| json!([i + 1, i, m]));
    let nodes: Vec<Value> = [root].into_iter().chain(steps).collect();
    json!({
        "version": 2, "id": id, "kind": "play", "current": 0, "orientation": "w", "tags": [],
        "tree": { "start": { "variant": "chess" }, "nodes": nodes },
        "result": result, "created": 1_795_046_400_000u64, "updated": 0, "edits": { "a": 1 },
        "play": { "color": side, "elo": 1500, "clock": null, "over": null, "seed": 1,
            "takebacks": 0 },
    })
}

pub(super) fn save(page: &mut Page, document: &Value) {
    let answer = page.ask(json!({"type": "save", "name": document["id"], "value": document}));
    assert_eq!(answer["type"], "saved", "{answer}");
}

#[test]
fn a_repertoire_is_kept_drilled_replaced_and_brought_back() {
    let server = start("repertoire");
    let mut page = page(&server);
    assert_eq!(list(&mut page), json!([]));
    assert!(!server.folder.0.join("training.erawan").exists(), "asking makes no file");
    let kept = page.ask(import("Italian", "w", ITALIAN));
    assert_eq!((&kept["type"], &kept["total"]), (&json!("repertoireKept"), &json!(5)));
    assert_eq!((&kept["known"], &kept["replaced"]), (&json!(0), &json!(false)));
    let row = list(&mut page)[0].clone();
    let facts = |names: [&str; 3]| names.map(|name| row[name].clone());
    assert_eq!(facts(["name", "variant", "color"]), ["Italian", "chess", "w"]);
    assert_eq!(facts(["total", "due", "fresh"]), [5, 0, 5]);
    assert_eq!(row["moves"], 9, "counted by hand");

    let id = row["id"].clone();
    let first = next(&mut page, &id, &[]);
    assert_eq!((&first["line"]["moves"], &first["seen"]), (&json!([]), &json!(false)));
    assert_eq!(first["answers"], json!([{"uci": "e2e4", "san": "e4", "thai": null}]));
    let open = next(&mut page, &id, &["e2e4", "c7c5"]);
    let names: Vec<_> = open["steps"].as_array().unwrap().iter().map(|it| &it["san"]).collect();
    assert_eq!(names, ["e4", "c5"]);
    assert_eq!(open["remarks"], json!(["the open one"]));
    let grade = |position: &Value, grade: &str| json!({"type": "recalled", "repertoire": id, "position": position, "grade": grade});
    assert_eq!(page.ask(grade(&open["position"], "good"))["days"], 2);
    assert_eq!(list(&mut page)[0]["fresh"], 4);
    let wrong = page.ask(grade(&json!("8/8 w - -"), "good"));
    assert!(wrong["message"].as_str().unwrap().contains("no move to be known"), "{wrong}");

    // The tree as it came, and once more with another line.
    let tree = page.ask(json!({"type": "openRepertoire", "repertoire": id}))["games"][0].clone();
    assert_eq!(tree["nodes"].as_array().unwrap().len(), 10);
    let put = |replace: bool| {
        json!({"type": "putRepertoire", "name": "Italian", "color": "w", "game": tree,
            "replace": replace})
    };
    let taken = page.ask(put(false));
    assert_eq!((&taken["type"], &taken["kind"]), (&json!("error"), &json!("conflict")));
    let again = page.ask(put(true));
    assert_eq!((&again["known"], &again["replaced"]), (&json!(1), &json!(true)), "{again}");

    let remove =
        |restore: bool| json!({"type": "removeRepertoire", "repertoire": id, "restore": restore});
    assert_eq!(page.ask(remove(false))["type"], "saved");
    assert_eq!(list(&mut page), json!([]));
    let gone = page.ask(json!({"type": "nextRecall", "repertoire": id}));
    assert_eq!(gone["message"], format!("there is no repertoire {id}"));
    assert_eq!(page.ask(remove(true))["type"], "saved");
    assert_eq!(list(&mut page)[0]["fresh"], 4, "what was learnt is still there");
}

#[test]
fn makruk_has_its_names_and_its_start() {
    let server = start("repertoire-makruk");
    let mut page = page(&server);
    let text = "[Variant \"Makruk\"]\n\n1. d4 e5 2. dxe5 dxe5 *";
    let kept = page.ask(import("หมากรุกไทย", "b", text));
    assert_eq!(kept["total"], 2, "{kept}");
    let recall = next(&mut page, &kept["repertoire"], &[]);
    assert_eq!(recall["line"]["variant"], "makruk");
    let thai = recall["answers"][0]["thai"].as_str().unwrap();
    assert!(thai.chars().any(|c| ('\u{e00}'..'\u{e80}').contains(&c)), "{thai}");
}

#[test]
fn what_cannot_be_kept_is_said_and_changes_nothing() {
    let server = start("bad-repertoire");
    let mut page = page(&server);
    page.ask(import("mine", "w", "1. e4 *"));
    let long = "n".repeat(101);
    let big = "x".repeat((2 << 20) + 1);
    for (name, color, text, words) in [
        ("a", "w", "", "no game in it"),
        ("a", "w", "1. e4 e5 2. Ke3 *", "Ke3"),
        ("a", "w", "1. e4 *\n\n1. d4 Ke4 *", "game 2"),
        ("a", "b", "1. e4 *", "no move of Black"),
        ("a", "w", "1. e4 -- 2. d4 *", "null move"),
        ("a", "w", "1. e4 *\n\n[Variant \"Makruk\"]\n\n1. d4 *", "game 2 is one of makruk"),
        ("a", "w", "1. e4 *\n\n[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 0 1\"]\n\n1. Ra8+ *", "one start"),
        (" ", "w", "1. e4 *", "has a name"),
        ("a\nb", "w", "1. e4 *", "on one line"),
        (&long, "w", "1. e4 *", "only 0 to 100"),
        ("a", "w", &big, "length of the text"),
        ("a", "green", "1. e4 *", "green"),
        ("mine", "w", "1. d4 *", "already"),
    ] {
        let answer = page.ask(import(name, color, text));
        assert_eq!(answer["type"], "error", "{words}");
        assert!(answer["message"].as_str().unwrap().contains(words), "{words}: {answer}");
    }
    // One of another colour is not replaced either.
    let mut other = import("mine", "b", "1. e4 e5 *");
    other["replace"] = true.into();
    assert!(page.ask(other)["message"].as_str().unwrap().contains("another name"));
    let node = json!({"parent": 0, "move": "e2e5"});
    let game = json!({"variant": "chess", "nodes": [{}, node]});
    let put = json!({"type": "putRepertoire", "name": "b", "color": "w", "game": game});
    assert!(page.ask(put)["message"].as_str().unwrap().contains("node 1"));
    let unknown = json!({"type": "openRepertoire", "repertoire": 99});
    assert_eq!(page.ask(unknown)["message"], "there is no repertoire 99");
    let all = list(&mut page);
    assert_eq!((all.as_array().unwrap().len(), &all[0]["moves"]), (1, &json!(1)));
}

#[test]
fn own_games_are_held_against_repertoires() {
    let server = start("departures");
    let mut page = page(&server);
    let ask = json!({"type": "departures"});
    let none = json!([]);
    assert_eq!(page.ask(ask.clone())["departures"], none);
    page.ask(import("Italian", "w", ITALIAN));
    assert_eq!(page.ask(ask.clone())["departures"], none, "there are no games yet");
    let games = [
        own_game("play-1", "w", &["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"], "0-1"),
        // The same place by other moves.
        own_game("play-2", "w", &["g1f3", "b8c6", "e2e4", "e7e5", "f1b5"], "1-0"),
        own_game("play-3", "w", &["e2e4", "e7e6", "d2d4"], "1-0"),
        // With Black nothing was prepared; this one stays within it.
        own_game("play-4", "b", &["e2e4", "e7e5", "g1f3", "b8c6", "f1b5"], "1-0"),
        own_game("play-5", "w", &["e2e4", "c7c5", "g1f3"], "1-0"),
    ];
    games.iter().for_each(|game| save(&mut page, game));
    let answer = page.ask(ask.clone());
    assert_eq!((&answer["games"], &answer["more"]), (&json!(5), &json!(0)));
    let [mine, theirs] = &answer["departures"].as_array().unwrap()[..] else { panic!("{answer}") };
    assert_eq!(
        (&mine["own"], &mine["count"], &mine["name"]),
        (&json!(true), &json!(2), &json!("Italian"))
    );
    assert_eq!((&mine["played"]["san"], &mine["wanted"][0]["san"]), (&json!("Bb5"), &json!("Bc4")));
    let games = mine["games"].as_array().unwrap();
    assert_eq!(
        (&games[0]["document"], &games[1]["document"]),
        (&json!("play-2"), &json!("play-1"))
    );
    assert_eq!(games[0]["moves"], json!(["g1f3", "b8c6", "e2e4", "e7e5"]));
    assert_eq!((&games[1]["white"], &games[1]["result"]), (&json!("You"), &json!("0-1")));
    assert_eq!((&theirs["own"], &theirs["played"]["san"]), (&json!(false), &json!("e6")));
    let wanted: Vec<_> = theirs["wanted"].as_array().unwrap().iter().map(|it| &it["san"]).collect();
    assert_eq!(wanted, ["e5", "c5"]);
    // A game that is gone says nothing any more.
    page.ask(json!({"type": "remove", "name": "play-3"}));
    assert_eq!(page.ask(ask)["departures"].as_array().unwrap().len(), 1);
}
