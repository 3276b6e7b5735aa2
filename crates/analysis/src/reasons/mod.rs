//! Why a move was bad, as claims that can be checked.
//!
//! A reason says what happens, to which men, on which squares, and by which of
//! two lines: the one that begins with the move, or the best one. Both are
//! played out to a quiet end before men are counted. What the best line loses
//! as well is no reason, nor is an even trade. A reason is given only where the
//! lines bear it out; else the answer to the move is shown, and what it
//! threatens.

mod counting;
mod material;
mod positional;
mod story;
mod tactics;
mod threats;
mod words;

use std::fmt;
use std::ops::RangeInclusive;

use erawan_board::{Color, DrawReason, Move, Position, Role, Rules, Square};
use erawan_engine::Playable;
use erawan_notation::san;

use crate::score::Score;
use story::Story;

pub(crate) use story::balance;
pub use tactics::Tactic;
pub(crate) use tactics::is_back_rank_mate;

/// A man on the board, for naming it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Man {
    /// What it is.
    pub role: Role,
    /// Where it stands.
    pub square: Square,
    /// What it is called: `queen`, or in Makruk `met`.
    pub name: &'static str,
}

impl Man {
    pub(crate) fn new<R: Rules>(role: Role, square: Square) -> Man {
        Man { role, square, name: R::MEN.name(role) }
    }
}

impl fmt::Display for Man {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}", self.name, self.square)
    }
}

/// What is wrong with a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Kind {
    /// There was a mate.
    MissesMate,
    /// The opponent mates now.
    AllowsMate,
    /// The opponent mates on the first rank, behind the player's own men.
    AllowsBackRankMate,
    /// The move stalemates the opponent, who was lost.
    Stalemate,
    /// The move repeats a position that was won, which draws.
    Repetition,
    /// The move leaves too little to mate with.
    TooLittleLeft,
    /// Makruk: the opponent's count ends before there is a mate.
    CountRunsOut,
    /// Makruk: the move starts a count that is too short to mate in.
    StartsCount,
    /// An ending that tables know to be won is won no more.
    SpoilsWin,
    /// An ending that tables know to be drawn is lost.
    SpoilsDraw,
    /// The man that moved can be taken.
    PutsEnPrise,
    /// A man that did not move can be taken.
    LeavesEnPrise,
    /// A man is taken that the one that moved had guarded.
    Uncovers,
    /// A pinned man is taken.
    DropsPinned,
    /// More is given than is got for it.
    BadExchange,
    /// A rook (rua) is lost for a lesser man.
    LosesExchange,
    /// A man is lost in some way.
    Loses(Tactic),
    /// A pawn (bia) of the opponent gets through.
    AllowsPromotion,
    /// Both sides could promote, and now the opponent is first.
    LosesPromotionRace,
    /// What the opponent has just taken is not taken back.
    MissesRecapture,
    /// A man could be won in some way.
    Misses(Tactic),
    /// A pawn (bia) could get through.
    MissesPromotion,
    /// The answer threatens mate.
    FacesMate,
    /// The answer threatens a man.
    FacesLoss,
    /// More squares beside the player's king are attacked than need be.
    WeakensKing,
    /// A pawn (bia) is left without neighbours.
    IsolatesPawn,
    /// A pawn (bia) is left behind another.
    DoublesPawn,
    /// The opponent gets a pawn (bia) that no other can stop.
    AllowsPassedPawn,
    /// A man is left with few squares to go to.
    IdlesMan,
    /// Nothing of all that: the answer is shown.
    Answer,
}

impl Kind {
    /// A name for programs: `misses-mate`.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::MissesMate => "misses-mate",
            Kind::AllowsMate => "allows-mate",
            Kind::AllowsBackRankMate => "allows-back-rank-mate",
            Kind::Stalemate => "stalemate",
            Kind::Repetition => "repetition",
            Kind::TooLittleLeft => "too-little-left",
            Kind::CountRunsOut => "count-runs-out",
            Kind::StartsCount => "starts-count",
            Kind::SpoilsWin => "spoils-win",
            Kind::SpoilsDraw => "spoils-draw",
            Kind::PutsEnPrise => "puts-en-prise",
            Kind::LeavesEnPrise => "leaves-en-prise",
            Kind::Uncovers => "uncovers",
            Kind::DropsPinned => "drops-pinned",
            Kind::BadExchange => "bad-exchange",
            Kind::LosesExchange => "loses-exchange",
            Kind::Loses(tactic) => match tactic {
                Tactic::Capture => "loses-at-once",
                Tactic::Fork => "allows-fork",
                Tactic::Pin => "allows-pin",
                Tactic::Skewer => "allows-skewer",
                Tactic::Discovery => "allows-discovery",
                Tactic::DoubleCheck => "allows-double-check",
                Tactic::Guard => "loses-guard",
                Tactic::Overload => "overloads",
                Tactic::Trap => "gets-trapped",
                Tactic::Force => "loses-piece",
            },
            Kind::AllowsPromotion => "allows-promotion",
            Kind::LosesPromotionRace => "loses-promotion-race",
            Kind::MissesRecapture => "misses-recapture",
            Kind::Misses(tactic) => match tactic {
                Tactic::Capture => "misses-capture",
                Tactic::Fork => "misses-fork",
                Tactic::Pin => "misses-pin",
                Tactic::Skewer => "misses-skewer",
                Tactic::Discovery => "misses-discovery",
                Tactic::DoubleCheck => "misses-double-check",
                Tactic::Guard => "misses-guard",
                Tactic::Overload => "misses-overload",
                Tactic::Trap => "misses-trap",
                Tactic::Force => "misses-win-of",
            },
            Kind::MissesPromotion => "misses-promotion",
            Kind::FacesMate => "faces-mate",
            Kind::FacesLoss => "faces-loss",
            Kind::WeakensKing => "weakens-king",
            Kind::IsolatesPawn => "isolates-pawn",
            Kind::DoublesPawn => "doubles-pawn",
            Kind::AllowsPassedPawn => "allows-passed-pawn",
            Kind::IdlesMan => "idles-man",
            Kind::Answer => "answer",
        }
    }

    /// False where it is only shown what comes.
    pub const fn is_claim(self) -> bool {
        !matches!(self, Kind::Answer)
    }
}

/// The line that shows a reason.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shown {
    /// The one that begins with the move.
    Played,
    /// The best one.
    Best,
}

impl Shown {
    /// A name for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Shown::Played => "played",
            Shown::Best => "best",
        }
    }
}

/// What the player gives and gets on a line, without what is traded evenly.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trade {
    /// What is given, the most valuable first.
    pub lost: Vec<Role>,
    /// What is got.
    pub won: Vec<Role>,
    /// How much better the other line ends by the worth of men, in hundredths
    /// of a pawn.
    pub swing: i32,
}

/// Why a move was bad. As text it is a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// What is wrong.
    pub kind: Kind,
    /// The line that shows it.
    pub line: Shown,
    /// The move of the line that brings it about, from 0.
    pub shown: Option<usize>,
    /// That move as people spell it.
    pub san: Option<String>,
    /// The same with its number: `23... Qh4`.
    pub numbered: Option<String>,
    /// When this many plies of the line were played the men stand where they are said to.
    pub at: usize,
    /// The men it is about.
    pub men: Vec<Man>,
    /// Moves to mate, moves still to be counted, or squares.
    pub number: Option<u32>,
    /// The number that the other line has instead.
    pub instead: Option<u32>,
    /// Whose move brings it about.
    pub by: Option<Color>,
    /// What the line costs or brings in men.
    pub trade: Option<Trade>,
    /// What men are called, by role.
    names: [&'static str; 6],
}

impl Reason {
    fn new<R: Playable>(kind: Kind, line: Shown) -> Reason {
        Reason {
            kind,
            line,
            shown: None,
            san: None,
            numbered: None,
            at: 0,
            men: Vec::new(),
            number: None,
            instead: None,
            by: None,
            trade: None,
            names: Role::ALL.map(|role| R::MEN.name(role)),
        }
    }

    /// Names the move that brings it about.
    fn shown_by<R: Playable>(mut self, story: &Story<R>, ply: usize) -> Reason {
        if let (Some(position), Some(&m)) = (story.positions.get(ply), story.moves.get(ply)) {
            let text = san::write(position, m);
            let dots = if position.turn().index() == 0 { "." } else { "..." };
            self.numbered = Some(format!("{}{dots} {text}", position.fullmove_number()));
            self.san = Some(text);
            self.by = Some(position.turn());
            self.shown = Some(ply);
        }
        self
    }

    /// A name for programs: `misses-mate`.
    pub const fn name(&self) -> &'static str {
        self.kind.name()
    }
}

/// A bad move with all that is known about it.
pub(crate) struct Case<'a, R: Rules> {
    pub(crate) before: &'a Position<R>,
    pub(crate) after: &'a Position<R>,
    pub(crate) played: Move,
    /// The best line from the position before.
    pub(crate) best: &'a [Move],
    /// The best line from the position after.
    pub(crate) reply: &'a [Move],
    pub(crate) score_before: Score,
    pub(crate) score: Score,
    /// The draw that the move led to at once.
    pub(crate) drawn: Option<DrawReason>,
    /// Where the opponent has just taken something.
    pub(crate) previous: Option<Square>,
}

/// Finds the reason, the most telling first.
pub(crate) fn explain<R: Playable>(case: &Case<'_, R>) -> Option<Reason> {
    let line = std::iter::once(case.played).chain(case.reply.iter().copied());
    let played = Story::new(case.before, line);
    let best = Story::new(case.before, case.best.iter().copied());
    drawn_at_once(case)
        .or_else(|| tables(case))
        .or_else(|| counting::explain(case))
        .or_else(|| mates(case, &played, &best))
        .or_else(|| material::explain(case, &played, &best))
        .or_else(|| threats::explain(case, &played))
        .or_else(|| positional::explain(&played, &best))
        .or_else(|| threats::answer(&played))
}

fn drawn_at_once<R: Playable>(case: &Case<'_, R>) -> Option<Reason> {
    let was_winning = case.score_before.win_percent(case.before.turn()) > 55.0;
    let kind = match case.drawn.filter(|_| was_winning)? {
        DrawReason::Stalemate => Kind::Stalemate,
        DrawReason::ThreefoldRepetition | DrawReason::FivefoldRepetition => Kind::Repetition,
        DrawReason::InsufficientMaterial => Kind::TooLittleLeft,
        DrawReason::Counting => Kind::CountRunsOut,
        _ => return None,
    };
    let number = (kind == Kind::CountRunsOut).then_some(0);
    Some(Reason { at: 1, number, ..Reason::new::<R>(kind, Shown::Played) })
}

fn mates<R: Playable>(case: &Case<'_, R>, played: &Story<R>, best: &Story<R>) -> Option<Reason> {
    let mover = case.before.turn();
    let mated = |score: Score| score.mate_by(!mover);
    if let Some(moves) = mated(case.score).filter(|_| mated(case.score_before).is_none()) {
        let kind = match tactics::is_back_rank_mate(played.end()) {
            true => Kind::AllowsBackRankMate,
            false => Kind::AllowsMate,
        };
        let number = Some(moves);
        let reason = Reason { number, at: 1, ..Reason::new::<R>(kind, Shown::Played) };
        return Some(reason.shown_by(played, 1));
    }
    let moves = case.score_before.mate_by(mover)?;
    let reason = Reason { number: Some(moves), ..Reason::new::<R>(Kind::MissesMate, Shown::Best) };
    Some(reason.shown_by(best, 0))
}

/// Wins by endgame tables. What is above is a mate that the fifty-move rule may
/// forbid, and says nothing of tables.
const WON: RangeInclusive<i32> = 19_000..=20_000;
/// Draws by them: one side may have to find it.
const DRAWN: RangeInclusive<i32> = -5..=5;

fn tables<R: Playable>(case: &Case<'_, R>) -> Option<Reason> {
    let mover = case.before.turn();
    let (was, is) = (case.score_before.centipawns(mover)?, case.score.centipawns(mover)?);
    let kind = if WON.contains(&was) && is < *WON.start() {
        Kind::SpoilsWin
    } else if DRAWN.contains(&was) && WON.contains(&is.saturating_neg()) {
        Kind::SpoilsDraw
    } else {
        return None;
    };
    Some(Reason { at: 1, ..Reason::new::<R>(kind, Shown::Played) })
}
