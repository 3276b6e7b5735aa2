//! PGN: games as text, with variations, comments and everything else that is
//! found in files.
//!
//! There are four ways to read, from the plainest to the fastest:
//!
//! * [`Games`] yields one [`AnyGame`] after the other, as a tree with tags, moves,
//!   variations and comments;
//! * [`check`] replays all games and reports what is wrong with them, keeping
//!   nothing;
//! * a [`Follower`] of your own gets every position of the main lines from a
//!   [`MainLine`];
//! * a [`Visitor`] of your own gets the tokens as they come, without copies,
//!   from [`visit`] or, for files, from [`Reader`].
//!
//! All of them read bytes, whatever their encoding, in bounded memory, and a
//! game with something wrong in it never keeps the next one from being read.
//! All moves are checked: a game that is read is legal from start to end.
//!
//! ```
//! use erawan_notation::pgn::{AnyGame, Games};
//!
//! let text = b"[White \"Morphy\"]\n\n1. e4 e5 (1... c5 {sharp}) 2. Nf3 $1 *\n\n1. e4 Ke5 *";
//! let mut games = Games::new(text);
//! let Some(Ok(AnyGame::Chess(game))) = games.next() else { panic!() };
//! assert_eq!(game.tags().get("White"), Some("Morphy"));
//! assert_eq!(game.mainline().count(), 3);
//!
//! let error = games.next().unwrap().unwrap_err();
//! assert_eq!(error.to_string(), "game 2, line 5: Ke5 (ply 2): no such king can go to e5");
//! ```

mod annotation;
mod bytes;
mod check;
mod class;
mod compressed;
mod edit;
mod error;
mod games;
mod header;
mod lexer;
mod libzstd;
mod mainline;
mod movetext;
mod notes;
mod pieces;
mod reader;
mod remark;
mod result;
mod tags;
mod tree;
mod visitor;
mod wide;
mod writer;
mod zstandard;

pub use annotation::{
    Arrow, Evaluation, Highlight, MarkColor, ParseMarkError, clock_in, evaluation_in,
};
pub use bytes::decode;
pub(crate) use bytes::windows_1252;
pub use check::{Checker, Summary, check};
#[cfg(feature = "compressed")]
pub use compressed::decompress;
pub use erawan_board::Score;
pub use error::{GameError, GameErrorKind, MoveText};
pub use games::{AnyGame, Games, PgnGame, Trees};
pub use mainline::{Follower, MainLine};
#[cfg(feature = "std")]
pub use pieces::{Piece, PieceText, Pieces};
#[cfg(feature = "std")]
pub use reader::{ReadError, Reader, StreamedGames, check_reader};
pub use remark::{Remark, RemarkKind};
pub use result::GameResult;
pub use tags::{InvalidTagName, Tags, variant_of};
pub use tree::{GameTree, NodeId};
pub use visitor::{Limits, Nag, Visitor, visit};
pub use writer::{write, write_makruk_js, write_to};
