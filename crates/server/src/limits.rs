//! The bounds of everything that a page may send or ask for, with the reasons.
//!
//! What is beyond one of them is refused with a sentence that names the number,
//! never cut down in silence. The page has those that it must know itself from
//! `web/src/generated/protocol.ts`, so both sides check the same numbers.

/// The longest message the server reads, in bytes. A game of [`MAX_NODES`]
/// moves is a document of some 2 MB, of 4 MB with as much text in its comments
/// as [`MAX_TEXT`] allows; twice that is room for escapes and reviews, and no
/// burden for the memory of a machine that runs an engine.
pub const MAX_MESSAGE: usize = 8 << 20;
/// The longest text to be read, in bytes. More than that is a collection, which
/// `erawan pgn` reads as a stream.
pub const MAX_TEXT: usize = 2 << 20;
/// The most moves of all games of a text, and of a game to be written: what a
/// browser can still lay out as a list.
pub const MAX_NODES: usize = 40_000;
/// The most moves of a line. Every line of a game can be shown.
pub const MAX_MOVES: usize = MAX_NODES;
/// The most games that are taken from a text: a list that can be looked through.
pub const MAX_GAMES: usize = 200;
/// The most complaints about a text: as many as fit into a notice.
pub(crate) const MAX_ERRORS: usize = 5;
/// The most documents that are kept: a folder that every system lists quickly.
pub(crate) const MAX_DOCUMENTS: usize = 10_000;
