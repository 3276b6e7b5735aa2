//! What judgements are reckoned by: pawns, and not the chances of an engine.

use crate::common::on;

use erawan_analysis::{EngineEvaluator, Evaluator, Judgement, MoveReview, review};
use erawan_board::{Chess, Game, Makruk, Move, Position, Role, Rules, Strictness};
use erawan_engine::{Engine, Limits, Playable, measure, see};
use erawan_notation::fen;
use erawan_notation::pgn::GameTree;

/// From the opening to the ending, neither side far ahead.
const CHESS: [&str; 5] = [
    "r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 4 4",
    "r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/2N1B1P1/PP2PPBP/R2Q1RK1 w - - 8 12",
    "2r2rk1/pp3ppp/2n1bn2/3p4/8/1PN1PN2/PB3PPP/2R2RK1 w - - 0 18",
    "5rk1/pp3ppp/2n5/3p4/8/2N1P3/PP3PPP/3R2K1 b - - 0 24",
    "6k1/pp3ppp/2n5/3p4/8/2N1P3/PP3PPP/6K1 w - - 0 26",
];
const MAKRUK: [&str; 4] = [
    "r1smks1r/3nn3/pp1ppppp/2p5/2P5/PP1PPPPP/3NN3/R1SKMS1R w - - 0 4",
    "r2mk2r/2snns2/pp1p1ppp/2p1p3/2P1P3/PP1P1PPP/2SNNS2/R2KM2R b - - 0 8",
    "3rk3/2snns2/p2p2pp/5p2/5P2/P2P2PP/2SNNS2/3RK3 w - - 0 20",
    "4k3/2sn1s2/p2p2pp/5p2/5P2/P2P2PP/2SN1S2/4K3 b - - 0 26",
];

fn position<R: Rules>(text: &str) -> Position<R> {
    fen::parse(text, Strictness::Lenient).unwrap()
}

fn judged<R: Playable>(start: &Position<R>, m: Move) -> MoveReview {
    let mut tree = GameTree::new(*start);
    tree.add_move(tree.root(), m).unwrap();
    let mut engine = EngineEvaluator::new(Engine::new(4).unwrap(), Limits::nodes(5000));
    review(&tree, &mut engine, on).unwrap().moves.remove(0)
}

/// Puts knights (mas) where they are lost for a pawn at most, in all the ways
/// there are, and returns how many.
fn knights_given_away<R: Playable>(positions: &[&str]) -> usize {
    let mut given = 0;
    for text in positions {
        let start = position::<R>(text);
        let bound = see::worth::<R>(Role::Pawn) - see::worth::<R>(Role::Knight);
        for &m in &start.legal_moves() {
            let is_knight = start.role_at(m.from()) == Some(Role::Knight);
            if is_knight && see::value(&start, m) <= bound {
                given += 1;
                let MoveReview { san, judgement, score, .. } = judged(&start, m);
                assert!(judgement >= Judgement::Mistake, "{text} {san} {judgement:?} {score}");
            }
        }
    }
    given
}

#[test]
fn to_give_a_knight_away_is_never_good() {
    assert!(knights_given_away::<Chess>(&CHESS) >= 10);
    assert!(knights_given_away::<Makruk>(&MAKRUK) >= 5);
}

/// The score of the search and the men on the board say what is judged, however
/// chances are fitted.
fn the_score_alone_counts<R: Playable>(positions: &[&str]) {
    let limits = Limits::nodes(3000);
    for text in positions {
        let game = Game::from_position(position::<R>(text));
        let found = Engine::new(4).unwrap().search(&game, &limits, |_| ());
        let mut evaluator = EngineEvaluator::new(Engine::new(4).unwrap(), limits.clone());
        let said = evaluator.evaluate(&game).unwrap();
        let pawns = measure::in_pawns(found.score, game.position());
        assert_eq!(said.lines[0].score, pawns, "{text}");
    }
}

#[test]
fn judgements_do_not_depend_on_the_model_of_chances() {
    the_score_alone_counts::<Chess>(&CHESS);
    the_score_alone_counts::<Makruk>(&MAKRUK);
}
