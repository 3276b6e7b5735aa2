//! Positions that nobody can win.

use crate::position::Position;
use crate::{Bitboard, Color, Role, Rules};

/// True if `color` cannot mate with what is on the board, even with the
/// opponent's help: a test for helpmates, as FIDE's laws have it.
pub(crate) fn cannot_win<R: Rules>(position: &Position<R>, color: Color) -> bool {
    if R::KING_STANDS {
        // Any man can mate a king that may not run.
        position.without_king(color).is_empty()
    } else if R::DIAGONALS_SLIDE {
        chess(position, color)
    } else {
        makruk(position, color)
    }
}

fn on_one_colour(squares: Bitboard) -> bool {
    squares.is_subset(Bitboard::LIGHT_SQUARES) || squares.is_subset(Bitboard::DARK_SQUARES)
}

fn chess<R: Rules>(position: &Position<R>, color: Color) -> bool {
    let ours = |role| position.pieces(color, role);
    if (ours(Role::Pawn) | ours(Role::Rook) | ours(Role::Queen)).any() {
        return false;
    }
    let theirs = position.without_king(!color);
    if ours(Role::Knight).any() {
        // A lone knight mates only a king that its own pieces smother; a queen
        // alone never does.
        let queens = position.pieces(!color, Role::Queen);
        return ours(Role::Knight).len() == 1
            && ours(Role::Bishop).is_empty()
            && (theirs - queens).is_empty();
    }
    if ours(Role::Bishop).any() {
        // Bishops of one colour need a blocker on the other, or a knight or
        // pawn that can be one.
        let bishops = position.by_role(Role::Bishop);
        return on_one_colour(bishops)
            && (position.by_role(Role::Knight) | position.by_role(Role::Pawn)).is_empty();
    }
    true
}

fn makruk<R: Rules>(position: &Position<R>, color: Color) -> bool {
    let ours = |role| position.pieces(color, role);
    if (ours(Role::Rook) | ours(Role::Bishop)).any() {
        return false;
    }
    let mets = position.by_role(Role::Queen);
    let men = position.without_king(Color::White) | position.without_king(Color::Black);
    let others = men - mets;
    // Mets never leave the colour of their square: they need one of the other
    // colour or another man, of either side, to help.
    if ours(Role::Queen).any() && (!on_one_colour(mets) || others.any()) {
        return false;
    }
    // A ma or a bia needs one helper, of either side.
    !(others.intersects(position.by_color(color)) && men.has_many())
}
