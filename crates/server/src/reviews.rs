//! Reviews of games, for the page.

use std::ops::ControlFlow;

use erawan_analysis::{EngineEvaluator, MoveReview, Review, SideReview, verdict};
use erawan_board::{Color, Position, Rules, Variant};
use erawan_engine::{Engine, Limits};
use erawan_notation::pgn::GameTree;
use erawan_notation::{san, uci};

use crate::games;
use crate::lines::{castling, with_rules};
use crate::protocol::{Answer, ErrorKind, Record, ReviewReply, ReviewedMove, Score, SideReply};

/// Nodes for a position if the page asks for none, and the most it gets.
const NODES: u64 = 100_000;
const MOST_NODES: u64 = 20_000_000;
/// The longest line that is shown instead of a bad move, in plies.
const BEST_PLIES: usize = 8;

/// Reviews the main line of a game. Gives the engine back.
pub(crate) fn review(
    engine: Engine,
    game: &Record,
    nodes: u64,
    on_progress: impl FnMut(usize, usize),
) -> (Answer, Engine) {
    let nodes = if nodes == 0 { NODES } else { nodes.min(MOST_NODES) };
    let mut evaluator = EngineEvaluator::new(engine, Limits::nodes(nodes));
    let variant = Variant::from(game.variant);
    let answer = with_rules!(variant, R => match games::tree::<R>(game) {
        Ok(tree) => reviewed(variant, &tree, &mut evaluator, on_progress),
        Err(message) => Answer::error(ErrorKind::Input, message),
    });
    (answer, evaluator.into_engine())
}

fn reviewed<R: Rules>(
    variant: Variant,
    tree: &GameTree<R>,
    evaluator: &mut EngineEvaluator,
    mut on_progress: impl FnMut(usize, usize),
) -> Answer {
    let review = erawan_analysis::review(tree, evaluator, |progress| {
        on_progress(progress.done, progress.total);
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
        position = position.play(reviewed.played);
        shown
    });
    ReviewReply {
        moves: moves.collect(),
        start: score(review.start),
        sides: review.sides.each_ref().map(side),
    }
}

fn reviewed_move<R: Rules>(
    variant: Variant,
    position: &Position<R>,
    reviewed: &MoveReview,
) -> ReviewedMove {
    let (mut best, mut sans) = (Vec::new(), Vec::new());
    if reviewed.judgement.is_bad() {
        let mut position = *position;
        for &m in reviewed.best.iter().take(BEST_PLIES) {
            best.push(uci::write(&position, m, castling(variant)));
            sans.push(san::write(&position, m));
            position = position.play(m);
        }
    }
    ReviewedMove {
        score: score(reviewed.score),
        share: reviewed.score.win_percent(Color::White) / 100.0,
        accuracy: reviewed.accuracy,
        judgement: reviewed.judgement.name(),
        glyph: reviewed.judgement.nag(),
        verdict: verdict(reviewed),
        best,
        sans,
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
        inaccuracies: side.inaccuracies,
        mistakes: side.mistakes,
        blunders: side.blunders,
        average_loss: side.average_loss,
    }
}
