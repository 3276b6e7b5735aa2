//! The game on the board: what `position` and `flip` make of it.

use erawan_board::{AnyGame, Game, Position, Rules, Strictness, with_game};
use erawan_notation::{fen, uci};

use crate::protocol::{Start, excerpt};

/// The game of the same variant that a `position` command describes.
pub(super) fn read(game: &AnyGame, start: &Start, moves: &[String]) -> Result<AnyGame, String> {
    fn same<R: Rules>(_: &Game<R>, start: &Start, moves: &[String]) -> Result<AnyGame, String> {
        read_game::<R>(start, moves).map(AnyGame::from)
    }
    with_game!(game, game => same(game, start, moves))
}

/// A game from the position with its sides exchanged.
pub(super) fn flipped(game: &AnyGame) -> Result<AnyGame, String> {
    with_game!(game, game => flip(game).map(AnyGame::from))
}

fn read_game<R: Rules>(start: &Start, moves: &[String]) -> Result<Game<R>, String> {
    let position = match start {
        Start::Initial => Position::startpos(),
        Start::Fen(text) => {
            fen::parse(text, Strictness::Lenient).map_err(|error| error.to_string())?
        }
    };
    let mut game = Game::from_position(position);
    for (index, text) in moves.iter().enumerate() {
        let found = uci::parse(game.position(), text);
        let m = found.map_err(|error| format!("move {}, {}: {error}", index + 1, excerpt(text)))?;
        game.play_unchecked(m);
    }
    Ok(game)
}

fn flip<R: Rules>(game: &Game<R>) -> Result<Game<R>, String> {
    let setup = game.position().to_setup().flip_colors();
    let flipped = Position::from_setup(&setup, Strictness::Lenient);
    flipped.map(Game::from_position).map_err(|error| error.to_string())
}
