//! What is known of endings of chess: how much of an advantage can be won, and
//! how a bare king is mated.

use erawan_board::{Bitboard, Color, Position, Role, Square};

use super::count;
use super::trace::Conclusion;
use crate::games::Playable;

/// Whose rules of endings a game follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Endings {
    /// Those of chess: pawns win, and most leads without them do not.
    Chess,
    /// Those of Makruk and its sisters: the win must come before a count is
    /// full.
    Counted,
}

impl Endings {
    /// What is known of an ending, `strong` being the side with the advantage
    /// `ahead` (the terms for the end game).
    #[inline(always)]
    pub(super) fn verdict<R: Playable>(
        self,
        position: &Position<R>,
        strong: Color,
        ahead: i32,
    ) -> Verdict {
        match self {
            Endings::Chess => chess(position, strong, ahead),
            Endings::Counted => count::makruk(position, strong, ahead),
        }
    }

    /// How much of a network's lead counts, of [`FULL`], for a network sees
    /// neither the count nor how a bare king is mated; nothing if the
    /// hand-written rules know better.
    #[inline(always)]
    pub(super) fn network_share<R: Playable>(self, position: &Position<R>) -> Option<i32> {
        match self {
            Endings::Chess => network_share(position),
            Endings::Counted => count::network_share(position),
        }
    }
}

/// What an ending's rule says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// This much of the lead counts in the end game, of
    /// [`Conclusion::FULL_SCALE`].
    EndGame(i32),
    /// This much of the lead counts in every phase.
    Lead(i32),
    /// The score for the stronger side.
    Known(i32),
}

pub(super) const FULL: i32 = Conclusion::FULL_SCALE;

/// A bare king that can be mated is worth this much, and what the terms say on
/// top of it.
const MATING_MATERIAL: i32 = 4_000;

/// The material of one side.
#[derive(Clone, Copy)]
pub(super) struct Material {
    pub pawns: i32,
    pub knights: i32,
    pub bishops: i32,
    pub rooks: i32,
    pub queens: i32,
}

impl Material {
    #[inline(always)]
    pub fn of<R: Playable>(position: &Position<R>, color: Color) -> Material {
        let count = |role| position.pieces(color, role).len() as i32;
        Material {
            pawns: count(Role::Pawn),
            knights: count(Role::Knight),
            bishops: count(Role::Bishop),
            rooks: count(Role::Rook),
            queens: count(Role::Queen),
        }
    }

    /// The number of men beside the king.
    pub const fn men(&self) -> i32 {
        self.pawns + self.pieces()
    }

    /// The number of men beside king and pawns.
    pub const fn pieces(&self) -> i32 {
        self.knights + self.bishops + self.rooks + self.queens
    }

    /// The worth of the pieces, pawns apart.
    pub fn worth<R: Playable>(&self) -> i32 {
        let worth = crate::see::worth::<R>;
        self.knights * worth(Role::Knight)
            + self.bishops * worth(Role::Bishop)
            + self.rooks * worth(Role::Rook)
            + self.queens * worth(Role::Queen)
    }
}

/// How far a square is from the middle: 0 there, 6 in a corner.
pub(super) fn from_centre(square: Square) -> i32 {
    let outward = |index: usize| if index < 4 { 3 - index as i32 } else { index as i32 - 4 };
    outward(square.file().index()) + outward(square.rank().index())
}

/// How near a square is to the corners of one colour: 7 in the corner, 0 on
/// the long diagonal of the other colour.
pub(super) fn near_corner(square: Square, light: bool) -> i32 {
    let (file, rank) = (square.file().index() as i32, square.rank().index() as i32);
    // a1 and h8 are dark, a8 and h1 light.
    if light { (rank - file).abs() } else { (7 - rank - file).abs() }
}

/// How near the kings are: 6 side by side, 0 as far away as can be.
pub(super) fn kings_near<R: Playable>(position: &Position<R>) -> i32 {
    7 - i32::from(position.king(Color::White).distance(position.king(Color::Black)))
}

/// How many squares a bare king could wander to if the others stood still.
pub(super) fn room<R: Playable>(position: &Position<R>, king: Color) -> i32 {
    let forbidden = position.attacks_by(!king) - Bitboard::from(position.king(king));
    let mut reached = Bitboard::from(position.king(king));
    loop {
        let beside = reached | reached.east() | reached.west();
        let wider = (beside | beside.north() | beside.south()) - forbidden;
        if wider == reached {
            return reached.len() as i32;
        }
        reached = wider;
    }
}

/// The rules for chess, `strong` being the side with the advantage `ahead`
/// (the terms for the end game).
#[inline]
pub(super) fn chess<R: Playable>(position: &Position<R>, strong: Color, ahead: i32) -> Verdict {
    let (us, them) = (Material::of(position, strong), Material::of(position, !strong));
    if us.men() + them.men() <= 3 && position.is_insufficient_material_for(strong) {
        return Verdict::Lead(0);
    }
    if them.men() == 0
        && let Some(verdict) = bare_king(position, strong, &us, ahead)
    {
        return verdict;
    }
    if us.pawns == 0 {
        return Verdict::Lead(pawnless::<R>(&us, &them));
    }
    if us.pawns == 1
        && us.pieces() <= us.bishops
        && us.bishops <= 1
        && wrong_corner(position, strong)
    {
        return Verdict::Lead(0);
    }
    if opposite_bishops(position, &us, &them) {
        // Alone they draw with two pawns more; with other pieces they often
        // help the attacker.
        let alone = us.pieces() == 1 && them.pieces() == 1;
        let scale = if alone { 14 + 5 * us.pawns } else { 34 + 3 * us.pieces() };
        return Verdict::EndGame(scale.min(FULL));
    }
    if us.pawns == 1 && us.worth::<R>() <= them.worth::<R>() + 100 && them.pieces() > 0 {
        // The defender gives a piece for the last pawn.
        return Verdict::EndGame(if us.rooks == 1 && us.pieces() == 1 { 40 } else { 30 });
    }
    Verdict::EndGame((36 + 6 * us.pawns).min(FULL))
}

/// How much of a network's lead counts: all of it, or nothing if a bare king's
/// ending is known to be won or drawn.
#[inline]
pub(super) fn network_share<R: Playable>(position: &Position<R>) -> Option<i32> {
    let is_bare = |color: &Color| !position.by_color(*color).has_many();
    match Color::ALL.iter().find(|color| is_bare(color)) {
        None => Some(FULL),
        Some(&bare) => match chess(position, !bare, 0) {
            Verdict::EndGame(_) => Some(FULL),
            Verdict::Lead(_) | Verdict::Known(_) => None,
        },
    }
}

fn on_both_colours(squares: Bitboard) -> bool {
    squares.intersects(Bitboard::LIGHT_SQUARES) && squares.intersects(Bitboard::DARK_SQUARES)
}

/// Mating a bare king: to the edge, with bishop and knight to the corner of
/// the bishop's colour, with the other king close.
fn bare_king<R: Playable>(
    position: &Position<R>,
    strong: Color,
    us: &Material,
    ahead: i32,
) -> Option<Verdict> {
    let king = position.king(!strong);
    let bishops = position.pieces(strong, Role::Bishop);
    let heavy = us.rooks + us.queens > 0;
    let pair = on_both_colours(bishops);
    if !heavy && !pair && us.pawns == 0 && us.bishops == 0 && us.knights <= 2 {
        return Some(Verdict::Lead(0));
    }
    let bishop_and_knight = us.bishops > 0 && us.knights > 0;
    if !heavy && !pair && !bishop_and_knight && us.knights < 3 {
        return None;
    }
    let drive = if !heavy && !pair && us.bishops > 0 {
        70 * near_corner(king, bishops.intersects(Bitboard::LIGHT_SQUARES)) + 5 * from_centre(king)
    } else {
        40 * from_centre(king)
    };
    // With all but bishop and knight the king is also walled in.
    let room = if heavy || pair { room(position, !strong).min(24) } else { 0 };
    let hemmed_in = 25 * kings_near(position) - 5 * room;
    // Without pawns only the mate matters: terms fitted to whole games would
    // lead astray.
    let lead = if us.pawns == 0 { us.worth::<R>() + ahead / 4 } else { ahead };
    let known = MATING_MATERIAL + lead.min(10_000) + drive + hemmed_in;
    Some(Verdict::Known(known))
}

/// An advantage without pawns is worth little unless it is large.
fn pawnless<R: Playable>(us: &Material, them: &Material) -> i32 {
    let minor = crate::see::worth::<R>(Role::Bishop);
    let (ours, theirs) = (us.worth::<R>(), them.worth::<R>());
    if ours - theirs > minor {
        let two_knights = us.knights == 2 && us.pieces() == 2;
        return if two_knights { 4 } else { FULL };
    }
    if us.rooks + us.queens == 0 && us.pieces() <= 1 {
        0
    } else if theirs <= minor {
        4
    } else {
        14
    }
}

/// A rook's pawn, perhaps with a bishop that does not rule its last square,
/// and the enemy's king there in time.
fn wrong_corner<R: Playable>(position: &Position<R>, strong: Color) -> bool {
    let Some(pawn) = position.pieces(strong, Role::Pawn).lsb() else { return false };
    let file = pawn.file();
    if file.index() != 0 && file.index() != 7 {
        return false;
    }
    let last = Square::new(file, erawan_board::Rank::Eighth.relative_to(strong));
    let bishops = position.pieces(strong, Role::Bishop);
    let colour = if last.is_light() { Bitboard::LIGHT_SQUARES } else { Bitboard::DARK_SQUARES };
    !bishops.intersects(colour) && position.king(!strong).distance(last) <= 1
}

fn opposite_bishops<R: Playable>(position: &Position<R>, us: &Material, them: &Material) -> bool {
    us.bishops == 1 && them.bishops == 1 && on_both_colours(position.by_role(Role::Bishop))
}
