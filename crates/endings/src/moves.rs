//! The builder's own moves, forwards and backwards.
//!
//! They are not the library's: those check the finished tables.

use core::marker::PhantomData;

use erawan_board::{Bitboard, Color, Role, Rules, Square};

use crate::index::{Layout, Man, Squares};

/// The men of a position where they stand.
pub(crate) struct Board<'a, R: Rules> {
    men: &'a [Man],
    pub(crate) squares: Squares,
    by_color: [Bitboard; 2],
    rules: PhantomData<R>,
}

/// A move as the builder sees it.
pub(crate) struct Step {
    /// The place of the man that moves.
    pub(crate) man: usize,
    pub(crate) to: u8,
    /// The place of the man that is taken.
    pub(crate) captured: Option<usize>,
    pub(crate) promotes: bool,
}

fn square(index: u8) -> Square {
    // Squares come from a layout, which knows no others.
    Square::from_index(usize::from(index)).unwrap_or(Square::A1)
}

impl<'a, R: Rules> Board<'a, R> {
    pub(crate) fn new(layout: &'a Layout, squares: &Squares) -> Board<'a, R> {
        let mut by_color = [Bitboard::EMPTY; 2];
        for (man, &at) in layout.men.iter().zip(squares) {
            by_color[man.color.index()] = by_color[man.color.index()].with(square(at));
        }
        Board { men: &layout.men, squares: *squares, by_color, rules: PhantomData }
    }

    fn occupied(&self) -> Bitboard {
        self.by_color[0] | self.by_color[1]
    }

    /// The men that give check to `color`, with the board as it is said to be.
    fn checkers(&self, color: Color, king: Square, occupied: Bitboard) -> Bitboard {
        let mut checkers = Bitboard::EMPTY;
        for (man, &at) in self.men.iter().zip(&self.squares) {
            if man.color != color
                && R::attacks(man.color, man.role, square(at), occupied).contains(king)
            {
                checkers = checkers.with(square(at));
            }
        }
        checkers
    }

    pub(crate) fn is_in_check(&self, color: Color) -> bool {
        self.checkers(color, square(self.squares[color.index()]), self.occupied()).any()
    }

    /// True if such a move leaves no king to be taken.
    fn is_legal(&self, color: Color, man: usize, to: Square) -> bool {
        let from = square(self.squares[man]);
        let king = if man == color.index() { to } else { square(self.squares[color.index()]) };
        let occupied = self.occupied().without(from).with(to);
        // Who is taken gives no check any more.
        (self.checkers(color, king, occupied).without(to)).is_empty()
    }

    /// Calls `visit` with each legal move of `color`, until it says `false`.
    pub(crate) fn each_move(&self, color: Color, mut visit: impl FnMut(Step) -> bool) {
        let (ours, theirs) = (self.by_color[color.index()], self.by_color[(!color).index()]);
        let occupied = ours | theirs;
        let stands = if R::KING_STANDS {
            self.checkers(color, square(self.squares[color.index()]), occupied)
        } else {
            Bitboard::EMPTY
        };
        for (place, man) in self.men.iter().enumerate() {
            if man.color != color {
                continue;
            }
            let from = square(self.squares[place]);
            let attacks = R::attacks(color, man.role, from, occupied);
            let mut targets = attacks - ours;
            if man.role == Role::Pawn {
                targets = (attacks & theirs) | (ahead(color, from) - occupied);
            } else if man.role == Role::King && stands.any() {
                // One who may not run may take a single checker.
                targets = if stands.has_many() { Bitboard::EMPTY } else { targets & stands };
            }
            for to in targets {
                if !self.is_legal(color, place, to) {
                    continue;
                }
                let captured = theirs.contains(to).then(|| self.at(to)).flatten();
                let promotes =
                    man.role == Role::Pawn && R::PROMOTION_ZONES[color.index()].contains(to);
                let step = Step { man: place, to: to.index() as u8, captured, promotes };
                if !visit(step) {
                    return;
                }
            }
        }
    }

    fn at(&self, to: Square) -> Option<usize> {
        let count = self.men.len();
        self.squares[..count].iter().position(|&at| usize::from(at) == to.index())
    }

    /// Calls `visit` with the squares of each position from which `color` can
    /// have come here without taking or promoting anything. Whether the other
    /// king stood in check there is not looked at.
    pub(crate) fn each_quiet_origin(&self, color: Color, mut visit: impl FnMut(&Squares)) {
        let occupied = self.occupied();
        for (place, man) in self.men.iter().enumerate() {
            if man.color != color {
                continue;
            }
            let to = square(self.squares[place]);
            let origins = match man.role {
                Role::Pawn => ahead(!color, to) & R::pawn_squares(color),
                // A khon steps ahead but not back.
                role => R::attacks(!color, role, to, occupied),
            } - occupied;
            for from in origins {
                let mut squares = self.squares;
                squares[place] = from.index() as u8;
                if R::KING_STANDS && man.role == Role::King {
                    let without = occupied.without(to).with(from);
                    if self.checkers(color, from, without).any() {
                        continue;
                    }
                }
                visit(&squares);
            }
        }
    }
}

/// One step ahead, as `color` sees it.
fn ahead(color: Color, from: Square) -> Bitboard {
    let board = Bitboard::from_square(from);
    match color {
        Color::White => board.north(),
        Color::Black => board.south(),
    }
}
