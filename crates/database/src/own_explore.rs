//! What one's own games have to say about a position: what was played, how it went,
//! and which of one's own moves reviews have judged.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::AtomicBool;

use erawan_board::{Color, Move, Position, Rules, with_game};
use erawan_notation::pgn::GameResult;
use rusqlite::OptionalExtension;

use crate::database::Database;
use crate::document::{Fault, Lapse, fault_of, side_at};
use crate::error::DatabaseError;
use crate::explore::{Explored, Question, Seen};
use crate::filter::Filter;

/// How games ended for whoever keeps them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    /// Games, those without a result among them.
    pub games: u64,
    /// Won.
    pub won: u64,
    /// Drawn.
    pub drawn: u64,
    /// Lost.
    pub lost: u64,
}

impl Standing {
    fn add(&mut self, result: GameResult, side: Color) {
        self.games += 1;
        match (result, side) {
            (GameResult::Unknown, _) => {}
            (GameResult::Draw, _) => self.drawn += 1,
            (GameResult::WhiteWins, Color::White) | (GameResult::BlackWins, Color::Black) => {
                self.won += 1;
            }
            _ => self.lost += 1,
        }
    }
}

/// A move of one's own in a position that reviews found bad.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    /// The move for programs.
    pub uci: String,
    /// The move for people.
    pub san: String,
    /// Makruk: the same in Thai.
    pub thai: Option<String>,
    /// How often reviews found it an inaccuracy, a mistake and a blunder.
    pub lapses: [u64; 3],
    /// The winning chances that it cost on average, from 0 to 1.
    pub cost: f64,
    /// How the games ended in which it was found bad.
    pub standing: Standing,
    /// The last of these games: its document, and the plies before the move.
    pub last: Option<(String, usize)>,
}

/// What one's own games have to say about a position.
#[derive(Clone, PartialEq, Debug)]
pub struct OwnExplored {
    /// What was played, by both sides.
    pub explored: Explored,
    /// The documents of [`Explored::top`], in the same order.
    pub documents: Vec<Option<String>>,
    /// How the games ended for oneself, where it is known which side that was.
    pub standing: Standing,
    /// How many of one's own moves in this position a review has looked at.
    pub reviewed: u64,
    /// Those that were found bad, the most costly in all first.
    pub judged: Vec<Judged>,
}

impl Database {
    /// What was played in a position of one's own games, and what reviews said of it.
    /// The colour of the filter is the side that one had, whoever the player may be.
    /// `stop` ends it early.
    ///
    /// ```
    /// use erawan_board::{Chess, Color, Position};
    /// use erawan_database::{
    ///     AnyPosition, Database, DocumentChange, Filter, First, OwnGame, Question, Record, Text,
    /// };
    /// use erawan_notation::pgn::Games;
    /// # let folder = std::env::temp_dir().join(format!("erawan-mine-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder).unwrap();
    /// let mut database = Database::create(folder.join("own.erawan"))?;
    /// let game = Games::new("[Result \"0-1\"]\n\n1. e4 e5 0-1").next().unwrap().unwrap();
    /// let record = Record::new(&game).unwrap();
    /// let side = Some(Color::White);
    /// let game = Some(OwnGame { record, side, reviewed: 0, faults: Vec::new() });
    /// let text = Text::New { text: "{}".into(), analysis: None };
    /// database.change_documents(&[DocumentChange { name: "play-1".into(), text, game }])?;
    ///
    /// let position = AnyPosition::of::<Chess>(Position::startpos());
    /// let (filter, first) = (Filter::default(), First::Newest);
    /// let question = Question { position, filter, first, games: 1 };
    /// let found = database.explore_own(&question, &false.into())?;
    /// assert_eq!((found.standing.games, found.standing.lost), (1, 1));
    /// assert_eq!(found.documents, [Some("play-1".to_owned())]);
    /// # drop(database);
    /// # std::fs::remove_dir_all(&folder).unwrap();
    /// # Ok::<(), erawan_database::DatabaseError>(())
    /// ```
    pub fn explore_own(
        &self,
        question: &Question,
        stop: &AtomicBool,
    ) -> Result<OwnExplored, DatabaseError> {
        with_game!(&question.position, position => self.explore_own_in(position, question, stop))
    }

    fn explore_own_in<R: Rules>(
        &self,
        position: &Position<R>,
        question: &Question,
        stop: &AtomicBool,
    ) -> Result<OwnExplored, DatabaseError> {
        let fail = DatabaseError::sqlite(&self.path);
        let side = question.filter.color;
        let with = side.map(|side| self.games_with(side)).transpose().map_err(&fail)?;
        let admit = |game, _: &_| with.as_ref().is_none_or(|with| with.contains(&game));
        let filter = Filter { color: None, ..question.filter.clone() };
        let question = &Question { filter, ..question.clone() };
        let (explored, seen) = self.explore_in(position, question, Some(&admit), stop)?;
        let mut found = OwnExplored {
            documents: self.documents_of(explored.top.iter().map(|game| game.id)).map_err(&fail)?,
            explored,
            standing: Standing::default(),
            reviewed: 0,
            judged: Vec::new(),
        };
        self.verdicts(position.turn(), seen, &mut found).map_err(&fail)?;
        Ok(found)
    }

    /// The games in which one had this side.
    fn games_with(&self, side: Color) -> rusqlite::Result<HashSet<u64>> {
        let mut select = self.connection.prepare("SELECT game FROM own WHERE side = ?1")?;
        select.query_map([side.index()], |row| row.get(0))?.collect()
    }

    fn documents_of(
        &self,
        games: impl Iterator<Item = u64>,
    ) -> rusqlite::Result<Vec<Option<String>>> {
        let select = "SELECT name FROM document WHERE game = ?1";
        let mut select = self.connection.prepare(select)?;
        games.map(|game| select.query_row([game], |row| row.get(0)).optional()).collect()
    }

    fn verdicts(
        &self,
        turn: Color,
        mut seen: Vec<Seen>,
        found: &mut OwnExplored,
    ) -> rusqlite::Result<()> {
        // Threads have found them in no order; the last of a move is to be the newest.
        seen.sort_unstable_by_key(|seen| seen.game);
        let select = "SELECT side, reviewed FROM own WHERE game = ?1";
        let mut own = self.connection.prepare(select)?;
        let select = "SELECT ply, lapse, cost, fen, uci, san, thai FROM fault \
            WHERE game = ?1 AND ply = ?2";
        let mut fault = self.connection.prepare(select)?;
        let mut judged: HashMap<Move, (Judged, u64)> = HashMap::new();
        for Seen { game, ply, result, next } in seen {
            let known = own.query_row([game], |row| Ok((side_at(row, 0)?, row.get(1)?)));
            let Some((Some(side), reviewed)) = known.optional()? else { continue };
            let reviewed: usize = reviewed;
            found.standing.add(result, side);
            let Some(next) = next.filter(|_| side == turn && reviewed > ply) else { continue };
            found.reviewed += 1;
            let row = fault.query_row([game, ply as u64], fault_of).optional()?;
            let Some(Fault { lapse, cost, uci, san, thai, .. }) = row else { continue };
            let (one, last) = judged.entry(next).or_insert_with(|| {
                let (lapses, standing) = ([0; 3], Standing::default());
                (Judged { uci, san, thai, lapses, cost: 0.0, standing, last: None }, game)
            });
            one.lapses[lapse as usize] += 1;
            one.cost += cost;
            one.standing.add(result, side);
            one.last = Some((String::new(), ply));
            *last = game;
        }
        found.judged = judged
            .into_values()
            .map(|(mut one, game)| {
                let name = self.documents_of([game].into_iter())?.pop().flatten();
                one.last = name.zip(one.last.map(|(_, ply)| ply));
                Ok(one)
            })
            .collect::<rusqlite::Result<_>>()?;
        found.judged.sort_by(|a, b| b.cost.total_cmp(&a.cost).then_with(|| a.uci.cmp(&b.uci)));
        for one in &mut found.judged {
            one.cost /= one.lapses.iter().sum::<u64>() as f64;
        }
        Ok(())
    }
}

impl Judged {
    /// The worst that was said of it.
    pub fn worst(&self) -> Option<Lapse> {
        Lapse::ALL.into_iter().rev().find(|&lapse| self.lapses[lapse as usize] > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{DocumentChange, OwnGame, Text};
    use crate::explore::First;
    use crate::record::Record;
    use crate::testing::Folder;
    use crate::watch::AnyPosition;
    use erawan_board::Chess;
    use erawan_notation::pgn::Games;
    use erawan_notation::{fen, san};

    /// A game of a side, with faults at plies; each costs a tenth for its kind.
    fn game(moves: &str, side: Option<Color>, reviewed: usize, faults: &[(u16, Lapse)]) -> OwnGame {
        let result = moves.rsplit(' ').next().unwrap();
        let text = format!("[Result \"{result}\"]\n\n{moves}");
        let tree = Games::new(&text).next().unwrap().unwrap();
        let record = Record::new(&tree).unwrap();
        let tree: &erawan_notation::pgn::GameTree<Chess> = tree.get().unwrap();
        let faults = faults.iter().map(|&(ply, lapse)| {
            let node = tree.mainline().nth(usize::from(ply)).unwrap();
            let before = tree.position(tree.parent(node).unwrap());
            let m = tree.move_to(node).unwrap();
            Fault {
                ply,
                lapse,
                cost: 0.1 * (1 + lapse as u8) as f64,
                fen: fen::write(&before),
                uci: crate::explore::uci_of(&before, m),
                san: san::write(&before, m),
                thai: None,
            }
        });
        OwnGame { record, side, reviewed, faults: faults.collect() }
    }

    fn ask(database: &Database, moves: &[&str]) -> OwnExplored {
        ask_for(database, moves, Filter::default())
    }

    fn ask_for(database: &Database, moves: &[&str], filter: Filter) -> OwnExplored {
        let mut position = Position::<Chess>::startpos();
        for text in moves {
            position = position.play_unchecked(san::parse(&position, text).unwrap());
        }
        let position = AnyPosition::of::<Chess>(position);
        let question = Question { position, filter, first: First::Newest, games: 9 };
        database.explore_own(&question, &false.into()).unwrap()
    }

    #[test]
    fn reviews_speak_of_moves_in_a_position_however_it_came_about() {
        let folder = Folder::new("own-explore");
        let mut database = Database::create(folder.path("own.erawan")).unwrap();
        let white = Some(Color::White);
        let games = [
            // Twice the same bad move, once after other moves; once a good one, unreviewed.
            game("1. e4 e5 2. f4 exf4 3. a4 d5 0-1", white, 6, &[(4, Lapse::Mistake)]),
            game("1. f4 e5 2. e4 exf4 3. a4 d6 1-0", white, 6, &[(4, Lapse::Blunder)]),
            game("1. e4 e5 2. f4 exf4 3. Nf3 g5 1/2-1/2", white, 0, &[]),
            // Not looked at as far as that; of the other side; of nobody in particular.
            game("1. e4 e5 2. f4 exf4 3. h4 Be7 0-1", white, 2, &[]),
            game(
                "1. e4 e5 2. f4 exf4 3. b3 Qh4+ 0-1",
                Some(Color::Black),
                6,
                &[(4, Lapse::Blunder)],
            ),
            game("1. e4 e5 2. f4 exf4 3. g3 fxg3 0-1", None, 6, &[(4, Lapse::Blunder)]),
            // A cheaper one, looked at.
            game("1. e4 e5 2. f4 exf4 3. d3 d5 0-1", white, 6, &[(4, Lapse::Inaccuracy)]),
            game("1. e4 e5 2. f4 exf4 3. Bc4 Nf6 *", white, 6, &[]),
        ];
        let changes = games.into_iter().enumerate().map(|(index, game)| {
            let text = Text::New { text: "{}".into(), analysis: None };
            DocumentChange { name: format!("game-{index}"), text, game: Some(game) }
        });
        database.change_documents(&changes.collect::<Vec<_>>()).unwrap();

        let found = ask(&database, &["e4", "e5", "f4", "exf4"]);
        // Counted by hand, from the list above.
        assert_eq!(found.explored.score.games, 8);
        let standing = Standing { games: 7, won: 2, drawn: 1, lost: 3 };
        assert_eq!((found.standing, found.reviewed), (standing, 4));
        assert_eq!(found.documents.len(), 8);
        let [a4, d3] = &found.judged[..] else { panic!("{:?}", found.judged) };
        assert_eq!((&a4.san[..], &a4.uci[..], a4.lapses), ("a4", "a2a4", [0, 1, 1]));
        assert!((a4.cost - 0.25).abs() < 1e-9, "{}", a4.cost);
        assert_eq!(a4.standing, Standing { games: 2, won: 1, drawn: 0, lost: 1 });
        assert_eq!(a4.last, Some(("game-1".into(), 4)));
        assert_eq!(a4.worst(), Some(Lapse::Blunder));
        assert_eq!((&d3.san[..], d3.worst()), ("d3", Some(Lapse::Inaccuracy)));

        // Where Black is to move only the move of the game with Black was looked at.
        let found = ask(&database, &["e4"]);
        assert_eq!((found.standing.games, found.reviewed), (6, 1));
        assert!(found.judged.is_empty());
        // Nor in a position that nobody came to.
        let found = ask(&database, &["h4", "h5"]);
        assert_eq!((found.standing, found.explored.score.games), (Standing::default(), 0));
    }

    #[test]
    fn a_colour_is_the_side_that_one_had() {
        let folder = Folder::new("own-explore-side");
        let mut database = Database::create(folder.path("own.erawan")).unwrap();
        let (white, black) = (Some(Color::White), Some(Color::Black));
        let games = [
            game("1. e4 e5 2. Nf3 0-1", white, 3, &[(2, Lapse::Mistake)]),
            game("1. e4 e5 2. Nf3 1-0", black, 3, &[(1, Lapse::Mistake)]),
            game("1. e4 c5 2. Nf3 1-0", black, 0, &[]),
            game("1. e4 c5 2. Nf3 1-0", None, 0, &[]),
        ];
        let changes = games.into_iter().enumerate().map(|(index, game)| {
            let text = Text::New { text: "{}".into(), analysis: None };
            DocumentChange { name: format!("game-{index}"), text, game: Some(game) }
        });
        database.change_documents(&changes.collect::<Vec<_>>()).unwrap();
        for (color, games, lost, reviewed) in [(white, 1, 1, 0), (black, 2, 2, 1), (None, 3, 3, 1)]
        {
            let filter = Filter { color, ..Filter::default() };
            let found = ask_for(&database, &["e4"], filter);
            let standing = Standing { games, won: 0, drawn: 0, lost };
            assert_eq!((found.standing, found.reviewed), (standing, reviewed), "{color:?}");
            let all = if color.is_some() { games } else { 4 };
            assert_eq!(found.explored.score.games, all);
            assert_eq!(found.documents.len() as u64, all);
        }
        // A player does not make it the player's.
        let filter = Filter { color: black, player: Some("nobody".into()), ..Filter::default() };
        assert_eq!(ask_for(&database, &["e4"], filter).explored.score.games, 0);
    }

    #[test]
    fn a_game_taken_out_says_nothing_any_more() {
        let folder = Folder::new("own-explore-gone");
        let mut database = Database::create(folder.path("own.erawan")).unwrap();
        let own = game("1. f3 e5 0-1", Some(Color::White), 2, &[(0, Lapse::Inaccuracy)]);
        let text = Text::New { text: "{}".into(), analysis: None };
        let put = DocumentChange { name: "a".into(), text, game: Some(own) };
        database.change_documents(&[put]).unwrap();
        assert_eq!(ask(&database, &[]).judged.len(), 1);
        let gone = DocumentChange { name: "a".into(), text: Text::None, game: None };
        database.change_documents(&[gone]).unwrap();
        let found = ask(&database, &[]);
        assert_eq!((found.standing.games, found.judged.len()), (0, 0));
    }
}
