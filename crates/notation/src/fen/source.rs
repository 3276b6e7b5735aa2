//! What a FEN is written from.

use erawan_board::{Bitboard, Color, Counting, Position, Role, Rules, Setup, Square};

/// What the fields of a FEN say, asked of a position or of a set-up.
pub(crate) trait Source {
    fn pieces(&self, color: Color, role: Role) -> Bitboard;
    fn promoted(&self) -> Bitboard;
    fn turn(&self) -> Color;
    fn castling_rooks(&self) -> Bitboard;
    fn leapers(&self) -> Bitboard;
    fn en_passant(&self) -> Option<Square>;
    fn counting(&self) -> Counting;
    /// The halfmove clock and the number of the move.
    fn clocks(&self) -> (u16, u16);
}

impl<R: Rules> Source for Position<R> {
    #[inline(always)]
    fn pieces(&self, color: Color, role: Role) -> Bitboard {
        Position::pieces(self, color, role)
    }
    #[inline(always)]
    fn promoted(&self) -> Bitboard {
        Position::promoted(self)
    }
    #[inline(always)]
    fn turn(&self) -> Color {
        Position::turn(self)
    }
    #[inline(always)]
    fn castling_rooks(&self) -> Bitboard {
        Position::castling_rooks(self)
    }
    #[inline(always)]
    fn leapers(&self) -> Bitboard {
        Position::leapers(self)
    }
    #[inline(always)]
    fn en_passant(&self) -> Option<Square> {
        Position::en_passant(self)
    }
    #[inline(always)]
    fn counting(&self) -> Counting {
        Position::counting(self)
    }
    #[inline(always)]
    fn clocks(&self) -> (u16, u16) {
        (self.halfmove_clock(), self.fullmove_number())
    }
}

impl Source for Setup {
    fn pieces(&self, color: Color, role: Role) -> Bitboard {
        Setup::pieces(self, color, role)
    }
    #[inline(always)]
    fn promoted(&self) -> Bitboard {
        self.promoted
    }
    #[inline(always)]
    fn turn(&self) -> Color {
        self.turn
    }
    #[inline(always)]
    fn castling_rooks(&self) -> Bitboard {
        self.castling_rooks
    }
    #[inline(always)]
    fn leapers(&self) -> Bitboard {
        self.leapers
    }
    #[inline(always)]
    fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }
    #[inline(always)]
    fn counting(&self) -> Counting {
        self.counting
    }
    #[inline(always)]
    fn clocks(&self) -> (u16, u16) {
        (self.halfmove_clock, self.fullmove_number)
    }
}
