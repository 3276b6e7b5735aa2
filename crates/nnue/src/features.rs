//! What a network sees of a position.

use erawan_board::{Color, Role, Square};

use crate::architecture::{Architecture, INPUTS, Kind};

/// A man on a square as White without mirroring sees it: the number of an
/// input without its bucket.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Man(u16);

impl Man {
    #[inline(always)]
    pub(crate) const fn new(color: Color, role: Role, square: Square) -> Man {
        let seat = color.index() * 6 + role.index();
        Man((seat * 64 + square.index()) as u16)
    }
}

/// How a perspective sees the board: the bucket of its king, and whether the
/// board is mirrored. As long as this stays, moves change only what they move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct View(u8);

impl View {
    /// How `perspective` sees the board with its king on this square.
    #[inline(always)]
    pub(crate) fn new(architecture: &Architecture, perspective: Color, king: Square) -> View {
        let square = king.index() ^ flip(perspective);
        if architecture.kind == Kind::HalfKp {
            // Black's board is turned: flipped and mirrored.
            let mirrored = u8::from(perspective == Color::Black);
            return View(
                architecture.bucket_table[square ^ (7 * mirrored as usize)] << 1 | mirrored,
            );
        }
        let mirrored = square & 4 != 0;
        let bucket = architecture.bucket_table[if mirrored { square ^ 7 } else { square }];
        View(bucket << 1 | u8::from(mirrored))
    }

    /// A number below twice the number of king buckets.
    #[inline(always)]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The row of the first layer's weights for a man.
    #[inline(always)]
    pub(crate) const fn row(self, perspective: Color, man: Man) -> usize {
        // Black sees its own men first: the halves of the inputs swap.
        let half = (INPUTS / 2) as u16;
        let man = match perspective {
            Color::White => man.0,
            Color::Black if man.0 < half => man.0 + half,
            Color::Black => man.0 - half,
        };
        let mirror = 7 * (self.0 & 1) as usize;
        let bucket = (self.0 >> 1) as usize;
        bucket * INPUTS + (man as usize ^ flip(perspective) ^ mirror)
    }
}

impl Architecture {
    /// Inputs of one perspective and one king bucket: two sides, six roles, 64
    /// squares.
    pub const INPUTS: usize = INPUTS;

    /// The number of the input that a man switches on: the bucket of the own
    /// king, whether the man is the opponent's, its role and its square, in
    /// this order of weight. Either side sees the board from its own end,
    /// mirrored if its king stands on the files e to h.
    ///
    /// ```
    /// use erawan_board::{Color, Role, Square, Variant};
    /// use erawan_nnue::Architecture;
    /// let architecture = Architecture::new(Variant::Chess, 32);
    /// let rook = (Color::Black, Role::Rook, Square::A8);
    /// let (theirs, role, square) = (384, 3 * 64, Square::H8.index());
    /// assert_eq!(architecture.input(Color::White, Square::E1, rook), theirs + role + square);
    /// ```
    pub fn input(
        &self,
        perspective: Color,
        king: Square,
        (color, role, square): (Color, Role, Square),
    ) -> usize {
        View::new(self, perspective, king).row(perspective, Man::new(color, role, square))
    }
}

/// Turns the board round for Black.
#[inline(always)]
const fn flip(perspective: Color) -> usize {
    match perspective {
        Color::White => 0,
        Color::Black => 56,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use erawan_board::Variant;

    /// The number of an input as the format's description has it, in its words.
    fn described(
        table: &[u8; 64],
        perspective: Color,
        king: Square,
        man: (Color, Role, Square),
    ) -> usize {
        let orient = |square: Square| match perspective {
            Color::White => square.index(),
            Color::Black => square.index() ^ 56,
        };
        let mirror = if orient(king) % 8 >= 4 { 7 } else { 0 };
        let bucket = usize::from(table[orient(king) ^ mirror]);
        let side = if man.0 == perspective { 0 } else { 1 };
        bucket * 768 + side * 384 + man.1.index() * 64 + (orient(man.2) ^ mirror)
    }

    #[test]
    fn inputs_are_numbered_as_described() {
        let table: [u8; 64] = std::array::from_fn(|square| (square / 8) as u8);
        let architecture = Architecture::new(Variant::Chess, 32).with_king_buckets(8, table);
        for perspective in Color::ALL {
            for king in Square::all() {
                let view = View::new(&architecture, perspective, king);
                assert!(view.index() < 16);
                for color in Color::ALL {
                    for role in Role::ALL {
                        for square in Square::all() {
                            let expected =
                                described(&table, perspective, king, (color, role, square));
                            let man = Man::new(color, role, square);
                            assert_eq!(view.row(perspective, man), expected);
                        }
                    }
                }
            }
        }
    }
}
