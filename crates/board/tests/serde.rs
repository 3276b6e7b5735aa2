//! Values survive serde's formats, and bad ones are refused with a reason.
#![cfg(feature = "serde")]

use erawan_board::{
    Bitboard, Chess, Color, Counting, Makruk, Move, Piece, Position, Role, Rules, Setup, Square,
    Strictness,
};
use erawan_testing::Random;
use erawan_testing::notation::fen;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

fn round_trip<T: Serialize + DeserializeOwned>(value: &T) -> T {
    let text = serde_json::to_string(value).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// Plays pseudo-random moves and checks every position on the way.
fn check_games<R: Rules>(start: Position<R>, games: u64) {
    for game in 0..games {
        let mut position = start;
        let mut random = Random::new(game);
        for _ in 0..200 {
            let read: Position<R> = round_trip(&position);
            assert_eq!(read, position);
            assert_eq!(read.to_setup(), position.to_setup());
            assert_eq!(round_trip(&position.to_setup()), position.to_setup());
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let m = random.choose(&moves);
            assert_eq!(round_trip(&m), m);
            position = position.play_unchecked(m);
        }
    }
}

#[test]
fn positions_of_both_games_survive() {
    check_games(Position::<Chess>::startpos(), 5);
    check_games(Position::<Chess>::double_chess960(3, 959), 5);
    check_games(Position::<Makruk>::startpos(), 10);
}

#[test]
fn a_running_count_survives() {
    let text = "8/8/4kM~2/8/8/2RMK3/8/8 b - 32 10 50";
    let position = fen::parse::<Makruk>(text, Strictness::Strict).unwrap();
    let read = round_trip(&position);
    assert_eq!(fen::write(&read), text);
    assert_eq!(read.counting(), Counting::new(32, 10));
    assert_eq!(read.promoted(), Bitboard::from_square(Square::F6));
}

#[test]
fn the_polyglot_key_survives_where_en_passant_is_not_legal() {
    // The pawn on d4 stands beside e4 but is pinned to its king.
    let text = "3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1";
    let position = fen::parse::<Chess>(text, Strictness::Strict).unwrap();
    let moves = position.legal_moves();
    let e4 = moves.iter().find(|m| m.to() == Square::E4).unwrap();
    let after = position.play_unchecked(*e4);
    assert_eq!(after.en_passant(), None);
    assert_eq!(round_trip(&after).polyglot_key(), after.polyglot_key());
    assert_eq!(round_trip(&after), after);
}

#[test]
fn the_form_is_short_and_fixed() {
    let mut setup = Setup::empty();
    setup.put(Square::A1, Piece::new(Color::White, Role::King));
    setup.put(Square::H8, Piece::new(Color::Black, Role::King));
    let expected = json!({
        "pieces": [[0, 5], [63, 13]],
        "turn": "White",
        "castling_rooks": [],
        "en_passant": null,
        "halfmove_clock": 0,
        "fullmove_number": 1,
        "counting": { "limit": 0, "ply": 0, "mode": "Auto", "counter": null },
        "promoted": [],
    });
    assert_eq!(serde_json::to_value(&setup).unwrap(), expected);
    let position = Position::<Makruk>::from_setup(&setup, Strictness::Strict).unwrap();
    let value = serde_json::to_value(position).unwrap();
    assert_eq!(value, json!({ "game": "Makruk", "setup": expected }));
}

fn position_error(change: impl FnOnce(&mut Value)) -> String {
    let mut value = serde_json::to_value(Position::<Chess>::startpos()).unwrap();
    change(&mut value);
    serde_json::from_value::<Position<Chess>>(value).unwrap_err().to_string()
}

#[test]
fn what_is_no_position_is_refused_with_a_reason() {
    let pieces = |value: Value| move |all: &mut Value| all["setup"]["pieces"] = value;
    assert_eq!(position_error(pieces(json!([[0, 5]]))), "Black has no king");
    assert_eq!(position_error(pieces(json!([[0, 5], [0, 13]]))), "two pieces on a1");
    assert!(position_error(pieces(json!([[64, 5]]))).contains("a square is"));
    assert!(position_error(pieces(json!([[0, 6]]))).contains("a piece is"));
    assert!(position_error(pieces(json!("K"))).contains("a list of squares and the pieces"));
    assert_eq!(
        position_error(|all| all["setup"]["castling_rooks"] = json!([0, 0])),
        "a1 is listed twice"
    );
    assert!(
        position_error(|all| all["setup"]["promoted"] = json!(0)).contains("a list of squares")
    );
    assert_eq!(
        position_error(|all| all["game"] = json!("Makruk")),
        "this is a position of makruk, not of chess"
    );
}

#[test]
fn rights_that_mean_nothing_are_dropped() {
    let mut value = serde_json::to_value(Position::<Chess>::startpos()).unwrap();
    value["setup"]["castling_rooks"] = json!([7, 20, 63]);
    value["setup"]["en_passant"] = json!(40);
    let position: Position<Chess> = serde_json::from_value(value).unwrap();
    assert_eq!(position.castling_rooks(), Bitboard::from_square(Square::H1).with(Square::H8));
    assert_eq!(position.en_passant(), None);
}

#[test]
fn small_values_refuse_what_they_cannot_be() {
    assert_eq!(round_trip(&Square::E4), Square::E4);
    assert_eq!(round_trip(&Bitboard::DARK_SQUARES), Bitboard::DARK_SQUARES);
    assert!(serde_json::from_str::<Square>("64").is_err());
    assert!(serde_json::from_str::<Piece>("14").is_err());
    assert!(serde_json::from_str::<Move>("0").is_err());
    assert!(serde_json::from_str::<Move>("40960").is_err());
    assert!(serde_json::from_str::<Role>("\"Bia\"").is_err());
}
