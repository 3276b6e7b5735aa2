//! What a score is in pawns (bia): the measure by which people's moves are
//! judged.
//!
//! There are two measures, for there are two questions. [`wdl`]
//! says what comes of a score when the engine plays on against itself, and is
//! fitted anew whenever the engine gets better: where it holds more draws, any
//! lead means less. What a move has lost for a person does not change with
//! that. So reviews reckon with pawns: a man that is given away costs about
//! what books and [`see`](crate::see) say it is worth, whatever the engine
//! would still make of the game.
//!
//! What a pawn is in the engine's own centipawns depends on the men on the
//! board: a network that learns from results says more of the same man the
//! fewer there are. The example `worth_of_men` measures that, and the unit
//! follows it evenly from the start position to the bare kings. It is that of
//! the position searched for all its lines, so moves are compared by one unit,
//! whatever they take.

use erawan_board::Position;

use crate::games::Playable;
use crate::score::{Score, scaled};
use crate::wdl;

/// A score of a position in hundredths of a pawn. Mates stay, and so do
/// results from tables.
///
/// ```
/// use erawan_board::{Chess, Game};
/// use erawan_engine::{Engine, Limits, Score, measure};
/// let mut engine = Engine::new(1).unwrap();
/// let game = Game::<Chess>::new();
/// let found = engine.search(&game, &Limits::depth(5), |_| ());
/// let Score::Centipawns(value) = measure::in_pawns(found.score, game.position()) else {
///     panic!("no mate");
/// };
/// assert!((-50..100).contains(&value));
/// ```
pub fn in_pawns<R: Playable>(score: Score, position: &Position<R>) -> Score {
    let pawn = pawn(position);
    scaled(score, |value| (f64::from(value) * 100.0 / pawn).round() as i32)
}

/// What a pawn is in the engine's own centipawns.
fn pawn<R: Playable>(position: &Position<R>) -> f64 {
    let [all, none] = R::DESCRIPTION.pawn.map(f64::from);
    let whole = f64::from(wdl::material(&Position::<R>::startpos()));
    // More than all men are no reason to go beyond.
    let part = (f64::from(wdl::material(position)) / whole).min(1.0);
    none + (all - none) * part
}

#[cfg(test)]
mod tests {
    use erawan_board::{Chess, Game, Makruk, Position, Role, Strictness};

    use super::*;
    use crate::{Engine, Limits, see};

    fn position(text: &str) -> Position<Chess> {
        erawan_notation::fen::parse(text, Strictness::Lenient).unwrap()
    }

    fn score<R: Playable>(engine: &mut Engine, position: &Position<R>) -> i32 {
        engine.clear();
        let game = Game::from_position(*position);
        let found = engine.search(&game, &Limits::nodes(3000), |_| ());
        match in_pawns(found.score, position) {
            Score::Centipawns(value) => value,
            Score::Mate(_) => panic!("no mate"),
        }
    }

    /// Takes each of White's men off the start position. A network that speaks
    /// in another unit is found out here.
    fn men_are_worth_what_people_say<R: Playable>() {
        let mut engine = Engine::new(4).unwrap();
        let start = Position::<R>::startpos();
        let before = score(&mut engine, &start);
        assert!((-20..=60).contains(&before), "{before}");
        let roles = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        let mut sum = 0;
        for role in roles {
            let squares = start.pieces(start.turn(), role);
            let lost: i32 = squares
                .into_iter()
                .map(|square| {
                    let mut setup = start.to_setup();
                    setup.remove(square);
                    let less = Position::from_setup(&setup, Strictness::Lenient).unwrap();
                    before - score::<R>(&mut engine, &less)
                })
                .sum();
            let share = lost * 100 / squares.len() as i32 / see::worth::<R>(role);
            // Without the queen a game is lost, and networks say little more than that.
            assert!((50..=150).contains(&share), "{role:?} {share}");
            sum += share;
        }
        let mean = sum / roles.len() as i32;
        assert!((80..=120).contains(&mean), "{mean}");
    }

    #[test]
    fn men_of_chess_are_worth_what_people_say() {
        men_are_worth_what_people_say::<Chess>();
    }

    #[test]
    fn men_of_makruk_are_worth_what_people_say() {
        men_are_worth_what_people_say::<Makruk>();
    }

    #[test]
    fn scores_mirror_and_mates_stay() {
        let start = Position::<Chess>::startpos();
        let in_pawns = |score| in_pawns(score, &start);
        let unit = Chess::DESCRIPTION.pawn[0];
        for value in [0, 1, 90, 333, 4000, 19_000] {
            let score = |value| in_pawns(Score::Centipawns(value));
            let (Score::Centipawns(up), Score::Centipawns(down)) = (score(value), score(-value))
            else {
                panic!("no mate");
            };
            assert_eq!(up, -down);
        }
        assert_eq!(in_pawns(Score::Centipawns(unit)), Score::Centipawns(100));
        assert_eq!(in_pawns(Score::Mate(-4)), Score::Mate(-4));
        // A win from a table, and an evaluation that must not pass for one.
        assert_eq!(in_pawns(Score::Centipawns(-19_990)), Score::Centipawns(-19_990));
        let table = crate::score::LEAST_TB_CENTIPAWNS;
        let most = in_pawns(Score::Centipawns(table - 1));
        assert!(matches!(most, Score::Centipawns(value) if value < table), "{most:?}");
    }

    #[test]
    fn the_unit_goes_evenly_from_all_men_to_none() {
        let [all, none] = Chess::DESCRIPTION.pawn.map(f64::from);
        let of = |text| pawn(&position(text));
        assert!((pawn(&Position::<Chess>::startpos()) - all).abs() < 1e-9);
        assert!((of("4k3/8/8/8/8/8/8/4K3 w - - 0 1") - none).abs() < 1e-9);
        // Three rooks and seven pawns are 22 of 78.
        let third = of("r3k2r/pppp4/8/8/8/8/1PPP4/R3K3 w - - 0 1");
        assert!((third - (none + (all - none) * 22.0 / 78.0)).abs() < 1e-9, "{third}");
        let too_many = of("qqqqkqqq/pppppppp/8/8/8/8/PPPPPPPP/QQQQKQQQ w - - 0 1");
        assert!((too_many - all).abs() < 1e-9);
    }
}
