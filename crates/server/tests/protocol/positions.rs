//! Positions and games: shown, read, written, counted, looked up in tables.

use std::thread;

use erawan_board::{Makruk, Variant};
use erawan_endings::{Endings, Material, Solved, Work};
use erawan_server::Server;
use erawan_server::limits::{MAX_MOVES, MAX_NODES, MAX_TEXT};
use serde_json::{Value, json};

use super::{Running, folder, greeted, page, position, start};

/// Whatever games there are: what the list says of them is what the server
/// does with them.
#[test]
fn the_list_of_games_is_true() {
    let server = start("list");
    let (mut page, hello) = greeted(&server);
    let games = hello["games"].as_array().unwrap();
    assert_eq!(games.len(), erawan_board::Variant::ALL.len());
    for game in games {
        let name = game["name"].as_str().unwrap();
        let start = page.ask(position(name, &[]));
        assert_eq!(start["type"], "position", "{name}");
        let board = start["fen"].as_str().unwrap().split(' ').next().unwrap();
        let mut men: Vec<char> =
            board.to_lowercase().chars().filter(char::is_ascii_alphabetic).collect();
        men.sort_unstable();
        men.dedup();
        let listed = game["men"].as_array().unwrap();
        assert!(listed.iter().all(|man| (man["role"] == "king") == (man["worth"] == 0)), "{name}");
        let mut letters: Vec<char> = listed
            .iter()
            .map(|man| man["letter"].as_str().unwrap().chars().next().unwrap())
            .collect();
        letters.sort_unstable();
        assert_eq!(men, letters, "{name}");
        // Castling rights stand in the third field, first moves too: only
        // chess has the letters of castling.
        let rights = start["fen"].as_str().unwrap().split(' ').nth(2).unwrap();
        assert_eq!(
            rights.contains('K') || rights.contains('H'),
            game["castling"] == true,
            "{name}"
        );
        if let Some(count) = game["starts"].as_u64() {
            let ask =
                |number| json!({"type": "position", "line": {"variant": name, "number": number}});
            let number = page.ask(ask(count - 1))["number"].clone();
            assert_eq!(number, count - 1, "{name}");
            let usual = page.ask(ask(game["usualStart"].as_u64().unwrap()));
            assert!(usual["fen"].as_str().unwrap().starts_with("rnbqkbnr/"), "{name}");
        }
        let counted = page.ask(json!({"type": "position", "line": {
            "variant": name, "fen": "4k3/8/8/8/8/8/8/Rn2K3 w - - 0 1", "moves": ["a1b1"],
        }}));
        assert_eq!(counted["counting"].is_object(), game["counting"] == true, "{name}: {counted}");
        let move_made = start["moves"][0]["uci"].as_str().unwrap();
        let thai = page.ask(position(name, &[move_made]))["thai"].clone();
        assert_eq!(thai.is_string(), game["makrukSet"] == true, "{name}");
    }
    let title =
        |name: &str| games.iter().find(|game| game["name"] == name).unwrap()["title"].clone();
    assert_eq!([title("chess"), title("makruk")], ["Chess", "Makruk"]);
}

/// A game as long as any may be, as PGN: knights that go to and fro.
fn shuffle(plies: usize) -> String {
    let moves = ["Nf3", "Nf6", "Ng1", "Ng8"].into_iter().cycle().take(plies);
    moves.collect::<Vec<_>>().join(" ") + " *"
}

#[test]
fn the_longest_game_can_be_read_shown_kept_and_written() {
    let server = start("longest");
    let mut page = page(&server);
    let text = shuffle(22_000);
    let answer = page.ask(json!({"type": "read", "text": text}));
    let game = &answer["games"][0];
    assert_eq!(game["nodes"].as_array().unwrap().len(), 22_001);
    assert_eq!(answer["errors"], json!([]));
    assert_eq!(page.ask(json!({"type": "save", "name": "long", "value": game}))["type"], "saved");
    let written = page.ask(json!({"type": "write", "game": game}));
    let again = page.ask(json!({"type": "read", "text": written["text"]}));
    assert_eq!(again["games"][0]["nodes"], game["nodes"]);
    let moves: Vec<_> =
        ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(MAX_MOVES).collect();
    assert_eq!(page.ask(position("chess", &moves))["type"], "position");
    let beyond = [&moves[..], &["g1f3"]].concat();
    let refused = page.ask(position("chess", &beyond));
    assert!(refused["message"].as_str().unwrap().contains("at most 40000"), "{refused}");
}

#[test]
fn what_is_left_out_of_a_text_is_said() {
    let server = start("left-out");
    let mut page = page(&server);
    let long = page.ask(json!({"type": "read", "text": shuffle(MAX_NODES + 1)}));
    assert_eq!(long["games"][0]["nodes"].as_array().unwrap().len(), MAX_NODES + 1);
    assert!(
        long["errors"][0].as_str().unwrap().contains("more than 40000 moves"),
        "{}",
        long["errors"]
    );
    let null = page.ask(json!({"type": "read", "text": "1. e4 -- 2. d4 *"}));
    assert!(null["errors"][0].as_str().unwrap().contains("null move"), "{}", null["errors"]);
    let refused = page.ask(json!({"type": "read", "text": "x".repeat(3_000_000)}));
    assert_eq!((&refused["type"], &refused["kind"]), (&json!("error"), &json!("limit")));
    let message = refused["message"].as_str().unwrap();
    assert!(
        message.contains("3000000 bytes") && message.contains(&MAX_TEXT.to_string()),
        "{message}"
    );
}

#[test]
fn positions_are_described() {
    let server = start("positions");
    let mut page = page(&server);
    let start = page.ask(position("chess", &[]));
    assert_eq!(start["moves"].as_array().unwrap().len(), 20);
    assert_eq!(start["turn"], "w");
    let mate = page.ask(position("chess", &["f2f3", "e7e5", "g2g4", "d8h4"]));
    assert_eq!(mate["outcome"], json!({"result": "0-1", "reason": "checkmate"}));
    assert_eq!((mate["san"].as_str(), mate["check"].as_str()), (Some("Qh4#"), Some("e1")));
    let makruk = page.ask(position("makruk", &["e3e4"]));
    assert_eq!(makruk["moves"].as_array().unwrap().len(), 23);
    assert!(makruk["thai"].as_str().is_some_and(|text| !text.is_ascii()));

    // Castling can be made on either square, unless another move is meant.
    let line = json!({"variant": "chess", "fen": "4k3/8/8/8/8/8/8/4K2R w K - 0 1"});
    let castle = page.ask(json!({"type": "position", "line": line}));
    let castle =
        castle["moves"].as_array().unwrap().iter().find(|m| m["san"] == "O-O").unwrap().clone();
    assert_eq!(
        (&castle["uci"], &castle["to"], &castle["also"]),
        (&json!("e1g1"), &json!("g1"), &json!("h1"))
    );
    let line = json!({"variant": "chess960", "fen": "4k3/8/8/8/8/8/8/5K1R w H - 0 1"});
    let castle = page.ask(json!({"type": "position", "line": line}));
    let castle =
        castle["moves"].as_array().unwrap().iter().find(|m| m["san"] == "O-O").unwrap().clone();
    assert_eq!(
        (&castle["uci"], &castle["to"], castle.get("also")),
        (&json!("f1h1"), &json!("h1"), None)
    );

    let line = json!({"variant": "chess960", "number": 0});
    let numbered = page.ask(json!({"type": "position", "line": line}));
    assert!(numbered["fen"].as_str().unwrap().starts_with("bbqnnrkr/"));
    assert_eq!(numbered["number"], 0);
}

#[test]
fn counting_by_hand_begins_and_stops() {
    let server = start("counting");
    let mut page = page(&server);
    let fen = "8/8/2n1k3/8/8/2RMK3/8/8 b - 128 0 1";
    let mut ask = |counting: &str, moves: &[&str]| {
        page.ask(json!({"type": "position",
            "line": {"variant": "makruk", "fen": fen, "counting": counting, "moves": moves}}))
    };
    let idle = ask("manual", &[]);
    assert_eq!(
        (&idle["counting"]["canStart"], &idle["counting"]["side"]),
        (&json!(true), &Value::Null)
    );
    let counts = ask("manual", &["count", "c6d8"]);
    assert_eq!(counts["counting"]["side"], "b");
    assert_eq!(
        (&counts["counting"]["spoken"], &counts["counting"]["limit"]),
        (&json!(1), &json!(64))
    );
    // While Black counts, White may take the draw.
    assert_eq!(counts["claim"], "countoffer");
    let stopped = ask("manual", &["count", "c6d8", "e3e4", "stop"]);
    assert_eq!(stopped["counting"]["side"], Value::Null);
    assert_eq!(ask("auto", &["count"])["type"], "error");
    assert_eq!(ask("off", &[])["counting"], Value::Null);
}

#[test]
fn games_are_read_and_written() {
    let server = start("games");
    let mut page = page(&server);
    let text =
        "[White \"<script>alert(1)</script>\"]\n\n1. e4 e5 (1... c5 {sharp} 2. Nf3 $1) 2. Nf3 *";
    let read = page.ask(json!({"type": "read", "text": text}));
    let game = &read["games"][0];
    assert_eq!(game["nodes"].as_array().unwrap().len(), 6);
    let written = page.ask(json!({"type": "write", "game": game}));
    let written = written["text"].as_str().unwrap();
    assert!(written.contains("[White \"<script>alert(1)</script>\"]"));
    assert!(written.contains("1. e4 e5 (1... c5 {sharp} 2. Nf3 $1) 2. Nf3 *"), "{written}");
    let again = page.ask(json!({"type": "read", "text": written}));
    assert_eq!(again["games"][0]["nodes"], game["nodes"]);

    let cases = [
        ("rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1", "makruk"),
        ("rmtektmr/8/bbbbbbbb/8/8/BBBBBBBB/8/RMTKETMR w 1", "makruk"),
        ("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4", "chess"),
        ("1r2k2r/8/8/8/8/8/8/1R2K2R w BHbh - 0 1", "chess960"),
        ("[Variant \"Makruk\"]\n\n1. e4 e5 *", "makruk"),
    ];
    for (text, variant) in cases {
        let read = page.ask(json!({"type": "read", "text": text}));
        assert_eq!(read["games"][0]["variant"], variant, "{text}: {read}");
    }
    // One bad game does not hide the good one.
    let read = page.ask(json!({"type": "read", "text": "1. Ke4 *\n\n1. d4 *"}));
    assert_eq!(read["games"].as_array().unwrap().len(), 1);
    assert!(read["errors"][0].as_str().unwrap().contains("Ke4"));
}

#[test]
fn of_a_bad_game_the_moves_before_are_read() {
    let server = start("bad-games");
    let mut page = page(&server);
    let mut read = |text: &str| page.ask(json!({"type": "read", "text": text}));
    let sans = |answer: &Value| -> Vec<String> {
        let nodes = answer["games"][0]["nodes"].as_array().unwrap().iter().skip(1);
        nodes.map(|node| node["san"].as_str().unwrap().to_string()).collect()
    };
    let bad = read("[White \"A\"]\n\n1. e4 e5 2. Nf3 Qxh5 3. Bc4 *");
    assert_eq!(sans(&bad), ["e4", "e5", "Nf3"]);
    assert_eq!(
        bad["errors"][0],
        "game 1, line 3: Qxh5 (ply 4): no such queen can go to h5; the moves before it are shown"
    );
    // Letters of other languages, and figurines.
    let german = read("1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. O-O *");
    assert_eq!(sans(&german), ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "O-O"]);
    assert_eq!(german["errors"][0], "game 1: its moves are read as German ones");
    let figurines = read("1. e4 e5 2. ♘f3 ♞c6 *");
    assert_eq!(sans(&figurines), ["e4", "e5", "Nf3", "Nc6"]);
    assert_eq!(figurines["errors"], json!([]));
    let both = read("1. e4 e5 2. Sf3 Sc6 3. Lh8 *");
    assert_eq!(sans(&both), ["e4", "e5", "Nf3", "Nc6"]);
    let said = both["errors"][0].as_str().unwrap();
    assert!(said.contains("German") && said.contains("Lh8"), "{said}");
    // As makruk-js writes Makruk, with its FEN or without.
    for text in [
        "1. b4 b5 2. Md2 Md7 3. Tc2 Tc7 *",
        "[FEN \"rmtektmr/8/bbbbbbbb/8/8/BBBBBBBB/8/RMTKETMR w 1\"]\n\n1. b4 b5 2. Md2 Md7 3. Tc2 Tc7 *",
    ] {
        let makruk = read(text);
        assert_eq!(sans(&makruk), ["b4", "b5", "Nd2", "Nd7", "Sc2", "Sc7"], "{makruk}");
        assert_eq!(makruk["games"][0]["variant"], "makruk");
        assert_eq!(makruk["errors"][0], "game 1: its moves are read as makruk-js writes them");
    }
    // A bad game of chess stays one, though its moves are good ones of Makruk.
    let chess = read("1. d4 d5 2. Kd2 e6 3. Kd3 Kd7 4. b3 Nd2 *");
    assert_eq!(chess["games"][0]["variant"], "chess", "{chess}");
    // Nothing of it is a game.
    assert_eq!(read("1. Ke5 *")["type"], "error");
    for address in ["https://lichess.org/abcdefgh", "www.chess.com/game/live/1", "lichess.org/x"] {
        let answer = read(address);
        let said = answer["message"].as_str().unwrap();
        assert!(said.contains("address of a page") && said.contains("PGN"), "{said}");
    }
}

#[test]
fn without_tables_the_page_is_told_so() {
    let server = start("no-tables");
    let mut page = page(&server);
    let line = json!({"variant": "chess", "fen": "8/8/8/8/8/4k3/8/KQ6 w - - 0 1"});
    let answer = page.ask(json!({"type": "tables", "line": line}));
    assert_eq!((&answer["type"], &answer["kind"]), (&json!("error"), &json!("unsupported")));
}

#[test]
fn endgame_tables_are_looked_up() {
    let Some(tables) = std::env::var_os("ERAWAN_SYZYGY") else {
        eprintln!("SKIPPED: no Syzygy tables: ERAWAN_SYZYGY=folder");
        return;
    };
    let folder = folder("tables");
    let tables = erawan_syzygy::Tables::open(tables.to_str().unwrap());
    let server = Server::bind(0, &folder.0, None).unwrap().with_tables(std::sync::Arc::new(tables));
    let (address, url) = (server.address(), server.url());
    thread::spawn(move || server.run());
    let token = url.split_once('#').unwrap().1.to_string();
    let running = Running { address, token, folder };
    let mut page = page(&running);
    let mut ask = |variant: &str, fen: &str| {
        page.ask(json!({"type": "tables", "line": {"variant": variant, "fen": fen}}))
    };
    let won = ask("chess", "8/8/8/8/8/4k3/8/KQ6 w - - 0 1");
    assert_eq!((&won["type"], &won["result"]), (&json!("tables"), &json!("win")), "{won}");
    let moves = won["moves"].as_array().unwrap();
    assert_eq!(moves[0]["result"], "win");
    assert!(won["dtz"].as_i64().unwrap() > 0);
    // A pawn on the seventh: to promote is the best, and begins anew.
    let pawn = ask("chess", "8/4P3/8/8/8/k7/8/4K3 w - - 0 1");
    let first = &pawn["moves"][0];
    assert_eq!((&first["zeroing"], &first["result"]), (&json!(true), &json!("win")), "{pawn}");
    let drawn = ask("chess960", "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1");
    assert_eq!(drawn["result"], "draw");
    // With 92 plies on the clock the win comes too late.
    assert_eq!(ask("chess", "8/8/8/8/8/4k3/8/KQ6 w - - 92 80")["result"], "cursed");
    assert_eq!(ask("makruk", "8/8/8/8/8/4k3/8/KR6 w - - 0 1")["kind"], "unsupported");
    assert_eq!(
        ask("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")["kind"],
        "input"
    );
}

#[test]
fn endings_are_looked_up_with_their_count() {
    let work = Work { threads: 1, stop: &std::sync::atomic::AtomicBool::new(false) };
    let mut solved = Solved::<Makruk>::new();
    let mut endings = Endings::new();
    for name in ["KvK", "KRvK"] {
        let material = Material::from_name(name).unwrap();
        let bytes = solved.solve(material, work).unwrap().to_bytes::<Makruk>();
        endings.add_bytes(Variant::Makruk, material, bytes).unwrap();
    }
    let folder = folder("endings");
    let server = Server::bind(0, &folder.0, None).unwrap();
    let server = server.with_endings(std::sync::Arc::new(endings));
    let (address, url) = (server.address(), server.url());
    thread::spawn(move || server.run());
    let token = url.split_once('#').unwrap().1.to_string();
    let running = Running { address, token, folder };
    let (mut page, hello) = greeted(&running);
    let games = hello["games"].as_array().unwrap();
    let men = |name: &str| &games.iter().find(|game| game["name"] == name).unwrap()["tables"];
    assert_eq!([men("makruk"), men("chess"), men("makpong")], [&json!(3), &json!(0), &json!(0)]);
    let mut ask = |variant: &str, fen: &str| {
        page.ask(json!({"type": "tables", "line": {"variant": variant, "fen": fen}}))
    };
    // Mate in ten, and the count leaves eleven.
    let won = ask("makruk", "8/8/2k5/8/8/2K5/8/1R6 w - 32 11 2");
    assert_eq!((&won["type"], &won["result"]), (&json!("tables"), &json!("win")), "{won}");
    let mate = json!({"moves": 10, "ours": true, "left": 11, "timing": "inTime", "renewed": null});
    assert_eq!(won["mate"], mate);
    let best = &won["moves"][0];
    assert_eq!((&best["result"], &best["mate"]), (&json!("win"), &json!(10)), "{best}");
    assert!(best["thai"].as_str().is_some_and(|thai| !thai.is_ascii()), "{best}");
    // The rua can be left to be taken: then nobody mates.
    let last = won["moves"].as_array().unwrap().iter().find(|m| m["san"] == "Rb6+").unwrap();
    assert_eq!((&last["result"], &last["mate"]), (&json!("draw"), &json!(null)));
    let late = ask("makruk", "8/8/2k5/8/8/2K5/8/1R6 w - 32 17 2");
    assert_eq!((&late["result"], &late["mate"]["timing"]), (&json!("draw"), &json!("tooLate")));
    assert_eq!(late["mate"]["left"], 8);
    let lost = ask("makruk", "8/8/8/2k5/8/2K5/8/1R6 b - 32 8 1");
    assert_eq!((&lost["result"], &lost["mate"]["ours"]), (&json!("loss"), &json!(false)));
    assert_eq!(lost["moves"][0]["mate"], -12);
    assert_eq!(ask("makruk", "8/8/8/2k5/8/2K5/8/1N6 b - 32 8 1")["kind"], "unsupported");
    assert_eq!(ask("makpong", "8/8/8/2k5/8/2K5/8/1R6 b - 32 8 1")["kind"], "unsupported");
    assert_eq!(ask("chess", "8/8/8/2k5/8/2K5/8/1R6 b - - 8 1")["kind"], "unsupported");
}

#[test]
fn counting_by_hand_is_written_and_read() {
    let server = start("marks");
    let mut page = page(&server);
    let fen = "8/8/2n1k3/8/8/2RMK3/8/8 b - 128 0 1";
    let game = json!({
        "variant": "makruk", "counting": "manual", "fen": fen,
        "nodes": [{"actions": ["count"], "comment": "Now."}, {"parent": 0, "move": "c6d4"}, {"parent": 1, "move": "e3d2"}],
    });
    let pgn = page.ask(json!({"type": "write", "game": game}))["text"].as_str().unwrap().to_owned();
    assert!(pgn.contains("[Counting \"manual\"]") && pgn.contains("{[%count start]}"), "{pgn}");
    let read = &page.ask(json!({"type": "read", "text": pgn}))["games"][0];
    assert_eq!(read["counting"], "manual");
    assert_eq!(read["nodes"][0]["actions"], json!(["count"]));
    assert_eq!(read["nodes"][0]["comment"], "Now.");
    let again = page.ask(json!({"type": "write", "game": read}));
    assert_eq!(again["text"], json!(pgn));
}
