//! Who is served, and what becomes of nonsense.

use std::io::Write;

use erawan_server::limits::{Bounds, MAX_MESSAGE};
use serde_json::json;
use tungstenite::Message;

use super::{connect, http, page, position, start, start_within};

#[test]
fn the_page_is_served_with_a_strict_policy() {
    let server = start("page");
    let host = server.address.to_string();
    for (path, content) in [
        ("/", "<!doctype html>"),
        ("/app.js", "text/javascript"),
        ("/app.css", "text/css"),
        ("/fonts.txt", "SIL OPEN FONT LICENSE"),
    ] {
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

/// A browser tells a page nothing but the words a socket is closed with.
#[test]
fn a_page_too_many_is_told_so_and_another_may_come_later() {
    let server = start_within("crowd", Bounds { pages: 12, ..Bounds::default() });
    let mut pages: Vec<_> = (0..12).map(|_| page(&server)).collect();
    let origin = format!("http://{}", server.address);
    let mut late = connect(&server, Some(&origin), &server.token).unwrap();
    let Ok(Message::Close(Some(frame))) = late.socket.read() else { panic!() };
    assert_eq!(u16::from(frame.code), 1013);
    assert_eq!(frame.reason.as_str(), "12 pages are open: close some of them");
    // The others are served, and a place that is left is free again.
    assert_eq!(pages[11].ask(json!({"type": "list"}))["type"], "list");
    drop(pages.pop());
    let is_let_in = || {
        let mut next = connect(&server, Some(&origin), &server.token).unwrap();
        matches!(next.socket.read(), Ok(Message::Text(_)))
    };
    assert!((0..200).any(|_| is_let_in() || {
        std::thread::sleep(std::time::Duration::from_millis(50));
        false
    }));
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
