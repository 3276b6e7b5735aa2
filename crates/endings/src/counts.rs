//! What the count has to do with a change of material.
//!
//! A count is a limit and a number, both in plies, and the game is drawn once
//! the number is greater. What a table must know is which moves begin another
//! count: from there on the result is decided by that count alone.

use erawan_board::{Color, PiecesLimit, Role, Rules};

use crate::material::Material;

/// A count that has just begun.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Begun {
    pub(crate) limit: u16,
    pub(crate) ply: u16,
}

impl Begun {
    /// True if a win in `plies` plies comes in time. Mate is looked at before
    /// the count, so the last ply may exceed the limit.
    pub(crate) fn allows(self, plies: u8) -> bool {
        is_in_time(self.limit, self.ply, plies)
    }
}

/// True if something that ends the count `plies` plies from now, mate or a
/// capture that begins another, comes in time.
pub(crate) fn is_in_time(limit: u16, ply: u16, plies: u8) -> bool {
    plies == 0 || u32::from(ply) + u32::from(plies) - 1 <= u32::from(limit)
}

/// True if a win depends on nothing but the distance to mate: the count was
/// begun when the king was bared, and nothing begins another.
pub(crate) fn mate_decides(material: &Material) -> bool {
    !material.has_bia() && Color::ALL.into_iter().any(|color| material.is_bare(color))
}

/// True if a count runs wherever this stands on the board in a game.
pub(crate) fn is_running<R: Rules>(material: &Material) -> bool {
    if material.men() == 2 {
        return false;
    }
    match R::COUNTS.most_men {
        None => !material.has_bia(),
        // A bare king with bia on the board keeps the count it has, if any.
        Some(_) => {
            mate_decides(material) || Color::ALL.into_iter().all(|color| !material.is_bare(color))
        }
    }
}

/// The count where it has only just begun: for a bare king, when the chaser is
/// to move for the first time. `None` if nothing is counted.
pub(crate) fn at_its_start<R: Rules>(material: &Material) -> Option<Begun> {
    if !is_running::<R>(material) {
        return None;
    }
    let bare = Color::ALL.into_iter().find(|&color| material.is_bare(color));
    let moves = moves_for::<R>(material, bare.unwrap_or(Color::White))?;
    let ply = if bare.is_some() { 2 * material.men() as u16 - 1 } else { 0 };
    Some(Begun { limit: 2 * u16::from(moves), ply })
}

/// The count that a move of `us` begins, if it does. `next` is what stands on
/// the board after it, `running` says that a count ran before.
pub(crate) fn begun<R: Rules>(
    next: &Material,
    us: Color,
    captured: Option<Role>,
    promoted: bool,
    running: bool,
) -> Option<Begun> {
    let (men, them) = (next.men() as u16, !us);
    let begin = |moves: u8, ply| Begun { limit: 2 * u16::from(moves), ply };
    let mut count = None;
    // The bare king itself took the last bia: this move counts already.
    if captured == Some(Role::Pawn) && next.is_bare(us) {
        count = moves_for::<R>(next, us).map(|moves| begin(moves, 2 * men - 1));
    }
    let is_bared = next.is_bare(them);
    let none_runs = !running && count.is_none();
    if (none_runs || ((captured.is_some() || promoted) && is_bared))
        && let Some(moves) = moves_for::<R>(next, them)
    {
        count = Some(begin(moves, if is_bared { 2 * men } else { 0 }));
    }
    count
}

/// The limit in moves if `side` counts from now on.
fn moves_for<R: Rules>(material: &Material, side: Color) -> Option<u8> {
    let chaser = !side;
    if material.is_bare(chaser) {
        return None;
    }
    if material.is_bare(side) {
        let count = |role| material.count(chaser, role);
        let moves =
            PiecesLimit::moves_for(count(Role::Rook), count(Role::Bishop), count(Role::Knight));
        return (!material.has_bia()).then(|| moves - R::COUNTS.shorter);
    }
    let may = match R::COUNTS.most_men {
        None => !material.has_bia(),
        Some(most) => material.side(side) <= u32::from(most),
    };
    may.then_some(R::COUNTS.board)
}
