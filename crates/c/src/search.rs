//! Looking for the best move.

use std::ffi::c_void;
use std::time::Duration;

use erawan_board::{Move, with_game};
use erawan_engine::{Clock, Control, Info, Limits, Score};

use crate::engine::ErawanEngine;
use crate::game::ErawanGame;
use crate::status::{ErawanStatus, Failure, borrow, guard, put};

/// What ends a search. Zeros set no limit: with nothing but zeros a search
/// runs until it is stopped.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug)]
pub struct ErawanLimits {
    /// Search no deeper.
    pub depth: u32,
    /// Look for a mate in this many moves.
    pub mate: u32,
    /// Search about this many nodes and no more.
    pub nodes: u64,
    /// Think exactly this long.
    pub movetime_ms: u64,
    /// What is left on the clock of the side to move.
    pub time_ms: u64,
    /// What the clock gains with each move.
    pub increment_ms: u64,
    /// Moves to the next time control.
    pub moves_to_go: u32,
    /// Report this many lines.
    pub multipv: u32,
}

/// What a score is measured in.
#[repr(i32)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErawanScoreKind {
    /// Hundredths of a pawn.
    Centipawns = 0,
    /// Moves to mate, negative if the side to move is mated.
    Mate = 1,
}

/// A line of play that a search reports.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ErawanInfo {
    /// Plies searched in full.
    pub depth: u32,
    /// The deepest ply reached.
    pub seldepth: u32,
    /// The number of the line, from 1.
    pub multipv: u32,
    /// What the score is measured in.
    pub score_kind: ErawanScoreKind,
    /// The score for the side to move.
    pub score: i32,
    /// The chance to win, in thousandths.
    pub win: u16,
    /// The chance to draw, in thousandths.
    pub draw: u16,
    /// The chance to lose, in thousandths.
    pub loss: u16,
    /// How full the transposition table is, in thousandths.
    pub hashfull: u16,
    /// Nodes searched by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time_ms: u64,
    /// The moves of the line. They belong to the library and are there until
    /// the callback returns.
    pub line: *const u16,
    /// How many moves the line has.
    pub line_length: usize,
}

/// What a search found.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ErawanBest {
    /// The move to play; 0 if there is no legal move.
    pub best: u16,
    /// The answer that is expected; 0 if none is.
    pub ponder: u16,
    /// The depth searched in full.
    pub depth: u32,
    /// What the score is measured in.
    pub score_kind: ErawanScoreKind,
    /// The score for the side to move.
    pub score: i32,
    /// Nodes searched by all threads.
    pub nodes: u64,
}

/// Hears of each line that a search reports, in the thread that asked for the
/// search. It must return: no exception may leave it, and it must not use the
/// engine apart from stopping it. Anything but 0 stops the search.
pub type ErawanOnInfo =
    Option<unsafe extern "C" fn(info: *const ErawanInfo, data: *mut c_void) -> i32>;

fn limits(from: &ErawanLimits) -> Limits {
    let some = |number: u32| (number > 0).then_some(number);
    let time = |ms: u64| (ms > 0).then(|| Duration::from_millis(ms));
    let increment = Duration::from_millis(from.increment_ms);
    Limits {
        depth: some(from.depth),
        mate: some(from.mate),
        nodes: (from.nodes > 0).then_some(from.nodes),
        movetime: time(from.movetime_ms),
        clock: time(from.time_ms).map(|time| Clock {
            time,
            increment,
            moves_to_go: some(from.moves_to_go),
        }),
        multipv: from.multipv as usize,
        ..Limits::default()
    }
}

fn parts(score: Score) -> (ErawanScoreKind, i32) {
    match score {
        Score::Centipawns(value) => (ErawanScoreKind::Centipawns, value),
        Score::Mate(moves) => (ErawanScoreKind::Mate, moves),
    }
}

fn bits(m: Option<Move>) -> u16 {
    m.map_or(0, Move::bits)
}

/// Tells the caller of a line.
///
/// # Safety
/// As for [`ErawanOnInfo`] and the data it gets.
unsafe fn tell(info: &Info, on_info: ErawanOnInfo, data: *mut c_void, control: &Control) {
    let Some(on_info) = on_info else { return };
    let line: Vec<u16> = info.pv.iter().map(|m| m.bits()).collect();
    let (score_kind, score) = parts(info.score);
    let told = ErawanInfo {
        depth: info.depth,
        seldepth: info.seldepth,
        multipv: u32::try_from(info.multipv).unwrap_or(u32::MAX),
        score_kind,
        score,
        win: info.chances.win,
        draw: info.chances.draw,
        loss: info.chances.loss,
        hashfull: u16::try_from(info.hashfull).unwrap_or(1000),
        nodes: info.nodes,
        time_ms: u64::try_from(info.time.as_millis()).unwrap_or(u64::MAX),
        line: line.as_ptr(),
        line_length: line.len(),
    };
    // SAFETY: the caller's promise.
    if unsafe { on_info(&told, data) } != 0 {
        control.stop();
    }
}

/// Looks for the best move of the position on the board, and returns when it is
/// found. `limits` may be NULL for none, `on_info` may be NULL, `data` is handed
/// to it as it is.
///
/// # Safety
/// `engine` is an engine, `game` is a game that nobody changes before the search
/// returns, `limits` is NULL or points at limits, `out` has room for the result.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn erawan_engine_search(
    engine: *const ErawanEngine,
    game: *const ErawanGame,
    limits: *const ErawanLimits,
    on_info: ErawanOnInfo,
    data: *mut c_void,
    out: *mut ErawanBest,
) -> ErawanStatus {
    guard(|| {
        // SAFETY: the caller's promise.
        let (owner, game) = unsafe { (borrow(engine, "engine")?, borrow(game, "game")?) };
        // SAFETY: the caller's promise.
        let limits = unsafe { limits.as_ref() }.map(self::limits).unwrap_or_default();
        if out.is_null() {
            return Err(Failure::argument("out is NULL"));
        }
        let mut engine = owner.lock()?;
        let found = with_game!(&game.game, game => engine.search(game, &limits, |info| {
            // SAFETY: the caller's promise.
            unsafe { tell(&info, on_info, data, &owner.control) }
        }));
        owner.control.reset();
        let (score_kind, score) = parts(found.score);
        let best = ErawanBest {
            best: bits(found.best),
            ponder: bits(found.ponder),
            depth: found.depth,
            score_kind,
            score,
            nodes: found.nodes,
        };
        // SAFETY: the caller's promise.
        unsafe { put(out, "out", best) }
    })
}
