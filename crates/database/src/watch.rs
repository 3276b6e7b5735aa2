//! What is looked for in games, and when a game can no longer lead there.

use erawan_board::{AnyGame, Bitboard, Color, PerGame, Position, Role, Rules};

use crate::head::Head;
use crate::record::{home_files, home_squares};

/// [`Position`] as a [`PerGame`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Positions;

impl PerGame for Positions {
    type Of<R: Rules> = Position<R>;
}

/// A position of whichever game.
pub type AnyPosition = AnyGame<Positions>;

const COLORS: [Color; 2] = [Color::White, Color::Black];

/// What a look at a position of a game says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Look {
    /// This is it.
    Found,
    /// No position that follows can be it.
    Lost,
    /// It may come yet.
    NotYet,
}

/// Something that is looked for in games.
pub(crate) trait Watch<R: Rules>: Sync {
    /// Looks at a position. `is_plain` says that the game began at its own start
    /// position.
    fn look(&self, position: &Position<R>, is_plain: bool) -> Look;

    /// False if the end of a game shows that it has never been there.
    fn fits_end(&self, head: &Head) -> bool;
}

/// A position that is looked for. Men never come back, pawns never go back, rights
/// to castle never return: most games are passed over after a few plies.
pub(crate) struct Target<R: Rules> {
    position: Position<R>,
    men: [u32; 2],
    pawns: [Bitboard; 2],
    /// Pawns that have not moved.
    home: [Bitboard; 2],
    home_files: [u8; 2],
    /// The pawns and all squares behind them.
    behind: [Bitboard; 2],
    castling: Bitboard,
}

impl<R: Rules> Target<R> {
    pub(crate) fn new(position: Position<R>) -> Target<R> {
        let pawns = COLORS.map(|color| position.pieces(color, Role::Pawn));
        let behind = |color: Color| {
            let mut fill = pawns[color.index()];
            for _ in 0..7 {
                fill = fill | if color == Color::White { fill.south() } else { fill.north() };
            }
            fill
        };
        Target {
            men: COLORS.map(|color| position.by_color(color).len()),
            home: COLORS.map(|color| pawns[color.index()] & home_squares::<R>(color)),
            home_files: home_files(&position),
            behind: COLORS.map(behind),
            pawns,
            castling: position.castling_rooks(),
            position,
        }
    }
}

impl<R: Rules> Watch<R> for Target<R> {
    #[inline(always)]
    fn look(&self, position: &Position<R>, is_plain: bool) -> Look {
        if position.key() == self.position.key() && position.is_repetition_of(&self.position) {
            return Look::Found;
        }
        let men = COLORS.map(|color| position.by_color(color).len());
        let pawns = COLORS.map(|color| position.pieces(color, Role::Pawn));
        let counts = [pawns[0].len(), pawns[1].len()];
        let wanted = [self.pawns[0].len(), self.pawns[1].len()];
        // Men are only ever lost, and pawns too.
        let mut lost = men[0] < self.men[0]
            || men[1] < self.men[1]
            || counts[0] < wanted[0]
            || counts[1] < wanted[1];
        // A pawn that has left its first square does not return. From other starts
        // it may come there from behind.
        if is_plain {
            lost |= !self.home[0].is_subset(pawns[0]) || !self.home[1].is_subset(pawns[1]);
        }
        // With nothing left to take or to promote, pawns stay on their files.
        if men == self.men && counts == wanted {
            lost |= !pawns[0].is_subset(self.behind[0]) || !pawns[1].is_subset(self.behind[1]);
        }
        if R::CASTLING_AND_DOUBLE_STEP {
            lost |= !self.castling.is_subset(position.castling_rooks());
        }
        if lost { Look::Lost } else { Look::NotYet }
    }

    fn fits_end(&self, head: &Head) -> bool {
        let fewer = |side: usize| u32::from(head.men[side]) <= self.men[side];
        // A pawn that never moved stands where it began in every position.
        let home = |side: usize| head.start != 0 || head.home[side] & !self.home_files[side] == 0;
        fewer(0) && fewer(1) && home(0) && home(1)
    }
}

/// How many men of each kind, White's first, in the order of [`Role::ALL`].
pub type Counts = [[u8; 6]; 2];

/// Material that is looked for: exactly these men on the board.
pub(crate) struct Material {
    pub(crate) counts: Counts,
}

impl Material {
    fn total(&self, side: usize) -> u32 {
        self.counts[side].iter().map(|&count| u32::from(count)).sum()
    }
}

impl<R: Rules> Watch<R> for Material {
    fn look(&self, position: &Position<R>, _: bool) -> Look {
        let mut is_it = true;
        for color in COLORS {
            let side = color.index();
            if position.by_color(color).len() < self.total(side) {
                return Look::Lost;
            }
            for (role, &count) in Role::ALL.into_iter().zip(&self.counts[side]) {
                is_it &= position.pieces(color, role).len() == u32::from(count);
            }
        }
        if is_it { Look::Found } else { Look::NotYet }
    }

    fn fits_end(&self, head: &Head) -> bool {
        (0..2).all(|side| u32::from(head.men[side]) <= self.total(side))
    }
}
