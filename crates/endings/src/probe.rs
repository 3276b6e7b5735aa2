//! What the tables say of a position and its count.

use std::fmt;

use erawan_board::{Counting, CountingMode, Move, Position, Rules};

use crate::counts;
use crate::file::Damage;
use crate::locate;
use crate::material::Material;
use crate::solve::{DRAW, LONGEST};
use crate::tables::{Endings, Entry};

/// How a game ends with best play, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Outcome {
    /// It is mated.
    Loss,
    /// Nobody is mated within the count.
    Draw,
    /// It mates.
    Win,
}

impl Outcome {
    /// The same, as the other side sees it.
    #[must_use]
    pub const fn flip(self) -> Outcome {
        match self {
            Outcome::Loss => Outcome::Win,
            Outcome::Draw => Outcome::Draw,
            Outcome::Win => Outcome::Loss,
        }
    }

    fn of(plies: u8) -> Outcome {
        match plies {
            0..=LONGEST if plies.is_multiple_of(2) => Outcome::Loss,
            0..=LONGEST => Outcome::Win,
            _ => Outcome::Draw,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Loss => "loss",
            Outcome::Draw => "draw",
            Outcome::Win => "win",
        })
    }
}

/// A result, and how far away what brings it about is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// With the count as it stands.
    pub outcome: Outcome,
    /// Plies to mate, or to the capture or promotion that begins a count in
    /// which the game is won; `None` for a draw that no count is needed for.
    pub plies: Option<u8>,
}

/// All that the tables know of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// With the count as it stands.
    pub outcome: Outcome,
    /// The plies to mate if nothing were counted; odd if the side to move
    /// gives it. `None` if nobody can.
    pub mate: Option<u8>,
    /// See [`Found::plies`].
    pub plies: Option<u8>,
    /// The plies until the count ends the game, while one runs: a mate in as
    /// many comes in time.
    pub left: Option<u16>,
}

impl Ending {
    /// The side that would win without a count, if any: `true` for the side to
    /// move.
    pub fn mates(&self) -> Option<bool> {
        self.mate.map(|plies| plies % 2 == 1)
    }

    /// True if the count saves somebody.
    pub fn is_saved_by_count(&self) -> bool {
        self.outcome == Outcome::Draw && self.mate.is_some()
    }
}

/// A move, and what the tables say of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RankedMove {
    /// The move.
    pub m: Move,
    /// The result for the side that plays it.
    pub outcome: Outcome,
    /// The greater, the better: a win that makes the most headway comes first,
    /// a loss that takes longest before other losses. Draws have 0.
    pub rank: i32,
    /// What is known of the position it leads to; `None` if the game is over
    /// there.
    pub next: Option<Ending>,
}

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProbeError {
    /// There is no table for so many men.
    TooManyMen(u32),
    /// The table is missing.
    Missing(Material),
    /// The position is in no table: a man may still leap, or a bia stands where
    /// none can get.
    NotInTable,
    /// The board's honour is counted by hand: what the players will ask for
    /// cannot be known.
    ByHand,
    /// No game leads to such a count.
    StrangeCount,
    /// Ouk: the win may come a ply too late for the count, and the table does not
    /// say.
    Doubtful,
    /// The file is damaged.
    Damaged(Material, Damage),
}

impl fmt::Display for ProbeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProbeError::TooManyMen(men) => write!(f, "there is no table for {men} men"),
            ProbeError::Missing(material) => write!(f, "there is no table of {material}"),
            ProbeError::NotInTable => f.write_str("the position is in no table"),
            ProbeError::ByHand => f.write_str("tables know no count by hand"),
            ProbeError::StrangeCount => f.write_str("no game leads to such a count"),
            ProbeError::Doubtful => {
                f.write_str("the table does not tell a win from one that is a ply too late")
            }
            ProbeError::Damaged(material, damage) => {
                write!(f, "the table of {material} cannot be used: {damage}")
            }
        }
    }
}

impl core::error::Error for ProbeError {}

/// The wins of a ranking begin here, less the plies they take.
const WON: i32 = 1000;

impl Endings {
    /// The result of a position with the count as it stands, for the search.
    /// The position must be one that a game can reach: no king can be taken.
    #[inline]
    pub fn probe<R: Rules>(&self, position: &Position<R>) -> Result<Found, ProbeError> {
        let entry = self.entry(position)?;
        let count = position.counting();
        if count.mode() == CountingMode::Off {
            let plies = self.number(position, entry, false)?;
            return Ok(Found { outcome: Outcome::of(plies), plies: known(plies) });
        }
        if count.mode() == CountingMode::Manual && !entry.is_bare {
            return Err(ProbeError::ByHand);
        }
        if count.limit() == 0 && entry.is_running {
            return self.before_the_count(position);
        }
        let plies = self.number(position, entry, true)?;
        let outcome = decide::<R>(entry.is_running, count, plies)?;
        Ok(Found { outcome, plies: known(plies) })
    }

    /// All that is known of a position.
    pub fn look_up<R: Rules>(&self, position: &Position<R>) -> Result<Ending, ProbeError> {
        if locate::can_take_king(position) {
            return Err(ProbeError::NotInTable);
        }
        let Found { outcome, plies } = self.probe(position)?;
        let mate = known(self.number(position, self.entry(position)?, false)?);
        let count = position.counting();
        // Mate is looked at before the count: the last ply may exceed it.
        let left =
            (count.limit() > 0).then(|| (u16::from(count.limit()) + 1).saturating_sub(count.ply()));
        Ok(Ending { outcome, mate, plies, left })
    }

    /// The legal moves, the best first.
    pub fn rank<R: Rules>(&self, position: &Position<R>) -> Result<Vec<RankedMove>, ProbeError> {
        let before = position.counting();
        if before.is_over() {
            // Drawn already, whatever is played.
            let drawn = |&m| RankedMove { m, outcome: Outcome::Draw, rank: 0, next: None };
            return Ok(position.legal_moves().iter().map(drawn).collect());
        }
        let mut ranked = Vec::new();
        for &m in position.legal_moves().iter() {
            let next = position.play_unchecked(m);
            let ending = self.look_up(&next)?;
            let is_over = !next.has_legal_moves() || next.counting().is_over();
            let outcome = ending.outcome.flip();
            let after = next.counting();
            let begins = after.limit() > 0
                && (after.limit() != before.limit() || after.ply() != before.ply() + 1);
            let plies = i32::from(ending.plies.unwrap_or(0));
            let rank = match outcome {
                Outcome::Draw => 0,
                // Nothing makes more headway than a count that is won.
                Outcome::Win if begins => WON + i32::from(DRAW) - plies,
                Outcome::Win if plies == 0 => 2 * WON,
                Outcome::Win => WON - plies,
                Outcome::Loss => plies - WON,
            };
            ranked.push(RankedMove { m, outcome, rank, next: (!is_over).then_some(ending) });
        }
        ranked.sort_by_key(|found| -found.rank);
        Ok(ranked)
    }

    /// The number of a position: the one that decides, or the distance to mate.
    #[inline]
    fn number<R: Rules>(
        &self,
        position: &Position<R>,
        entry: &Entry,
        deciding: bool,
    ) -> Result<u8, ProbeError> {
        let blocks = self.blocks(entry)?;
        let layout = &blocks.stored.layout;
        let place = locate::place(layout, entry.flip, position).ok_or(ProbeError::NotInTable)?;
        let metric = usize::from(deciding && !entry.mate_decides);
        blocks.number(metric, place).map_err(|damage| ProbeError::Damaged(layout.material, damage))
    }

    /// A position that was set up without its count: it begins with the next
    /// move, or the one after.
    #[cold]
    fn before_the_count<R: Rules>(&self, position: &Position<R>) -> Result<Found, ProbeError> {
        let moves = position.legal_moves();
        if moves.is_empty() {
            let outcome = if position.in_check() { Outcome::Loss } else { Outcome::Draw };
            return Ok(Found { outcome, plies: (outcome == Outcome::Loss).then_some(0) });
        }
        let mut best: Option<Found> = None;
        for &m in moves.iter() {
            let next = self.probe(&position.play_unchecked(m))?;
            let plies = next.plies.map(|plies| plies.saturating_add(1).min(LONGEST));
            let found = Found { outcome: next.outcome.flip(), plies };
            if best.is_none_or(|best| key(found) > key(best)) {
                best = Some(found);
            }
        }
        best.ok_or(ProbeError::NotInTable)
    }
}

/// What makes one result better than another.
fn key(found: Found) -> (Outcome, i16) {
    let plies = i16::from(found.plies.unwrap_or(0));
    (found.outcome, if found.outcome == Outcome::Loss { plies } else { -plies })
}

fn known(plies: u8) -> Option<u8> {
    (plies <= LONGEST).then_some(plies)
}

/// What a number means with a count as it stands.
fn decide<R: Rules>(is_running: bool, count: Counting, plies: u8) -> Result<Outcome, ProbeError> {
    let (limit, ply) = (u16::from(count.limit()), count.ply());
    if limit == 0 || plies > LONGEST {
        return Ok(Outcome::of(plies));
    }
    let is_in_time = counts::is_in_time(limit, ply, plies);
    if !is_running {
        // Bia are on the board and yet something is counted. In Ouk a king may
        // have been bared while a count ran. Its capture of the last bia, which
        // ends that count, stands in the table as two plies: so a win may be
        // a ply nearer than the table says.
        let is_doubtful = u32::from(ply) + u32::from(plies) == u32::from(limit) + 2;
        if R::COUNTS.most_men.is_none() {
            return Err(ProbeError::StrangeCount);
        }
        if is_doubtful {
            return Err(ProbeError::Doubtful);
        }
    }
    Ok(if is_in_time { Outcome::of(plies) } else { Outcome::Draw })
}

#[cfg(test)]
mod tests {
    use erawan_board::{Cambodian, Makruk};

    use super::*;

    /// In Ouk a bare king's count may run on with a bia on the board; in Makruk
    /// there is none.
    #[test]
    fn counts_with_bia_on_the_board_are_told_apart() {
        let ouk = |ply| decide::<Cambodian>(false, Counting::new(40, ply), 9);
        assert_eq!(ouk(32), Ok(Outcome::Win));
        assert_eq!(ouk(33), Err(ProbeError::Doubtful));
        assert_eq!(ouk(34), Ok(Outcome::Draw));
        let makruk = decide::<Makruk>(false, Counting::new(40, 20), 9);
        assert_eq!(makruk, Err(ProbeError::StrangeCount));
        let said = [ProbeError::Doubtful, ProbeError::StrangeCount].map(|error| error.to_string());
        assert!(said[0].contains("a ply too late") && said[1].contains("no game"), "{said:?}");
    }
}
