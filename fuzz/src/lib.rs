//! What the fuzz targets share: positions that the fuzzer chooses.
//!
//! A seed begins with a line of text that chooses the start:
//!
//! - the name of a game, such as `makruk`: its start position,
//! - a name with a FEN behind it: a position, read leniently,
//! - `chess960 WHITE BLACK`: the two numbers of Double Fischer Random.
//!
//! The moves follow on the second line, each byte one: the remainder of its
//! division by the number of legal moves. What follows after that is up to the
//! target.

use erawan_board::{
    AnyGame, Chess, Move, PerGame, Position, Rules, Strictness, Variant, with_rules,
};
use erawan_notation::fen;

/// [`Position`] as a [`PerGame`].
pub struct Positions;

impl PerGame for Positions {
    type Of<R: Rules> = Position<R>;
}

/// The position the first two lines choose, and what follows them.
pub fn choose(data: &[u8]) -> Option<(AnyGame<Positions>, &[u8])> {
    let (start, data) = split_line(data);
    let (moves, rest) = split_line(data);
    let start = core::str::from_utf8(start).ok()?;
    let (game, start) = start.split_once(' ').unwrap_or((start, ""));
    let game = Variant::ALL.into_iter().find(|variant| variant.name() == game)?;
    let chosen = if game.is_chess960() {
        let (white, black) = start.split_once(' ')?;
        let start = Position::double_chess960(white.parse().ok()?, black.parse().ok()?);
        AnyGame::of::<Chess>(walk(start, moves))
    } else {
        with_rules!(game, R => AnyGame::of::<R>(walk(position(start)?, moves)))
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
