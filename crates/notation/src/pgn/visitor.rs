//! What is read from a game, and who gets it.

use super::error::{GameError, GameErrorKind};
use super::lexer::{Lexer, Step};
use super::remark::{Remark, RemarkKind};
use super::result::GameResult;

/// A numeric annotation glyph: `$1` is `!`, `$2` is `?`, and so on up to 255.
pub type Nag = u8;

/// How large things may be. What is larger is an error of its game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Limits {
    /// The longest token in bytes: a comment with its braces, a tag with its
    /// brackets, a move, an escaped line.
    pub token: usize,
    /// The longest game in bytes. What follows is read over.
    pub game: usize,
    /// The deepest nesting of variations.
    pub depth: u32,
}

impl Default for Limits {
    /// 16 MiB for a token and for a game, 50,000 variations inside each other.
    ///
    /// A token is held in memory as a whole while it is read, and a game while
    /// its tree is built, which takes some tens of bytes for each byte of text.
    /// The longest game that could be played by the rules has under 12,000 plies,
    /// and databases with all analysis of an opening in one game stay below a
    /// tenth of this. Each open variation keeps two positions to go back to.
    fn default() -> Limits {
        Limits { token: 16 << 20, game: 16 << 20, depth: 50_000 }
    }
}

/// Gets the tokens of games as they are read.
///
/// For every game there is one `begin_game` and one `end_game`. If a method
/// returns an error, the rest of the game is read over and the error, with its
/// place, is handed to `end_game`.
pub trait Visitor {
    /// A game begins.
    fn begin_game(&mut self) {}

    /// A tag. In the value `\"` and `\\` still stand for `"` and `\`; see
    /// [`Tags::unescape`](super::Tags::unescape).
    fn tag(&mut self, _name: &[u8], _value: &[u8]) -> Result<(), GameErrorKind> {
        Ok(())
    }

    /// All tags have been read. Comments may have come before, moves not.
    fn begin_moves(&mut self) -> Result<(), GameErrorKind> {
        Ok(())
    }

    /// A move, without `!` and `?`. Null moves (`--`, `Z0`, `0000`) are moves
    /// here. Where a word is no move ([`SanError::NotAMove`](crate::san::SanError))
    /// and a judgement such as `+-` ends it, the rest is tried.
    fn san(&mut self, _text: &[u8]) -> Result<(), GameErrorKind> {
        Ok(())
    }

    /// An annotation of the last move: `$7`, `!?`.
    fn nag(&mut self, _nag: Nag) {}

    /// A comment, without its braces or semicolon.
    fn comment(&mut self, _text: &[u8]) {}

    /// A variation begins, which replaces the last move.
    fn begin_variation(&mut self) -> Result<(), GameErrorKind> {
        Ok(())
    }

    /// The innermost variation ends.
    fn end_variation(&mut self) {}

    /// The sign at the end of a game. It may be missing.
    fn result(&mut self, _result: GameResult) {}

    /// Something about the game is worth a word, though it is read.
    fn remark(&mut self, _remark: Remark) {}

    /// All moves have been read: what is to be said about the game as a whole.
    fn review(&mut self) -> Option<RemarkKind> {
        None
    }

    /// The game ends; here is what was wrong with it, if anything.
    fn end_game(&mut self, error: Option<GameError>);
}

/// Reads all games of a text and hands their tokens to a visitor.
///
/// ```
/// use erawan_notation::pgn::{self, GameError, GameErrorKind};
///
/// #[derive(Default)]
/// struct CountMoves { games: u32, moves: u32 }
///
/// impl pgn::Visitor for CountMoves {
///     fn san(&mut self, _: &[u8]) -> Result<(), GameErrorKind> {
///         self.moves += 1;
///         Ok(())
///     }
///     fn end_game(&mut self, _: Option<GameError>) {
///         self.games += 1;
///     }
/// }
///
/// let mut count = CountMoves::default();
/// pgn::visit(b"1. e4 e5 2. Nf3 *\n\n1. d4 *", &mut count);
/// assert_eq!((count.games, count.moves), (2, 4));
/// ```
pub fn visit<V: Visitor>(text: &[u8], visitor: &mut V) {
    let mut lexer = Lexer::new(Limits::default());
    let mut at = 0;
    loop {
        let (next, step) = lexer.run(text, at, true, visitor);
        at = next;
        if step != Step::GameEnd {
            return;
        }
    }
}
