//! Retrograde analysis: from the mates backwards, a ply at a time.
//!
//! Each position has a byte for what is known of it and one for the quiet moves
//! that have not been refuted yet. Captures and promotions lead into tables
//! that are solved already; what they are worth is worked out first and waits
//! in the position's byte for its ply.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use erawan_board::Rules;

use crate::counts;
use crate::index::Layout;
use crate::links::{Known, Links};
use crate::material::Material;
use crate::moves::Board;

/// Nobody can force anything.
pub(crate) const DRAW: u8 = 255;
/// This stands for no position, or for one in which a king could be taken.
pub(crate) const BROKEN: u8 = 254;
/// The longest distance that fits, in plies.
pub(crate) const LONGEST: u8 = 253;

/// What a number in a table measures, always in plies. An even number is a
/// loss for the side to move, an odd one a win.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Metric {
    /// To mate, as if nothing were counted.
    Mate,
    /// To mate, or to a move that begins another count within which the game
    /// is won.
    Count,
}

/// A solved table, all of it in memory.
#[derive(Clone, Debug)]
pub struct Table {
    pub(crate) layout: Layout,
    pub(crate) mate: Vec<u8>,
    /// `None` where the distance to mate decides.
    pub(crate) count: Option<Vec<u8>>,
}

impl Table {
    /// What stands on the board.
    pub fn material(&self) -> Material {
        self.layout.material
    }

    /// The numbers that decide whether a count is met.
    pub(crate) fn deciding(&self) -> &[u8] {
        self.count.as_deref().unwrap_or(&self.mate)
    }

    /// The numbers of a metric; those of mate where it decides.
    pub(crate) fn plane(&self, metric: Metric) -> &[u8] {
        match metric {
            Metric::Mate => &self.mate,
            Metric::Count => self.deciding(),
        }
    }
}

/// Why a table was not solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolveError {
    /// Somebody asked to stop.
    Stopped,
    /// A table that it leads to is missing.
    Missing(Material),
    /// A win takes longer than a byte can say.
    TooLong(Material),
    /// The tables it needs do not fit into memory.
    Memory(Material),
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::Stopped => f.write_str("stopped"),
            SolveError::Missing(material) => write!(f, "the table of {material} is missing"),
            SolveError::TooLong(material) => {
                write!(f, "a win in {material} takes more than {LONGEST} plies")
            }
            SolveError::Memory(material) => write!(f, "{material} does not fit into memory"),
        }
    }
}

impl core::error::Error for SolveError {}

/// How a table is solved.
#[derive(Clone, Copy, Debug)]
pub struct Work<'a> {
    /// Threads that work on it.
    pub threads: usize,
    /// Set from outside, it ends the work soon.
    pub stop: &'a AtomicBool,
}

/// Solves a table, with the tables that it leads to.
pub(crate) fn solve<R: Rules>(
    material: Material,
    known: &Known,
    work: Work,
) -> Result<Table, SolveError> {
    solve_within::<R>(material, known, work, LONGEST)
}

/// The same with a bound of distances that a test can reach.
fn solve_within<R: Rules>(
    material: Material,
    known: &Known,
    work: Work,
    longest: u8,
) -> Result<Table, SolveError> {
    let layout = Layout::new(material);
    let links = Links::new::<R>(&layout, known)?;
    let task = Task { layout: &layout, links: &links, work, longest };
    let mate = Solver::<R>::new(task, Metric::Mate)?.run()?;
    let count = if counts::mate_decides(&material) {
        None
    } else {
        Some(Solver::<R>::new(task, Metric::Count)?.run()?)
    };
    Ok(Table { layout, mate, count })
}

/// Such a position has a capture that saves it: it is never lost.
const SAVED: u8 = 255;

/// What is to be solved, and how.
#[derive(Clone, Copy)]
struct Task<'a> {
    layout: &'a Layout,
    links: &'a Links,
    work: Work<'a>,
    /// The longest distance that may come out.
    longest: u8,
}

struct Solver<'a, R: Rules> {
    layout: &'a Layout,
    links: &'a Links,
    work: Work<'a>,
    longest: u8,
    metric: Metric,
    values: Vec<AtomicU8>,
    /// The quiet moves that are not known to lose.
    open: Vec<AtomicU8>,
    /// The longest distance that stands anywhere.
    last: AtomicU8,
    is_too_long: AtomicBool,
    /// Positions with a capture or promotion that loses at the longest distance
    /// there may be: if all other moves lose too, that is too long.
    at_the_edge: Mutex<Vec<usize>>,
    rules: core::marker::PhantomData<R>,
}

impl<'a, R: Rules> Solver<'a, R> {
    fn new(task: Task<'a>, metric: Metric) -> Result<Solver<'a, R>, SolveError> {
        /// Places that are made in a moment.
        const CHUNK: usize = 16 << 20;
        let Task { layout, links, work, longest } = task;
        let bytes = |byte: u8| -> Result<Vec<AtomicU8>, SolveError> {
            let mut bytes = Vec::new();
            let reserved = bytes.try_reserve_exact(layout.places());
            reserved.map_err(|_| SolveError::Memory(layout.material))?;
            while bytes.len() < layout.places() {
                if work.stop.load(Relaxed) {
                    return Err(SolveError::Stopped);
                }
                let len = (bytes.len() + CHUNK).min(layout.places());
                bytes.resize_with(len, || AtomicU8::new(byte));
            }
            Ok(bytes)
        };
        Ok(Solver {
            layout,
            links,
            work,
            longest,
            metric,
            values: bytes(DRAW)?,
            open: bytes(SAVED)?,
            last: AtomicU8::new(0),
            is_too_long: AtomicBool::new(false),
            at_the_edge: Mutex::default(),
            rules: core::marker::PhantomData,
        })
    }

    fn run(self) -> Result<Vec<u8>, SolveError> {
        self.in_parallel(|index| self.begin(index))?;
        let mut plies = 0;
        while plies <= self.last.load(Relaxed) {
            self.in_parallel(|index| {
                let is_due = self.values[index].load(Relaxed) == plies
                    && (plies % 2 == 1 || self.open[index].load(Relaxed) == 0);
                if is_due {
                    self.go_back(index, plies);
                }
            })?;
            plies += 1;
        }
        if self.is_too_long.load(Relaxed) || self.is_beyond_the_edge() {
            return Err(SolveError::TooLong(self.layout.material));
        }
        // What still waits for a ply that never came is lost by no force.
        self.in_parallel(|index| {
            let plies = self.values[index].load(Relaxed);
            if plies <= LONGEST && plies.is_multiple_of(2) && self.open[index].load(Relaxed) != 0 {
                self.values[index].store(DRAW, Relaxed);
            }
        })?;
        Ok(self.values.into_iter().map(AtomicU8::into_inner).collect())
    }

    /// Runs something for every place, on all threads.
    fn in_parallel(&self, act: impl Fn(usize) + Sync) -> Result<(), SolveError> {
        const SLICE: usize = 1 << 14;
        let next = AtomicUsize::new(0);
        let stop = self.work.stop;
        let help = || {
            loop {
                let start = next.fetch_add(SLICE, Relaxed);
                if start >= self.layout.places() || stop.load(Relaxed) {
                    return;
                }
                (start..(start + SLICE).min(self.layout.places())).for_each(&act);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.work.threads {
                // Fewer threads than asked for is slower, not wrong.
                let _ = std::thread::Builder::new().spawn_scoped(scope, help);
            }
            help();
        });
        if stop.load(Relaxed) { Err(SolveError::Stopped) } else { Ok(()) }
    }

    /// Counts the quiet moves of a position, and finds out what the others are
    /// worth.
    fn begin(&self, index: usize) {
        let (squares, turn) = self.layout.squares(index);
        let board = Board::<R>::new(self.layout, &squares);
        if !self.layout.is_position(&squares) || board.is_in_check(!turn) {
            self.values[index].store(BROKEN, Relaxed);
            return;
        }
        let (mut quiet, mut is_saved) = (0u8, false);
        // The quickest win and the slowest loss by a capture or promotion.
        let (mut win, mut loss) = (None::<u8>, None::<u8>);
        let mut moves = 0;
        board.each_move(turn, |step| {
            moves += 1;
            match self.links.value(&squares, &step, turn, self.metric) {
                None => quiet += 1,
                Some(lost) if lost <= LONGEST && lost % 2 == 0 => {
                    win = Some(win.map_or(lost, |win| win.min(lost)));
                }
                Some(won) if won <= LONGEST => {
                    loss = Some(loss.map_or(won, |loss| loss.max(won)));
                }
                Some(_) => is_saved = true,
            }
            true
        });
        let value = if moves == 0 {
            if board.is_in_check(turn) { 0 } else { DRAW }
        } else {
            match win.or(loss.filter(|_| !is_saved)) {
                None => DRAW,
                Some(plies) if plies < self.longest => plies + 1,
                Some(plies) => {
                    self.find_edge(index, win.is_some() || quiet == 0 || plies > self.longest);
                    DRAW
                }
            }
        };
        let is_stalemate = moves == 0 && value == DRAW;
        let open = if is_saved || is_stalemate { SAVED } else { quiet };
        self.open[index].store(open, Relaxed);
        self.put(index, value);
    }

    /// A capture or promotion leads further than there may be: either that is too
    /// long at once, or if nothing else saves the position.
    fn find_edge(&self, index: usize, at_once: bool) {
        if at_once {
            self.is_too_long.store(true, Relaxed);
        } else {
            self.at_the_edge.lock().unwrap_or_else(PoisonError::into_inner).push(index);
        }
    }

    fn is_beyond_the_edge(&self) -> bool {
        let edge = self.at_the_edge.lock().unwrap_or_else(PoisonError::into_inner);
        let is_won = |plies: u8| plies <= LONGEST && plies % 2 == 1;
        edge.iter().any(|&index| {
            self.open[index].load(Relaxed) == 0 && !is_won(self.values[index].load(Relaxed))
        })
    }

    fn put(&self, index: usize, value: u8) {
        self.values[index].store(value, Relaxed);
        if value <= LONGEST {
            self.last.fetch_max(value, Relaxed);
        }
    }

    fn put_if_short(&self, index: usize, value: u8) {
        if value > self.longest {
            self.is_too_long.store(true, Relaxed);
        } else {
            self.put(index, value);
        }
    }

    /// A position is decided in `plies` plies: tells those that lead to it.
    fn go_back(&self, index: usize, plies: u8) {
        let (squares, turn) = self.layout.squares(index);
        let board = Board::<R>::new(self.layout, &squares);
        let next = plies + 1;
        board.each_quiet_origin(!turn, |origin| {
            let Some(before) = self.layout.index(origin, !turn) else { return };
            let value = self.values[before].load(Relaxed);
            if value == BROKEN {
                return;
            }
            let is_win_waiting = value <= LONGEST && value % 2 == 1;
            if plies.is_multiple_of(2) {
                if value == DRAW || !is_win_waiting || value > next {
                    self.put_if_short(before, next);
                }
            } else if !is_win_waiting && self.open[before].load(Relaxed) != SAVED {
                let left = self.open[before].fetch_sub(1, Relaxed) - 1;
                if left == 0 {
                    let value = if value == DRAW { next } else { value.max(next) };
                    self.put_if_short(before, value);
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use erawan_board::Makruk;

    use super::*;

    #[test]
    fn the_longest_distance_there_may_be_is_not_too_long() {
        let work = Work { threads: 1, stop: &AtomicBool::new(false) };
        let material = |name| Material::from_name(name).unwrap();
        let kings = solve::<Makruk>(material("KvK"), &|_| None, work).map(Arc::new).unwrap();
        let known = |material: Material| (material.men() == 2).then(|| Arc::clone(&kings));
        let solve = |longest| solve_within::<Makruk>(material("KRvK"), &known, work, longest);
        let table = solve(LONGEST).unwrap();
        let last = table.mate.iter().copied().filter(|&plies| plies <= LONGEST).max().unwrap();
        assert_eq!(solve(last).unwrap().mate, table.mate);
        let too_long = Err(SolveError::TooLong(material("KRvK")));
        assert_eq!(solve(last - 1).map(|_| ()), too_long);
    }

    /// A capture that loses at the longest distance there may be is too long only if
    /// the position is lost. Here it never is: the king may go elsewhere.
    #[test]
    fn what_loses_at_the_longest_distance_need_not_be_played() {
        let work = Work { threads: 1, stop: &AtomicBool::new(false) };
        let invented = |material: Material| {
            let layout = Layout::new(material);
            let worth = if material.men() == 2 { LONGEST } else { DRAW };
            let mate = vec![worth; layout.places()];
            Some(Arc::new(Table { layout, mate, count: None }))
        };
        let bia = Material::from_name("KPvK").unwrap();
        let table = solve::<Makruk>(bia, &invented, work).unwrap();
        assert!(table.mate.iter().all(|&plies| plies >= BROKEN));
        // A win at that distance leaves some no other way.
        let promoted = |material: Material| {
            let mut table = invented(material)?;
            Arc::make_mut(&mut table).mate.fill(if material.men() == 2 { DRAW } else { 252 });
            Some(table)
        };
        let solved = solve::<Makruk>(bia, &promoted, work).map(|_| ());
        assert_eq!(solved, Err(SolveError::TooLong(bia)));
    }
}
