//! Reviews for programs: one JSON object a game, on one line.

use erawan_board::{Color, Move, Role, with_game, with_rules};
use erawan_notation::fen;
use erawan_notation::pgn::{AnyGame, PgnGame};
use erawan_notation::uci::{self, CastlingNotation};
use serde::{Deserialize, Serialize};

use crate::judgement::Judgement;
use crate::praise::Praise;
use crate::reasons::{Reason, Trade};
use crate::review::{MoveReview, Review, SideReview};
use crate::score::Score;

/// How a line is recognised: who reviewed and how, and the game's fingerprint
/// and number.
#[derive(Serialize, Deserialize)]
pub(crate) struct Head {
    pub(crate) by: String,
    pub(crate) key: String,
    pub(crate) game: u64,
}

#[derive(Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    head: Option<Head>,
    event: &'a str,
    date: &'a str,
    round: &'a str,
    white: &'a str,
    black: &'a str,
    result: &'a str,
    variant: &'a str,
    fen: String,
    review: Sides,
    #[serde(skip_serializing_if = "Option::is_none")]
    turning_point: Option<usize>,
    start: Start,
    moves: Vec<ReviewedMove<'a>>,
}

#[derive(Serialize)]
struct Sides {
    white: Side,
    black: Side,
}

#[derive(Serialize)]
struct Side {
    accuracy: Option<f64>,
    average_loss: Option<f64>,
    moves: u32,
    inaccuracies: u32,
    mistakes: u32,
    blunders: u32,
    phases: Phases,
}

/// Accuracy by phase.
#[derive(Serialize)]
struct Phases {
    opening: Option<f64>,
    middlegame: Option<f64>,
    endgame: Option<f64>,
}

impl From<&SideReview> for Side {
    fn from(side: &SideReview) -> Side {
        let SideReview { moves, inaccuracies, mistakes, blunders, .. } = *side;
        let (accuracy, average_loss) = (side.accuracy.map(short), side.average_loss.map(short));
        let [opening, middlegame, endgame] = side.phases.map(|part| part.map(short));
        let phases = Phases { opening, middlegame, endgame };
        Side { accuracy, average_loss, moves, inaccuracies, mistakes, blunders, phases }
    }
}

/// `"cp":35` or `"mate":-3`, from White's point of view.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum ScoreField {
    Cp(i32),
    Mate(i64),
}

impl From<Score> for ScoreField {
    fn from(score: Score) -> ScoreField {
        match score {
            Score::Centipawns(value) => ScoreField::Cp(value),
            Score::Mate { winner: Color::White, moves } => ScoreField::Mate(moves.into()),
            Score::Mate { moves, .. } => ScoreField::Mate(-i64::from(moves)),
        }
    }
}

/// How deep a position was searched.
#[derive(Serialize)]
struct Search {
    depth: u32,
    nodes: u64,
}

#[derive(Serialize)]
struct Start {
    #[serde(flatten)]
    score: ScoreField,
    #[serde(flatten)]
    search: Option<Search>,
}

#[derive(Serialize)]
struct ReviewedMove<'a> {
    uci: String,
    san: &'a str,
    #[serde(flatten)]
    score: ScoreField,
    win: f64,
    accuracy: f64,
    judgement: &'a str,
    phase: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    praise: Option<Praised>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reply: Option<String>,
    #[serde(flatten)]
    explanation: Option<Explanation<'a>>,
    #[serde(flatten)]
    search: Option<Search>,
}

/// What was good about a move.
#[derive(Serialize)]
struct Praised {
    kind: &'static str,
    why: String,
    /// The next best move.
    other: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    man: Option<Man>,
}

#[derive(Serialize)]
struct Explanation<'a> {
    reason: &'a str,
    why: String,
    claim: Claim,
}

/// All that the sentence of a reason says, so that it can be checked.
#[derive(Serialize)]
struct Claim {
    line: &'static str,
    at: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    shown: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    instead: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    men: Vec<Man>,
    #[serde(flatten)]
    trade: Option<Balance>,
}

#[derive(Serialize)]
struct Man {
    role: &'static str,
    square: String,
}

impl From<&crate::reasons::Man> for Man {
    fn from(man: &crate::reasons::Man) -> Man {
        Man { role: word(man.role), square: man.square.to_string() }
    }
}

#[derive(Serialize)]
struct Balance {
    lost: Vec<&'static str>,
    won: Vec<&'static str>,
    swing: i32,
}

impl From<&Reason> for Claim {
    fn from(reason: &Reason) -> Claim {
        let words = |roles: &[Role]| roles.iter().map(|&role| word(role)).collect();
        let balance = |Trade { lost, won, swing }: &Trade| Balance {
            lost: words(lost),
            won: words(won),
            swing: *swing,
        };
        Claim {
            line: reason.line.name(),
            at: reason.at,
            shown: reason.shown,
            number: reason.number,
            instead: reason.instead,
            men: reason.men.iter().map(Man::from).collect(),
            trade: reason.trade.as_ref().map(balance),
        }
    }
}

/// Two decimals are enough for anybody.
fn short(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

/// The review of a game as a line of JSON, its end included.
pub(crate) fn line(head: Option<Head>, game: &AnyGame, review: &Review) -> String {
    let tag = |name| game.tags().get(name).unwrap_or("?");
    let [white, black] = &review.sides;
    let castling = CastlingNotation::of(review.variant);
    let spell = |moves: &[Move]| {
        let words: Vec<String> = with_rules!(review.variant, R => {
            moves.iter().map(|&m| uci::write::<R>(m, castling)).collect()
        });
        words.join(" ")
    };
    let moves = review.moves.iter().enumerate();
    let line = Line {
        head,
        event: tag("Event"),
        date: tag("Date"),
        round: tag("Round"),
        white: tag("White"),
        black: tag("Black"),
        result: game.result().as_str(),
        variant: review.variant.name(),
        fen: with_game!(game, game => fen::write(game.start())),
        review: Sides { white: white.into(), black: black.into() },
        turning_point: review.turning_point.map(|index| index + 1),
        start: Start { score: review.start.into(), search: search(review, 0) },
        moves: moves.map(|(index, each)| one(each, search(review, index + 1), &spell)).collect(),
    };
    // Nothing in it can fail: no maps with odd keys, no numbers that are none.
    let mut text = serde_json::to_string(&line).unwrap_or_default();
    text.push('\n');
    text
}

/// The review of a game as a line of JSON.
pub fn record(game: &AnyGame, review: &Review) -> String {
    line(None, game, review)
}

/// How deep a position was searched, if it was.
fn search(review: &Review, index: usize) -> Option<Search> {
    let found = review.evaluations.get(index).filter(|found| !found.lines.is_empty())?;
    Some(Search { depth: found.depth, nodes: found.nodes })
}

fn one<'a>(
    reviewed: &'a MoveReview,
    search: Option<Search>,
    spell: &dyn Fn(&[Move]) -> String,
) -> ReviewedMove<'a> {
    let line = |moves: &[Move]| (!moves.is_empty()).then(|| spell(moves));
    let praised = |praise: &Praise| Praised {
        kind: praise.kind.name(),
        why: praise.to_string(),
        other: spell(&[praise.other]),
        cost: praise.cost.map(Judgement::name),
        man: praise.man.as_ref().map(Man::from),
    };
    let explanation = |reason: &'a Reason| Explanation {
        reason: reason.name(),
        why: reason.to_string(),
        claim: reason.into(),
    };
    ReviewedMove {
        uci: spell(&[reviewed.played]),
        san: &reviewed.san,
        score: reviewed.score.into(),
        win: short(reviewed.score.win_percent(Color::White)),
        accuracy: short(reviewed.accuracy),
        judgement: reviewed.judgement.name(),
        phase: reviewed.phase.name(),
        praise: reviewed.praise.as_ref().map(praised),
        best: line(&reviewed.best),
        reply: line(&reviewed.reply).filter(|_| reviewed.judgement.is_bad()),
        explanation: reviewed.reason.as_ref().map(explanation),
        search,
    }
}

/// A role by the word that programs know.
const fn word(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}
