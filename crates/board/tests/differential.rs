//! The bitboards against other implementations: `cozy-chess`, and our own
//! plain mailbox, on positions from random games and on scattered men.

use std::collections::BTreeSet;

use crate::common::{Played, Random, playout, scatter};
use erawan_board::{Cambodian, Chess, Makpong, Makruk, Move, Position, Rules, Strictness};
use erawan_testing::mailbox::{Board, CastlingStyle, Game};
use erawan_testing::notation::fen::{self, FenStyle};

fn shredder_fen<R: Rules>(position: &Position<R>) -> String {
    let style = FenStyle { castling: fen::CastlingStyle::Shredder, ..FenStyle::default() };
    fen::write_with(position, &style)
}

/// A move as every program spells it that castles by taking the rook.
fn spell(m: Move, promotion: &[char; 6]) -> String {
    let suffix = m.promotion().map(|role| promotion[role.index()]);
    format!("{}{}{}", m.from(), m.to(), suffix.map(String::from).unwrap_or_default())
}

const CHESS_LETTERS: [char; 6] = ['p', 'n', 'b', 'r', 'q', 'k'];
const MAKRUK_LETTERS: [char; 6] = ['p', 'n', 's', 'r', 'm', 'k'];

fn spelled(moves: &[Move], letters: &[char; 6]) -> BTreeSet<String> {
    let spelled: BTreeSet<String> = moves.iter().map(|&m| spell(m, letters)).collect();
    assert_eq!(spelled.len(), moves.len(), "a move is listed twice");
    spelled
}

#[test]
fn cozy_chess_agrees_on_random_games() {
    let mut random = Random::new(1);
    let mut seen = 0;
    while seen < 150_000 {
        playout::<Chess>(&mut random, 300, |position, moves, _| {
            seen += 1;
            // cozy-chess refuses positions beyond the fifty-move rule.
            let text = shredder_fen(&with_fresh_clock(position));
            let cozy = cozy_chess::Board::from_fen(&text, true)
                .unwrap_or_else(|error| panic!("{text}: {error}"));
            let mut theirs = BTreeSet::new();
            cozy.generate_moves(|set| {
                theirs.extend(set.into_iter().map(|m| m.to_string()));
                false
            });
            assert_eq!(spelled(moves, &CHESS_LETTERS), theirs, "{text}");
            assert_eq!(position.in_check(), !cozy.checkers().is_empty(), "{text}");
            assert_eq!(position.checkers().0, cozy.checkers().0, "{text}");
            let pinned = position.pinned(position.turn()).0;
            assert_eq!(pinned, cozy.pinned().0 & cozy.colors(cozy.side_to_move()).0, "{text}");
        });
    }
}

#[test]
fn cozy_chess_agrees_on_positions_after_moves() {
    let mut random = Random::new(2);
    for _ in 0..400 {
        let mut cozy: Option<cozy_chess::Board> = None;
        let mut last: Option<(Position<Chess>, Vec<Move>)> = None;
        playout::<Chess>(&mut random, 200, |position, moves, _| {
            if let (Some(board), Some((before, legal))) = (cozy.as_mut(), last.as_ref()) {
                let m = legal.iter().find(|&&m| before.play_unchecked(m) == *position).unwrap();
                board.play(spell(*m, &CHESS_LETTERS).parse().unwrap());
                // Piece by piece, and the rights, through a text both write.
                assert_eq!(
                    without_en_passant(&format!("{board:#}")),
                    without_en_passant(&shredder_fen(position))
                );
            } else {
                cozy = Some(cozy_chess::Board::from_fen(&shredder_fen(position), true).unwrap());
            }
            last = Some((*position, moves.to_vec()));
        });
    }
}

fn with_fresh_clock(position: &Position<Chess>) -> Position<Chess> {
    let mut setup = position.to_setup();
    setup.halfmove_clock = 0;
    Position::from_setup(&setup, Strictness::Lenient).unwrap()
}

/// cozy-chess writes an en passant square after every double step.
fn without_en_passant(fen: &str) -> String {
    fen.split(' ')
        .enumerate()
        .filter(|(i, _)| *i != 3)
        .map(|(_, field)| field)
        .collect::<Vec<_>>()
        .join(" ")
}

fn mailbox_agrees<R: Rules>(position: &Position<R>, game: Game, letters: &[char; 6]) {
    let text = shredder_fen(position);
    let board = Board::from_fen(game, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let theirs: BTreeSet<String> = board.legal_moves().iter().map(|m| m.uci(true)).collect();
    let moves = position.legal_moves();
    assert_eq!(spelled(&moves, letters), theirs, "{text}");
    assert_eq!(position.count_legal_moves(), moves.len(), "{text}");
    assert_eq!(position.in_check(), board.in_check(), "{text}");
    // The positions the moves lead to, counting and all.
    for m in board.legal_moves() {
        let mut after = board.clone();
        after.make(m);
        let ours = moves.iter().find(|&&ours| spell(ours, letters) == m.uci(true)).unwrap();
        assert_eq!(
            shredder_fen(&position.play_unchecked(*ours)),
            after.to_fen(CastlingStyle::Shredder, true),
            "{text} {}",
            m.uci(true)
        );
    }
}

fn mailbox_agrees_on_games<R: Played>(game: Game, letters: &[char; 6], positions: usize) {
    let mut random = Random::new(3);
    let mut seen = 0;
    while seen < positions {
        playout::<R>(&mut random, 400, |position, _, _| {
            seen += 1;
            mailbox_agrees(position, game, letters);
        });
    }
}

// Every position is compared with all that follow it: some thirty each.
#[test]
fn the_mailbox_agrees_on_chess() {
    mailbox_agrees_on_games::<Chess>(Game::Chess, &CHESS_LETTERS, 10_000);
}

#[test]
fn the_mailbox_agrees_on_makruk() {
    mailbox_agrees_on_games::<Makruk>(Game::Makruk, &MAKRUK_LETTERS, 10_000);
}

#[test]
fn the_mailbox_agrees_on_ouk_chatrang() {
    mailbox_agrees_on_games::<Cambodian>(Game::Cambodian, &MAKRUK_LETTERS, 6_000);
}

#[test]
fn the_mailbox_agrees_on_makpong() {
    mailbox_agrees_on_games::<Makpong>(Game::Makpong, &MAKRUK_LETTERS, 6_000);
}

fn mailbox_agrees_on_scattered<R: Rules>(game: Game, letters: &[char; 6], tries: usize) {
    let mut random = Random::new(4);
    for _ in 0..tries {
        if let Some(position) = scatter::<R>(&mut random) {
            mailbox_moves_agree(&position, game, letters);
        }
    }
}

#[test]
fn the_mailbox_agrees_on_scattered_men() {
    mailbox_agrees_on_scattered::<Chess>(Game::Chess, &CHESS_LETTERS, 20_000);
    mailbox_agrees_on_scattered::<Makruk>(Game::Makruk, &MAKRUK_LETTERS, 20_000);
    mailbox_agrees_on_scattered::<Cambodian>(Game::Cambodian, &MAKRUK_LETTERS, 10_000);
    mailbox_agrees_on_scattered::<Makpong>(Game::Makpong, &MAKRUK_LETTERS, 10_000);
}

fn mailbox_moves_agree<R: Rules>(position: &Position<R>, game: Game, letters: &[char; 6]) {
    let text = shredder_fen(position);
    let board = Board::from_fen(game, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let theirs: BTreeSet<String> = board.legal_moves().iter().map(|m| m.uci(true)).collect();
    assert_eq!(spelled(&position.legal_moves(), letters), theirs, "{text}");
    assert_eq!(fen::parse::<R>(&text, Strictness::Lenient).as_ref(), Ok(position), "{text}");
}
