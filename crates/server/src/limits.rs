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
pub(crate) const MAX_ERRORS: usize = 5;
/// The most documents that are kept: a folder that every system lists quickly.
pub(crate) const MAX_DOCUMENTS: usize = 10_000;
/// The longest file that is read in the data folder, in bytes. A document may be
/// longer there than in its message, for its numbers are written out.
pub(crate) const MAX_FILE: u64 = 4 * MAX_MESSAGE as u64;
/// The most engines that may live at once, in all pages together: each has a
/// table and threads of its own.
pub(crate) const MAX_ENGINES: usize = 8;
/// The mebibytes that the tables of all engines may have together, those of
/// reviews among them: one of the largest ([`MAX_HASH`]), and as much again for
/// all others.
pub(crate) const MAX_MEMORY: usize = 2 * MAX_HASH;
/// The most engines that share a review. A game has a hundred positions or so,
/// and each engine has a table of its own.
pub(crate) const MAX_TEAM: usize = 32;
/// The most pages at once. Each holds a descriptor, of which many systems give
/// a process 1024.
pub(crate) const MAX_PAGES: usize = 256;
/// The most requests of a page that wait for an answer; a page asks for a few.
pub(crate) const MAX_WAITING: usize = 64;
/// The most lines of a search: as many as the page can show.
pub(crate) const MAX_LINES: usize = 5;
/// The most mebibytes of a table.
pub(crate) const MAX_HASH: usize = 4096;
/// The most threads that can be asked for. The engine gets no more than there
/// are processors, so that settings of a larger machine do no harm.
pub(crate) const MAX_THREADS: usize = 1024;
/// The greatest depth; no search gets near it.
pub(crate) const MAX_DEPTH: u32 = 1000;
/// The longest search for a position, in milliseconds: a day.
pub(crate) const MAX_MOVETIME: u64 = 24 * 60 * 60 * 1000;
/// The most time on a clock, in milliseconds: a day.
pub(crate) const MAX_CLOCK: u64 = 24 * 60 * 60 * 1000;
/// The most time that a move adds, in milliseconds: an hour.
pub(crate) const MAX_INCREMENT: u64 = 60 * 60 * 1000;
/// The longest thought about a move in a game, whatever the clock allows:
/// nobody waits longer without taking the server for dead.
pub(crate) const LONGEST_THOUGHT: Duration = Duration::from_secs(10 * 60);
/// The most nodes for each position of a review: half a minute.
pub(crate) const MAX_REVIEW_NODES: u64 = 20_000_000;
/// The longest piece of a file that is imported, in bytes: few requests even for a
/// large file, and little to hold.
pub const MAX_PIECE: usize = 1 << 20;
/// The most pieces of an import that wait.
pub(crate) const MAX_PIECES: usize = 4;
/// The most imports at once; a database has one that writes anyway.
pub(crate) const MAX_IMPORTS: usize = 4;
/// How long a piece waits for room before it is to be sent again; shorter than a
/// visit may be.
pub(crate) const PIECE_WAIT: Duration = Duration::from_secs(10);
/// The most bad games of an import that are told with their reasons. All are counted.
pub(crate) const MAX_PROBLEMS: usize = 200;
/// The most rows of a list at a time.
pub(crate) const MAX_ROWS: usize = 500;
/// The longest name that is looked for, in bytes.
pub(crate) const MAX_NAME: usize = 200;
/// The most games, or exercises, that are taken out at a time, or exercises put in.
pub(crate) const MAX_REMOVED: usize = 10_000;

/// The most connections that are not yet a page's socket. A page needs five for
/// a moment; more than that is somebody who dawdles.
pub(crate) const MAX_VISITORS: usize = 24;
/// How long a visitor may take for the head of its request.
pub(crate) const HEADERS: Duration = Duration::from_secs(5);
/// How long a visit may take in all.
pub(crate) const VISIT: Duration = Duration::from_secs(30);
/// How long to wait when the system has no descriptor left.
pub(crate) const NO_DESCRIPTOR: Duration = Duration::from_millis(20);

/// What all pages of a server share. One that is started without saying gives
/// them as much as the limits above allow.
///
/// ```no_run
/// use erawan_server::{Server, limits::Bounds};
/// # let folder = std::path::PathBuf::new();
/// let bounds = Bounds { memory: 512, ..Bounds::default() };
/// let server = Server::bind(0, &folder, None)?.with_bounds(bounds);
/// # Ok::<(), erawan_server::StartError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Pages that may be open at once.
    pub pages: usize,
    /// Mebibytes for the tables of all engines together.
    pub memory: usize,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds { pages: MAX_PAGES, memory: MAX_MEMORY }
    }
}

/// Refuses numbers that are out of range, and says which.
pub(crate) fn check(request: &Request) -> Result<(), String> {
    match request {
        Request::Position { line } | Request::Tables { line } => check_line(line),
        Request::Analyse { line, lines, threads, hash, limit, threat: _ } => {
            check_line(line)?;
            within("lines", *lines, 0..=MAX_LINES)?;
            within("threads", *threads, 0..=MAX_THREADS)?;
            within("hash", *hash, 0..=MAX_HASH)?;
            optional("depth", limit.depth, 1..=MAX_DEPTH)?;
            optional("movetime", limit.movetime, 0..=MAX_MOVETIME)
        }
        Request::Play { line, elo, seed: _, clock, movetime } => {
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
        | Request::Stop
        | Request::Save { .. }
        | Request::Remove { .. }
        | Request::Load { .. }
        | Request::List => Ok(()),
    }
}

/// Letters may have four bytes each.
fn check_name(name: &str) -> Result<(), String> {
    let length = name.chars().count();
    within("the length of a name", length, 0..=erawan_database::MAX_REPERTOIRE_NAME)
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
