//! What was good: only moves, and sacrifices that are sound.

use std::fmt;

use erawan_board::{Move, Position, Role};
use erawan_engine::{Playable, see};
use erawan_notation::pgn::Nag;
use erawan_notation::san;

use crate::choices::Other;
use crate::judgement::{Judgement, fault};
use crate::reasons::Man;
use crate::score::Score;

/// What must be offered at least for a sacrifice, in centipawns, less what the
/// move itself takes.
const OFFERED: i32 = 200;
/// What the next capture may bring back at most, less than was offered.
const BACK: i32 = 100;
/// Who stands better than this by another move needs no sacrifice.
const WINNING: f64 = 85.0;
/// Nor is one sound that leaves less than this.
const SOUND: f64 = 45.0;

/// What is good about a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum PraiseKind {
    /// A man is offered, and nothing is better.
    Sacrifice,
    /// Every other move would have been a mistake.
    OnlyMove,
}

impl PraiseKind {
    /// A name for programs: `only-move`.
    pub const fn name(self) -> &'static str {
        match self {
            PraiseKind::Sacrifice => "sacrifice",
            PraiseKind::OnlyMove => "only-move",
        }
    }

    /// `!!` or `□`.
    pub const fn glyph(self) -> &'static str {
        match self {
            PraiseKind::Sacrifice => "!!",
            PraiseKind::OnlyMove => "□",
        }
    }

    /// The glyph's number in PGN.
    pub const fn nag(self) -> Nag {
        match self {
            PraiseKind::Sacrifice => 3,
            PraiseKind::OnlyMove => 7,
        }
    }
}

/// What is good about a move. As text it is a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Praise {
    /// What it is.
    pub kind: PraiseKind,
    /// The man that is offered, where it stands after the move.
    pub man: Option<Man>,
    /// The next best move.
    pub other: Move,
    /// The same as people spell it.
    pub other_san: String,
    /// How bad that one is.
    pub cost: Option<Judgement>,
}

impl fmt::Display for Praise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let other = &self.other_san;
        match (self.kind, self.man, self.cost) {
            (PraiseKind::Sacrifice, Some(man), _) => {
                write!(f, "It offers the {man}, and nothing is better.")
            }
            (_, _, Some(cost)) => write!(f, "{other}, the next best, would be a {}.", cost.name()),
            (_, _, None) => write!(f, "{other} is the next best."),
        }
    }
}

/// What is good about a move that the search would play too.
pub(crate) fn find<R: Playable>(before: &Position<R>, m: Move, other: &Other) -> Option<Praise> {
    let mover = before.turn();
    let &next = other.line.moves.first()?;
    let played = Score::from_engine(other.played, mover);
    let instead = Score::from_engine(other.line.score, mover);
    let man = offered(before, m)
        .filter(|_| played.win_percent(mover) >= SOUND && instead.win_percent(mover) <= WINNING);
    let cost = fault(played, instead, mover);
    let kind = match man {
        Some(_) => PraiseKind::Sacrifice,
        // What is there to be taken needs no praise.
        None if other.is_only && cost.is_some() && !is_plain(before, m) => PraiseKind::OnlyMove,
        None => return None,
    };
    Some(Praise { kind, man, other: next, other_san: san::write(before, next), cost })
}

fn is_plain<R: Playable>(before: &Position<R>, m: Move) -> bool {
    before.is_capture(m) && see::value(before, m) >= OFFERED / 2
}

/// The man that a move offers: it can be taken for less than it is worth, could
/// not before unless it is the one that moved, and no other capture wins it
/// back at once.
fn offered<R: Playable>(before: &Position<R>, m: Move) -> Option<Man> {
    if m.is_castle() || m.is_promotion() {
        return None;
    }
    let after = before.play_unchecked(m);
    let taken = before.captured(m).map_or(0, |role| see::worth::<R>(role));
    let moves = after.legal_moves();
    let captures = moves.iter().filter(|&&c| after.is_capture(c) && !c.is_en_passant());
    let (price, capture) = captures
        .map(|&capture| (see::value(&after, capture) - taken, capture))
        .max_by_key(|&(price, _)| price)?;
    let role = after.captured(capture).filter(|&role| role != Role::Pawn)?;
    let square = capture.to();
    let is_new = square == m.to() || !could_be_taken(before, square);
    let accepted = after.play_unchecked(capture);
    let answers = accepted.legal_moves();
    let elsewhere = answers.iter().filter(|c| accepted.is_capture(**c) && c.to() != square);
    let back = elsewhere.map(|&c| see::value(&accepted, c)).max().unwrap_or(0);
    (price >= OFFERED && is_new && back <= price - BACK).then(|| Man::new::<R>(role, square))
}

/// True if the opponent could win something on a square, were it his turn.
fn could_be_taken<R: Playable>(position: &Position<R>, square: erawan_board::Square) -> bool {
    if position.in_check() {
        return true;
    }
    let free = position.play_null();
    let moves = free.legal_moves();
    moves.iter().any(|&m| m.to() == square && free.is_capture(m) && see::value(&free, m) > 0)
}
