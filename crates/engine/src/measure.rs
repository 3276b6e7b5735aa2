//! What a score is in pawns (bia): the measure by which people's moves are
//! judged.
//!
//! There are two measures, for there are two questions. [`wdl`](crate::wdl)
//! says what comes of a score when the engine plays on against itself, and is
//! fitted anew whenever the engine gets better: where it holds more draws, any
//! lead means less. What a move has lost for a person does not change with
//! that. So reviews reckon with pawns: a man that is given away costs about
//! what books and [`see`](crate::see) say it is worth, whatever the engine
//! would still make of the game.
//!
//! The unit does not depend on the material either. Else a score would change
//! with every capture, and an even trade would be a gain or a loss. That the
//! same man counts for more in endings of chess, and for less in those of
//! Makruk, where the count saves the weaker side, the evaluation knows itself.

use crate::games::Playable;
use crate::score::{Score, scaled};

/// A score in hundredths of a pawn. Mates stay, and so do results from tables.
///
/// ```
/// use erawan_board::{Chess, Game};
/// use erawan_engine::{Engine, Limits, Score, measure};
/// let mut engine = Engine::new(1).unwrap();
/// let found = engine.search(&Game::<Chess>::new(), &Limits::depth(5), |_| ());
/// let Score::Centipawns(value) = measure::in_pawns::<Chess>(found.score) else {
///     panic!("no mate");
/// };
/// assert!((-50..100).contains(&value));
/// ```
pub fn in_pawns<R: Playable>(score: Score) -> Score {
    let pawn = R::DESCRIPTION.pawn;
    scaled(score, |value| (f64::from(value) * 100.0 / f64::from(pawn)).round() as i32)
}

#[cfg(test)]
mod tests {
    use erawan_board::{Chess, Game, Makruk, Position, Role, Strictness};

    use super::*;
    use crate::{Engine, Limits, see};

    fn score<R: Playable>(engine: &mut Engine, position: &Position<R>) -> i32 {
        engine.clear();
        let game = Game::from_position(*position);
        let found = engine.search(&game, &Limits::nodes(3000), |_| ());
        match in_pawns::<R>(found.score) {
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
            assert!((60..=150).contains(&share), "{role:?} {share}");
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
        for value in [0, 1, 90, 333, 4000, 19_000] {
            let score = |value| in_pawns::<Chess>(Score::Centipawns(value));
            let (Score::Centipawns(up), Score::Centipawns(down)) = (score(value), score(-value))
            else {
                panic!("no mate");
            };
            assert_eq!(up, -down);
            assert!(up >= value);
        }
        assert_eq!(in_pawns::<Chess>(Score::Centipawns(90)), Score::Centipawns(100));
        assert_eq!(in_pawns::<Chess>(Score::Mate(-4)), Score::Mate(-4));
        // A win from a table, and an evaluation that must not pass for one.
        assert_eq!(in_pawns::<Chess>(Score::Centipawns(-19_990)), Score::Centipawns(-19_990));
        let table = crate::score::LEAST_TB_CENTIPAWNS;
        let most = in_pawns::<Chess>(Score::Centipawns(table - 1));
        assert_eq!(most, Score::Centipawns(table - 1));
    }
}
