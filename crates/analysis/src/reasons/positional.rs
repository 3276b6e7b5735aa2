//! Remarks on king, pawns and idle men, where the parts of the hand-written
//! evaluation bear them out and the board shows it.
//!
//! Two things must come together. At the ends of the two lines the evaluation
//! differs, and most of the difference lies in one of its parts; and what the
//! part is about can be counted on the board: squares beside the king that are
//! attacked, isolated, doubled and passed pawns, squares a man can go to.

use erawan_board::{Bitboard, Color, Position, Role, Square};
use erawan_engine::Playable;
use erawan_engine::eval::{self, Conclusion, Pair, Parameters, Term};

use super::story::Story;
use super::{Kind, Man, Reason, Shown};

/// What a part must differ by at least, in centipawns.
const PART: i32 = 40;
/// Men may differ by less than this, in centipawns: then the remark would not be
/// the point.
const EVEN: i32 = 50;
/// What is remarked on must be there after so many plies already: what comes much
/// later is hardly the move's fault.
const SOON: usize = 4;
/// A man is idle with this many squares to go to, if it has as many more on
/// the other line.
const IDLE: u32 = 3;

/// The numbers for the squares of one kind of men.
const SQUARES: usize = 32;

const KING: &[Term] = &[Term::Shelter, Term::Storm, Term::StormBlocked, Term::KingOpen];
const PAWNS: &[Term] =
    &[Term::Doubled, Term::Isolated, Term::Backward, Term::Supported, Term::Phalanx];
const PASSED: &[Term] = &[
    Term::Passed,
    Term::PassedBlocked,
    Term::PassedFree,
    Term::PassedSupported,
    Term::PassedOurKing,
    Term::PassedTheirKing,
    Term::PassedRookBehind,
    Term::PassedUnstoppable,
    Term::PromotionReady,
];
const MOBILITY: [(Role, Term); 4] = [
    (Role::Knight, Term::KnightMobility),
    (Role::Bishop, Term::BishopMobility),
    (Role::Rook, Term::RookMobility),
    (Role::Queen, Term::QueenMobility),
];

pub(super) fn explain<R: Playable>(played: &Story<R>, best: &Story<R>) -> Option<Reason> {
    let mover = played.positions[0].turn();
    let apart = best.counted(mover) - played.counted(mover);
    if played.moves.len() < 2 || best.moves.is_empty() || apart.abs() >= EVEN {
        return None;
    }
    let ends = [played.end(), best.end()];
    let soon = &played.positions[played.moves.len().min(SOON)];
    let parts = ends.map(|end| Parts::new(end));
    // How much better the best line is by these terms of one side.
    let gain = |of: &dyn Fn(&Parts) -> i32| of(&parts[1]) - of(&parts[0]);
    let whole = gain(&|parts| parts.score(mover));
    let carries = |gain: i32| gain >= PART && 2 * gain >= whole;
    let mut found: Vec<(i32, Option<Reason>)> = vec![
        (gain(&|parts| parts.king(mover)), king(ends, soon, mover)),
        (gain(&|parts| parts.of(mover, PAWNS)), weak_pawn(ends, soon, mover)),
        (-gain(&|parts| parts.of(!mover, PASSED)), passed_pawn(ends, soon, !mover)),
    ];
    for (role, term) in MOBILITY {
        let remark = idle(played, best, role, mover).filter(|reason| {
            let place = reason.men.first().map(|man| man.square);
            let is_there = |square| soon.role_at(square) == Some(role);
            place.is_some_and(|square| is_there(square) && squares(soon, mover, square) <= IDLE)
        });
        let part = |parts: &Parts| parts.of(mover, &[term]) + parts.placed(mover, role);
        found.push((gain(&part), remark));
    }
    let borne = found.into_iter().filter(|&(gain, _)| whole >= PART && carries(gain));
    let (_, reason) = borne.filter(|(_, reason)| reason.is_some()).max_by_key(|&(gain, _)| gain)?;
    let at = played.moves.len();
    reason.map(|reason| Reason { at, ..reason }.shown_by(played, 1))
}

/// The parts of an evaluation, in centipawns.
struct Parts {
    /// By term, for White and Black.
    terms: Vec<(&'static str, [i32; 2])>,
    /// Where men stand, by role, for White and Black.
    placed: [[i32; 6]; 2],
    white: i32,
}

impl Parts {
    fn new<R: Playable>(position: &Position<R>) -> Parts {
        let (white, trace) = eval::trace(position);
        let (phase, full) = (trace.conclusion.phase, Conclusion::FULL_PHASE);
        let tapered = |pair: Pair| (pair.mg() * phase + pair.eg() * (full - phase)) / full;
        let lines = trace.terms(Parameters::of::<R>());
        let terms = lines.map(|line| (line.name, line.sides.map(tapered))).collect();
        let placed = trace.counts.map(|counts| {
            Role::ALL.map(|role| {
                let first = Term::Squares.start() + SQUARES * role.index();
                let numbers = Parameters::of::<R>().as_slice().iter().zip(&counts);
                tapered(numbers.skip(first).take(SQUARES).map(|(&pair, &n)| pair * n).sum())
            })
        });
        Parts { terms, placed, white }
    }

    /// How well the men of a kind are placed.
    fn placed(&self, color: Color, role: Role) -> i32 {
        self.placed[color.index()][role.index()]
    }

    fn score(&self, color: Color) -> i32 {
        if color == Color::White { self.white } else { -self.white }
    }

    fn named(&self, color: Color, is_meant: impl Fn(&str) -> bool) -> i32 {
        let meant = self.terms.iter().filter(|(name, _)| is_meant(name));
        meant.map(|(_, sides)| sides[color.index()]).sum()
    }

    fn of(&self, color: Color, terms: &[Term]) -> i32 {
        self.named(color, |name| terms.iter().any(|term| term.name() == name))
    }

    /// The safety of a king.
    fn king(&self, color: Color) -> i32 {
        self.of(color, KING) + self.named(color, |name| name == "king danger")
    }
}

/// Squares beside a king that the other side attacks.
fn attacked_beside<R: Playable>(position: &Position<R>, color: Color) -> u32 {
    let king = position.king(color);
    let beside = R::attacks(color, Role::King, king, Bitboard::EMPTY);
    let occupied = position.occupied();
    let is_attacked =
        |square: &Square| !position.attackers_of(!color, *square, occupied).is_empty();
    beside.iter().filter(is_attacked).count() as u32
}

/// In endings the king goes where he is attacked.
fn king<R: Playable>(
    [played, best]: [&Position<R>; 2],
    soon: &Position<R>,
    mover: Color,
) -> Option<Reason> {
    let (now, instead) = (attacked_beside(played, mover), attacked_beside(best, mover));
    let least = now.min(attacked_beside(soon, mover));
    let is_ending = eval::trace(played).1.conclusion.phase < Conclusion::FULL_PHASE / 2;
    (least >= instead + 2 && !is_ending).then(|| Reason {
        men: vec![Man::new::<R>(Role::King, played.king(mover))],
        number: Some(now),
        instead: Some(instead),
        ..Reason::new::<R>(Kind::WeakensKing, Shown::Played)
    })
}

/// True if no pawn of the side is on the files beside.
fn is_isolated(pawns: Bitboard, square: Square) -> bool {
    let file = square.file().index();
    pawns.iter().all(|other| other.file().index().abs_diff(file) != 1)
}

/// True if a pawn of the side is ahead on the same file.
fn is_doubled(pawns: Bitboard, square: Square, color: Color) -> bool {
    let ahead = |other: Square| is_ahead(square, other, color);
    pawns.iter().any(|other| other.file() == square.file() && ahead(other))
}

/// True if the second square lies further up the board for a side.
fn is_ahead(square: Square, other: Square, color: Color) -> bool {
    match color {
        Color::White => other.rank().index() > square.rank().index(),
        Color::Black => other.rank().index() < square.rank().index(),
    }
}

/// True if no pawn of the other side is ahead, on the same file or beside.
fn is_passed(theirs: Bitboard, square: Square, color: Color) -> bool {
    let file = square.file().index();
    !theirs
        .iter()
        .any(|other| other.file().index().abs_diff(file) <= 1 && is_ahead(square, other, color))
}

/// The pawn that one line leaves and the other does not, if there are more of
/// its kind on the first: the foremost.
fn new_pawn<R: Playable>(
    [played, best]: [&Position<R>; 2],
    soon: &Position<R>,
    color: Color,
    is_meant: impl Fn(&Position<R>, Square) -> bool,
) -> Option<Square> {
    let meant = |position: &Position<R>| -> Vec<Square> {
        let pawns = position.pieces(color, Role::Pawn);
        pawns.iter().filter(|&square| is_meant(position, square)).collect()
    };
    let (now, instead) = (meant(played), meant(best));
    let soon = meant(soon);
    let is_new = |square: &Square| !instead.contains(square) && soon.contains(square);
    let new = now.iter().copied().filter(is_new);
    let first = new.reduce(|a, b| if is_ahead(a, b, color) { b } else { a });
    first.filter(|_| now.len() > instead.len())
}

fn weak_pawn<R: Playable>(
    ends: [&Position<R>; 2],
    soon: &Position<R>,
    mover: Color,
) -> Option<Reason> {
    let pawns = |position: &Position<R>| position.pieces(mover, Role::Pawn);
    let isolated = new_pawn(ends, soon, mover, |end, square| is_isolated(pawns(end), square));
    let doubled =
        || new_pawn(ends, soon, mover, |end, square| is_doubled(pawns(end), square, mover));
    let (kind, square) = match isolated {
        Some(square) => (Kind::IsolatesPawn, square),
        None => (Kind::DoublesPawn, doubled()?),
    };
    let men = vec![Man::new::<R>(Role::Pawn, square)];
    Some(Reason { men, ..Reason::new::<R>(kind, Shown::Played) })
}

fn passed_pawn<R: Playable>(
    ends: [&Position<R>; 2],
    soon: &Position<R>,
    color: Color,
) -> Option<Reason> {
    let theirs = |position: &Position<R>| position.pieces(!color, Role::Pawn);
    let square = new_pawn(ends, soon, color, |end, square| is_passed(theirs(end), square, color))?;
    let men = vec![Man::new::<R>(Role::Pawn, square)];
    Some(Reason { men, ..Reason::new::<R>(Kind::AllowsPassedPawn, Shown::Played) })
}

/// Squares that a man attacks and that neither its own men nor the other side's
/// pawns hold.
fn squares<R: Playable>(position: &Position<R>, color: Color, square: Square) -> u32 {
    let Some(role) = position.role_at(square) else { return 0 };
    let reach = R::attacks(color, role, square, position.occupied());
    let pawns = position.pieces(!color, Role::Pawn);
    let held = |target: Square| {
        let attacks = |pawn: Square| R::attacks(!color, Role::Pawn, pawn, position.occupied());
        pawns.iter().any(|pawn| attacks(pawn).contains(target))
    };
    let own = position.by_color(color);
    reach.iter().filter(|&target| !own.contains(target) && !held(target)).count() as u32
}

/// The man of a kind that has least to do on one line, and much on the other.
fn idle<R: Playable>(
    played: &Story<R>,
    best: &Story<R>,
    role: Role,
    mover: Color,
) -> Option<Reason> {
    let men = played.positions[0].pieces(mover, role);
    let each = men.iter().filter_map(|home| {
        let places = [played, best].map(|story| story.place(home, story.moves.len()));
        let [Some(now), Some(instead)] = places else { return None };
        let counts = (squares(played.end(), mover, now), squares(best.end(), mover, instead));
        (counts.0 <= IDLE && counts.1 >= counts.0 + IDLE).then_some((counts, now))
    });
    let ((number, instead), square) = each.min_by_key(|&((number, _), _)| number)?;
    Some(Reason {
        men: vec![Man::new::<R>(role, square)],
        number: Some(number),
        instead: Some(instead),
        ..Reason::new::<R>(Kind::IdlesMan, Shown::Played)
    })
}
