//! Databases: made, filled, searched, explored.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{Page, Running, page, start};

const GAMES: &str = "[Event \"One\"]\n[White \"Morphy\"]\n[Black \"Duke\"]\n[Date \"1858.11.02\"]\n\
    [Result \"1-0\"]\n[WhiteElo \"2600\"]\n[BlackElo \"2000\"]\n[ECO \"C41\"]\n\n1. e4 e5 2. Nf3 d6 3. d4 1-0\n\n\
    [Event \"Two\"]\n[White \"Anderssen\"]\n[Black \"Morphy\"]\n[Date \"1858.12.20\"]\n[Result \"0-1\"]\n\n\
    1. a3 e5 2. c4 0-1\n\n\
    [Event \"Three\"]\n[White \"Bad\"]\n[Black \"Worse\"]\n\n1. e4 e5 2. Ke5 *\n\n\
    [Event \"Four\"]\n[White \"Makruk\"]\n[Black \"Player\"]\n[Variant \"Makruk\"]\n\n1. c4 d5 1/2-1/2\n";

/// Posts a piece, and gives the word about it, or a status other than 200.
fn post(server: &Running, job: u64, at: usize, token: &str, origin: &str, body: &[u8]) -> String {
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    let head = format!(
        "POST /import/{job}/{at}?token={token} HTTP/1.1\r\nHost: {}\r\nOrigin: {origin}\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n",
        server.address,
        body.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    // One that is refused is not read to its end.
    let _ = stream.write_all(body);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let text = String::from_utf8_lossy(&answer).into_owned();
    let status = text.split(' ').nth(1).unwrap_or_default();
    let word = text.rsplit("\r\n").next().unwrap_or_default();
    if status == "200" { word.to_owned() } else { status.to_owned() }
}

fn send(server: &Running, job: u64, at: usize, body: &[u8]) -> String {
    post(server, job, at, &server.token, &format!("http://{}", server.address), body)
}

/// Begins an import, and gives its request and its job.
fn begin(page: &mut Page, database: &str) -> (u64, u64) {
    let id = page.send(json!({"type": "import", "database": database}));
    let begun = page.receive();
    assert_eq!((&begun["type"], &begun["id"]), (&json!("importing"), &json!(id)), "{begun}");
    (id, begun["job"].as_u64().unwrap())
}

/// Waits for the end of an import, and gives all problems that were told.
fn finish(page: &mut Page, id: u64) -> (Value, Vec<Value>) {
    let mut problems = Vec::new();
    loop {
        let answer = page.receive();
        if answer["id"] != id {
            continue;
        }
        problems.extend(answer["problems"].as_array().cloned().unwrap_or_default());
        if answer["type"] != "importing" {
            return (answer, problems);
        }
    }
}

/// Imports a whole file in pieces of `piece` bytes.
fn import(
    server: &Running,
    page: &mut Page,
    database: &str,
    file: &[u8],
    piece: usize,
) -> (Value, Vec<Value>) {
    let (id, job) = begin(page, database);
    let mut at = 0;
    for bytes in file.chunks(piece) {
        // One that is damaged may be given up before its end.
        if send(server, job, at, bytes) != "taken" {
            break;
        }
        at += bytes.len();
    }
    page.send(json!({"type": "endImport", "job": job, "whole": true}));
    finish(page, id)
}

fn create(page: &mut Page, name: &str) {
    assert_eq!(page.ask(json!({"type": "createDatabase", "name": name}))["type"], "saved");
}

fn find(page: &mut Page, database: &str, filter: Value) -> Value {
    let request = json!({"type": "findGames", "database": database, "filter": filter, "limit": 50});
    page.ask(request)
}

#[test]
fn a_database_is_made_filled_and_searched() {
    let server = start("library");
    let mut page = page(&server);
    assert_eq!(page.ask(json!({"type": "databases"}))["databases"], json!([]));
    create(&mut page, "คลัง 1");
    assert_eq!(page.ask(json!({"type": "createDatabase", "name": "คลัง 1"}))["kind"], "input");
    for piece in [7, 1000, 1 << 20] {
        let (answer, problems) = import(&server, &mut page, "คลัง 1", GAMES.as_bytes(), piece);
        assert_eq!(answer["type"], "imported");
        assert_eq!(answer["error"], Value::Null);
        let (games, duplicates) = if piece == 7 { (3, 0) } else { (0, 3) };
        let counts = json!({"games": games, "duplicates": duplicates, "bad": 1});
        assert_eq!(answer["imported"], counts, "{piece}");
        assert_eq!(problems.len(), 1);
        assert!(problems[0].as_str().unwrap().contains("Ke5"), "{problems:?}");
    }
    let listed = page.ask(json!({"type": "databases"}))["databases"].clone();
    assert_eq!((&listed[0]["name"], &listed[0]["games"]), (&json!("คลัง 1"), &json!(3)));
    assert_eq!(listed[0]["years"], json!([1858, 1858]));
    let mut ids = |filter: Value| -> Vec<u64> {
        let found = find(&mut page, "คลัง 1", filter);
        let games = found["games"].as_array().unwrap_or_else(|| panic!("{found}"));
        games.iter().map(|game| game["id"].as_u64().unwrap()).collect()
    };
    assert_eq!(ids(json!({})), [1, 2, 3]);
    assert_eq!(ids(json!({"player": " MORPHY "})), [1, 2]);
    assert_eq!(ids(json!({"player": "morphy", "color": "b"})), [2]);
    assert_eq!(ids(json!({"from": "1858.12"})), [2]);
    assert_eq!(ids(json!({"eco": "C4", "minRating": 1900})), [1]);
    assert_eq!(ids(json!({"result": "0-1"})), [2]);
    assert_eq!(ids(json!({"variant": "makruk"})), [3]);
    for bad in [json!({"from": "soon"}), json!({"eco": "X"}), json!({"result": "2-0"})] {
        assert_eq!(find(&mut page, "คลัง 1", bad.clone())["kind"], "input", "{bad}");
    }
    let long = json!({"player": "x".repeat(300)});
    assert_eq!(find(&mut page, "คลัง 1", long)["kind"], "limit");
    let line = json!({"variant": "chess", "moves": ["e2e4", "e7e5"]});
    let found = page.ask(
        json!({"type": "findGames", "database": "คลัง 1", "line": line, "limit": 1, "order": "date"}),
    );
    assert_eq!((&found["total"], &found["games"][0]["id"]), (&json!(1), &json!(1)));
}

#[test]
fn games_are_opened_deleted_and_brought_back() {
    let server = start("library-games");
    let mut page = page(&server);
    create(&mut page, "games");
    import(&server, &mut page, "games", GAMES.as_bytes(), 100);
    let opened = page.ask(json!({"type": "openGame", "database": "games", "game": 3}));
    assert_eq!(opened["games"][0]["variant"], "makruk");
    assert_eq!(opened["games"][0]["nodes"].as_array().unwrap().len(), 3);
    let remove = |restore: bool| json!({"type": "removeGames", "database": "games", "games": [1, 99], "restore": restore});
    assert_eq!(page.ask(remove(false))["games"], 1);
    assert_eq!(find(&mut page, "games", json!({}))["total"], 2);
    let gone = page.ask(json!({"type": "openGame", "database": "games", "game": 1}));
    assert_eq!(gone["kind"], "input");
    assert_eq!(page.ask(remove(true))["games"], 1);
    assert_eq!(find(&mut page, "games", json!({}))["total"], 3);
}

#[test]
fn men_are_looked_for() {
    let server = start("library-material");
    let mut page = page(&server);
    create(&mut page, "Endings");
    let file = "[White \"A\"]\n[FEN \"4k3/8/8/8/8/8/4r3/4K2R w - - 0 1\"]\n\n1. Kxe2 Kd7 1-0\n\n\
        [White \"B\"]\n[Variant \"Makruk\"]\n[FEN \"4k3/8/8/8/8/8/8/4K1SR w - - 0 1\"]\n\n1. Rh2 Kd7 1-0\n";
    import(&server, &mut page, "Endings", file.as_bytes(), 1000);
    let mut ask = |more: Value| {
        let mut question = json!({"type": "findGames", "database": "Endings", "limit": 10});
        question.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let answer = page.ask(question);
        match answer["games"].as_array() {
            Some(games) => games.iter().map(|game| game["white"].as_str().unwrap_or("?")).collect(),
            None => answer["message"].as_str().unwrap_or_default().to_owned(),
        }
    };
    for men in ["KRvKR", " KRvK ", "krvkr"] {
        assert_eq!(ask(json!({"material": men})), "A", "{men}");
    }
    assert_eq!(ask(json!({"material": "KvK"})), "");
    let makruk = json!({"variant": "makruk"});
    assert_eq!(ask(json!({"material": "KSRvK", "filter": makruk})), "B");
    // Without a game, men that only Makruk has are Makruk's.
    assert_eq!(ask(json!({"material": "KSRvK"})), "B");
    assert_eq!(ask(json!({"material": "ksrvk"})), "B");
    let chess = json!({"variant": "chess"});
    let refused = ask(json!({"material": "KSRvK", "filter": chess}));
    assert!(refused.contains("no man has the letter S"), "{refused}");
    assert!(ask(json!({"material": "KSQvK"})).contains("no man has the letter S"));
    assert!(ask(json!({"material": "KRP"})).contains("men of both sides"));
    assert!(ask(json!({"material": "K".repeat(5000)})).contains("length"));
    let both = json!({"material": "KRvK", "line": {"variant": "chess", "moves": []}});
    assert!(ask(both).contains("not for both"));
}

#[test]
fn a_database_is_removed_and_brought_back() {
    let server = start("library-removed");
    let mut page = page(&server);
    create(&mut page, "Masters");
    import(&server, &mut page, "Masters", GAMES.as_bytes(), 1000);
    let names = |page: &mut Page| -> Vec<String> {
        let answer = page.ask(json!({"type": "databases"}));
        let databases = answer["databases"].as_array().unwrap().iter();
        databases.map(|it| it["name"].as_str().unwrap().to_owned()).collect()
    };
    let remove = |page: &mut Page, name: &str, restore: bool| {
        page.ask(json!({"type": "removeDatabase", "name": name, "restore": restore}))
    };
    // Not while games come in.
    let (id, job) = begin(&mut page, "Masters");
    let more = GAMES.replace("Morphy", "Paulsen");
    assert_eq!(send(&server, job, 0, more.as_bytes()), "taken");
    let refused = remove(&mut page, "Masters", false);
    assert_eq!(refused["kind"], "storage", "{refused}");
    page.send(json!({"type": "endImport", "job": job, "whole": true}));
    finish(&mut page, id);
    assert_eq!(names(&mut page), ["Masters"]);

    assert_eq!(remove(&mut page, "Masters", false)["type"], "saved");
    assert!(names(&mut page).is_empty());
    // The folder has the one file, and nothing beside it.
    let removed = server.folder.0.join("databases/removed");
    let files: Vec<_> = std::fs::read_dir(&removed).unwrap().map(|it| it.unwrap().path()).collect();
    assert_eq!(files, [removed.join("Masters.erawan")]);
    assert_eq!(remove(&mut page, "Masters", true)["type"], "saved");
    let found = find(&mut page, "Masters", json!({}));
    assert_eq!(found["total"], 5, "{found}");
    // It can be added to again, and removed when it is broken.
    import(&server, &mut page, "Masters", GAMES.as_bytes(), 1000);
    let file = server.folder.0.join("databases/Masters.erawan");
    std::fs::write(&file, "no database").unwrap();
    assert_eq!(remove(&mut page, "Masters", false)["type"], "saved");

    for (name, restore) in [("Nobody", false), ("Nobody", true), ("../x", false), ("../x", true)] {
        assert_eq!(remove(&mut page, name, restore)["type"], "error", "{name}");
    }
    create(&mut page, "Masters");
    assert_eq!(remove(&mut page, "Masters", true)["type"], "error", "there is one already");
    // Removed once more, both are kept.
    assert_eq!(remove(&mut page, "Masters", false)["type"], "saved");
    assert!(removed.join("Masters.erawan").exists());
    assert_eq!(std::fs::read(removed.join("Masters (2).erawan")).unwrap(), b"no database");
}

#[test]
fn what_was_removed_long_ago_is_deleted() {
    let folder = super::folder("library-tidy");
    let removed = folder.0.join("databases/removed");
    std::fs::create_dir_all(&removed).unwrap();
    let month = Duration::from_secs(31 * 24 * 60 * 60);
    for (name, age) in [("old.erawan", month), ("new.erawan", month / 2), ("other.txt", month)] {
        let path = removed.join(name);
        std::fs::write(&path, "").unwrap();
        let file = std::fs::File::options().append(true).open(&path).unwrap();
        file.set_modified(std::time::SystemTime::now() - age).unwrap();
    }
    let _server = erawan_server::Server::bind(0, &folder.0, None).unwrap();
    let mut left: Vec<_> =
        std::fs::read_dir(&removed).unwrap().map(|it| it.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["new.erawan", "other.txt"]);
}

#[test]
fn a_position_is_explored() {
    let server = start("library-explore");
    let mut page = page(&server);
    create(&mut page, "games");
    import(&server, &mut page, "games", GAMES.as_bytes(), 1 << 20);
    let explore = |variant: &str, filter: Value| {
        json!({"type": "explore", "database": "games", "line": {"variant": variant, "moves": []},
               "filter": filter, "first": "strongest", "games": 5})
    };
    let answer = page.ask(explore("chess", json!({})));
    assert_eq!(answer["results"], json!({"games": 2, "white": 1, "draws": 0, "black": 1}));
    let moves: Vec<&str> =
        answer["moves"].as_array().unwrap().iter().map(|m| m["uci"].as_str().unwrap()).collect();
    assert_eq!(moves, ["a2a3", "e2e4"]);
    assert_eq!(answer["moves"][1]["rating"], 2600);
    assert_eq!(answer["games"][0]["white"], "Morphy");
    let answer = page.ask(explore("chess", json!({"player": "duke"})));
    assert_eq!(answer["results"]["games"], 1);
    let answer = page.ask(explore("makruk", json!({})));
    assert_eq!(
        (&answer["moves"][0]["uci"], &answer["moves"][0]["last"]),
        (&json!("c3c4"), &Value::Null)
    );
    assert!(answer["moves"][0]["thai"].is_string());
    // Of many questions at once the last is answered; nobody waits for the others.
    let ids: Vec<u64> = (0..20).map(|_| page.send(explore("chess", json!({})))).collect();
    let kinds: Vec<Value> = ids.iter().map(|_| page.receive()["type"].clone()).collect();
    assert_eq!(kinds.last().unwrap(), "explored");
    assert!(kinds.iter().all(|kind| kind == "explored" || kind == "done"), "{kinds:?}");
}

/// A book in which White has won with each of some first moves.
fn book(moves: &[&str]) -> Vec<u8> {
    use erawan_board::{Chess, Position};
    let start = Position::<Chess>::startpos();
    let mut builder = erawan_polyglot::BookBuilder::new();
    for text in moves {
        let list = start.legal_moves();
        let &m = list.iter().find(|m| m.to_string() == *text).unwrap();
        builder.add_game(&start, &[m], erawan_polyglot::GameResult::WhiteWins).unwrap();
    }
    builder.to_bytes()
}

#[test]
fn books_are_explored_too() {
    let server = start("library-books");
    let folder = server.folder.0.join("books");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("Small.bin"), book(&["e2e4", "e2e4", "d2d4"])).unwrap();
    std::fs::write(folder.join("notes.txt"), "no book").unwrap();
    let mut page = page(&server);
    assert_eq!(page.ask(json!({"type": "databases"}))["books"], json!(["Small"]));
    let mut ask = |name: &str, variant: &str| {
        let line = json!({"variant": variant, "moves": []});
        page.ask(
            json!({"type": "explore", "database": name, "book": true, "line": line, "games": 5}),
        )
    };
    let told = |answer: &Value| -> Vec<(String, u64)> {
        let moves = answer["moves"].as_array().unwrap().iter();
        let weight = |it: &Value| it["results"]["games"].as_u64().unwrap();
        moves.map(|it| (it["san"].as_str().unwrap().to_owned(), weight(it))).collect()
    };
    let answer = ask("Small", "chess");
    assert_eq!(told(&answer), [("e4".to_owned(), 4), ("d4".to_owned(), 2)], "{answer}");
    assert_eq!(answer["results"]["games"], 6);
    assert!(told(&ask("Small", "makruk")).is_empty());
    // A book that has changed is read anew.
    std::fs::write(folder.join("Small.bin"), book(&["c2c4"])).unwrap();
    assert_eq!(told(&ask("Small", "chess"))[0].0, "c4");
    // Bad ones are said.
    std::fs::write(folder.join("Broken.bin"), [1; 15]).unwrap();
    for name in ["Broken", "Nowhere", "../Small", ""] {
        assert_eq!(ask(name, "chess")["type"], "error", "{name}");
    }
    assert!(ask("Broken", "chess")["message"].as_str().unwrap().contains("Broken"));
}

#[test]
fn nothing_outside_the_folder_can_be_named() {
    let server = start("library-names");
    let mut page = page(&server);
    for name in ["", "../x", "a/b", "a\\b", ".x", " x", "x\u{0}", "a:b", &"x".repeat(61)] {
        for kind in ["createDatabase", "import", "findGames", "openGame", "explore"] {
            let answer = page.ask(json!({"type": kind, "name": name, "database": name, "limit": 1,
                "game": 1, "games": 1, "line": {"variant": "chess"}}));
            assert_eq!(answer["kind"], "input", "{kind} {name:?}: {answer}");
        }
    }
    let answer = find(&mut page, "none", json!({}));
    assert!(answer["message"].as_str().unwrap().contains("no such database"), "{answer}");
}

#[test]
fn bad_files_are_said_and_lose_nothing() {
    let server = start("library-bad");
    let mut page = page(&server);
    create(&mut page, "games");
    std::fs::write(server.folder.0.join("databases/garbage.erawan"), vec![7; 5000]).unwrap();
    let listed = page.ask(json!({"type": "databases"}))["databases"].clone();
    assert_eq!(listed[0]["name"], "games");
    assert_eq!(listed[0]["error"], Value::Null);
    assert_eq!(listed[1]["error"], "garbage: this is no database of games");
    assert_eq!(find(&mut page, "garbage", json!({}))["kind"], "input");
    assert_eq!(page.ask(json!({"type": "import", "database": "garbage"}))["kind"], "input");

    let whole = include_bytes!("../../../notation/tests/compressed/checked.pgn.zst");
    let (answer, _) = import(&server, &mut page, "games", &whole[..whole.len() - 6], 50);
    assert!(answer["error"].is_string(), "{answer}");
    let mut broken = whole.to_vec();
    broken[40] ^= 0x10;
    let (answer, _) = import(&server, &mut page, "games", &broken, 1 << 20);
    assert!(answer["error"].as_str().unwrap().contains("damaged") || answer["error"].is_string());
    let (answer, _) = import(&server, &mut page, "games", whole, 11);
    assert_eq!(answer["error"], Value::Null, "{answer}");
    assert_ne!(
        answer["imported"]["games"].as_u64().unwrap()
            + answer["imported"]["duplicates"].as_u64().unwrap(),
        0
    );
    let (answer, _) = import(&server, &mut page, "games", b"", 1);
    assert_eq!(answer["imported"], json!({"games": 0, "duplicates": 0, "bad": 0}));
}

#[test]
fn pieces_come_in_order_and_from_the_page_alone() {
    let server = start("library-pieces");
    let mut page = page(&server);
    create(&mut page, "games");
    let (id, job) = begin(&mut page, "games");
    let own = format!("http://{}", server.address);
    assert_eq!(post(&server, job, 0, "wrong", &own, b"x"), "401");
    assert_eq!(post(&server, job, 0, &server.token, "http://example.org", b"x"), "403");
    for _ in 0..8 {
        // The answer must come through however long the piece is.
        assert_eq!(send(&server, job + 1, 0, &vec![b' '; 1 << 20]), "over");
    }
    assert_eq!(send(&server, job, 5, b"x"), "unexpected");
    assert_eq!(send(&server, job, 0, &vec![b' '; (1 << 20) + 1]), "413");
    assert_eq!(send(&server, job, 0, b"1. e4 *\n\n1. d4 d5 *\n\n1. c4 c"), "taken");
    assert_eq!(send(&server, job, 0, b"1. e4"), "unexpected");
    // What was read is kept; half a game is none.
    let begun = Instant::now();
    page.send(json!({"type": "endImport", "job": job, "whole": false}));
    let (answer, _) = finish(&mut page, id);
    assert_eq!(answer["type"], "imported");
    assert!(answer["imported"]["games"].as_u64().unwrap() <= 2, "{answer}");
    assert!(begun.elapsed() < Duration::from_secs(5));
    assert_eq!(send(&server, job, 28, b"5 *"), "over");
}

#[test]
fn an_import_ends_with_its_page() {
    let server = start("library-gone");
    let mut first = page(&server);
    create(&mut first, "games");
    let mut jobs = Vec::new();
    for _ in 0..4 {
        jobs.push(begin(&mut first, "games").1);
    }
    let refused = first.ask(json!({"type": "import", "database": "games"}));
    assert_eq!(refused["kind"], "limit");
    drop(first);
    let begun = Instant::now();
    while jobs.iter().any(|&job| send(&server, job, 0, b"x") != "over") {
        assert!(begun.elapsed() < Duration::from_secs(10));
        std::thread::sleep(Duration::from_millis(50));
    }
    begin(&mut page(&server), "games");
}
