//! Own games in the explorer: what was played, how it went, and what reviews said.

use serde_json::{Value, json};

use super::repertoires::{own_game, save};
use super::{page, start};

fn explore(moves: &[&str]) -> Value {
    let line = json!({"variant": "chess", "moves": moves});
    json!({"type": "exploreOwn", "line": line, "first": "newest", "games": 5})
}

/// What a review says of a move: White's chances after it, its judgement, and the better
/// move in UCI and for people.
type Said<'a> = (f64, &'a str, Option<[&'a str; 2]>);

/// A review of all moves, as the page keeps it.
fn review(said: &[Said<'_>]) -> Value {
    let node = |(index, (share, judgement, better)): (usize, &Said<'_>)| {
        let verdict =
            better.map(|[uci, san]| json!({"judgement": judgement, "bestMove": uci, "best": san}));
        json!({"id": index + 1, "score": {"cp": 0}, "share": share, "judgement": judgement,
            "verdict": verdict})
    };
    let nodes: Vec<Value> = said.iter().enumerate().map(node).collect();
    json!({"start": {"cp": 0}, "sides": [], "nodes": nodes})
}

#[test]
fn own_games_tell_what_went_wrong_in_a_position() {
    let server = start("own-explorer");
    let mut page = page(&server);
    let empty = page.ask(explore(&[]));
    assert_eq!(
        (&empty["type"], &empty["explored"]["results"]["games"]),
        (&json!("ownExplored"), &json!(0))
    );
    let mut lost = own_game("play-1", "w", &["e2e4", "e7e5", "d1h5", "g8f6"], "0-1");
    let good = (0.5, "good", None);
    lost["review"] =
        review(&[good, good, (0.25, "mistake", Some(["g1f3", "Nf3"])), (0.25, "good", None)]);
    save(&mut page, &lost);
    save(&mut page, &own_game("play-2", "w", &["e2e4", "e7e5", "g1f3", "b8c6"], "1-0"));
    save(&mut page, &own_game("play-3", "b", &["e2e4", "e7e5", "b1c3", "b8c6"], "1/2-1/2"));

    let found = page.ask(explore(&["e2e4", "e7e5"]));
    let results = &found["explored"]["results"];
    assert_eq!(
        (&results["games"], &results["white"], &results["black"]),
        (&json!(3), &json!(1), &json!(1))
    );
    assert_eq!(found["standing"], json!({"games": 3, "won": 1, "drawn": 1, "lost": 1}));
    assert_eq!(found["reviewed"], 1);
    let judged = &found["judged"][0];
    assert_eq!((&judged["played"]["san"], &judged["lapses"]), (&json!("Qh5"), &json!([0, 1, 0])));
    assert_eq!(judged["better"], json!({"uci": "g1f3", "san": "Nf3", "thai": null}));
    assert_eq!((&judged["cost"], &judged["standing"]["lost"]), (&json!(0.25), &json!(1)));
    let mut documents: Vec<_> =
        found["documents"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
    documents.sort_unstable();
    assert_eq!(documents, ["play-1", "play-2", "play-3"]);
    // With a filter, and where nobody has been.
    let mut filtered = explore(&["e2e4", "e7e5"]);
    filtered["filter"] = json!({"result": "1-0"});
    let found = page.ask(filtered);
    assert_eq!((&found["standing"]["games"], &found["judged"]), (&json!(1), &json!([])));
    assert_eq!(page.ask(explore(&["h2h4"]))["standing"]["games"], 0);
    // A colour is the side that one had, whether a player is named or not.
    for (filter, games) in [
        (json!({"color": "b"}), json!(["play-3"])),
        (json!({"color": "b", "player": "Erawan"}), json!(["play-3"])),
        (json!({"color": "w", "result": "1-0"}), json!(["play-2"])),
    ] {
        let mut filtered = explore(&["e2e4", "e7e5"]);
        filtered["filter"] = filter;
        let found = page.ask(filtered);
        assert_eq!((&found["documents"], &found["standing"]["games"]), (&games, &json!(1)));
        assert_eq!(found["explored"]["results"]["games"], 1);
    }
}

#[test]
fn bad_questions_about_own_games_are_answered_with_a_reason() {
    let server = start("own-explorer-bad");
    let mut page = page(&server);
    // What a first save begins with: a file that says nothing yet.
    std::fs::write(server.folder.0.join("own.erawan"), "").unwrap();
    assert_eq!(page.ask(explore(&[]))["standing"]["games"], 0);
    save(&mut page, &own_game("play-1", "w", &["e2e4"], "0-1"));
    assert!(page.ask(explore(&["e2e5"]))["message"].as_str().unwrap().contains("move 1"));
    let mut many = explore(&[]);
    many["games"] = 501.into();
    assert!(page.ask(many)["message"].as_str().unwrap().contains("only 0 to 500"));
    let mut dated = explore(&[]);
    dated["filter"] = json!({"from": "yesterday"});
    assert!(page.ask(dated)["message"].as_str().unwrap().contains("yesterday"));
    assert_eq!(page.ask(explore(&[]))["standing"]["lost"], 1, "and the server goes on");
}
