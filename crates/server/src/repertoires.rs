//! Repertoires: kept with what is trained, drilled, and held against one's own games.

use std::collections::HashMap;

use erawan_board::{Color, Position, Rules, Variant, with_game, with_rules};
use erawan_database::{
    Course, Database, DatabaseError, Departure, InvalidRepertoire, KeptRepertoire, OwnRow,
    Prepared, PutRepertoire, Recall, RecallWanted, judge, merged,
};
use erawan_notation::fen;
use erawan_notation::pgn::{AnyGame, GameTree, Games};
use erawan_notation::{san, uci};

use crate::games;
use crate::lines::thai;
use crate::protocol::{
    Answer, CountingChoice, DepartedGame, DepartureReply, ErrorKind, Line, NamedMove, RecallReply,
    Record, RepertoireReply, Request, Side,
};
use crate::training::{Training, now, refused};

/// The most places that are told where games left repertoires: a list that can be
/// looked through.
const MOST_PLACES: usize = 200;
/// The most games of such a place that are named.
const MOST_GAMES: usize = 50;

impl Training {
    /// Answers a question about repertoires.
    pub(crate) fn ask_repertoires(&self, request: Request) -> Result<Answer, Answer> {
        match request {
            Request::Repertoires => self.repertoires(),
            Request::PutRepertoire { name, color, game, replace } => {
                self.put(&name, color, &tree_of(&game)?, replace)
            }
            Request::ImportRepertoire { name, color, text, replace } => {
                self.put(&name, color, &read(&text)?, replace)
            }
            Request::OpenRepertoire { repertoire } => {
                let tree = self.open()?.repertoire(repertoire);
                tree.map(|(_, tree)| games::opened(&tree)).map_err(|error| refused(&error))
            }
            Request::RemoveRepertoire { repertoire, restore } => {
                let removed = self.open()?.remove_repertoire(repertoire, restore);
                removed.map(|_| Answer::Saved).map_err(|error| refused(&error))
            }
            Request::NextRecall { repertoire, ahead, except, after } => {
                self.next_recall(repertoire, &RecallWanted { ahead, except, after })
            }
            Request::Recalled { repertoire, position, grade } => {
                let done = self.open()?.recalled(repertoire, &position, grade.into(), now());
                let done = done.map_err(|error| refused(&error))?;
                Ok(Answer::Practised { days: done.days, rating: None })
            }
            _ => Err(Answer::error(ErrorKind::Protocol, "not a question about training")),
        }
    }

    fn repertoires(&self) -> Result<Answer, Answer> {
        let Some(database) = self.open_if_there()? else {
            return Ok(Answer::Repertoires { repertoires: Vec::new() });
        };
        let now = now();
        let all = database.repertoires(now).map_err(|error| refused(&error))?;
        let reply = |it: KeptRepertoire| RepertoireReply {
            id: it.head.id,
            name: it.head.name,
            variant: it.head.variant.into(),
            color: it.head.color.into(),
            moves: it.moves,
            total: it.total,
            due: it.due,
            fresh: it.fresh,
            next: it.next.map(|next| (next - now).max(0)),
        };
        Ok(Answer::Repertoires { repertoires: all.into_iter().map(reply).collect() })
    }

    fn put(
        &self,
        name: &str,
        color: Side,
        tree: &AnyGame,
        replace: bool,
    ) -> Result<Answer, Answer> {
        let color = match color {
            Side::White => Color::White,
            Side::Black => Color::Black,
        };
        let kept = self.open()?.put_repertoire(name, color, tree, replace);
        let PutRepertoire { id, total, known, replaced } = kept.map_err(|error| match error {
            // The page offers to replace it.
            DatabaseError::Repertoire(taken @ InvalidRepertoire::NameTaken(_)) => {
                Answer::error(ErrorKind::Conflict, taken)
            }
            error => refused(&error),
        })?;
        Ok(Answer::RepertoireKept { repertoire: id, total, known, replaced })
    }

    fn next_recall(&self, id: i64, wanted: &RecallWanted) -> Result<Answer, Answer> {
        let database = self.open()?;
        let next = database.next_recall(id, wanted, now()).map_err(|error| refused(&error))?;
        let Some(recall) = next else { return Ok(Answer::Recall { recall: None }) };
        let (_, tree) = database.repertoire(id).map_err(|error| refused(&error))?;
        let recall = with_game!(&tree, tree => recall_reply(tree, recall));
        Ok(Answer::Recall { recall: Some(Box::new(recall)) })
    }

    /// Tells where own games, if there are any, left the repertoires.
    pub(crate) fn departures(&self, own: Result<Option<Database>, DatabaseError>) -> Answer {
        let found = own.map_err(|error| refused(&error)).and_then(|own| self.departed(own));
        found.unwrap_or_else(|answer| answer)
    }

    fn departed(&self, own: Option<Database>) -> Result<Answer, Answer> {
        let none = Answer::Departures { departures: Vec::new(), more: 0, games: 0 };
        let Some(database) = self.open_if_there()? else { return Ok(none) };
        let prepared = prepared(&database).map_err(|error| refused(&error))?;
        let Some(own) = own.filter(|_| !prepared.is_empty()) else { return Ok(none) };
        let mut found = Found::default();
        own.each_own_game(|row| {
            found.take(&prepared, row);
            true
        })
        .map_err(|error| refused(&error))?;
        Ok(found.answer())
    }
}

/// The tree of the page.
fn tree_of(game: &Record) -> Result<AnyGame, Answer> {
    let variant = Variant::from(game.variant);
    with_rules!(variant, R => games::tree::<R>(game, &|| true).map(AnyGame::from))
        .map_err(|error| Answer::error(ErrorKind::Input, error))
}

/// All games of a text as one tree. One that cannot be read is said, for half a
/// repertoire would be drilled as if it were the whole.
fn read(text: &str) -> Result<AnyGame, Answer> {
    let wrong = |error: String| Answer::error(ErrorKind::Input, error);
    let games: Result<Vec<_>, _> = Games::new(text).collect();
    let games = games.map_err(|error| wrong(error.to_string()))?;
    if games.is_empty() {
        return Err(wrong("there is no game in it".into()));
    }
    merged(games).map_err(|error| wrong(error.to_string()))
}

/// A line without moves from where a tree starts.
fn start_of<R: Rules>(variant: Variant, start: &Position<R>) -> Line {
    let is_plain = !variant.is_chess960() && *start == Position::startpos();
    Line {
        variant: variant.into(),
        fen: (!is_plain).then(|| fen::write(start)),
        number: None,
        counting: CountingChoice::Auto,
        moves: Vec::new(),
    }
}

fn named<R: Rules>(position: &Position<R>, text: &str) -> NamedMove {
    let found = uci::parse(position, text).ok();
    NamedMove {
        uci: text.to_owned(),
        san: found.map_or_else(|| text.to_owned(), |m| san::write(position, m)),
        thai: found.and_then(|m| thai(position, m)),
    }
}

/// The names of moves, and where they lead.
fn walked<R: Rules>(start: &Position<R>, moves: &[String]) -> (Vec<NamedMove>, Position<R>) {
    let (mut position, mut steps) = (*start, Vec::with_capacity(moves.len()));
    for text in moves {
        steps.push(named(&position, text));
        if let Ok(m) = uci::parse(&position, text) {
            position = position.play_unchecked(m);
        }
    }
    (steps, position)
}

fn recall_reply<R: Rules>(tree: &GameTree<R>, recall: Recall) -> RecallReply {
    let Recall { position, line: moves, answers, remarks, seen } = recall;
    let (steps, here) = walked(tree.start(), &moves);
    RecallReply {
        position,
        line: Line { moves, ..start_of(tree.variant(), tree.start()) },
        steps,
        answers: answers.iter().map(|text| named(&here, text)).collect(),
        remarks,
        seen,
    }
}

fn prepared(database: &Database) -> Result<Vec<Prepared>, DatabaseError> {
    let all = database.repertoires(now())?;
    let read = |kept: KeptRepertoire| {
        let (head, tree) = database.repertoire(kept.head.id)?;
        Prepared::new(head, &tree)
    };
    all.into_iter().map(read).collect()
}

/// What tells places apart: the repertoire, the position and the move.
type Place = (i64, String, String);

/// Where games left repertoires, as far as they have been looked at.
#[derive(Default)]
struct Found {
    games: u64,
    places: HashMap<Place, DepartureReply>,
}

impl Found {
    fn take(&mut self, prepared: &[Prepared], row: OwnRow) {
        // Whose game it is decides which repertoires it is held against.
        let (Some(document), Some(side)) = (row.document, row.game.side) else { return };
        let Some(game) = row.game.record.game() else { return };
        self.games += 1;
        with_game!(&game, tree => {
            let moves: Vec<_> = tree.mainline().map_while(|node| tree.move_to(node)).collect();
            for (prepared, course) in judge(prepared, tree.variant(), tree.start(), &moves, Some(side)) {
                self.add(prepared, course, tree, &document);
            }
        });
    }

    fn add<R: Rules>(
        &mut self,
        prepared: &Prepared,
        course: Course,
        tree: &GameTree<R>,
        document: &str,
    ) {
        let Some(Departure { position, color, played, wanted }) = course.departure else { return };
        let tag = |name: &str| tree.tags().get(name).unwrap_or_default().to_owned();
        let moves = tree.mainline().take(course.plies).filter_map(|node| tree.move_to(node));
        let notation = uci::CastlingNotation::of(tree.variant());
        let moves: Vec<String> = moves.map(|m| uci::write::<R>(m, notation)).collect();
        let game = DepartedGame {
            document: document.to_owned(),
            moves: moves.clone(),
            white: tag("White"),
            black: tag("Black"),
            date: tag("Date"),
            result: tree.result().as_str().to_owned(),
        };
        let head = &prepared.head;
        let place = (head.id, position, played.clone());
        let reply = self.places.entry(place).or_insert_with(|| {
            let (steps, here) = walked(tree.start(), &moves);
            DepartureReply {
                repertoire: head.id,
                name: head.name.clone(),
                own: color == head.color,
                line: Line { moves, ..start_of(tree.variant(), tree.start()) },
                steps,
                played: named(&here, &played),
                wanted: wanted.iter().map(|text| named(&here, text)).collect(),
                count: 0,
                games: Vec::new(),
            }
        });
        reply.count += 1;
        reply.games.push(game);
    }

    fn answer(self) -> Answer {
        let mut places: Vec<(Place, DepartureReply)> = self.places.into_iter().collect();
        // Of the same number those that come earlier in a game, then in one order always.
        places.sort_by(|(a, one), (b, other)| {
            let early = one.steps.len().cmp(&other.steps.len());
            other.count.cmp(&one.count).then(early).then_with(|| a.cmp(b))
        });
        let more = places.len().saturating_sub(MOST_PLACES);
        places.truncate(MOST_PLACES);
        let departures = places.into_iter().map(|(_, mut place)| {
            place.games.reverse();
            place.games.truncate(MOST_GAMES);
            place
        });
        Answer::Departures { departures: departures.collect(), more, games: self.games }
    }
}
