//! The second look at moves in doubt.

use std::ops::ControlFlow;

use crate::common::{self, on};

use erawan_analysis::{
    Comparison, EngineEvaluator, Evaluation, EvaluationError, Evaluator, Judgement, Line,
    MoveReview, Plan, PraiseKind, Progress, Trial, praise_of, review, review_by, try_move,
};
use erawan_board::{Chess, Color, Game, Move};
use erawan_engine::Score::{self, Centipawns as Cp};
use erawan_engine::{Engine, Limits};
use erawan_notation::pgn::{AnyGame, GameTree};
use erawan_notation::san;

fn chess(text: &str) -> GameTree<Chess> {
    let AnyGame::Chess(game) = common::game(text) else { panic!("chess") };
    game
}

/// Says one thing at first, and in each round what it is told to.
#[derive(Default)]
struct Doubtful {
    /// The best move and the scores of it and of the move played, by round.
    rounds: Vec<(&'static str, i32, i32)>,
    asked: Vec<usize>,
    glances: usize,
    /// The scores of the two moves at the last, if they are compared once more.
    last: Option<[Score; 2]>,
    /// The next best move, if it is asked for.
    other: Option<&'static str>,
}

impl Doubtful {
    fn find(game: &Game<Chess>, text: &str) -> Move {
        san::parse(game.position(), text).unwrap()
    }
}

fn line(score: Score, m: Move) -> Line {
    Line { score, moves: vec![m] }
}

impl Evaluator<Chess> for Doubtful {
    fn evaluate(&mut self, game: &Game<Chess>) -> Result<Evaluation, EvaluationError> {
        // 1. a3 loses a pawn and a half at first sight.
        let is_e4 = game.moves().first().is_some_and(|m| m.from().to_string() == "e2");
        let (text, score) = match game.moves().len() {
            0 => ("e4", 0),
            1 if is_e4 => ("e5", 0),
            1 => ("e5", 150),
            _ => ("Nf3", 0),
        };
        let lines = vec![line(Cp(score), Doubtful::find(game, text))];
        Ok(Evaluation { lines, depth: 1, nodes: 1 })
    }

    fn rounds(&self) -> usize {
        self.rounds.len()
    }

    fn again(&mut self, game: &Game<Chess>, round: usize) -> Result<Evaluation, EvaluationError> {
        self.asked.push(round);
        let (text, score, _) = self.rounds[round];
        let lines = vec![line(Cp(score), Doubtful::find(game, text))];
        Ok(Evaluation { lines, depth: 2, nodes: 10 })
    }

    fn compare(
        &mut self,
        _: &Game<Chess>,
        moves: [Move; 2],
        round: usize,
    ) -> Result<Option<Comparison>, EvaluationError> {
        let (_, best, played) = self.rounds[round];
        let lines = [line(Cp(best), moves[0]), line(Cp(played), moves[1])];
        Ok(Some(Comparison { lines, depth: 2, nodes: 10 }))
    }

    fn confirm(
        &mut self,
        _: &Game<Chess>,
        moves: [Move; 2],
    ) -> Result<Option<Comparison>, EvaluationError> {
        let lines = |[best, played]: [Score; 2]| [line(best, moves[0]), line(played, moves[1])];
        Ok(self.last.map(|scores| Comparison { lines: lines(scores), depth: 3, nodes: 100 }))
    }

    /// A move that was played already.
    fn glance(&mut self, game: &Game<Chess>) -> Result<Option<Evaluation>, EvaluationError> {
        self.glances += 1;
        let lines = vec![line(Cp(0), game.moves()[0])];
        Ok((self.glances < 100).then_some(Evaluation { lines, depth: 1, nodes: 1 }))
    }

    fn instead(
        &mut self,
        game: &Game<Chess>,
        _: Move,
        _: Option<usize>,
    ) -> Result<Option<Evaluation>, EvaluationError> {
        let next = self.other.filter(|_| game.moves().is_empty());
        let lines = next.map(|text| vec![line(Cp(-200), Doubtful::find(game, text))]);
        Ok(lines.map(|lines| Evaluation { lines, depth: 1, nodes: 1 }))
    }
}

fn judged(rounds: &[(&'static str, i32, i32)]) -> (MoveReview, usize) {
    let mut doubtful = Doubtful { rounds: rounds.to_vec(), ..Doubtful::default() };
    let mut found = review(&chess("1. a3 *"), &mut doubtful, on).unwrap();
    (found.moves.remove(0), doubtful.asked.len())
}

#[test]
fn verdicts_are_looked_at_until_they_are_certain() {
    // At first sight a mistake. The same once more and far from a threshold.
    let (found, rounds) = judged(&[("e4", 0, -140), ("e4", 0, 0)]);
    assert_eq!((found.judgement, rounds), (Judgement::Mistake, 1));
    // Another verdict each time, until they are used up.
    let (found, rounds) = judged(&[("e4", 0, -60), ("e4", 0, -300), ("e4", 0, -20)]);
    assert_eq!((found.judgement, rounds), (Judgement::Good, 3));
    // Too near to the threshold to be believed: when no search is left, the
    // milder verdict counts.
    let (found, rounds) = judged(&[("e4", 0, -112), ("e4", 0, -120)]);
    assert_eq!((found.judgement, rounds), (Judgement::Inaccuracy, 2));
    let (found, rounds) = judged(&[("e4", 0, -60), ("e4", 0, -60)]);
    assert_eq!((found.judgement, rounds), (Judgement::Good, 2));
    // A second search makes it certain, and the third is not needed.
    let (found, rounds) = judged(&[("e4", 0, -112), ("e4", 0, -140), ("e4", 0, 0)]);
    assert_eq!((found.judgement, rounds), (Judgement::Mistake, 2));
    // The last two differ: the milder one counts.
    let (found, rounds) = judged(&[("e4", 0, -80), ("e4", 0, -300)]);
    assert_eq!((found.judgement, rounds), (Judgement::Inaccuracy, 2));
    let (found, _) = judged(&[("e4", 0, -112), ("e4", 0, -140), ("e4", 0, 0)]);
    // What is told bears the verdict out.
    assert!(found.win_before - found.win_after > 10.0, "{found:?}");
}

#[test]
fn verdicts_are_confirmed_before_they_are_told() {
    let said = |last: [Score; 2]| {
        let rounds = vec![("e4", 0, -140)];
        let mut doubtful = Doubtful { rounds, last: Some(last), ..Doubtful::default() };
        review(&chess("1. a3 *"), &mut doubtful, on).unwrap().moves.remove(0).judgement
    };
    assert_eq!(said([Cp(0), Cp(-140)]), Judgement::Mistake);
    // It costs less than was thought, but it costs something.
    assert_eq!(said([Cp(0), Cp(-70)]), Judgement::Mistake);
    assert_eq!(said([Cp(0), Cp(-20)]), Judgement::Good);
    assert_eq!(said([Cp(-10), Cp(0)]), Judgement::Best);
    // Mated sooner or later.
    assert_eq!(said([Cp(-1200), Score::Mate(-3)]), Judgement::Good);
    assert_eq!(said([Cp(-600), Score::Mate(-3)]), Judgement::Mistake);
    // A mate that is missed costs no chances, and is a fault.
    assert_eq!(said([Score::Mate(3), Cp(1200)]), Judgement::Mistake);
}

#[test]
fn what_the_search_would_play_is_not_bad() {
    let (found, _) = judged(&[("a3", -200, -200), ("a3", -200, -200)]);
    assert_eq!((found.judgement, found.reason), (Judgement::Best, None));
    // Compared with the best move it turns out to be no worse.
    let (found, _) = judged(&[("e4", -150, -140), ("e4", -150, -150)]);
    assert_eq!(found.judgement, Judgement::Best);
}

#[test]
fn any_number_of_engines_makes_the_same_review() {
    let game = chess(
        "1. e4 e5 2. Nf3 f6 3. Nxe5 fxe5 4. Qh5+ Ke7 5. Qxe5+ Kf7 6. Bc4+ d5 7. Bxd5+ Kg6 \
         8. h4 h5 9. Bxb7 Bxb7 10. Qf5+ Kh6 11. d4+ g5 12. Qf7 Qe7 13. hxg5+ Qxg5 14. Rxh5# 1-0",
    );
    let engines = |count: usize| -> Vec<EngineEvaluator> {
        let engine = |_| EngineEvaluator::new(Engine::new(1).unwrap(), Limits::nodes(800));
        (0..count).map(engine).collect()
    };
    let one = review(&game, &mut engines(1)[0], on).unwrap();
    let three = review_by(&game, &mut engines(3), on).unwrap();
    assert_eq!(one, three);
    assert!(one.moves.iter().any(|reviewed| reviewed.judgement.is_bad()));
}

#[test]
fn reviews_are_broken_off_at_the_last_position_too() {
    let last = |progress: Progress| match progress.done == progress.total {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    for count in [1, 2] {
        let mut evaluators: Vec<_> = (0..count).map(|_| Doubtful::default()).collect();
        let error = review_by(&chess("1. a3 *"), &mut evaluators, last).unwrap_err();
        assert!(error.is_cancelled(), "{count}: {error}");
    }
}

#[test]
fn lines_are_not_played_on_with_illegal_moves() {
    // The knight hangs, so both lines are to be played on.
    let game = chess("[FEN \"4k3/4p3/8/7n/8/8/P3P3/4K2R w - - 0 1\"]\n\n1. a3 *");
    let mut doubtful = Doubtful { rounds: vec![("e4", 0, -140)], ..Doubtful::default() };
    let found = review(&game, &mut doubtful, on).unwrap();
    assert_eq!(found.moves[0].judgement, Judgement::Mistake);
    assert_eq!(doubtful.glances, 2);
}

/// A search that is broken off between two moves has one of them deeper than
/// the other. What is compared must be of one depth: the same as if the search
/// had ended there.
#[test]
fn moves_are_compared_at_the_same_depth() {
    let mut game = Game::<Chess>::new();
    for text in ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"] {
        game.play(Doubtful::find(&game, text)).unwrap();
    }
    let moves = ["Bxc6", "Ba4"].map(|text| Doubtful::find(&game, text));
    let evaluator = |limits: Limits| {
        let [first, last, glance] = [(); 3].map(|()| limits.clone());
        let plan = Plan { first, rounds: vec![limits], last, glance };
        EngineEvaluator::by_plan(Engine::new(1).unwrap(), plan)
    };
    for nodes in (2000..12_000).step_by(250) {
        let cut = evaluator(Limits::nodes(nodes)).compare(&game, moves, 0).unwrap().unwrap();
        let mut whole = evaluator(Limits::depth(cut.depth));
        let whole = whole.compare(&game, moves, 0).unwrap().unwrap();
        assert_eq!((cut.depth, cut.lines), (whole.depth, whole.lines), "{nodes} nodes");
    }
}

#[test]
fn any_move_may_be_tried() {
    let mut game = Game::<Chess>::new();
    for text in ["e4", "e5", "Nf3"] {
        game.play(Doubtful::find(&game, text)).unwrap();
    }
    let mut engine = EngineEvaluator::new(Engine::new(1).unwrap(), Limits::nodes(5000));
    for (text, expected) in
        [("Nc6", None), ("Nf6", None), ("d6", None), ("Qh4", Some(Judgement::Blunder))]
    {
        let m = Doubtful::find(&game, text);
        let trial = try_move(&game, &mut engine, m).unwrap();
        assert_eq!(trial.judgement, expected, "{text}");
        // The queen is taken, and only who errs is answered.
        let answer = trial.reply.first().map(|reply| reply.to().to_string());
        assert_eq!(answer.as_deref(), expected.map(|_| "h4"), "{text}");
    }
    // A move of another position is not judged.
    let strange = Doubtful::find(&Game::new(), "e4");
    assert_eq!(try_move(&game, &mut engine, strange).unwrap(), Trial::default());
}

#[test]
fn only_moves_are_told() {
    let reviewed = |rounds: &[(&'static str, i32, i32)]| {
        let rounds = rounds.to_vec();
        let mut doubtful = Doubtful { rounds, other: Some("d4"), ..Doubtful::default() };
        // The first look says that 1. e4 is best, and that it is not bad.
        let mut found = review(&chess("1. e4 e5 *"), &mut doubtful, on).unwrap();
        found.moves.remove(0)
    };
    let found = reviewed(&[("e4", 0, -150), ("e4", 0, -200), ("e4", 0, 0)]);
    let praise = found.praise.clone().unwrap();
    assert_eq!((found.judgement, praise.kind), (Judgement::Best, PraiseKind::OnlyMove));
    assert_eq!(praise.to_string(), "d4, the next best, would be a blunder.");
    assert_eq!(praise_of(&found).unwrap(), "The only move. d4, the next best, would be a blunder.");
    // It must be so in each of two searches.
    for rounds in [[("e4", 0, -90), ("e4", 0, -200)], [("e4", 0, -200), ("e4", 0, -90)]] {
        assert_eq!(reviewed(&rounds).praise, None);
    }
}

#[test]
fn sacrifices_that_are_sound_are_told() {
    let game =
        chess("1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0");
    let mut engine = EngineEvaluator::new(Engine::new(16).unwrap(), Limits::nodes(20_000));
    let found = review(&game, &mut engine, on).unwrap();
    let texts: Vec<_> = found.moves.iter().filter_map(|m| Some((&*m.san, praise_of(m)?))).collect();
    let legal = "Brilliant. It offers the queen on d1, and nothing is better.".to_owned();
    assert!(texts.contains(&("Nxe5", legal)), "{texts:?}");
    // The queen was not offered before, and taking her was no gift. Mate speaks
    // for itself.
    assert!(texts.iter().all(|(san, _)| !["Bxd1", "g6", "Nd5#"].contains(san)), "{texts:?}");
    // Black was never back in the game after the turning point.
    let turn = found.turning_point.unwrap();
    assert!(found.moves[turn].judgement.is_bad() && turn % 2 == 1, "{turn}");
    let chances = found.moves.iter().map(|m| 100.0 - m.score.win_percent(Color::White));
    assert!(chances.skip(turn).all(|chance| chance < 40.0));
}
