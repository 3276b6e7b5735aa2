//! What lines of play win and lose.

use erawan_board::{Color, Move, MoveFilter, MoveList, Position, Role, Rules};
use erawan_engine::Playable;
use erawan_engine::see;

use super::Man;

/// Less than this is no loss to speak of, in centipawns.
pub(super) const NOTABLE: i32 = 80;
/// So far lines are believed.
const PLIES: usize = 10;

/// The worth of one side's men less that of the other's.
pub(super) fn balance<R: Playable>(position: &Position<R>, color: Color) -> i32 {
    let side = |color| -> i32 {
        Role::ALL
            .into_iter()
            .map(|role| see::worth::<R>(role) * position.pieces(color, role).len() as i32)
            .sum()
    };
    side(color) - side(!color)
}

/// The positions and moves of a line, as far as it is legal.
pub(super) fn walk<'a, R: Rules>(
    start: &Position<R>,
    line: &'a [Move],
) -> impl Iterator<Item = (Position<R>, Move)> + use<'a, R> {
    let mut position = *start;
    line.iter().take(PLIES).map_while(move |&m| {
        let before = position;
        before.is_legal(m).then(|| {
            position = before.play_unchecked(m);
            (before, m)
        })
    })
}

/// The balance at the end of a line, when what can be taken there has been.
pub(super) fn settled<R: Playable>(start: &Position<R>, line: &[Move], color: Color) -> i32 {
    let end = walk(start, line).last().map_or(*start, |(position, m)| position.play_unchecked(m));
    let gain = best_capture(&end);
    balance(&end, color) + if end.turn() == color { gain } else { -gain }
}

/// What the side to move can win by the best capture, or 0.
fn best_capture<R: Playable>(position: &Position<R>) -> i32 {
    let mut moves = MoveList::new();
    position.generate_into(MoveFilter::All, &mut moves);
    let captures = moves.iter().filter(|&&m| position.is_capture(m));
    captures.map(|&m| see::value(position, m)).max().unwrap_or(0).max(0)
}

/// What a move takes, if it wins something by that.
pub(super) fn prey<R: Playable>(position: &Position<R>, m: Move) -> Option<(Man, i32)> {
    let role = position.captured(m)?;
    let gain = see::value(position, m);
    (gain >= NOTABLE).then(|| (Man::new::<R>(role, m.to()), gain))
}

/// The first promotion of one side on a line that is not undone at once.
pub(super) fn promotion<R: Rules>(start: &Position<R>, line: &[Move], color: Color) -> Option<Man> {
    walk(start, line).enumerate().find_map(|(index, (position, m))| {
        let role = m.promotion().filter(|_| position.turn() == color)?;
        let taken = line.get(index + 1).is_some_and(|next| next.to() == m.to());
        (!taken).then(|| Man::new::<R>(role, m.to()))
    })
}
