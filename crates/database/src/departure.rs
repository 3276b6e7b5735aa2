//! Where games left a repertoire.

use std::collections::HashMap;

use erawan_board::{Color, Move, Position, Rules, Variant, with_game};
use erawan_notation::pgn::AnyGame;

use crate::error::DatabaseError;
use crate::repertoire::{RepertoireHead, key, move_text, places};

/// A repertoire that games are held against.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prepared {
    /// What it is known by.
    pub head: RepertoireHead,
    places: HashMap<String, Vec<String>>,
}

/// A game beside a repertoire.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Course {
    /// How many moves led to the last position of the game that the repertoire has.
    pub plies: usize,
    /// The move that left it; none if the game ended within it, or it ends there.
    pub departure: Option<Departure>,
}

/// A move that the repertoire does not have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Departure {
    /// Where, whatever moves led there.
    pub position: String,
    /// Who made it.
    pub color: Color,
    /// In UCI.
    pub played: String,
    /// What the repertoire has there, in UCI.
    pub wanted: Vec<String>,
}

impl Prepared {
    /// A repertoire and its tree.
    ///
    /// ```
    /// use erawan_board::{Chess, Color, Position, Variant};
    /// use erawan_database::{Prepared, RepertoireHead};
    /// use erawan_notation::{pgn::Games, uci};
    ///
    /// let tree = Games::new("1. e4 e5 2. Nf3 *").next().unwrap().unwrap();
    /// let (name, variant, color) = ("King's pawn".into(), Variant::Chess, Color::White);
    /// let prepared = Prepared::new(RepertoireHead { id: 1, name, variant, color }, &tree)?;
    ///
    /// let mut position = Position::<Chess>::startpos();
    /// let moves = ["e2e4", "e7e5", "f1c4"].map(|text| {
    ///     let m = uci::parse(&position, text).unwrap();
    ///     position = position.play_unchecked(m);
    ///     m
    /// });
    /// let start = Position::<Chess>::startpos();
    /// let course = prepared.course(Variant::Chess, &start, &moves).unwrap();
    /// assert_eq!(course.plies, 2);
    /// assert_eq!(course.departure.unwrap().wanted, ["g1f3"]);
    /// # Ok::<(), erawan_database::DatabaseError>(())
    /// ```
    pub fn new(head: RepertoireHead, tree: &AnyGame) -> Result<Prepared, DatabaseError> {
        let places = with_game!(tree, tree => places(tree)).map_err(DatabaseError::Repertoire)?;
        let places = places.into_iter().map(|place| (place.position, place.moves)).collect();
        Ok(Prepared { head, places })
    }

    /// How far a game went along; none if it has nothing to do with the repertoire. A
    /// game that comes back by another order of moves has not left it.
    pub fn course<R: Rules>(
        &self,
        variant: Variant,
        start: &Position<R>,
        moves: &[Move],
    ) -> Option<Course> {
        if variant != self.head.variant {
            return None;
        }
        let mut position = *start;
        let place = |position: &Position<R>| self.places.get_key_value(&key(position));
        let mut last = place(&position).map(|place| (0, place, position.turn()));
        for (index, &m) in moves.iter().enumerate() {
            position = position.play_unchecked(m);
            if let Some(place) = place(&position) {
                last = Some((index + 1, place, position.turn()));
            }
        }
        let (plies, (place, wanted), color) = last?;
        let departure = moves.get(plies).filter(|_| !wanted.is_empty()).map(|&m| Departure {
            position: place.clone(),
            color,
            played: move_text::<R>(variant, m),
            wanted: wanted.clone(),
        });
        // Of an opponent who begins in another way it says nothing.
        if plies == 0 && departure.as_ref().is_some_and(|it| it.color != self.head.color) {
            return None;
        }
        Some(Course { plies, departure })
    }
}

/// Holds a game against all repertoires of a side, and tells what is to be said of
/// those that went along furthest: a game that follows one has not left the others.
/// Without a side each is for the side that it is for.
pub fn judge<'a, R: Rules>(
    all: &'a [Prepared],
    variant: Variant,
    start: &Position<R>,
    moves: &[Move],
    own: Option<Color>,
) -> Vec<(&'a Prepared, Course)> {
    let mut found = Vec::new();
    for color in Color::ALL.into_iter().filter(|&color| own.is_none_or(|own| own == color)) {
        let same = all.iter().filter(|it| it.head.color == color);
        let mut courses: Vec<_> =
            same.filter_map(|it| Some((it, it.course(variant, start, moves)?))).collect();
        let furthest = courses.iter().map(|(_, course)| course.plies).max().unwrap_or(0);
        courses.retain(|(_, course)| course.plies == furthest);
        // One that ends there or goes on with the game speaks for all.
        if courses.iter().any(|(_, course)| course.departure.is_none()) {
            courses.retain(|(_, course)| course.departure.is_none());
        }
        found.extend(courses);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use erawan_notation::pgn::Games;

    fn prepared(id: i64, name: &str, color: Color, pgn: &str) -> Prepared {
        let tree = Games::new(pgn).next().unwrap().unwrap();
        let variant = erawan_notation::pgn::PgnGame::variant(&tree);
        Prepared::new(RepertoireHead { id, name: name.into(), variant, color }, &tree).unwrap()
    }

    /// The repertoires that have something to say of a game, with the ply and who left.
    fn said(all: &[Prepared], pgn: &str, own: Option<Color>) -> Vec<String> {
        let game = Games::new(pgn).next().unwrap().unwrap();
        with_game!(&game, tree => {
            let moves: Vec<_> = tree.mainline().filter_map(|node| tree.move_to(node)).collect();
            let judged = judge(all, tree.variant(), tree.start(), &moves, own);
            judged.into_iter().map(|(it, course)| match course.departure {
                None => format!("{}: {} plies", it.head.name, course.plies),
                Some(Departure { color, played, wanted, .. }) => {
                    let who = if color == it.head.color { "you" } else { "they" };
                    let wanted = wanted.join(" ");
                    format!("{}: {} {who} {played} not {wanted}", it.head.name, course.plies)
                }
            }).collect()
        })
    }

    #[test]
    fn who_left_and_where() {
        let italian = "1. e4 e5 (1... c5 2. Nf3 d6 3. d4) 2. Nf3 Nc6 3. Bc4 *";
        let all = [prepared(1, "e4", Color::White, italian)];
        let own = Some(Color::White);
        for (game, expected) in [
            ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *", "e4: 4 you f1b5 not f1c4"),
            ("1. e4 e5 2. Nf3 d6 3. d4 *", "e4: 3 they d7d6 not b8c6"),
            ("1. e4 e6 *", "e4: 1 they e7e6 not e7e5 c7c5"),
            ("1. d4 d5 *", "e4: 0 you d2d4 not e2e4"),
            // Within it, to its end and beyond, and by another order of moves.
            ("1. e4 e5 2. Nf3 *", "e4: 3 plies"),
            ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 *", "e4: 5 plies"),
            ("1. Nf3 Nc6 2. e4 e5 3. Bc4 Nf6 *", "e4: 5 plies"),
            ("1. e4 d6 2. Nf3 c5 3. d4 cxd4 *", "e4: 5 plies"),
            ("*", "e4: 0 plies"),
        ] {
            assert_eq!(said(&all, game, own), [expected], "{game}");
            assert_eq!(said(&all, game, None), [expected], "{game}");
            assert!(said(&all, game, Some(Color::Black)).is_empty(), "{game}");
        }
        let makruk = "[Variant \"Makruk\"]\n\n1. d4 *";
        assert!(said(&all, makruk, own).is_empty());
    }

    #[test]
    fn the_repertoire_that_goes_along_speaks() {
        let all = [
            prepared(1, "e4", Color::White, "1. e4 e5 2. Nf3 *"),
            prepared(2, "d4", Color::White, "1. d4 d5 2. c4 *"),
            prepared(3, "French", Color::Black, "1. e4 e6 2. d4 d5 *"),
        ];
        let white = Some(Color::White);
        assert_eq!(said(&all, "1. d4 d5 2. Nf3 *", white), ["d4: 2 you g1f3 not c2c4"]);
        let both = ["e4: 0 you c2c4 not e2e4", "d4: 0 you c2c4 not d2d4"];
        assert_eq!(said(&all, "1. c4 *", white), both);
        // Whoever has prepared the French is told nothing of 1. d4.
        assert!(said(&all, "1. d4 d5 *", Some(Color::Black)).is_empty());
        assert_eq!(
            said(&all, "1. e4 e6 2. Nf3 *", None),
            ["e4: 1 they e7e6 not e7e5", "French: 2 they g1f3 not d2d4"]
        );
    }

    #[test]
    fn castling_in_chess960_has_the_name_of_its_rook() {
        let tags = "[Variant \"Chess960\"]\n[FEN \"r1k5/8/8/8/8/8/8/1R3K1R w HB - 0 1\"]\n\n";
        let all = [prepared(1, "960", Color::White, &format!("{tags}1. O-O *"))];
        let own = Some(Color::White);
        assert_eq!(said(&all, &format!("{tags}1. O-O Ra7 *"), own), ["960: 1 plies"]);
        assert_eq!(said(&all, &format!("{tags}1. O-O-O *"), own), ["960: 0 you f1b1 not f1h1"]);
    }
}
