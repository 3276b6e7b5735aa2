//! How much of a conversation is taken: lengths, counts and times, each with its
//! reason. Whatever comes over the wire, memory stays bounded and an answer comes.
//!
//! The limits of numbers in options are in the options themselves, as `uci`
//! prints them.

use std::time::Duration;

/// The longest line that the engine reads, in bytes; a longer one is skipped. A
/// game of ten thousand moves takes a hundredth of it.
pub const COMMAND_LINE: u64 = 16 << 20;

/// The largest table that may be asked for, in mebibytes: what other engines
/// declare. What the machine can give is found out when it is asked for.
pub const HASH: i64 = 1 << 25;

/// The most threads: more than machines have.
pub const THREADS: i64 = 1024;

/// The most lines of `MultiPV`: more than any position has moves.
pub const MULTI_PV: i64 = 512;

/// The largest `Move Overhead`, in milliseconds: five seconds, beyond which no
/// wire is that slow.
pub const MOVE_OVERHEAD: i64 = 5000;

/// How long a search takes whose limits could not be read, in milliseconds: as
/// little as any clock has left.
pub const MOVE_TIME_IF_UNCLEAR: i64 = 100;

/// How long a count may go on before what comes next is done, which often comes right behind it.
pub const LONGEST_WAIT_FOR_COUNT: Duration = Duration::from_secs(10);

/// Remarks that are kept until a search begins. A client that sends more wrong
/// options than that has been told enough.
pub const NOTES: usize = 64;

/// Warnings about one line; one line says enough about a page of nonsense.
pub const WARNINGS: usize = 16;

/// Moves of `searchmoves` that are complained of one by one.
pub const WRONG_MOVES: usize = 4;

/// The longest piece of a line that a warning quotes, in characters.
pub const EXCERPT: usize = 40;

/// The longest line taken from a program, in bytes. What is beyond is thrown
/// away up to the line break.
pub const ANSWER_LINE: usize = 1 << 16;

/// Lines of a program that may wait to be looked at. After that it has to wait,
/// as with any pipe that is full, so that nothing is lost and memory is bounded.
pub const WAITING_LINES: usize = 1024;

/// Bytes that may wait until a program reads them. One that reads nothing is
/// given up.
pub const WAITING_INPUT: usize = 4 << 20;

/// How much of a program's standard error is kept: its end, in bytes.
pub const ERRORS: usize = 4096;

/// Commands of XBoard that may wait until those before them are done.
pub const WAITING_COMMANDS: usize = 16;

/// Pings of XBoard that are answered after the move; more are answered at once.
pub const PINGS: usize = 1000;

/// How long the engine looks for a hint.
pub const HINT_TIME: Duration = Duration::from_millis(200);
