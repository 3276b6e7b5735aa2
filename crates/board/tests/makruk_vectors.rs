//! Replays recorded games of Makruk, as Fairy-Stockfish played them. The file
//! is made by `tests/oracle/record_makruk.py`.

use erawan_board::{Game, Makruk, Outcome, Strictness};
use erawan_notation::{fen, uci};

const VECTORS: &str = include_str!("data/makruk_vectors.txt");

#[test]
fn recorded_games_are_replayed_alike() {
    let games: Vec<&str> = VECTORS.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(games.len() >= 200, "{} games", games.len());
    for line in games {
        replay(line);
    }
}

fn replay(line: &str) {
    let fields: Vec<&str> = line.split(';').map(str::trim).collect();
    let [start, first, moves, last, end] = fields[..] else { panic!("{line}") };
    // Some starts are random heaps of men, with more checkers than a game has.
    let mut game = Game::from_position(fen::parse::<Makruk>(start, Strictness::Lenient).unwrap());
    assert_eq!(game.position().legal_moves().len().to_string(), first, "{start}");
    for (i, step) in moves.split_whitespace().enumerate() {
        let (text, number) = step.split_once('/').unwrap();
        let m = uci::parse(game.position(), text.trim_end_matches('+')).unwrap();
        assert_eq!(game.position().gives_check(m), text.ends_with('+'), "{start}: {i}. {step}");
        game.play(m).unwrap();
        let position = game.position();
        assert_eq!(position.in_check(), text.ends_with('+'), "{start}: {i}. {step}");
        assert_eq!(position.legal_moves().len().to_string(), number, "{start}: {i}. {step}");
    }
    assert_eq!(fen::write(game.position()), last, "{start}: {moves}");
    let outcome = match game.outcome() {
        Some(Outcome::Win { reason, .. }) => reason.to_string(),
        Some(Outcome::Draw(reason)) => reason.to_string(),
        None => "-".to_owned(),
    };
    assert_eq!(outcome, end, "{start}: {moves}");
}
