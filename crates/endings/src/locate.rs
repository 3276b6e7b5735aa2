//! Between the library's positions and places in a table.

use erawan_board::{Color, Counting, Piece, Position, Role, Rules, Setup, Square, Strictness};

use crate::index::{Layout, MAX_SQUARES, Squares};

/// The place of a position in the table for its material, whose colours may
/// be exchanged. Men that may still leap are in no table.
#[inline]
pub(crate) fn place<R: Rules>(
    layout: &Layout,
    flip: bool,
    position: &Position<R>,
) -> Option<usize> {
    if R::FIRST_LEAPS && position.leapers().any() {
        return None;
    }
    let mut squares: Squares = [0; MAX_SQUARES];
    let upside_down = if flip { 56 } else { 0 };
    let mut men = layout.men.iter();
    let mut place = 0;
    while let Some(man) = men.next() {
        let color = if flip { !man.color } else { man.color };
        if man.role == Role::King {
            squares[place] = position.king(color).index() as u8 ^ upside_down;
            place += 1;
            continue;
        }
        for (again, square) in position.pieces(color, man.role).iter().enumerate() {
            // Equal men follow each other in the layout.
            if again > 0 {
                men.next();
            }
            *squares.get_mut(place)? = square.index() as u8 ^ upside_down;
            place += 1;
        }
    }
    let turn = if flip { !position.turn() } else { position.turn() };
    layout.index(&squares, turn)
}

/// The position at a place, with this count; `None` if there is none, or if a king
/// could be taken.
pub(crate) fn position_at<R: Rules>(
    layout: &Layout,
    place: usize,
    counting: Counting,
) -> Option<Position<R>> {
    if place >= layout.places() {
        return None;
    }
    let (squares, turn) = layout.squares(place);
    if !layout.is_position(&squares) {
        return None;
    }
    position::<R>(layout, &squares, turn, counting).filter(|position| !can_take_king(position))
}

fn position<R: Rules>(
    layout: &Layout,
    squares: &Squares,
    turn: Color,
    counting: Counting,
) -> Option<Position<R>> {
    let mut setup = Setup::empty();
    for (man, &square) in layout.men.iter().zip(squares) {
        setup.put(Square::from_index(usize::from(square))?, Piece::new(man.color, man.role));
    }
    setup.turn = turn;
    setup.counting = counting;
    Position::from_setup(&setup, Strictness::Lenient).ok()
}

/// True if the side to move could take the king.
pub(crate) fn can_take_king<R: Rules>(position: &Position<R>) -> bool {
    let them = !position.turn();
    position.attackers_of(!them, position.king(them), position.occupied()).any()
}
