//! About how many moves the mate of a bare khun takes in Makruk.

/// What a side has against a bare khun.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chasers {
    /// Rua.
    pub rooks: i32,
    /// Khon.
    pub khons: i32,
    /// Ma.
    pub mas: i32,
    /// Met.
    pub mets: i32,
    /// The mets stand on squares of both colours.
    pub both_colours: bool,
}

/// Pieces that can mate, and about how many moves they need from the middle of
/// the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatingMaterial {
    /// At least these pieces.
    pub least: Chasers,
    /// The moves these need.
    pub moves: i32,
    /// How many moves fewer for each piece more, rua aside.
    pub each_more: i32,
    /// But no fewer than these.
    pub fewest: i32,
}

const fn pieces(rooks: i32, khons: i32, mas: i32, mets: i32, moves: i32) -> MatingMaterial {
    let least = Chasers { rooks, khons, mas, mets, both_colours: false };
    MatingMaterial { least, moves, each_more: 0, fewest: moves }
}

impl MatingMaterial {
    /// In the order in which they are looked at: the first that fits counts.
    /// For one rua and for two pieces with a khon the numbers follow the
    /// longest wins of solved endings, a little less where most are shorter;
    /// the others are estimates.
    pub const ALL: [MatingMaterial; 12] = [
        pieces(2, 0, 0, 0, 8),
        MatingMaterial { each_more: 2, fewest: 8, ..pieces(1, 0, 0, 0, 15) },
        pieces(0, 2, 1, 0, 24),
        pieces(0, 2, 0, 1, 24),
        pieces(0, 2, 0, 0, 46),
        MatingMaterial { each_more: 6, fewest: 18, ..pieces(0, 1, 1, 0, 34) },
        pieces(0, 1, 0, 2, 36),
        pieces(0, 1, 0, 1, 52),
        pieces(0, 0, 2, 1, 40),
        pieces(0, 0, 1, 2, 48),
        MatingMaterial {
            least: Chasers { rooks: 0, khons: 0, mas: 0, mets: 3, both_colours: true },
            ..pieces(0, 0, 0, 3, 50)
        },
        pieces(0, 0, 3, 0, 40),
    ];

    /// About how many moves the mate takes, or nothing if it cannot be forced.
    ///
    /// ```
    /// use erawan_engine::eval::{Chasers, MatingMaterial};
    /// let two_khon = Chasers { rooks: 0, khons: 2, mas: 0, mets: 0, both_colours: false };
    /// assert_eq!(MatingMaterial::moves_needed(two_khon), Some(46));
    /// let one_khon = Chasers { khons: 1, ..two_khon };
    /// assert_eq!(MatingMaterial::moves_needed(one_khon), None);
    /// ```
    #[inline]
    pub fn moves_needed(us: Chasers) -> Option<i32> {
        MatingMaterial::ALL.iter().find(|material| material.is_among(us)).map(|material| {
            let helpers = |side: Chasers| side.khons + side.mas + side.mets;
            let more = helpers(us) - helpers(material.least);
            (material.moves - material.each_more * more).max(material.fewest)
        })
    }

    #[inline]
    const fn is_among(&self, us: Chasers) -> bool {
        let Chasers { rooks, khons, mas, mets, both_colours } = self.least;
        us.rooks >= rooks
            && us.khons >= khons
            && us.mas >= mas
            && us.mets >= mets
            && (us.both_colours || !both_colours)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same, spelled out for each number of pieces.
    fn spelled_out(us: Chasers) -> Option<i32> {
        let helpers = us.khons + us.mas + us.mets;
        Some(match (us.rooks, us.khons, us.mas, us.mets) {
            (2.., ..) => 8,
            (1, ..) => (15 - 2 * helpers).max(8),
            (_, 2.., 0, 0) => 46,
            (_, 2.., ..) => 24,
            (_, 1, 1.., _) => (34 - 6 * (us.mas + us.mets - 1)).max(18),
            (_, 1, 0, 2..) => 36,
            (_, 1, 0, 1) => 52,
            (_, 0, 2.., 1..) => 40,
            (_, 0, 1, 2..) => 48,
            (_, 0, 0, 3..) if us.both_colours => 50,
            (_, 0, 3.., 0) => 40,
            _ => return None,
        })
    }

    #[test]
    fn the_first_that_fits_counts() {
        for number in 0..2 * 4 * 4 * 5 * 8 {
            let us = Chasers {
                both_colours: number % 2 == 1,
                rooks: number / 2 % 4,
                khons: number / 8 % 4,
                mas: number / 32 % 5,
                mets: number / 160,
            };
            assert_eq!(MatingMaterial::moves_needed(us), spelled_out(us), "{us:?}");
        }
    }
}
