//! What a table says on the whole: how much is won, and how long it takes.

use erawan_board::{Color, Rules};

use crate::counts;
use crate::solve::{BROKEN, DRAW, LONGEST, Metric, Table};

/// What a table says of one side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Positions in which the game can stand. Mirrored ones count once.
    pub positions: u64,
    /// Those that the side to move wins.
    pub won: u64,
    /// Those that it loses.
    pub lost: u64,
    /// The longest win, in plies, and where it is in the table.
    pub longest_win: Option<(u8, usize)>,
    /// The longest loss.
    pub longest_loss: Option<(u8, usize)>,
}

impl Table {
    /// What the table says with `turn` to move.
    pub fn statistics(&self, metric: Metric, turn: Color) -> Statistics {
        let mut statistics = Statistics::default();
        let size = self.layout.size;
        let side = if self.layout.sides() == 1 { 0 } else { turn.index() };
        let plane = &self.plane(metric)[side * size..(side + 1) * size];
        for (place, &plies) in plane.iter().enumerate() {
            match plies {
                BROKEN => continue,
                DRAW => {}
                0..=LONGEST => {
                    let (total, longest) = if plies % 2 == 1 {
                        (&mut statistics.won, &mut statistics.longest_win)
                    } else {
                        (&mut statistics.lost, &mut statistics.longest_loss)
                    };
                    *total += 1;
                    if longest.is_none_or(|(most, _)| plies > most) {
                        *longest = Some((plies, side * size + place));
                    }
                }
            }
            statistics.positions += 1;
        }
        statistics
    }

    /// The wins of `turn`, with it to move, that come in time if the count has
    /// only just begun: that of a bare king with the first move of the chaser.
    /// Distances are those to mate.
    pub fn wins_in_time<R: Rules>(&self, turn: Color) -> Statistics {
        let material = self.material();
        let count = counts::at_its_start::<R>(&material);
        let mut statistics = Statistics::default();
        let (size, deciding) = (self.layout.size, self.deciding());
        let side = if self.layout.sides() == 1 { 0 } else { turn.index() };
        let both = self.mate.iter().zip(deciding).enumerate();
        for (place, (&mate, &plies)) in both.skip(side * size).take(size) {
            if mate == BROKEN {
                continue;
            }
            statistics.positions += 1;
            let is_win = plies <= LONGEST && plies % 2 == 1;
            if is_win && count.is_none_or(|count| count.allows(plies)) {
                statistics.won += 1;
                if statistics.longest_win.is_none_or(|(most, _)| mate > most) {
                    statistics.longest_win = Some((mate, place));
                }
            }
        }
        statistics
    }
}
