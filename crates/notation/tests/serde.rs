//! Values survive serde's formats, and bad ones are refused with a reason.
#![cfg(feature = "serde")]

use core::fmt::Debug;

use erawan_board::{Chess, Makruk, Position, Square};
use erawan_notation::diagram::{Arrow, Paint};
use erawan_notation::fen::{CastlingStyle, Fen, FenStyle};
use erawan_notation::pgn::{Evaluation, GameResult, Score, Tags};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;

fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T) {
    let text = serde_json::to_string(&value).unwrap();
    assert_eq!(serde_json::from_str::<T>(&text).unwrap(), value, "{text}");
}

#[test]
fn values_survive() {
    check(Fen(Position::<Chess>::startpos()));
    check(Fen(Position::<Makruk>::startpos()));
    check(FenStyle { castling: CastlingStyle::Shredder, ..FenStyle::default() });
    check(Arrow { from: Square::E2, to: Square::E4, paint: Paint::Rgb(1, 2, 3) });
    check(Evaluation { score: Score::Mate(-3), depth: Some(20) });
    for outcome in
        [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw, GameResult::Unknown]
    {
        check(outcome);
    }
    let mut tags = Tags::new();
    tags.set("White", "Réti \"Richard\"").unwrap();
    tags.set("ECO", "A09").unwrap();
    check(tags);
}

#[test]
fn texts_are_the_usual_ones() {
    let text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(serde_json::to_value(Fen(Position::<Chess>::startpos())).unwrap(), json!(text));
    assert_eq!(serde_json::to_value(GameResult::Draw).unwrap(), json!("1/2-1/2"));
    // A text with an escape cannot be borrowed from the input.
    let escaped = format!("\"{}\"", text.replace('/', "\\/"));
    let read: Fen<Chess> = serde_json::from_str(&escaped).unwrap();
    assert_eq!(read.0, Position::startpos());
}

#[test]
fn what_is_wrong_is_refused_with_a_reason() {
    let error = serde_json::from_value::<Fen<Chess>>(json!("8/8/8/8/8/8/7/8 w - - 0 1"));
    assert_eq!(
        error.unwrap_err().to_string(),
        "FEN column 13, piece placement: rank 2 has 7 squares"
    );
    let error = serde_json::from_value::<GameResult>(json!("2-0")).unwrap_err();
    assert_eq!(error.to_string(), "a result is 1-0, 0-1, 1/2-1/2 or *");
    let error = serde_json::from_value::<Tags>(json!([["not a name", ""]])).unwrap_err();
    assert!(error.to_string().starts_with("the name of a tag must be"));
    assert!(serde_json::from_value::<Tags>(json!(7)).is_err());
}
