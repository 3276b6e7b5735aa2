//! The game on the board: what `position` and `flip` make of it.

use erawan_board::{Chess, Game, Makruk, Position, Rules, Strictness};
use erawan_notation::{fen, uci};

use crate::protocol::{Start, excerpt};

/// A game of either kind.
#[derive(Clone)]
pub(super) enum AnyGame {
    Chess(Game<Chess>),
    Makruk(Game<Makruk>),
}

/// Runs an expression with the game inside, whichever it is.
macro_rules! with_game {
    ($any:expr, $game:ident => $body:expr) => {
        match $any {
            AnyGame::Chess($game) => $body,
            AnyGame::Makruk($game) => $body,
        }
    };
}
pub(super) use with_game;

impl AnyGame {
    /// The start position of a variant, by its name in the protocol.
    pub(super) fn start(variant: Option<&str>) -> AnyGame {
        match variant {
            Some("makruk") => AnyGame::Makruk(Game::new()),
            _ => AnyGame::Chess(Game::new()),
        }
    }

    /// True if both are games of the same variant.
    pub(super) fn is_same_variant(&self, other: &AnyGame) -> bool {
        matches!(
            (self, other),
            (AnyGame::Chess(_), AnyGame::Chess(_)) | (AnyGame::Makruk(_), AnyGame::Makruk(_))
        )
    }

    /// The game of the same variant that a `position` command describes.
    pub(super) fn read(&self, start: &Start, moves: &[String]) -> Result<AnyGame, String> {
        Ok(match self {
            AnyGame::Chess(_) => AnyGame::Chess(read_game(start, moves)?),
            AnyGame::Makruk(_) => AnyGame::Makruk(read_game(start, moves)?),
        })
    }

    /// A game from the position with its sides exchanged.
    pub(super) fn flip(&self) -> Result<AnyGame, String> {
        Ok(match self {
            AnyGame::Chess(game) => AnyGame::Chess(flip(game)?),
            AnyGame::Makruk(game) => AnyGame::Makruk(flip(game)?),
        })
    }
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
        game.play(m).map_err(|error| error.to_string())?;
    }
    Ok(game)
}

fn flip<R: Rules>(game: &Game<R>) -> Result<Game<R>, String> {
    let setup = game.position().to_setup().flip_colors();
    let flipped = Position::from_setup(&setup, Strictness::Lenient);
    flipped.map(Game::from_position).map_err(|error| error.to_string())
}
