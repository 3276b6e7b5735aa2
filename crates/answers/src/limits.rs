//! The bounds of everything that a page may send or ask for, with the reasons.
//!
//! What is beyond one of them is refused with a sentence that names the number,
//! never cut down in silence. The page has those that it must know itself from
//! `web/src/generated/protocol.ts`, so both sides check the same numbers.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::time::Duration;

use erawan_engine::strength::Strength;

use crate::protocol::{GameFilter, Line, Request};

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
pub const MAX_ERRORS: usize = 5;
/// The most engines that share a review. A game has a hundred positions or so,
/// and each engine has a table of its own.
pub const MAX_TEAM: usize = 32;
/// The most lines of a search: as many as the page can show.
pub const MAX_LINES: usize = 5;
/// The most mebibytes of a table.
pub const MAX_HASH: usize = 4096;
/// The most threads that can be asked for. The engine gets no more than there
/// are processors, so that settings of a larger machine do no harm.
pub const MAX_THREADS: usize = 1024;
/// The greatest depth; no search gets near it.
pub const MAX_DEPTH: u32 = 1000;
/// The longest search for a position, in milliseconds: a day.
pub const MAX_MOVETIME: u64 = 24 * 60 * 60 * 1000;
/// The most time on a clock, in milliseconds: a day.
pub const MAX_CLOCK: u64 = 24 * 60 * 60 * 1000;
/// The most time that a move adds, in milliseconds: an hour.
pub const MAX_INCREMENT: u64 = 60 * 60 * 1000;
/// The longest thought about a move in a game, whatever the clock allows:
/// nobody waits longer without taking the server for dead.
pub const LONGEST_THOUGHT: Duration = Duration::from_secs(10 * 60);
/// The most nodes for each position of a review: half a minute.
pub const MAX_REVIEW_NODES: u64 = 20_000_000;
/// The longest piece of a file that is imported, in bytes: few requests even for a
/// large file, and little to hold.
pub const MAX_PIECE: usize = 1 << 20;
/// The most rows of a list at a time.
pub const MAX_ROWS: usize = 500;
/// The longest name that is looked for, in bytes.
pub const MAX_NAME: usize = 200;
/// The longest name of a repertoire, in characters, as databases have it.
pub const MAX_REPERTOIRE_NAME: usize = 100;
#[cfg(feature = "database")]
const _: () = assert!(MAX_REPERTOIRE_NAME == erawan_database::MAX_REPERTOIRE_NAME);
/// The most games, or exercises, that are taken out at a time, or exercises put in.
pub const MAX_REMOVED: usize = 10_000;

/// Refuses numbers that are out of range, and says which.
pub fn check(request: &Request) -> Result<(), String> {
    match request {
        Request::Position { line } | Request::Tables { line } => check_line(line),
        Request::Analyse { line, lines, threads, hash, limit, threat: _, engine: _ } => {
            check_line(line)?;
            within("lines", *lines, 0..=MAX_LINES)?;
            within("threads", *threads, 0..=MAX_THREADS)?;
            within("hash", *hash, 0..=MAX_HASH)?;
            optional("depth", limit.depth, 1..=MAX_DEPTH)?;
            optional("movetime", limit.movetime, 0..=MAX_MOVETIME)
        }
        Request::Play { line, elo, seed: _, clock, movetime, engine: _ } => {
            check_line(line)?;
            optional("elo", *elo, Strength::MIN..=Strength::MAX)?;
            optional("clock", clock.map(|(time, _)| time), 0..=MAX_CLOCK)?;
            optional("increment", clock.map(|(_, increment)| increment), 0..=MAX_INCREMENT)?;
            optional("movetime", *movetime, 0..=MAX_MOVETIME)
        }
        Request::Try { line, effort: _ } => check_line(line),
        Request::Review { game: _, effort: _, nodes, threads } => {
            within("nodes", *nodes, 0..=MAX_REVIEW_NODES)?;
            within("threads", *threads, 0..=MAX_THREADS)
        }
        Request::FindGames { filter, line, material, limit, .. } => {
            check_filter(filter)?;
            let men = material.as_ref().map(String::len);
            optional("the length of the men looked for", men, 0..=MAX_NAME)?;
            line.as_ref().map_or(Ok(()), check_line)?;
            within("limit", *limit, 0..=MAX_ROWS)
        }
        Request::Explore { line, filter, games, .. } => {
            check_line(line)?;
            check_filter(filter)?;
            within("games", *games, 0..=MAX_ROWS)
        }
        Request::ExploreOwn { line, filter, games, .. } => {
            check_line(line)?;
            check_filter(filter)?;
            within("games", *games, 0..=MAX_ROWS)
        }
        Request::RemoveGames { games, .. } => within("games", games.len(), 0..=MAX_REMOVED),
        Request::AddExercises { exercises } => {
            within("exercises", exercises.len(), 0..=MAX_REMOVED)?;
            exercises.iter().try_for_each(|exercise| check_line(&exercise.line))
        }
        Request::NextExercise { theme, except, .. } => {
            let length = theme.as_ref().map(String::len);
            optional("the length of a theme", length, 0..=MAX_NAME)?;
            within("exercises", except.len(), 0..=MAX_REMOVED)
        }
        Request::RemoveExercises { exercises, .. } => {
            within("exercises", exercises.len(), 0..=MAX_REMOVED)
        }
        Request::PutRepertoire { .. }
        | Request::ImportRepertoire { .. }
        | Request::NextRecall { .. }
        | Request::Recalled { .. } => check_repertoire(request),
        Request::Read { .. }
        | Request::Check { .. }
        | Request::Databases
        | Request::CreateDatabase { .. }
        | Request::RemoveDatabase { .. }
        | Request::Training
        | Request::Practised { .. }
        | Request::Repertoires
        | Request::OpenRepertoire { .. }
        | Request::RemoveRepertoire { .. }
        | Request::Departures
        | Request::OpenGame { .. }
        | Request::Import { .. }
        | Request::EndImport { .. }
        | Request::Write { .. }
        | Request::Stop { .. }
        | Request::Engines
        | Request::Save { .. }
        | Request::Remove { .. }
        | Request::Load { .. }
        | Request::List => Ok(()),
    }
}

fn check_repertoire(request: &Request) -> Result<(), String> {
    match request {
        Request::PutRepertoire { name, .. } => check_name(name),
        Request::ImportRepertoire { name, text, .. } => {
            check_name(name)?;
            within("the length of the text in bytes", text.len(), 0..=MAX_TEXT)
        }
        Request::NextRecall { except, after, .. } => {
            within("positions", except.len(), 0..=MAX_MOVES)?;
            within("moves", after.len(), 0..=MAX_MOVES)
        }
        Request::Recalled { position, .. } => {
            within("the length of a position", position.len(), 0..=MAX_NAME)
        }
        _ => Ok(()),
    }
}

/// Letters may have four bytes each.
fn check_name(name: &str) -> Result<(), String> {
    within("the length of a name", name.chars().count(), 0..=MAX_REPERTOIRE_NAME)
}

fn check_line(line: &Line) -> Result<(), String> {
    optional("number", line.number, 0..=959)
}

fn check_filter(filter: &GameFilter) -> Result<(), String> {
    let GameFilter { player, opponent, event, .. } = filter;
    [player, opponent, event].into_iter().try_for_each(|name| {
        let length = name.as_ref().map(String::len);
        optional("the length of a name", length, 0..=MAX_NAME)
    })
}

fn optional<T: PartialOrd + Display>(
    what: &str,
    value: Option<T>,
    range: RangeInclusive<T>,
) -> Result<(), String> {
    value.map_or(Ok(()), |value| within(what, value, range))
}

fn within<T: PartialOrd + Display>(
    what: &str,
    value: T,
    range: RangeInclusive<T>,
) -> Result<(), String> {
    if range.contains(&value) {
        return Ok(());
    }
    Err(format!("{what} is {value}, and only {} to {} is possible", range.start(), range.end()))
}
