//! Reviews of games, for the page.

use std::ops::ControlFlow;
use std::time::Instant;

use erawan_analysis::{
    Effort, EngineEvaluator, Judgement, MoveReview, Phase, Plan, Praise, Reason, Review,
    SideReview, Trial, review_by, try_move, verdict,
};
use erawan_board::{Color, Move, Piece, Position, Role, Rules, Variant, with_rules};
use erawan_engine::Limits;
use erawan_engine::Playable;
use erawan_notation::pgn::GameTree;
use erawan_notation::uci::{self, CastlingNotation};
use erawan_notation::{fen, san};

use crate::games;
use crate::limits::MAX_TEAM;
use crate::lines::{self, thai};
use crate::memory::Share;
use crate::protocol::{
    Answer, ErrorKind, Line, ManReply, PraiseReply, ReasonReply, Record, ReviewReply, ReviewedMove,
    Score, SideReply,
};
use crate::searches::{Equipped, Means};
use crate::watch;

/// Nothing is said about the time left before this part is done.
const FIRST_GUESS: f64 = 0.05;

/// How a review is asked for.
pub(crate) struct Asked<'a> {
    pub(crate) effort: Effort,
    /// Nodes for each position at first; 0 for what the effort says.
    pub(crate) nodes: u64,
    /// Engines that share the work.
    pub(crate) threads: usize,
    pub(crate) means: &'a Means,
}

impl Asked<'_> {
    /// Engines of their own, each alike wherever a review is made, and the
    /// memory that they have until the review is over.
    fn team(&self) -> Result<(Vec<EngineEvaluator>, Vec<Share>), Answer> {
        let plan = match self.nodes {
            0 => self.effort.plan(),
            nodes => Plan::of(Limits::nodes(nodes)),
        };
        let member = |_| {
            let Equipped { engine, share } = self.means.engine(Effort::HASH)?;
            Ok((EngineEvaluator::by_plan(engine, plan.clone()), share))
        };
        (0..self.threads.clamp(1, self.means.processors.clamp(1, MAX_TEAM))).map(member).collect()
    }
}

/// Reviews the main line of a game.
pub(crate) fn review(
    game: &Record,
    asked: &Asked<'_>,
    is_wanted: &(dyn Fn() -> bool + Sync),
    on_progress: impl FnMut(Answer),
) -> Answer {
    let (team, _memory) = match asked.team() {
        Ok(team) => team,
        Err(answer) => return answer,
    };
    // Declared last, so dropped before the memory is given back.
    let mut team = team;
    let variant = Variant::from(game.variant);
    while_wanted(&mut team, is_wanted, |team| {
        with_rules!(variant, R => match games::tree::<R>(game, is_wanted) {
            Ok(tree) => reviewed(variant, &tree, team, on_progress),
            Err(_) if !is_wanted() => Answer::Done,
            Err(message) => Answer::error(ErrorKind::Input, message),
        })
    })
}

/// Judges the last move of a line.
pub(crate) fn tried(
    line: &Line,
    asked: &Asked<'_>,
    is_wanted: &(dyn Fn() -> bool + Sync),
) -> Answer {
    let (team, _memory) = match asked.team() {
        Ok(team) => team,
        Err(answer) => return answer,
    };
    // Declared last, so dropped before the memory is given back.
    let mut team = team;
    with_rules!(Variant::from(line.variant), R => {
        let mut game = match lines::replay::<R>(line) {
            Ok(game) => game,
            Err(error) => return Answer::error(ErrorKind::Input, error),
        };
        let Some(m) = game.undo() else {
            return Answer::error(ErrorKind::Input, "there is no move to judge");
        };
        let judged = while_wanted(&mut team, is_wanted, |team| match team.first_mut() {
            Some(engine) => try_move(&game, engine, m),
            None => Ok(Trial::default()),
        });
        match judged {
            Ok(trial) => {
                let variant = Variant::from(line.variant);
                let after = game.position().play_unchecked(m);
                let reply = write(variant, &after, &trial.reply);
                Answer::Tried {
                    judgement: trial.judgement.map(Judgement::name),
                    reply: reply.uci,
                    reply_sans: reply.sans,
                    reply_thai: reply.thai,
                }
            }
            Err(_) if !is_wanted() => Answer::Done,
            Err(error) => Answer::error(ErrorKind::Engine, error),
        }
    })
}

/// Lets engines work, and stops them when nobody wants it any more.
fn while_wanted<T>(
    team: &mut [EngineEvaluator],
    is_wanted: &(dyn Fn() -> bool + Sync),
    work: impl FnOnce(&mut [EngineEvaluator]) -> T,
) -> T {
    let controls = team.iter().map(EngineEvaluator::control).collect();
    watch::watched(controls, is_wanted, None, || work(team))
}

fn reviewed<R: Playable>(
    variant: Variant,
    tree: &GameTree<R>,
    team: &mut [EngineEvaluator],
    mut on_progress: impl FnMut(Answer),
) -> Answer {
    let begun = Instant::now();
    let review = review_by(tree, team, |progress| {
        let part = progress.part;
        let left = (part > FIRST_GUESS)
            .then(|| (begun.elapsed().as_secs_f64() / part * (1.0 - part)).ceil() as u32);
        let (done, total) = (progress.done, progress.total);
        on_progress(Answer::Reviewing { done, total, part, left });
        ControlFlow::Continue(())
    });
    match review {
        Ok(review) => Answer::Reviewed(Box::new(reply(variant, tree.start(), &review))),
        Err(error) if error.is_cancelled() => Answer::Done,
        Err(error) => Answer::error(ErrorKind::Input, error),
    }
}

fn reply<R: Rules>(variant: Variant, start: &Position<R>, review: &Review) -> ReviewReply {
    let mut position = *start;
    let moves = review.moves.iter().map(|reviewed| {
        let shown = reviewed_move(variant, &position, reviewed);
        position = position.play_unchecked(reviewed.played);
        shown
    });
    ReviewReply {
        moves: moves.collect(),
        start: score(review.start),
        sides: review.sides.each_ref().map(side),
        turning_point: review.turning_point,
        phases: [Phase::Middlegame, Phase::Endgame].map(|phase| {
            let first = review.moves.iter().position(|each| each.phase >= phase)?;
            (review.moves.get(first)?.phase == phase).then_some(first)
        }),
    }
}

/// A line in UCI, as people write it, and in Thai where that is written.
#[derive(Default)]
struct Written {
    uci: Vec<String>,
    sans: Vec<String>,
    thai: Vec<String>,
}

fn write<R: Rules>(variant: Variant, start: &Position<R>, line: &[Move]) -> Written {
    let (mut written, mut position) = (Written::default(), *start);
    for &m in line {
        written.uci.push(uci::write::<R>(m, CastlingNotation::of(variant)));
        written.sans.push(san::write(&position, m));
        written.thai.extend(thai(&position, m));
        position = position.play_unchecked(m);
    }
    written
}

fn reviewed_move<R: Rules>(
    variant: Variant,
    position: &Position<R>,
    reviewed: &MoveReview,
) -> ReviewedMove {
    let (mut best, mut reply) = (Written::default(), Written::default());
    if reviewed.judgement.is_bad() {
        best = write(variant, position, &reviewed.best);
        reply = write(variant, &position.play_unchecked(reviewed.played), &reviewed.reply);
    }
    ReviewedMove {
        score: score(reviewed.score),
        share: reviewed.score.win_percent(Color::White) / 100.0,
        accuracy: reviewed.accuracy,
        judgement: reviewed.judgement.name(),
        glyph: reviewed
            .judgement
            .nag()
            .or_else(|| reviewed.praise.as_ref().map(|praise| praise.kind.nag())),
        praise: reviewed.praise.as_ref().map(|found| praise(position, found)),
        verdict: verdict(reviewed),
        reason: reviewed.reason.as_ref().map(|why| reason::<R>(why, &best, &reply)),
        best: best.uci,
        sans: best.sans,
        thai: best.thai,
        reply: reply.uci,
        reply_sans: reply.sans,
        reply_thai: reply.thai,
    }
}

fn praise<R: Rules>(position: &Position<R>, praise: &Praise) -> PraiseReply {
    PraiseReply {
        name: praise.kind.name(),
        text: praise.to_string(),
        other: praise.other_san.clone(),
        thai: thai(position, praise.other),
        cost: praise.cost.map(Judgement::name),
        man: praise.man.as_ref().map(man::<R>),
    }
}

fn letter<R: Rules>(role: Role) -> char {
    fen::piece_letter::<R>(Piece::new(Color::Black, role))
}

fn man<R: Rules>(man: &erawan_analysis::Man) -> ManReply {
    ManReply { piece: letter::<R>(man.role), square: man.square.to_string() }
}

fn reason<R: Rules>(reason: &Reason, best: &Written, reply: &Written) -> ReasonReply {
    // The line played begins with the move itself.
    let shown = reason.shown.and_then(|ply| match reason.line {
        erawan_analysis::Shown::Best => best.thai.get(ply),
        erawan_analysis::Shown::Played => reply.thai.get(ply.checked_sub(1)?),
    });
    let letters = |roles: &[Role]| roles.iter().map(|&role| letter::<R>(role)).collect();
    ReasonReply {
        name: reason.name(),
        line: reason.line.name(),
        at: reason.at,
        shown: reason.shown,
        number: reason.number,
        instead: reason.instead,
        san: reason.san.clone(),
        thai: shown.cloned(),
        men: reason.men.iter().map(man::<R>).collect(),
        lost: reason.trade.as_ref().map(|trade| letters(&trade.lost)).unwrap_or_default(),
        won: reason.trade.as_ref().map(|trade| letters(&trade.won)).unwrap_or_default(),
    }
}

/// A score as White sees it.
fn score(score: erawan_analysis::Score) -> Score {
    match score {
        erawan_analysis::Score::Centipawns(value) => Score { cp: Some(value), mate: None },
        erawan_analysis::Score::Mate { winner, moves } => {
            let moves = i32::try_from(moves).unwrap_or(i32::MAX);
            let sign = if winner == Color::White { 1 } else { -1 };
            Score { cp: None, mate: Some(sign * moves) }
        }
    }
}

fn side(side: &SideReview) -> SideReply {
    SideReply {
        accuracy: side.accuracy,
        phases: side.phases,
        inaccuracies: side.inaccuracies,
        mistakes: side.mistakes,
        blunders: side.blunders,
        average_loss: side.average_loss,
    }
}
