//! How much commands take: depths, sizes, counts and times, each with its
//! reason. What is beyond is refused with the limit in the message.
//!
//! Limits of a message or a file format are where it is read: those of UCI in
//! `erawan_uci::limits`, of PGN in `erawan_notation`, of the page's messages in
//! `erawan_answers`. The list of them all is `docs/book/limits.md`.

use std::ops::RangeInclusive;

use erawan_board::{chess960, perft};
use erawan_engine::Engine;

/// Plies of a perft: it is a recursion, and deeper counts never end.
pub(crate) const PERFT_DEPTH: RangeInclusive<u32> = 0..=perft::MAX_DEPTH;
/// Threads of a perft: more than any machine has cores.
pub(crate) const PERFT_THREADS: RangeInclusive<usize> = 1..=512;
/// The table of a perft in mebibytes: a tebibyte, and none is allowed.
pub(crate) const PERFT_HASH: RangeInclusive<usize> = 0..=1 << 20;
/// A line of a suite, an EPD or a FEN, in bytes: a thousand times what one is.
pub(crate) const LINE: usize = 64 << 10;
/// The longest file of a repertoire, in bytes: all the moves that it may have, and much
/// to say about each.
pub(crate) const REPERTOIRE: u64 = 64 << 20;

/// Runs of a benchmark that are kept as one result: enough for any noise.
pub(crate) const BENCH_RUNS: usize = 100;
/// How much is read to find them, in bytes: that many outputs of a bench.
pub(crate) const BENCH_RESULTS: u64 = 1 << 20;

/// Threads that read games: more than any machine has cores.
pub(crate) const READ_THREADS: RangeInclusive<usize> = 1..=512;

/// Threads of a search: what the engine starts.
pub(crate) const THREADS: RangeInclusive<usize> = 1..=Engine::MAX_THREADS;
/// A table of a search in mebibytes: a tebibyte. What the machine has is found
/// out when it is asked for.
pub(crate) const HASH: RangeInclusive<usize> = 1..=1 << 20;
/// Games at a time: each has an engine, and there are fewer cores.
pub(crate) const AT_A_TIME: RangeInclusive<usize> = 1..=1024;
/// Lines of a review: no position has more moves that matter.
pub(crate) const LINES: RangeInclusive<usize> = 1..=100;
/// Milliseconds for a position: a day.
pub(crate) const MOVE_TIME: RangeInclusive<u64> = 1..=86_400_000;
/// Nodes for a position: any number but none.
pub(crate) const NODES: RangeInclusive<u64> = 1..=u64::MAX;
/// A number of things that cost nothing to count: any but none.
pub(crate) const COUNT: RangeInclusive<u64> = 1..=u64::MAX;
/// The depth of a search: the engine's own limit is little above.
pub(crate) const DEPTH: RangeInclusive<u32> = 1..=200;

/// The depth of a search in a match: other engines count deeper than ours.
pub(crate) const MATCH_DEPTH: RangeInclusive<u32> = 1..=1000;
/// Games between two engines, and between two reports: years of work.
pub(crate) const GAMES: RangeInclusive<usize> = 1..=1_000_000_000;
/// Milliseconds that a clock may be overrun: a quarter of an hour.
pub(crate) const MARGIN: RangeInclusive<u64> = 0..=1_000_000;
/// Seconds, wherever they are given: from a millisecond to eleven days.
pub(crate) const SECONDS: RangeInclusive<f64> = 0.001..=1e6;
/// A probability.
pub(crate) const PROBABILITY: RangeInclusive<f64> = 0.0..=1.0;
/// A file of openings in bytes: it is held in memory, and so are the positions
/// in it, which take more.
pub(crate) const OPENINGS: u64 = 256 << 20;
/// The opening to begin with: the list is gone round as often as it takes.
pub(crate) const FIRST_OPENING: RangeInclusive<usize> = 1..=usize::MAX;
/// Plies of an opening: nobody prepares that far.
pub(crate) const OPENING_PLIES: RangeInclusive<usize> = 0..=1000;
/// Men of an ending that is solved: from a third man on there is something to
/// solve, and with more than five no machine has the memory.
pub(crate) const ENDING_MEN: RangeInclusive<u32> = 3..=erawan_endings::MAX_MEN;
/// Plies of each game that go into a book: for the same reason.
pub(crate) const BOOK_PLIES: RangeInclusive<usize> = 1..=1000;
/// A rating: four digits, and none is below one.
pub(crate) const RATING: RangeInclusive<u16> = 1..=9999;
/// Plies of a game in a database: the longest that is kept.
pub(crate) const GAME_PLIES: RangeInclusive<u16> = 0..=erawan_database::MAX_PLIES as u16;
/// Games that are listed at once: each is held in memory with its names.
pub(crate) const LISTED: RangeInclusive<usize> = 0..=1_000_000;
/// Moves after which a game is a draw: longer than any game ends by itself.
pub(crate) const MAX_MOVES: RangeInclusive<u32> = 1..=10_000;
/// Men of a table: there are tables up to seven.
pub(crate) const MEN: RangeInclusive<u32> = 2..=7;
/// Numbers of the rules that end games early: moves, and centipawns.
pub(crate) const RULE: RangeInclusive<i64> = 0..=1_000_000;
/// The games of an earlier run in bytes, which are held in memory.
pub(crate) const RESUMED: u64 = 8 << 30;

/// Pairs between two updates of a tuning.
pub(crate) const BATCH: RangeInclusive<u64> = 1..=100_000;
/// The learning rate of a tuning.
pub(crate) const RATE: RangeInclusive<f64> = 1e-6..=10.0;
/// How far a number is moved: from less than a step of it to beyond any.
pub(crate) const STEP: RangeInclusive<f64> = 0.01..=1e6;
/// The trace of a tuning in bytes, which is read as a whole.
pub(crate) const TRACE: u64 = 1 << 30;

/// Openings that are made at once: each is remembered, to be made once only.
pub(crate) const RANDOM_OPENINGS: usize = 10_000_000;
/// Positions of a book that openings are made from, which are held in memory.
pub(crate) const BOOK_POSITIONS: usize = 5_000_000;

/// Random plies of an opening: after that many a game may be over.
pub(crate) const RANDOM_PLIES: RangeInclusive<u32> = 0..=200;

/// Games of a file of self-play: no sum of two such numbers overflows.
pub(crate) const SELF_PLAY_GAMES: RangeInclusive<u64> = 1..=u64::MAX / 2;
/// Seconds of self-play: thirty years.
pub(crate) const SELF_PLAY_SECONDS: RangeInclusive<f64> = 0.0..=1e9;
/// Nodes for each move of self-play: eight times as many, after which a search
/// is broken off, fit in the file's header.
pub(crate) const SELF_PLAY_NODES: RangeInclusive<u32> = 1..=u32::MAX / 8;

/// The number of a start position of Chess960.
pub(crate) const CHESS960: RangeInclusive<u16> = 0..=chess960::COUNT - 1;
/// Width and height of a picture: beyond that nothing draws it.
pub(crate) const PIXELS: RangeInclusive<u32> = 16..=16_384;
