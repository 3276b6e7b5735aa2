//! Reviews of games, for the page.

use std::ops::ControlFlow;

use erawan_analysis::{EngineEvaluator, MoveReview, Reason, Review, SideReview, verdict};
use erawan_board::{Color, Piece, Position, Rules, Variant, with_rules};
use erawan_engine::Playable;
use erawan_engine::{Engine, Limits};
use erawan_notation::pgn::GameTree;
use erawan_notation::uci::{self, CastlingNotation};
use erawan_notation::{fen, san};

use crate::games;
use crate::lines::thai;
use crate::protocol::{
    Answer, ErrorKind, ManReply, ReasonReply, Record, ReviewReply, ReviewedMove, Score, SideReply,
};

/// Nodes for a position if the page asks for none.
const NODES: u64 = 100_000;
/// The longest line that is shown instead of a bad move, in plies.
const BEST_PLIES: usize = 8;

/// Reviews the main line of a game. Gives the engine back.
pub(crate) fn review(
    engine: Engine,
    game: &Record,
    nodes: u64,
    is_wanted: &dyn Fn() -> bool,
    on_progress: impl FnMut(usize, usize),
) -> (Answer, Engine) {
    let nodes = if nodes == 0 { NODES } else { nodes };
    let mut evaluator = EngineEvaluator::new(engine, Limits::nodes(nodes));
    let variant = Variant::from(game.variant);
    let answer = with_rules!(variant, R => match games::tree::<R>(game, is_wanted) {
        Ok(tree) => reviewed(variant, &tree, &mut evaluator, on_progress),
        Err(_) if !is_wanted() => Answer::Done,
        Err(message) => Answer::error(ErrorKind::Input, message),
    });
    (answer, evaluator.into_engine())
}

fn reviewed<R: Playable>(
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
        position = position.play_unchecked(reviewed.played);
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
    let (mut best, mut sans, mut thais) = (Vec::new(), Vec::new(), Vec::new());
    if reviewed.judgement.is_bad() {
        let mut position = *position;
        for &m in reviewed.best.iter().take(BEST_PLIES) {
            best.push(uci::write::<R>(m, CastlingNotation::of(variant)));
            sans.push(san::write(&position, m));
            thais.extend(thai(&position, m));
            position = position.play_unchecked(m);
        }
    }
    ReviewedMove {
        score: score(reviewed.score),
        share: reviewed.score.win_percent(Color::White) / 100.0,
        accuracy: reviewed.accuracy,
        judgement: reviewed.judgement.name(),
        glyph: reviewed.judgement.nag(),
        verdict: verdict(reviewed),
        reason: reviewed.reason.as_ref().map(|why| reason(position, reviewed, why)),
        best,
        sans,
        thai: thais,
    }
}

fn reason<R: Rules>(position: &Position<R>, reviewed: &MoveReview, reason: &Reason) -> ReasonReply {
    let parts = reason.parts();
    // The move that shows it is the first of one of the two lines.
    let after = position.play_unchecked(reviewed.played);
    let shown = parts.san.and_then(|text| {
        let lines = [(position, reviewed.best.first()), (&after, reviewed.reply.first())];
        let moves = lines.into_iter().filter_map(|(at, m)| Some((at, *m?)));
        moves.into_iter().find(|&(at, m)| san::write(at, m) == text)
    });
    ReasonReply {
        name: reason.name(),
        number: parts.number,
        san: parts.san.map(str::to_owned),
        thai: shown.and_then(|(at, m)| thai(at, m)),
        men: parts
            .men
            .iter()
            .map(|&(role, square)| ManReply {
                piece: fen::piece_letter::<R>(Piece::new(Color::Black, role)),
                square: square.to_string(),
            })
            .collect(),
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
