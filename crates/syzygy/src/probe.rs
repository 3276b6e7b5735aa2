//! From tables to results: what tables leave out is searched.
//!
//! Tables know nothing of en passant, and where a capture is best they may
//! hold anything that is no better. So captures are played out first.

use erawan_board::{Chess, Move, MoveFilter, MoveList, Position, Role};

use super::error::{Corruption, ProbeError, TableKind};
use super::table::Distance;
use super::{MAX_MEN, Material, Tables, Wdl};

/// A result, and whether a capture or pawn move achieves it.
#[derive(Clone, Copy)]
struct Found {
    wdl: Wdl,
    by_zeroing: bool,
}

impl Tables {
    /// The result of a position, as if its halfmove clock were at zero.
    ///
    /// The tables of everything that captures can lead to are needed too.
    pub fn probe_wdl(&self, position: &Position<Chess>) -> Result<Wdl, ProbeError> {
        self.check(position)?;
        self.search(position, false).map(|found| found.wdl)
    }

    /// The distance to the next capture or pawn move that keeps the result, in
    /// plies, as if the halfmove clock were at zero: positive for wins,
    /// negative for losses, 0 for draws, and 100 further from 0 where the
    /// fifty-move rule spoils the win. It may be one ply off, for some tables
    /// count in moves. A side that is mated has -1.
    pub fn probe_dtz(&self, position: &Position<Chess>) -> Result<i32, ProbeError> {
        self.check(position)?;
        self.distance(position, true)
    }

    fn check(&self, position: &Position<Chess>) -> Result<(), ProbeError> {
        let men = position.occupied().len();
        // Two kings need no table.
        if men > self.max_men().min(MAX_MEN) && men > 2 {
            return Err(ProbeError::TooManyMen { men, max: self.max_men() });
        }
        if position.castling_rooks().any() {
            return Err(ProbeError::Castling);
        }
        Ok(())
    }

    fn table_wdl(&self, position: &Position<Chess>) -> Result<Wdl, ProbeError> {
        let material = Material::of(position);
        if material.is_bare() {
            return Ok(Wdl::Draw);
        }
        let (table, name) = self.table(material, TableKind::Wdl)?;
        table.wdl(position).map_err(|fault| fault.of(name, TableKind::Wdl))
    }

    /// Plays out captures and, if asked to, pawn moves. Each capture leaves
    /// fewer men, so this goes no deeper than there are men to take.
    fn search(&self, position: &Position<Chess>, pawn_moves: bool) -> Result<Found, ProbeError> {
        let mut moves = MoveList::new();
        let filter = if pawn_moves { MoveFilter::All } else { MoveFilter::Noisy };
        position.generate_into(filter, &mut moves);
        let mut best = Wdl::Loss;
        let mut searched = 0;
        for &m in &moves {
            let zeroing = position.is_capture(m) || (pawn_moves && m.role() == Role::Pawn);
            if !zeroing {
                continue;
            }
            searched += 1;
            let wdl = -self.search(&position.play_unchecked(m), false)?.wdl;
            best = best.max(wdl);
            if best == Wdl::Win {
                return Ok(Found { wdl: Wdl::Win, by_zeroing: true });
            }
        }
        // The table does not know of a lone capture en passant: it may call
        // the position mate or stalemate.
        let all = searched > 0 && searched == position.count_legal_moves();
        let table = if all { best } else { self.table_wdl(position)? };
        if searched > 0 && best >= table {
            return Ok(Found { wdl: best, by_zeroing: all || best > Wdl::Draw });
        }
        Ok(Found { wdl: table, by_zeroing: false })
    }

    /// The distance, with a look one move ahead where the table only has
    /// positions with the other side to move.
    fn distance(&self, position: &Position<Chess>, look: bool) -> Result<i32, ProbeError> {
        let Found { wdl, by_zeroing } = self.search(position, true)?;
        if wdl == Wdl::Draw {
            return Ok(0);
        }
        if by_zeroing {
            return Ok(wdl.distance_before_zeroing());
        }
        let (table, name) = self.table(Material::of(position), TableKind::Dtz)?;
        match table.dtz(position, wdl).map_err(|fault| fault.of(name, TableKind::Dtz))? {
            Distance::Plies(plies) => {
                let saved = matches!(wdl, Wdl::BlessedLoss | Wdl::CursedWin);
                Ok((plies + if saved { 100 } else { 0 }) * wdl.value().signum())
            }
            Distance::OtherSide if look => self.distance_by_moves(position, wdl),
            Distance::OtherSide => Err(ProbeError::Corrupt {
                material: name,
                kind: TableKind::Dtz,
                why: Corruption::Side,
            }),
        }
    }

    /// The best distance among the moves that keep the result.
    fn distance_by_moves(&self, position: &Position<Chess>, wdl: Wdl) -> Result<i32, ProbeError> {
        let mut best: Option<i32> = None;
        for &m in &position.legal_moves() {
            let distance = self.distance_after(position, m, false)?;
            if distance.signum() == wdl.value().signum() {
                best = Some(best.map_or(distance, |best| best.min(distance)));
            }
        }
        // No move at all: mate.
        Ok(best.unwrap_or(-1))
    }

    /// The distance for the side to move if it plays a certain move.
    pub(super) fn distance_after(
        &self,
        position: &Position<Chess>,
        m: Move,
        look: bool,
    ) -> Result<i32, ProbeError> {
        let after = position.play_unchecked(m);
        if position.is_capture(m) || m.role() == Role::Pawn {
            let wdl = -self.search(&after, false)?.wdl;
            return Ok(wdl.distance_before_zeroing());
        }
        let distance = -self.distance(&after, look)?;
        if distance == 1 && after.is_checkmate() {
            return Ok(1);
        }
        Ok(distance + distance.signum())
    }
}
