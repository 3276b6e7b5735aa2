//! What the fuzz targets share: positions that the fuzzer chooses.
//!
//! A seed begins with a line of text that chooses the start:
//!
//! - `chess`, `makruk`, `cambodian`, `makpong`: the start position,
//! - `chess960 WHITE BLACK`: the two numbers of Double Fischer Random,
//! - the same names with a FEN behind them: a position, read leniently.
//!
//! The moves follow on the second line, each byte one: the remainder of its
//! division by the number of legal moves. What follows after that is up to the
//! target.

use erawan_board::{Cambodian, Chess, Makpong, Makruk, Move, Position, Rules, Strictness};
use erawan_notation::fen;

/// A position of any game.
pub enum Chosen {
    /// Chess or Chess960.
    Chess(Position<Chess>),
    /// Makruk.
    Makruk(Position<Makruk>),
    /// Ouk Chatrang.
    Cambodian(Position<Cambodian>),
    /// Makpong.
    Makpong(Position<Makpong>),
}

/// The position the first two lines choose, and what follows them.
pub fn choose(data: &[u8]) -> Option<(Chosen, &[u8])> {
    let (start, data) = split_line(data);
    let (moves, rest) = split_line(data);
    let start = core::str::from_utf8(start).ok()?;
    let (game, start) = start.split_once(' ').unwrap_or((start, ""));
    let chosen = match game {
        "makruk" => Chosen::Makruk(walk(position(start)?, moves)),
        "cambodian" => Chosen::Cambodian(walk(position(start)?, moves)),
        "makpong" => Chosen::Makpong(walk(position(start)?, moves)),
        "chess" => Chosen::Chess(walk(position(start)?, moves)),
        "chess960" => {
            let (white, black) = start.split_once(' ')?;
            let start = Position::double_chess960(white.parse().ok()?, black.parse().ok()?);
            Chosen::Chess(walk(start, moves))
        }
        _ => return None,
    };
    Some((chosen, rest))
}

/// The text up to the end of the line, and what follows it.
pub fn split_line(data: &[u8]) -> (&[u8], &[u8]) {
    match data.iter().position(|&byte| byte == b'\n') {
        Some(end) => (&data[..end], &data[end + 1..]),
        None => (data, &[]),
    }
}

fn position<R: Rules>(text: &str) -> Option<Position<R>> {
    match text {
        "" => Some(Position::startpos()),
        text => fen::parse(text, Strictness::Lenient).ok(),
    }
}

fn walk<R: Rules>(start: Position<R>, choices: &[u8]) -> Position<R> {
    let mut position = start;
    for &choice in choices {
        match nth_move(&position, choice) {
            Some(m) => position = position.play_unchecked(m),
            None => break,
        }
    }
    position
}

/// The legal move a byte chooses.
pub fn nth_move<R: Rules>(position: &Position<R>, choice: u8) -> Option<Move> {
    let moves = position.legal_moves();
    moves.get(usize::from(choice) % moves.len().max(1)).copied()
}
