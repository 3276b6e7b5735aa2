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
    fn promoted(&self) -> Bitboard {
        Position::promoted(self)
    }
    fn turn(&self) -> Color {
        Position::turn(self)
    }
    fn castling_rooks(&self) -> Bitboard {
        Position::castling_rooks(self)
    }
    fn leapers(&self) -> Bitboard {
        Position::leapers(self)
    }
    fn en_passant(&self) -> Option<Square> {
        Position::en_passant(self)
    }
    fn counting(&self) -> Counting {
        Position::counting(self)
    }
    fn clocks(&self) -> (u16, u16) {
        (self.halfmove_clock(), self.fullmove_number())
    }
}

impl Source for Setup {
    fn pieces(&self, color: Color, role: Role) -> Bitboard {
        Setup::pieces(self, color, role)
    }
    fn promoted(&self) -> Bitboard {
        self.promoted
    }
    fn turn(&self) -> Color {
        self.turn
    }
    fn castling_rooks(&self) -> Bitboard {
        self.castling_rooks
    }
    fn leapers(&self) -> Bitboard {
        self.leapers
    }
    fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }
    fn counting(&self) -> Counting {
        self.counting
    }
    fn clocks(&self) -> (u16, u16) {
        (self.halfmove_clock, self.fullmove_number)
    }
}
