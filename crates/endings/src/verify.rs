//! The second opinion: every number must follow from those of the positions
//! that the library's own moves lead to.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use erawan_board::{Color, Counting, Position, Rules};

use crate::counts::{self, Begun};
use crate::links::{Known, settled};
use crate::locate;
use crate::material::Material;
use crate::solve::{BROKEN, DRAW, LONGEST, Metric, SolveError, Table, Work};

/// A number that does not follow from its successors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement {
    /// The table.
    pub material: Material,
    /// What the number measures.
    pub metric: Metric,
    /// Where it is in the table.
    pub place: usize,
    /// The number.
    pub stored: u8,
    /// What follows from the successors.
    pub follows: u8,
}

impl core::fmt::Display for Disagreement {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Disagreement { material, metric, place, stored, follows } = self;
        write!(f, "{material}, {metric:?}, place {place}: {stored} is stored, {follows} follows")
    }
}

/// Looks at every `step`th place of a table, for both metrics. Returns how many
/// numbers were looked at and the first that is wrong, if any.
pub(crate) fn verify<R: Rules>(
    table: &Table,
    step: usize,
    known: &Known,
    work: Work,
) -> Result<(u64, Option<Disagreement>), SolveError> {
    const SLICE: usize = 1 << 12;
    let mut near = vec![];
    for material in table.material().successors() {
        near.push(known(material).ok_or(SolveError::Missing(material))?);
    }
    let (next, looked_at) = (AtomicUsize::new(0), AtomicU64::new(0));
    let wrong = Mutex::new(None::<Disagreement>);
    let found = || wrong.lock().unwrap_or_else(PoisonError::into_inner);
    let places = table.layout.places();
    let help = || {
        loop {
            let start = next.fetch_add(SLICE, Relaxed);
            if start >= places || work.stop.load(Relaxed) || found().is_some() {
                return;
            }
            let first = start.next_multiple_of(step);
            for place in (first..(start + SLICE).min(places)).step_by(step) {
                if let Some(disagreement) = look_at::<R>(table, &near, place) {
                    *found() = Some(disagreement);
                    return;
                }
                looked_at.fetch_add(1, Relaxed);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..work.threads {
            // Fewer threads than asked for is slower, not wrong.
            let _ = std::thread::Builder::new().spawn_scoped(scope, help);
        }
        help();
    });
    if work.stop.load(Relaxed) {
        return Err(SolveError::Stopped);
    }
    let wrong = found().take();
    Ok((looked_at.into_inner(), wrong))
}

/// A count that runs has this number, so that one that begins is told from it.
const RUNNING: u16 = 33;

fn look_at<R: Rules>(table: &Table, near: &[Arc<Table>], place: usize) -> Option<Disagreement> {
    let layout = &table.layout;
    let counting = if counts::is_running::<R>(&layout.material) {
        Counting::new(2 * R::COUNTS.board, RUNNING)
    } else {
        Counting::NONE
    };
    // What stands for no position may hold anything.
    let position = table.position::<R>(place, counting)?;
    for (metric, stored) in [
        (Metric::Mate, Some(table.mate[place])),
        (Metric::Count, table.count.as_ref().map(|count| count[place])),
    ] {
        let Some(stored) = stored else { continue };
        let follows = follows(table, near, &position, metric);
        if stored != follows {
            let material = layout.material;
            return Some(Disagreement { material, metric, place, stored, follows });
        }
    }
    None
}

fn follows<R: Rules>(
    table: &Table,
    near: &[Arc<Table>],
    position: &Position<R>,
    metric: Metric,
) -> u8 {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return if position.in_check() { 0 } else { DRAW };
    }
    if position.is_insufficient_material() {
        return DRAW;
    }
    let (mut win, mut loss, mut is_saved) = (None::<u8>, 0, false);
    for &m in moves.iter() {
        let next = position.play_unchecked(m);
        match worth(table, near, position, &next, metric) {
            lost if lost <= LONGEST && lost % 2 == 0 => {
                win = Some(win.map_or(lost, |win| win.min(lost)));
            }
            won if won <= LONGEST => loss = loss.max(won),
            _ => is_saved = true,
        }
    }
    match win {
        Some(plies) => plies + 1,
        None if is_saved => DRAW,
        None => loss + 1,
    }
}

fn worth<R: Rules>(
    table: &Table,
    near: &[Arc<Table>],
    before: &Position<R>,
    next: &Position<R>,
    metric: Metric,
) -> u8 {
    let (material, flip) = Material::of(next).canonical();
    let table = if material == table.material() {
        table
    } else {
        // All successors are there.
        match near.iter().find(|table| table.material() == material) {
            Some(table) => table,
            None => return BROKEN,
        }
    };
    let Some(place) = locate::place(&table.layout, flip, next) else { return BROKEN };
    if metric == Metric::Mate {
        return table.mate[place];
    }
    let (old, new) = (before.counting(), next.counting());
    let goes_on = new.limit() == old.limit() && (new.limit() == 0 || new.ply() == old.ply() + 1);
    let plies = table.deciding()[place];
    if goes_on {
        return plies;
    }
    settled(Begun { limit: u16::from(new.limit()), ply: new.ply() }, plies)
}

impl Disagreement {
    /// Whose turn it is there.
    pub fn turn(&self) -> Color {
        crate::index::Layout::new(self.material).squares(self.place).1
    }
}
