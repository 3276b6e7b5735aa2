//! What past searches tell about moves and evaluations.

use erawan_board::{Bitboard, Color, Keys, Move, Role, Square};

use crate::params::Parameters;
use crate::score::Value;
use crate::threats::Threats;

/// The entry of a table that moves towards bonuses and away from maluses, the
/// slower the closer it is to its limit.
#[inline(always)]
fn gravitate(entry: &mut i16, bonus: i32, limit: i32) {
    let bonus = bonus.clamp(-limit, limit);
    let value = i32::from(*entry);
    *entry = (value + bonus - value * bonus.abs() / limit) as i16;
}

const QUIET_LIMIT: i32 = 8192;
const NOISY_LIMIT: i32 = 12_000;
const CONTINUATION_LIMIT: i32 = 16_384;
const PAWN_LIMIT: i32 = 8192;
const PAWN_SLOTS: usize = 512;
const CORRECTION_SLOTS: usize = 16_384;
const CORRECTION_LIMIT: i32 = 1024;
/// Entries of correction tables are in fractions of a centipawn.
const CORRECTION_GRAIN: i32 = 128;

/// A moved piece and its target: 12 × 64.
const PIECE_TARGETS: usize = 768;

/// The index of a piece that moved to a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PieceTarget(u16);

impl PieceTarget {
    #[inline(always)]
    pub(crate) fn new(color: Color, role: Role, to: Square) -> PieceTarget {
        PieceTarget((color.index() * 384 + role.index() * 64 + to.index()) as u16)
    }

    #[inline(always)]
    pub(crate) fn of(color: Color, m: Move) -> PieceTarget {
        PieceTarget::new(color, m.role(), m.to())
    }

    #[inline(always)]
    fn index(self) -> usize {
        self.0 as usize % PIECE_TARGETS
    }
}

/// A quiet move's place among others: who moves, from where to where, and
/// whether the squares are attacked by the opponent.
#[inline(always)]
fn butterfly(color: Color, m: Move, threats: Bitboard) -> usize {
    let from = usize::from(threats.contains(m.from()));
    let to = usize::from(threats.contains(m.to()));
    ((color.index() * 2 + from) * 2 + to) * 4096 + m.from().index() * 64 + m.to().index()
}

#[inline(always)]
fn capture(color: Color, m: Move, captured: Option<Role>) -> usize {
    PieceTarget::of(color, m).index() * 8 + captured.map_or(6, Role::index)
}

#[inline(always)]
fn pawn_slot(keys: &Keys, color: Color, m: Move) -> usize {
    (keys.pawns as usize % PAWN_SLOTS) * PIECE_TARGETS + PieceTarget::of(color, m).index()
}

/// The tables of one thread.
pub(crate) struct Histories {
    quiet: Box<[i16]>,
    noisy: Box<[i16]>,
    pawn: Box<[i16]>,
    /// `[earlier piece and target][piece and target]`.
    continuation: Box<[i16]>,
    correction_pawns: Box<[i16]>,
    correction_minors: Box<[i16]>,
    correction_non_pawns: [Box<[i16]>; 2],
    correction_continuation: Box<[i16]>,
}

fn table(len: usize) -> Box<[i16]> {
    vec![0; len].into_boxed_slice()
}

impl Histories {
    pub(crate) fn new() -> Histories {
        Histories {
            quiet: table(2 * 2 * 2 * 4096),
            noisy: table(PIECE_TARGETS * 8),
            pawn: table(PAWN_SLOTS * PIECE_TARGETS),
            continuation: table(PIECE_TARGETS * PIECE_TARGETS),
            correction_pawns: table(2 * CORRECTION_SLOTS),
            correction_minors: table(2 * CORRECTION_SLOTS),
            correction_non_pawns: [table(2 * CORRECTION_SLOTS), table(2 * CORRECTION_SLOTS)],
            correction_continuation: table(PIECE_TARGETS * PIECE_TARGETS),
        }
    }

    /// Forgets everything, for a new game.
    pub(crate) fn clear(&mut self) {
        let [white, black] = &mut self.correction_non_pawns;
        for table in [
            &mut self.quiet,
            &mut self.noisy,
            &mut self.pawn,
            &mut self.continuation,
            &mut self.correction_pawns,
            &mut self.correction_minors,
            white,
            black,
            &mut self.correction_continuation,
        ] {
            table.fill(0);
        }
    }

    /// How a quiet move did before.
    pub(crate) fn quiet(&self, of: &MoveContext<'_>, m: Move) -> i32 {
        self.rows(of).quiet(m)
    }

    /// The parts of the tables that all quiet moves of a node share.
    #[inline(always)]
    pub(crate) fn rows(&self, of: &MoveContext<'_>) -> Rows<'_> {
        Rows {
            color: of.color,
            threats: of.threats.all,
            quiet: &self.quiet,
            pawn: row(&self.pawn, of.keys.pawns as usize % PAWN_SLOTS),
            followed: of.earlier.map(|earlier| {
                earlier.map_or(&NOTHING, |earlier| row(&self.continuation, earlier.index()))
            }),
        }
    }

    #[inline]
    pub(crate) fn noisy(&self, color: Color, m: Move, captured: Option<Role>) -> i32 {
        i32::from(self.noisy[capture(color, m, captured)])
    }

    pub(crate) fn update_noisy(
        &mut self,
        color: Color,
        m: Move,
        captured: Option<Role>,
        bonus: i32,
    ) {
        gravitate(&mut self.noisy[capture(color, m, captured)], bonus, NOISY_LIMIT);
    }

    pub(crate) fn update_quiet(&mut self, of: &MoveContext<'_>, m: Move, bonus: i32) {
        gravitate(&mut self.quiet[butterfly(of.color, m, of.threats.all)], bonus, QUIET_LIMIT);
        gravitate(&mut self.pawn[pawn_slot(of.keys, of.color, m)], bonus, PAWN_LIMIT);
        self.update_continuation(of, m, bonus);
    }

    /// Where the quiet history keeps a move.
    #[inline(always)]
    pub(crate) fn quiet_slot(of: &MoveContext<'_>, m: Move) -> usize {
        butterfly(of.color, m, of.threats.all)
    }

    pub(crate) fn update_slot(&mut self, slot: usize, bonus: i32) {
        gravitate(&mut self.quiet[slot], bonus, QUIET_LIMIT);
    }

    /// How well a move to `moved` followed on those earlier ones.
    pub(crate) fn update_followed(
        &mut self,
        earlier: &[Option<PieceTarget>; 4],
        moved: PieceTarget,
        bonus: i32,
    ) {
        for earlier in earlier.iter().flatten() {
            let entry = &mut self.continuation[earlier.index() * PIECE_TARGETS + moved.index()];
            gravitate(entry, bonus, CONTINUATION_LIMIT);
        }
    }

    pub(crate) fn update_continuation(&mut self, of: &MoveContext<'_>, m: Move, bonus: i32) {
        self.update_followed(&of.earlier, PieceTarget::of(of.color, m), bonus);
    }

    /// What to add to an evaluation, from how such positions turned out.
    pub(crate) fn correction(
        &self,
        weights: &Parameters,
        color: Color,
        keys: &Keys,
        earlier: &[Option<PieceTarget>; 4],
    ) -> Value {
        let at = |key: u64| color.index() * CORRECTION_SLOTS + key as usize % CORRECTION_SLOTS;
        let mut sum = i32::from(self.correction_pawns[at(keys.pawns)]) * weights.correction_pawns;
        sum += i32::from(self.correction_minors[at(keys.minors)]) * weights.correction_minors;
        for (table, key) in self.correction_non_pawns.iter().zip(keys.non_pawns) {
            sum += i32::from(table[at(key)]) * weights.correction_non_pawns;
        }
        if let [Some(last), Some(before), ..] = earlier {
            let entry = before.index() * PIECE_TARGETS + last.index();
            sum += i32::from(self.correction_continuation[entry]) * weights.correction_continuation;
        }
        sum / CORRECTION_GRAIN
    }

    /// Such positions turned out better or worse than they were evaluated.
    pub(crate) fn update_correction(
        &mut self,
        color: Color,
        keys: &Keys,
        earlier: &[Option<PieceTarget>; 4],
        lesson: Value,
    ) {
        let bonus = lesson.clamp(-CORRECTION_LIMIT / 4, CORRECTION_LIMIT / 4);
        let at = |key: u64| color.index() * CORRECTION_SLOTS + key as usize % CORRECTION_SLOTS;
        gravitate(&mut self.correction_pawns[at(keys.pawns)], bonus, CORRECTION_LIMIT);
        gravitate(&mut self.correction_minors[at(keys.minors)], bonus, CORRECTION_LIMIT);
        for (table, key) in self.correction_non_pawns.iter_mut().zip(keys.non_pawns) {
            gravitate(&mut table[at(key)], bonus, CORRECTION_LIMIT);
        }
        if let [Some(last), Some(before), ..] = earlier {
            let entry = before.index() * PIECE_TARGETS + last.index();
            gravitate(&mut self.correction_continuation[entry], bonus, CORRECTION_LIMIT);
        }
    }
}

/// A row of a table for a moved piece and its target.
type Row = [i16; PIECE_TARGETS];

/// The row of a move that was not played.
static NOTHING: Row = [0; PIECE_TARGETS];

#[inline(always)]
fn row(table: &[i16], index: usize) -> &Row {
    table.get(index * PIECE_TARGETS..).and_then(<[i16]>::first_chunk).unwrap_or(&NOTHING)
}

/// Where to look up the quiet moves of one node.
pub(crate) struct Rows<'a> {
    color: Color,
    threats: Bitboard,
    quiet: &'a [i16],
    pawn: &'a Row,
    followed: [&'a Row; 4],
}

impl Rows<'_> {
    /// How a quiet move did before: its squares, its pawn structure, and what
    /// was played one, two, four and six plies earlier.
    #[inline(always)]
    pub(crate) fn quiet(&self, m: Move) -> i32 {
        let to = PieceTarget::of(self.color, m).index();
        let [one, two, four, six] = self.followed.map(|row| i32::from(row[to]));
        let squares = i32::from(self.quiet[butterfly(self.color, m, self.threats)]);
        squares + i32::from(self.pawn[to]) / 2 + one + two + four / 2 + six / 2
    }
}

/// What the histories and the order of moves depend on besides the move.
pub(crate) struct MoveContext<'a> {
    pub(crate) color: Color,
    pub(crate) keys: &'a Keys,
    /// What the opponent attacks.
    pub(crate) threats: Threats,
    /// What giving check is worth in the order of moves, and leaving danger.
    pub(crate) check: i32,
    pub(crate) danger: i32,
    /// The part of the history of captures that counts in their order, and the
    /// score that lets them lose a centipawn.
    pub(crate) noisy_history: i32,
    pub(crate) noisy_loss: i32,
    /// What was played 1, 2, 4 and 6 plies earlier.
    pub(crate) earlier: [Option<PieceTarget>; 4],
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn histories_stay_within_their_limits() {
        let mut entry = 0i16;
        for _ in 0..1000 {
            gravitate(&mut entry, 5000, QUIET_LIMIT);
        }
        assert!(entry > 8000 && i32::from(entry) <= QUIET_LIMIT);
        for _ in 0..1000 {
            gravitate(&mut entry, -100_000, QUIET_LIMIT);
        }
        assert!(i32::from(entry) >= -QUIET_LIMIT && entry < -8000);
    }
}
