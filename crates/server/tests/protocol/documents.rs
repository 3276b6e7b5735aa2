//! Documents that the server keeps.

use serde_json::{Value, json};

use super::{page, start};

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
    assert_eq!(page.ask(json!({"type": "remove", "name": "game-1"}))["type"], "saved");
    assert_eq!(page.ask(json!({"type": "load", "name": "game-1"}))["value"], Value::Null);
    assert_eq!(page.ask(json!({"type": "list"}))["names"], json!([]));
    // A broken file of a former version is listed, set aside, said, and stops nothing.
    let folder = &server.folder.0;
    std::fs::create_dir(folder.join("games")).unwrap();
    std::fs::write(folder.join("games/game-1.json"), "{").unwrap();
    assert_eq!(page.ask(json!({"type": "list"}))["names"], json!(["game-1"]));
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
