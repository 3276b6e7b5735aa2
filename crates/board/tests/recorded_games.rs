//! Replays recorded games of Makruk and its sisters, as Fairy-Stockfish played
//! them. The files are made by `tests/oracle/record_games.py`.

use erawan_board::{Cambodian, Game, Makpong, Makruk, Outcome, Rules, Strictness};
use erawan_testing::notation::{fen, uci};

#[test]
fn makruk_is_replayed_alike() {
    replay_all::<Makruk>(include_str!("data/makruk_games.txt"));
}

#[test]
fn ouk_chatrang_is_replayed_alike() {
    replay_all::<Cambodian>(include_str!("data/cambodian_games.txt"));
}

#[test]
fn makpong_is_replayed_alike() {
    replay_all::<Makpong>(include_str!("data/makpong_games.txt"));
}

fn replay_all<R: Rules>(text: &str) {
    let games: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(games.len() >= 200, "{} games", games.len());
    for line in games {
        replay::<R>(line);
    }
}

fn replay<R: Rules>(line: &str) {
    let fields: Vec<&str> = line.split(';').map(str::trim).collect();
    let [start, first, moves, last, end] = fields[..] else { panic!("{line}") };
    // Some starts are random heaps of men, with more checkers than a game has.
    let mut game = Game::from_position(fen::parse::<R>(start, Strictness::Lenient).unwrap());
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
