//! A set-up as boards: what is checked, and what a position is made of.

use crate::{Bitboard, Color, Counting, Role, Setup, Square};

/// Everything a [`Setup`] says, with a board for each kind of man.
#[derive(Clone, Copy)]
pub(crate) struct Draft {
    pub(crate) men: [[Bitboard; 6]; 2],
    pub(crate) promoted: Bitboard,
    pub(crate) turn: Color,
    pub(crate) castling_rooks: Bitboard,
    pub(crate) leapers: Bitboard,
    pub(crate) en_passant: Option<Square>,
    pub(crate) halfmove_clock: u16,
    pub(crate) fullmove_number: u16,
    pub(crate) counting: Counting,
}

impl Draft {
    pub(crate) fn of(setup: &Setup) -> Draft {
        let mut men = [[Bitboard::EMPTY; 6]; 2];
        for (square, piece) in Square::all().zip(setup.board) {
            if let Some(piece) = piece {
                let squares = &mut men[piece.color().index()][piece.role().index()];
                *squares = squares.with(square);
            }
        }
        Draft {
            men,
            promoted: setup.promoted,
            turn: setup.turn,
            castling_rooks: setup.castling_rooks,
            leapers: setup.leapers,
            en_passant: setup.en_passant,
            halfmove_clock: setup.halfmove_clock,
            fullmove_number: setup.fullmove_number,
            counting: setup.counting,
        }
    }

    #[inline]
    pub(crate) fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.men[color.index()][role.index()]
    }

    pub(crate) fn occupied(&self) -> Bitboard {
        self.men.iter().flatten().fold(Bitboard::EMPTY, |all, &squares| all | squares)
    }
}
