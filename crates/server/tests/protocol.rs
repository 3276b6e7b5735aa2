//! The server as a page sees it: over a real socket, good manners and bad.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use erawan_server::Server;
use erawan_server::limits::{MAX_MESSAGE, MAX_MOVES, MAX_NODES, MAX_TEXT};
use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn folder(name: &str) -> Folder {
    let path = std::env::temp_dir().join(format!("erawan-server-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    Folder(path)
}

struct Running {
    address: SocketAddr,
    token: String,
    folder: Folder,
}

fn start(name: &str) -> Running {
    let folder = folder(name);
    let server = Server::bind(0, &folder.0, None).unwrap();
    let address = server.address();
    let token = server.url().split_once('#').unwrap().1.to_string();
    thread::spawn(move || server.run());
    Running { address, token, folder }
}

type Handshake = Result<Page, u16>;

struct Page {
    socket: WebSocket<TcpStream>,
    next: u64,
}

fn connect(server: &Running, origin: Option<&str>, token: &str) -> Handshake {
    let stream = TcpStream::connect(server.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    let url = format!("ws://{}/socket?token={token}", server.address);
    let mut request = url.into_client_request().unwrap();
    if let Some(origin) = origin {
        request.headers_mut().insert("Origin", origin.parse().unwrap());
    }
    match tungstenite::client(request, stream) {
        Ok((socket, _)) => Ok(Page { socket, next: 1 }),
        Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(response))) => {
            Err(response.status().as_u16())
        }
        Err(error) => panic!("{error}"),
    }
}

fn greeted(server: &Running) -> (Page, Value) {
    let origin = format!("http://{}", server.address);
    let mut page = connect(server, Some(&origin), &server.token).unwrap();
    let hello = page.receive();
    assert_eq!(hello["type"], "hello");
    assert_eq!(hello["id"], 0);
    (page, hello)
}

fn page(server: &Running) -> Page {
    greeted(server).0
}

impl Page {
    fn receive(&mut self) -> Value {
        loop {
            if let Message::Text(text) = self.socket.read().unwrap() {
                return serde_json::from_str(&text).unwrap();
            }
        }
    }

    fn send(&mut self, mut request: Value) -> u64 {
        let id = self.next;
        self.next += 1;
        request["id"] = id.into();
        self.socket.send(Message::text(request.to_string())).unwrap();
        id
    }

    fn ask(&mut self, request: Value) -> Value {
        let id = self.send(request);
        loop {
            let answer = self.receive();
            if answer["id"] == id && answer["type"] != "analysis" && answer["type"] != "reviewing" {
                return answer;
            }
        }
    }
}

fn position(variant: &str, moves: &[&str]) -> Value {
    json!({"type": "position", "line": {"variant": variant, "moves": moves}})
}

/// A request in plain HTTP and its whole answer.
fn http(server: &Running, path: &str, host: &str) -> String {
    let mut stream = TcpStream::connect(server.address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn the_page_is_served_with_a_strict_policy() {
    let server = start("page");
    let host = server.address.to_string();
    for (path, content) in
        [("/", "<!doctype html>"), ("/app.js", "text/javascript"), ("/app.css", "text/css")]
    {
        let answer = http(&server, path, &host);
        assert!(answer.starts_with("HTTP/1.1 200"), "{path}");
        assert!(answer.contains(content), "{path}");
        assert!(answer.contains("content-security-policy: default-src 'none'; script-src 'self';"));
        assert!(answer.contains("x-content-type-options: nosniff"));
    }
    assert!(http(&server, "/no-such-file", &host).starts_with("HTTP/1.1 404"));
    assert!(http(&server, "/..%2f..%2fCargo.toml", &host).starts_with("HTTP/1.1 404"));
}

#[test]
fn strangers_are_refused() {
    let server = start("strangers");
    let port = server.address.port();
    let own = format!("http://127.0.0.1:{port}");
    assert!(http(&server, "/", "attacker.example").starts_with("HTTP/1.1 403"));
    assert!(http(&server, "/", "127.0.0.1:1").starts_with("HTTP/1.1 403"));
    assert_eq!(connect(&server, Some("http://attacker.example"), &server.token).err(), Some(403));
    assert_eq!(connect(&server, Some("null"), &server.token).err(), Some(403));
    assert_eq!(connect(&server, None, &server.token).err(), Some(403));
    assert_eq!(connect(&server, Some(&own), "").err(), Some(401));
    assert_eq!(connect(&server, Some(&own), &"0".repeat(32)).err(), Some(401));
    assert!(connect(&server, Some(&own), &server.token).is_ok());
}

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
        let listed = game["men"].as_array().unwrap().iter();
        let mut letters: Vec<char> =
            listed.map(|man| man["letter"].as_str().unwrap().chars().next().unwrap()).collect();
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

#[test]
fn nonsense_is_answered_and_survived() {
    let server = start("nonsense");
    let mut page = page(&server);
    for text in [
        "",
        "{",
        "[]",
        "{\"id\":7}",
        "{\"id\":7,\"type\":\"dance\"}",
        "{\"id\":-1,\"type\":\"list\"}",
    ] {
        page.socket.send(Message::text(text)).unwrap();
        let answer = page.receive();
        assert_eq!(answer["type"], "error", "{text}");
        assert_eq!(answer["kind"], "protocol", "{text}");
    }
    let bad = [
        position("chess", &["e2e5"]),
        position("chess", &["0000"]),
        position("makruk", &["count"]),
        json!({"type": "position", "line": {"variant": "chess", "fen": "nine/8/8"}}),
        json!({"type": "read", "text": "hello there"}),
        json!({"type": "read", "text": " "}),
        json!({"type": "write", "game": {"variant": "chess", "nodes": [{}, {"parent": 9, "move": "e2e4"}]}}),
        json!({"type": "analyse", "line": {"variant": "chess", "moves": ["e7e5"]}}),
    ];
    for request in bad {
        let answer = page.ask(request.clone());
        assert_eq!(
            (answer["type"].as_str(), answer["kind"].as_str()),
            (Some("error"), Some("input")),
            "{request}"
        );
    }
    assert_eq!(page.ask(position("chess", &[]))["type"], "position");
}

#[test]
fn a_frame_that_is_too_long_ends_its_connection_with_the_reason() {
    let server = start("frame");
    let mut long = page(&server);
    // The head of a masked text of one byte too many: that is enough.
    let mut head = vec![0x81, 0x80 | 127];
    head.extend((MAX_MESSAGE as u64 + 1).to_be_bytes());
    head.extend([0; 4]);
    long.socket.get_mut().write_all(&head).unwrap();
    let Ok(Message::Close(Some(reason))) = long.socket.read() else { panic!("no reason") };
    assert_eq!(u16::from(reason.code), 1009);
    assert!(reason.reason.contains(&MAX_MESSAGE.to_string()), "{}", reason.reason);
    assert_eq!(page(&server).ask(position("chess", &[]))["type"], "position");
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
fn numbers_out_of_range_are_refused_with_their_names() {
    let server = start("numbers");
    let mut page = page(&server);
    let line = json!({"variant": "chess", "moves": []});
    let year: u64 = 365 * 24 * 60 * 60 * 1000;
    let bad = [
        ("movetime", json!({"type": "play", "line": line, "clock": [60_000, 0], "movetime": year})),
        ("movetime", json!({"type": "play", "line": line, "movetime": u64::MAX})),
        ("clock", json!({"type": "play", "line": line, "clock": [u64::MAX, 0]})),
        ("increment", json!({"type": "play", "line": line, "clock": [1, year]})),
        ("elo", json!({"type": "play", "line": line, "elo": 499})),
        ("lines", json!({"type": "analyse", "line": line, "lines": 6})),
        ("threads", json!({"type": "analyse", "line": line, "threads": 1025})),
        ("hash", json!({"type": "analyse", "line": line, "hash": 4097})),
        ("depth", json!({"type": "analyse", "line": line, "limit": {"depth": 0}})),
        ("movetime", json!({"type": "analyse", "line": line, "limit": {"movetime": year}})),
        (
            "nodes",
            json!({"type": "review", "game": {"variant": "chess", "nodes": [{}]}, "nodes": u64::MAX}),
        ),
        ("number", json!({"type": "position", "line": {"variant": "chess960", "number": 960}})),
    ];
    for (name, request) in bad {
        let answer = page.ask(request.clone());
        assert_eq!(answer["kind"], "limit", "{request}: {answer}");
        let message = answer["message"].as_str().unwrap();
        assert!(
            message.starts_with(&format!("{name} is ")) && message.contains(" to "),
            "{message}"
        );
    }
}

#[test]
fn the_page_is_heard_while_the_server_works() {
    let server = start("heard");
    let mut page = page(&server);
    let text = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n".repeat(60_000);
    let long = json!({"id": 1, "type": "read", "text": text});
    page.socket.send(Message::text(long.to_string())).unwrap();
    page.socket.send(Message::text(r#"{"id":2,"type":"list"}"#)).unwrap();
    page.socket.send(Message::text(r#"{"id":3,"type":"stop"}"#)).unwrap();
    let order: Vec<_> = (0..3).map(|_| page.receive()["id"].as_u64().unwrap()).collect();
    assert_eq!(order, [3, 1, 2], "at once what is quick, the rest in its order");
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
    let read = page.ask(json!({"type": "read", "text": "1. e4 Ke4 *\n\n1. d4 *"}));
    assert_eq!(read["games"].as_array().unwrap().len(), 1);
    assert!(read["errors"][0].as_str().unwrap().contains("Ke4"));
}

#[test]
fn the_engine_analyses_plays_and_stops() {
    let server = start("engine");
    let mut page = page(&server);
    let id = page.send(json!({"type": "analyse", "lines": 3, "hash": 1, "threads": 1,
        "line": {"variant": "chess", "moves": ["e2e4"]}}));
    let (begun, mut updates) = (Instant::now(), 0);
    while begun.elapsed() < Duration::from_millis(1500) || updates == 0 {
        let update = page.receive();
        assert_eq!((update["type"].as_str(), update["id"].as_u64()), (Some("analysis"), Some(id)));
        updates += 1;
        let lines = update["lines"].as_array().unwrap();
        assert!((1..=3).contains(&lines.len()));
        assert_eq!(
            lines[0]["moves"].as_array().unwrap().len(),
            lines[0]["sans"].as_array().unwrap().len()
        );
    }
    assert!(updates <= 20, "{updates} updates in a second and a half");
    assert_eq!(page.ask(json!({"type": "stop"}))["type"], "stopped");
    loop {
        let last = page.receive();
        if last["type"] == "done" {
            assert_eq!(last["id"], id);
            break;
        }
    }
    let line = json!({"variant": "chess", "fen": "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"});
    let played = page.ask(json!({"type": "play", "line": line, "movetime": 100}));
    assert_eq!((&played["move"], &played["score"]["mate"]), (&json!("d1d8"), &json!(1)));
    for elo in [500, 1500, 2500] {
        let line = json!({"variant": "makruk", "moves": ["e3e4"]});
        let played =
            page.ask(json!({"type": "play", "line": line, "elo": elo, "clock": [60000, 0]}));
        assert_eq!(played["move"].as_str().map(str::len), Some(4));
    }
    // Black's view is White's here: a lost position for Black is good for White.
    let line = json!({"variant": "chess", "fen": "6k1/8/8/8/8/8/5PPP/3R2K1 b - - 0 1"});
    let id = page.send(json!({"type": "analyse", "line": line, "limit": {"depth": 4}}));
    let update = page.receive();
    assert_eq!(update["id"], id);
    assert!(update["lines"][0]["score"]["cp"].as_i64().unwrap_or(1000) > 0);
}

#[test]
fn documents_are_kept_and_forgotten() {
    let server = start("documents");
    let mut page = page(&server);
    let game = json!({"moves": ["e2e4"], "note": "ขุน"});
    assert_eq!(page.ask(json!({"type": "save", "name": "game-1", "value": game}))["type"], "saved");
    assert_eq!(
        page.ask(json!({"type": "save", "name": "settings", "value": {"a": 1}}))["type"],
        "saved"
    );
    assert_eq!(page.ask(json!({"type": "list"}))["names"], json!(["game-1"]));
    for name in ["../token", "a/b", "", "A", "x\u{0}", &"a".repeat(65)] {
        let answer = page.ask(json!({"type": "load", "name": name}));
        assert_eq!(answer["kind"], "storage", "{name}");
    }
    assert_eq!(page.ask(json!({"type": "load", "name": "none"}))["value"], Value::Null);
    assert_eq!(page.ask(json!({"type": "load", "name": "game-1"}))["value"], game);
    // A broken file is set aside, said, and does not stop anything.
    let folder = &server.folder.0;
    std::fs::write(folder.join("games/game-1.json"), "{").unwrap();
    let answer = page.ask(json!({"type": "load", "name": "game-1"}));
    assert_eq!(answer["kind"], "storage");
    assert!(answer["message"].as_str().unwrap().contains("game-1.broken"), "{answer}");
    assert_eq!(page.ask(json!({"type": "load", "name": "game-1"}))["value"], Value::Null);
    assert!(folder.join("games/game-1.broken").exists());
    assert_eq!(page.ask(json!({"type": "remove", "name": "game-1"}))["type"], "saved");
}

#[test]
fn a_document_never_undoes_changes_that_it_does_not_know() {
    let server = start("edits");
    let mut page = page(&server);
    let mut save = |edits: Value| {
        let value = json!({"edits": edits, "clock": 1});
        let answer = page.ask(json!({"type": "save", "name": "game-1", "value": value}));
        answer["kind"].as_str().unwrap_or("saved").to_string()
    };
    assert_eq!(save(json!({"a": 1})), "saved");
    assert_eq!(save(json!({"a": 1})), "saved");
    assert_eq!(save(json!({"a": 1, "b": 3})), "saved");
    assert_eq!(save(json!({"a": 2})), "conflict");
    assert_eq!(save(json!({"a": 9, "b": 2})), "conflict");
    assert_eq!(save(json!({})), "conflict");
    assert_eq!(save(json!("nonsense")), "conflict");
    assert_eq!(save(json!({"a": 2, "b": 3, "c": 1})), "saved");
    let kept = page.ask(json!({"type": "load", "name": "game-1"}));
    assert_eq!(kept["value"]["edits"], json!({"a": 2, "b": 3, "c": 1}));
}

#[test]
fn games_are_reviewed_and_reviews_stopped() {
    let server = start("review");
    let mut page = page(&server);
    let read = page.ask(json!({"type": "read", "text": "1. f3 e5 2. g4 Qh4# 0-1"}));
    let game = read["games"][0].clone();
    let id = page.send(json!({"type": "review", "game": game, "nodes": 2000}));
    let review = loop {
        let answer = page.receive();
        assert_eq!(answer["id"], id);
        if answer["type"] != "reviewing" {
            break answer;
        }
        assert_eq!(answer["total"], 5);
    };
    assert_eq!(review["type"], "reviewed", "{review}");
    let moves = review["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 4);
    assert_eq!((&moves[2]["judgement"], &moves[2]["glyph"]), (&json!("blunder"), &json!(4)));
    assert!(moves[2]["verdict"].as_str().unwrap().contains("It allows mate in 1."));
    assert_eq!(
        moves[2]["best"].as_array().unwrap().len(),
        moves[2]["sans"].as_array().unwrap().len()
    );
    assert!(moves[3]["share"].as_f64().unwrap() < 0.03);
    assert_eq!(
        (&review["sides"][0]["blunders"], &review["sides"][1]["blunders"]),
        (&json!(1), &json!(0))
    );

    let id = page.send(json!({"type": "review", "game": game, "nodes": 20_000_000}));
    page.send(json!({"type": "stop"}));
    let end = loop {
        let answer = page.receive();
        if answer["id"] == id && answer["type"] != "reviewing" {
            break answer;
        }
    };
    assert_eq!(end["type"], "done");
    let bad = json!({"variant": "chess", "nodes": [{}, {"parent": 0, "move": "e2e5"}]});
    assert_eq!(page.ask(json!({"type": "review", "game": bad}))["kind"], "input");
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

#[test]
fn reasons_come_in_parts_and_in_thai() {
    let server = start("reasons");
    let mut page = page(&server);
    let text = "[Variant \"Makruk\"]\n\n1. d4 Nd7 2. e4 Ne5 3. dxe5 dxe5 *";
    let game = page.ask(json!({"type": "read", "text": text}))["games"][0].clone();
    let review = page.ask(json!({"type": "review", "game": game, "nodes": 20_000}));
    let bad = &review["moves"][3];
    assert_eq!(bad["reason"]["name"], "puts-en-prise", "{bad}");
    assert_eq!(bad["reason"]["men"], json!([{"piece": "n", "square": "e5"}]));
    assert!(bad["verdict"].as_str().unwrap().contains("It puts the ma on e5"));
    assert_eq!(bad["thai"].as_array().unwrap().len(), bad["sans"].as_array().unwrap().len());
    assert!(!bad["thai"][0].as_str().unwrap().is_ascii());
}
