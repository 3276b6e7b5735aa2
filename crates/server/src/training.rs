//! Exercises: kept in a database of the data folder, handed out when they are due.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use erawan_board::{Variant, with_rules};
use erawan_database::{Database, DatabaseError, Exercise, Kind, NewExercise, Wanted};
use erawan_notation::fen;
use erawan_notation::uci;
use serde_json::{Value, json};

use crate::lines;
use crate::protocol::{
    Answer, CountingChoice, ErrorKind, ExerciseReply, ExerciseRequest, Line, Request, StockReply,
};

/// The file of the exercises in a data folder.
pub fn training_path(data: &Path) -> PathBuf {
    data.join("training.erawan")
}

/// The exercises of a data folder.
pub(crate) struct Training {
    path: PathBuf,
}

/// Seconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}

pub(crate) fn refused(error: &DatabaseError) -> Answer {
    let kind = if error.is_bad_data() { ErrorKind::Input } else { ErrorKind::Storage };
    Answer::error(kind, error)
}

impl Training {
    pub(crate) fn new(data: &Path) -> Training {
        Training { path: training_path(data) }
    }

    /// Answers a question about exercises.
    pub(crate) fn ask(&self, request: Request) -> Answer {
        self.try_ask(request).unwrap_or_else(|answer| answer)
    }

    fn try_ask(&self, request: Request) -> Result<Answer, Answer> {
        match request {
            Request::Training => self.stock(),
            Request::AddExercises { exercises } => self.add(&exercises),
            Request::NextExercise { variant, kind, theme, ahead, except } => {
                let wanted = Wanted {
                    variant: variant.map(Into::into),
                    kind: kind.map(Into::into),
                    theme,
                    ahead,
                    except,
                };
                self.next(&wanted)
            }
            Request::Practised { exercise, grade } => {
                let done = self.open()?.practised(exercise, grade.into(), now());
                let done = done.map_err(|error| refused(&error))?;
                let rating = done.rating.map(|it| it.rating.round() as u32);
                Ok(Answer::Practised { days: done.days, rating })
            }
            Request::RemoveExercises { exercises, restore } => {
                let changed = self.open()?.remove_exercises(&exercises, restore);
                let exercises = changed.map_err(|error| refused(&error))?;
                Ok(Answer::ExercisesRemoved { exercises })
            }
            other => self.ask_repertoires(other),
        }
    }

    pub(crate) fn open(&self) -> Result<Database, Answer> {
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder).map_err(|error| Answer::error(ErrorKind::Storage, error))?;
        }
        Database::create(&self.path).map_err(|error| refused(&error))
    }

    /// Nothing was ever kept if there is no file yet.
    pub(crate) fn open_if_there(&self) -> Result<Option<Database>, Answer> {
        if self.path.exists() { self.open().map(Some) } else { Ok(None) }
    }

    fn stock(&self) -> Result<Answer, Answer> {
        let Some(database) = self.open_if_there()? else {
            return Ok(Answer::Training { stock: Vec::new() });
        };
        let now = now();
        let stock = database.stock(now).map_err(|error| refused(&error))?;
        let reply = |it: &erawan_database::Stock| -> Result<StockReply, DatabaseError> {
            let solver = match it.kind {
                Kind::Puzzle => Some(database.solver(it.variant)?),
                _ => None,
            };
            Ok(StockReply {
                variant: it.variant.into(),
                kind: it.kind.into(),
                total: it.total,
                due: it.due,
                fresh: it.fresh,
                next: it.next.map(|next| (next - now).max(0)),
                rating: solver.map(|it| (it.rating.round() as u32, it.deviation.round() as u32)),
            })
        };
        let stock: Result<Vec<_>, _> = stock.iter().map(reply).collect();
        Ok(Answer::Training { stock: stock.map_err(|error| refused(&error))? })
    }

    fn add(&self, exercises: &[ExerciseRequest]) -> Result<Answer, Answer> {
        let new: Result<Vec<_>, _> = exercises.iter().map(new_exercise).collect();
        let new = new.map_err(|error| Answer::error(ErrorKind::Input, error))?;
        let added = self.open()?.add_exercises(&new, now()).map_err(|error| refused(&error))?;
        Ok(Answer::ExercisesAdded { added: added.added, known: added.known })
    }

    fn next(&self, wanted: &Wanted) -> Result<Answer, Answer> {
        let found = match self.open_if_there()? {
            Some(database) => {
                database.next_exercise(wanted, now()).map_err(|error| refused(&error))?
            }
            None => None,
        };
        Ok(Answer::Exercise { exercise: found.map(|it| Box::new(reply(it))) })
    }
}

/// An exercise of the page, if its moves can be played.
fn new_exercise(asked: &ExerciseRequest) -> Result<NewExercise, String> {
    let ExerciseRequest { kind, line, solution, about } = asked;
    let kind = Kind::from(*kind);
    if kind == Kind::Puzzle {
        return Err("puzzles come from files".into());
    }
    let variant = Variant::from(line.variant);
    with_rules!(variant, R => {
        let game = lines::replay::<R>(line).map_err(|error| error.to_string())?;
        let mut position = *game.position();
        for (index, text) in solution.iter().enumerate() {
            let m = uci::parse(&position, text)
                .map_err(|error| format!("move {} of the solution: {error}", index + 1))?;
            position = position.play_unchecked(m);
        }
        if solution.is_empty() {
            return Err("an exercise has a solution".into());
        }
        let start = lines::start::<R>(line).map_err(|error| error.to_string())?;
        let about = json!({ "counting": line.counting, "page": about });
        Ok(NewExercise {
            kind,
            variant,
            fen: fen::write(&start),
            moves: line.moves.clone(),
            position: fen::write(game.position()),
            solution: solution.clone(),
            about: about.to_string(),
            puzzle: None,
        })
    })
}

fn reply(exercise: Exercise) -> ExerciseReply {
    let Exercise { id, kind, variant, fen, moves, solution, about, puzzle, memory, .. } = exercise;
    let mut about: Value = serde_json::from_str(&about).unwrap_or_default();
    let counting = about.get("counting").and_then(|it| serde_json::from_value(it.clone()).ok());
    let counting = counting.unwrap_or(CountingChoice::Auto);
    let line = Line { variant: variant.into(), fen: Some(fen), number: None, counting, moves };
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect();
    ExerciseReply {
        id,
        kind: kind.into(),
        line,
        solution,
        about: about.get_mut("page").map(Value::take).unwrap_or_default(),
        rating: puzzle.as_ref().map(|it| it.rating.round() as u32),
        themes: puzzle.as_ref().map(|it| words(&it.themes)).unwrap_or_default(),
        url: puzzle.map(|it| it.url).filter(|url| !url.is_empty()),
        seen: memory.is_some(),
    }
}
