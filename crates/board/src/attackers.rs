//! Who attacks what in a position: attackers, checks and pins.

use crate::position::Position;
use crate::{Bitboard, Color, Rules, Square, attacks};

impl<R: Rules> Position<R> {
    /// The pieces of both colours that attack a square, with `occupied`
    /// standing in the way of sliders.
    #[inline]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.attackers_of(Color::White, square, occupied)
            | self.attackers_of(Color::Black, square, occupied)
    }

    /// The pieces of `color` that attack a square, with `occupied` standing in
    /// the way of sliders.
    ///
    /// ```
    /// use erawan_board::{Bitboard, Chess, Color, Position, Square};
    /// let start = Position::<Chess>::startpos();
    /// let defenders = start.attackers_of(Color::White, Square::F3, start.occupied());
    /// assert_eq!(defenders, Bitboard::from_square(Square::G1).with(Square::E2).with(Square::G2));
    /// ```
    #[inline(always)]
    pub fn attackers_of(&self, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
        let side = color.index();
        let (diagonals, orthogonals) = (self.diagonals[side], self.orthogonals[side]);
        // Seen from the target: our pawn's pattern finds their pawns.
        let leapers = (attacks::pawn(!color, square) & self.pawns[side])
            | (attacks::knight(square) & self.knights[side])
            | (attacks::king(square) & self.king_board(color));
        let others = if R::DIAGONALS_SLIDE {
            (attacks::bishop(square, occupied) & diagonals)
                | (attacks::rook(square, occupied) & orthogonals)
        } else {
            (attacks::met(square) & diagonals)
                | (attacks::khon(!color, square) & (diagonals - orthogonals))
                | (attacks::rook(square, occupied) & (orthogonals - diagonals))
        };
        leapers | others
    }

    /// The squares a side attacks, its own pieces included.
    pub fn attacks_by(&self, color: Color) -> Bitboard {
        let occupied = self.occupied();
        self.by_color(color).iter().fold(Bitboard::EMPTY, |attacked, square| {
            match self.role_at(square) {
                Some(role) => attacked | R::attacks(color, role, square, occupied),
                None => attacked,
            }
        })
    }

    /// The pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.attackers_of(!self.turn, self.king(self.turn), self.occupied())
    }

    /// True if the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.checkers().any()
    }

    /// The pieces of `color` that shield their king from an attack.
    ///
    /// ```
    /// use erawan_board::{Bitboard, Chess, Color, Position, Setup, Square, Strictness};
    /// let setup = Setup::with_men::<Chess>("Ke1 Nc3", "Ke8 Bb4").unwrap();
    /// let position = Position::<Chess>::from_setup(&setup, Strictness::Strict).unwrap();
    /// assert_eq!(position.pinned(Color::White), Bitboard::from_square(Square::C3));
    /// ```
    pub fn pinned(&self, color: Color) -> Bitboard {
        let (king, them) = (self.king(color), (!color).index());
        let occupied = self.occupied();
        let (diagonals, orthogonals) = (self.diagonals[them], self.orthogonals[them]);
        let snipers = if R::DIAGONALS_SLIDE {
            (attacks::bishop_rays(king) & diagonals) | (attacks::rook_rays(king) & orthogonals)
        } else {
            attacks::rook_rays(king) & (orthogonals - diagonals)
        };
        snipers.iter().fold(Bitboard::EMPTY, |pinned, sniper| {
            let between = attacks::between(king, sniper) & occupied;
            if between.has_many() { pinned } else { pinned | between }
        }) & self.by_color(color)
    }
}
