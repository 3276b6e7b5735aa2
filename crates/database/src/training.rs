//! Exercises in a database, and what is remembered of them.

use erawan_board::Variant;
use rusqlite::{Connection, OptionalExtension, Row, Statement, TransactionBehavior, params};

use crate::database::Database;
use crate::error::DatabaseError;
use crate::exercise::{
    AddedExercises, COLUMNS, Exercise, Kind, NewExercise, Practised, Stock, Wanted, exercise_of,
    identity,
};
use crate::head::{variant_number, variant_of};
use crate::repetition::{Grade, Memory, repeated};
use crate::solver::Rating;

/// All exercises.
const ANY: &str = "exercise e LEFT JOIN repetition r ON r.exercise = e.id";
/// Those that have been seen, or are to be: few, even where there are puzzles by the
/// million. SQLite is told to begin with them.
const SEEN: &str = "repetition r CROSS JOIN exercise e ON e.id = r.exercise";

impl Database {
    /// Keeps exercises, all or none. `now` is in seconds since 1970, here and
    /// elsewhere. Mistakes are due at once, puzzles wait.
    /// One that was taken out and comes again is brought back.
    ///
    /// ```
    /// use erawan_board::Variant;
    /// use erawan_database::{Database, Grade, Kind, NewExercise, Wanted};
    /// # let folder = std::env::temp_dir().join(format!("erawan-train-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder).unwrap();
    /// # let path = folder.join("training.erawan");
    /// let mut database = Database::create(&path)?;
    /// let fen = "rnbqkbnr/pppp1ppp/8/4p3/5PP1/8/PPPPP2P/RNBQKBNR b KQkq - 0 2";
    /// let mate = NewExercise {
    ///     kind: Kind::Mistake,
    ///     variant: Variant::Chess,
    ///     fen: fen.into(),
    ///     moves: Vec::new(),
    ///     position: fen.into(),
    ///     solution: vec!["d8h4".into()],
    ///     about: String::new(),
    ///     puzzle: None,
    /// };
    /// let now = 1_800_000_000;
    /// assert_eq!(database.add_exercises(&[mate], now)?.added, 1);
    /// let exercise = database.next_exercise(&Wanted::default(), now)?.unwrap();
    /// assert_eq!(database.practised(exercise.id, Grade::Good, now)?.days, 2);
    /// assert!(database.next_exercise(&Wanted::default(), now)?.is_none());
    /// # drop(database);
    /// # std::fs::remove_dir_all(&folder).unwrap();
    /// # Ok::<(), erawan_database::DatabaseError>(())
    /// ```
    pub fn add_exercises(
        &mut self,
        exercises: &[NewExercise],
        now: i64,
    ) -> Result<AddedExercises, DatabaseError> {
        let fail = DatabaseError::sqlite(&self.path);
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(&fail)?;
        let mut added = AddedExercises::default();
        let mut keeper = Keeper::new(&transaction).map_err(&fail)?;
        for exercise in exercises {
            match keeper.keep(exercise, now).map_err(&fail)? {
                true => added.added += 1,
                false => added.known += 1,
            }
        }
        drop(keeper);
        transaction.commit().map_err(&fail)?;
        Ok(added)
    }

    /// An exercise by its number. One that was taken out is none.
    pub fn exercise(&self, id: i64) -> Result<Exercise, DatabaseError> {
        let select = format!("SELECT {COLUMNS} FROM {ANY} WHERE e.id = ?1 AND e.removed = 0");
        let found = self.connection.query_row(&select, [id], exercise_of).optional();
        let found = found.map_err(DatabaseError::sqlite(&self.path))?;
        found.ok_or(DatabaseError::NoSuchExercise(id))
    }

    /// What is to be practised next: what has been due for longest, or else a puzzle
    /// that was never tried, with a rating near the solver's. Nothing that is not due,
    /// unless it is asked for.
    pub fn next_exercise(
        &self,
        wanted: &Wanted,
        now: i64,
    ) -> Result<Option<Exercise>, DatabaseError> {
        let horizon = if wanted.ahead { i64::MAX } else { now };
        let due = self.first_of(wanted, SEEN, "r.due <= ?1", "r.due, e.id", horizon as f64)?;
        if due.is_some() && !wanted.ahead {
            return Ok(due);
        }
        // Ahead of time a new puzzle comes before an old one that is not due.
        let is_due = |exercise: &Exercise| exercise.due.is_some_and(|due| due <= now);
        if due.as_ref().is_some_and(is_due) || wanted.kind.is_some_and(|kind| kind != Kind::Puzzle)
        {
            return Ok(due);
        }
        Ok(self.fresh_puzzle(wanted)?.or(due))
    }

    fn fresh_puzzle(&self, wanted: &Wanted) -> Result<Option<Exercise>, DatabaseError> {
        let variants = wanted.variant.map_or_else(|| Variant::ALL.to_vec(), |it| vec![it]);
        for variant in variants {
            let own = self.solver(variant)?.rating;
            let wanted =
                Wanted { variant: Some(variant), kind: Some(Kind::Puzzle), ..wanted.clone() };
            let fresh = |bound: &str, order: &str| {
                let scene = format!("r.exercise IS NULL AND e.rating {bound} ?1");
                self.first_of(&wanted, ANY, &scene, &format!("e.rating {order}"), own)
            };
            let found = [fresh(">=", "ASC")?, fresh("<", "DESC")?];
            let distance = |exercise: &Exercise| {
                exercise.puzzle.as_ref().map_or(f64::MAX, |puzzle| (puzzle.rating - own).abs())
            };
            let nearest = found.into_iter().flatten();
            let nearest = nearest.min_by(|a, b| distance(a).total_cmp(&distance(b)));
            if nearest.is_some() {
                return Ok(nearest);
            }
        }
        Ok(None)
    }

    /// The first exercise of a scene. `number` is what the scene compares with.
    fn first_of(
        &self,
        wanted: &Wanted,
        rows: &str,
        scene: &str,
        order: &str,
        number: f64,
    ) -> Result<Option<Exercise>, DatabaseError> {
        let mut select = format!("SELECT {COLUMNS} FROM {rows} WHERE e.removed = 0 AND {scene}");
        if let Some(variant) = wanted.variant {
            select += &format!(" AND e.variant = {}", variant_number(variant));
        }
        if let Some(kind) = wanted.kind {
            select += &format!(" AND e.kind = {}", kind.number());
        }
        if !wanted.except.is_empty() {
            let ids: Vec<String> = wanted.except.iter().map(i64::to_string).collect();
            select += &format!(" AND e.id NOT IN ({})", ids.join(","));
        }
        if wanted.theme.is_some() {
            select += " AND instr(' ' || e.themes || ' ', ' ' || ?2 || ' ') > 0";
        }
        select += &format!(" ORDER BY {order} LIMIT 1");
        let found = match &wanted.theme {
            Some(theme) => self.connection.query_row(&select, params![number, theme], exercise_of),
            None => self.connection.query_row(&select, [number], exercise_of),
        };
        found.optional().map_err(DatabaseError::sqlite(&self.path))
    }

    /// Notes how it went, and says when the exercise is to be seen again.
    pub fn practised(
        &mut self,
        id: i64,
        grade: Grade,
        now: i64,
    ) -> Result<Practised, DatabaseError> {
        let fail = DatabaseError::sqlite(&self.path);
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(&fail)?;
        let select = "SELECT e.variant, e.rating, e.deviation, r.stability, r.difficulty, r.last \
            FROM exercise e LEFT JOIN repetition r ON r.exercise = e.id \
            WHERE e.id = ?1 AND e.removed = 0";
        let state = transaction.query_row(select, [id], State::of).optional().map_err(&fail)?;
        let Some(state) = state else { return Err(DatabaseError::NoSuchExercise(id)) };
        let (memory, days, due) = repeated(state.memory.zip(state.last), grade, now);
        let rating = match state.puzzle {
            // What comes again says nothing about strength.
            Some(puzzle) if state.last.is_none() => {
                Some(rate(&transaction, id, &state, puzzle, grade).map_err(&fail)?)
            }
            Some(_) => Some(solver_of(&transaction, state.variant).map_err(&fail)?),
            None => None,
        };
        transaction
            .execute(
                "INSERT OR REPLACE INTO repetition (exercise, stability, difficulty, last, due) \
                 VALUES (?1, ?2, ?3, ?4, ?5)",
                params![id, memory.stability, memory.difficulty, now, due],
            )
            .map_err(&fail)?;
        transaction
            .execute(
                "INSERT INTO attempt (exercise, at, grade) VALUES (?1, ?2, ?3)",
                params![id, now, grade.number()],
            )
            .map_err(&fail)?;
        transaction.commit().map_err(&fail)?;
        Ok(Practised { due, days, rating })
    }

    /// How strong the solver is in puzzles of a game.
    pub fn solver(&self, variant: Variant) -> Result<Rating, DatabaseError> {
        solver_of(&self.connection, variant_number(variant))
            .map_err(DatabaseError::sqlite(&self.path))
    }

    /// What there is to practise, by game and kind.
    pub fn stock(&self, now: i64) -> Result<Vec<Stock>, DatabaseError> {
        let select = "WITH tried AS ( \
              SELECT e.kind AS kind, e.variant AS variant, count(*) AS tried, \
                     sum(r.due <= ?1) AS due, min(r.due) AS next \
              FROM repetition r CROSS JOIN exercise e ON e.id = r.exercise \
              WHERE e.removed = 0 GROUP BY e.kind, e.variant) \
            SELECT a.kind, a.variant, count(*), coalesce(t.due, 0), \
                   count(*) - coalesce(t.tried, 0), t.next \
            FROM exercise a LEFT JOIN tried t ON t.kind = a.kind AND t.variant = a.variant \
            WHERE a.removed = 0 GROUP BY a.kind, a.variant ORDER BY a.variant, a.kind";
        let read = || -> rusqlite::Result<Vec<Stock>> {
            let mut statement = self.connection.prepare(select)?;
            let mut rows = statement.query([now])?;
            let mut stock = Vec::new();
            while let Some(row) = rows.next()? {
                let kind = Kind::ALL.get(row.get::<_, usize>(0)?).copied();
                let (Some(kind), Some(variant)) = (kind, variant_of(row.get(1)?)) else { continue };
                let due: u64 = row.get(3)?;
                stock.push(Stock {
                    variant,
                    kind,
                    total: row.get(2)?,
                    due,
                    fresh: row.get(4)?,
                    next: row.get::<_, Option<i64>>(5)?.filter(|_| due == 0),
                });
            }
            Ok(stock)
        };
        read().map_err(DatabaseError::sqlite(&self.path))
    }

    /// Takes exercises out, or brings them back, and says how many. What is remembered
    /// of them stays.
    pub fn remove_exercises(&mut self, ids: &[i64], restore: bool) -> Result<u64, DatabaseError> {
        let fail = DatabaseError::sqlite(&self.path);
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(&fail)?;
        let mut changed = 0;
        for id in ids {
            let update = "UPDATE exercise SET removed = ?2 WHERE id = ?1 AND removed <> ?2";
            changed += transaction.execute(update, params![id, !restore]).map_err(&fail)? as u64;
        }
        transaction.commit().map_err(&fail)?;
        Ok(changed)
    }

    /// Hands out all exercises of a kind in their order, until `take` says no.
    pub fn each_exercise(
        &self,
        kind: Kind,
        mut take: impl FnMut(Exercise) -> bool,
    ) -> Result<(), DatabaseError> {
        let select = format!(
            "SELECT {COLUMNS} FROM {ANY} WHERE e.kind = ?1 AND e.removed = 0 ORDER BY e.id"
        );
        let mut read = || -> rusqlite::Result<()> {
            let mut statement = self.connection.prepare(&select)?;
            let mut rows = statement.query([kind.number()])?;
            while let Some(row) = rows.next()? {
                if !take(exercise_of(row)?) {
                    break;
                }
            }
            Ok(())
        };
        read().map_err(DatabaseError::sqlite(&self.path))
    }
}

/// What practising an exercise depends on.
struct State {
    variant: u8,
    puzzle: Option<Rating>,
    memory: Option<Memory>,
    last: Option<i64>,
}

impl State {
    fn of(row: &Row<'_>) -> rusqlite::Result<State> {
        let (rating, deviation): (Option<f64>, Option<f64>) = (row.get(1)?, row.get(2)?);
        let (stability, difficulty): (Option<f64>, Option<f64>) = (row.get(3)?, row.get(4)?);
        Ok(State {
            variant: row.get(0)?,
            puzzle: rating.zip(deviation).map(|(rating, deviation)| Rating { rating, deviation }),
            memory: stability
                .zip(difficulty)
                .map(|(stability, difficulty)| Memory { stability, difficulty }),
            last: row.get(5)?,
        })
    }
}

/// Rates the solver and the puzzle by its first try.
fn rate(
    connection: &Connection,
    id: i64,
    state: &State,
    puzzle: Rating,
    grade: Grade,
) -> rusqlite::Result<Rating> {
    let won = matches!(grade, Grade::Good | Grade::Easy);
    let solver = solver_of(connection, state.variant)?;
    let after = solver.after(puzzle, won);
    let replace = "INSERT OR REPLACE INTO solver (variant, rating, deviation) VALUES (?1, ?2, ?3)";
    connection.execute(replace, params![state.variant, after.rating, after.deviation])?;
    let other = puzzle.after(solver, !won);
    connection.execute(
        "UPDATE exercise SET rating = ?2, deviation = ?3, plays = plays + 1 WHERE id = ?1",
        params![id, other.rating, other.deviation],
    )?;
    Ok(after)
}

fn solver_of(connection: &Connection, variant: u8) -> rusqlite::Result<Rating> {
    let select = "SELECT rating, deviation FROM solver WHERE variant = ?1";
    let read = |row: &Row<'_>| Ok(Rating { rating: row.get(0)?, deviation: row.get(1)? });
    Ok(connection.query_row(select, [variant], read).optional()?.unwrap_or(Rating::UNKNOWN))
}

/// What keeps exercises, within a transaction.
struct Keeper<'a> {
    connection: &'a Connection,
    back: Statement<'a>,
    insert: Statement<'a>,
}

impl Keeper<'_> {
    fn new(connection: &Connection) -> rusqlite::Result<Keeper<'_>> {
        let back = "UPDATE exercise SET removed = 0 WHERE identity = ?1 AND removed = 1";
        let insert = "INSERT OR IGNORE INTO exercise (kind, variant, identity, fen, moves, \
            solution, about, name, rating, deviation, popularity, plays, themes, url, openings) \
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)";
        Ok(Keeper {
            connection,
            back: connection.prepare(back)?,
            insert: connection.prepare(insert)?,
        })
    }

    /// Keeps one exercise. False if it was there already.
    fn keep(&mut self, new: &NewExercise, now: i64) -> rusqlite::Result<bool> {
        let identity = identity(new);
        if self.back.execute([identity])? > 0 {
            return Ok(true);
        }
        let puzzle = new.puzzle.as_ref();
        let inserted = self.insert.execute(params![
            new.kind.number(),
            variant_number(new.variant),
            identity,
            new.fen,
            new.moves.join(" "),
            new.solution.join(" "),
            new.about,
            puzzle.map(|it| &it.name),
            puzzle.map(|it| it.rating),
            puzzle.map(|it| it.deviation),
            puzzle.map(|it| it.popularity),
            puzzle.map(|it| it.plays),
            puzzle.map(|it| &it.themes),
            puzzle.map(|it| &it.url),
            puzzle.map(|it| &it.openings),
        ])?;
        if inserted == 0 {
            return Ok(false);
        }
        if new.kind != Kind::Puzzle {
            let insert = "INSERT OR IGNORE INTO repetition (exercise, due) VALUES (?1, ?2)";
            self.connection.execute(insert, params![self.connection.last_insert_rowid(), now])?;
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exercise::PuzzleFacts;
    use crate::repetition::DAY;
    use crate::testing::Folder;

    const NOW: i64 = 1_800_000_000;

    fn mistake(position: &str, variant: Variant) -> NewExercise {
        NewExercise {
            kind: Kind::Mistake,
            variant,
            fen: position.into(),
            moves: vec!["e2e4".into()],
            position: position.into(),
            solution: vec!["e7e5".into(), "g1f3".into()],
            about: "{}".into(),
            puzzle: None,
        }
    }

    fn puzzle(name: &str, rating: f64, themes: &str) -> NewExercise {
        let facts = PuzzleFacts {
            name: name.into(),
            rating,
            deviation: 80.0,
            themes: themes.into(),
            ..PuzzleFacts::default()
        };
        NewExercise {
            kind: Kind::Puzzle,
            puzzle: Some(facts),
            ..mistake(&format!("{name} w - -"), Variant::Chess)
        }
    }

    fn database(folder: &Folder) -> Database {
        Database::create(folder.path("training.erawan")).unwrap()
    }

    fn next(database: &Database, wanted: &Wanted, now: i64) -> Option<i64> {
        database.next_exercise(wanted, now).unwrap().map(|exercise| exercise.id)
    }

    #[test]
    fn a_position_is_kept_once_whatever_its_clocks_say() {
        let folder = Folder::new("once");
        let mut database = database(&folder);
        let (one, other) =
            (mistake("8/8 w - - 0 1", Variant::Chess), mistake("8/8 w - - 7 30", Variant::Chess));
        let added = database.add_exercises(&[one.clone(), other], NOW).unwrap();
        assert_eq!(added, AddedExercises { added: 1, known: 1 });
        let makruk = mistake("8/8 w - - 0 1", Variant::Makruk);
        assert_eq!(database.add_exercises(&[makruk], NOW).unwrap().added, 1);
        let kept = database.exercise(1).unwrap();
        assert_eq!((kept.fen, kept.moves, kept.solution), (one.fen, one.moves, one.solution));
        assert!(matches!(database.exercise(9), Err(DatabaseError::NoSuchExercise(9))));
    }

    #[test]
    fn nothing_is_shown_before_it_is_due() {
        let folder = Folder::new("due");
        let mut database = database(&folder);
        let all = ["a w - -", "b w - -"].map(|position| mistake(position, Variant::Chess));
        database.add_exercises(&all, NOW).unwrap();
        let any = Wanted::default();
        assert_eq!(next(&database, &any, NOW - 1), None);
        assert_eq!(next(&database, &any, NOW), Some(1));
        assert_eq!(database.practised(1, Grade::Good, NOW).unwrap().days, 2);
        assert_eq!(database.practised(2, Grade::Again, NOW).unwrap().days, 1);
        assert_eq!(next(&database, &any, NOW + DAY - 1), None);
        let ahead = Wanted { ahead: true, ..Wanted::default() };
        assert_eq!(next(&database, &ahead, NOW), Some(2));
        let ahead = Wanted { except: vec![2], ..ahead };
        assert_eq!(next(&database, &ahead, NOW), Some(1));
        assert_eq!(next(&database, &any, NOW + DAY), Some(2));
        let stock = database.stock(NOW + DAY).unwrap();
        let [stock] = stock.as_slice() else { panic!("{stock:?}") };
        assert_eq!((stock.total, stock.due, stock.fresh, stock.next), (2, 1, 0, None));
        assert_eq!(database.stock(NOW).unwrap()[0].next, Some(NOW + DAY));
        // What was learnt is there for whoever opens the file next.
        drop(database);
        let database = Database::open(folder.path("training.erawan")).unwrap();
        let kept = database.exercise(1).unwrap();
        assert_eq!(
            (kept.due, kept.memory),
            (Some(NOW + 2 * DAY), Some(Memory::first(Grade::Good)))
        );
    }

    #[test]
    fn puzzles_wait_and_come_by_rating_and_theme() {
        let folder = Folder::new("puzzles");
        let mut database = database(&folder);
        let all = [
            puzzle("easy", 900.0, "fork short"),
            puzzle("middle", 1550.0, "pin"),
            puzzle("hard", 2400.0, "fork"),
        ];
        database.add_exercises(&all, NOW).unwrap();
        let wanted = Wanted { kind: Some(Kind::Puzzle), ..Wanted::default() };
        assert_eq!(next(&database, &wanted, NOW), Some(2));
        let forks = Wanted { theme: Some("fork".into()), ..wanted.clone() };
        assert_eq!(next(&database, &forks, NOW), Some(1));
        let none = Wanted { theme: Some("for".into()), ..wanted.clone() };
        assert_eq!(next(&database, &none, NOW), None);
        // Solving makes the solver stronger and the puzzle easier; a second time does not.
        let after = database.practised(2, Grade::Good, NOW).unwrap();
        let rating = after.rating.unwrap();
        assert!(rating.rating > 1600.0 && rating.deviation < 320.0, "{rating:?}");
        let facts = database.exercise(2).unwrap().puzzle.unwrap();
        assert!(facts.rating < 1550.0 && facts.plays == 1, "{facts:?}");
        let again = database.practised(2, Grade::Again, after.due).unwrap();
        assert_eq!(again.rating, Some(rating));
        assert_eq!(database.solver(Variant::Makruk).unwrap(), Rating::UNKNOWN);
        let stock = database.stock(NOW).unwrap();
        assert_eq!((stock[0].total, stock[0].fresh, stock[0].due), (3, 2, 0));
        let mut names = Vec::new();
        let take = |it: Exercise| {
            names.push(it.puzzle.unwrap().name);
            true
        };
        database.each_exercise(Kind::Puzzle, take).unwrap();
        assert_eq!(names, ["easy", "middle", "hard"]);
    }

    #[test]
    fn what_was_taken_out_comes_back() {
        let folder = Folder::new("removed");
        let mut database = database(&folder);
        let one = mistake("a w - -", Variant::Chess);
        database.add_exercises(std::slice::from_ref(&one), NOW).unwrap();
        database.practised(1, Grade::Good, NOW).unwrap();
        assert_eq!(database.remove_exercises(&[1, 1, 7], false).unwrap(), 1);
        assert_eq!(next(&database, &Wanted { ahead: true, ..Wanted::default() }, NOW), None);
        assert!(database.practised(1, Grade::Good, NOW).is_err());
        assert!(database.stock(NOW).unwrap().is_empty());
        assert_eq!(database.remove_exercises(&[1], true).unwrap(), 1);
        assert!(database.exercise(1).unwrap().memory.is_some());
        database.remove_exercises(&[1], false).unwrap();
        assert_eq!(database.add_exercises(&[one], NOW).unwrap().added, 1);
    }

    /// A file from before there were exercises keeps its games.
    #[test]
    fn older_files_learn_of_exercises() {
        let folder = Folder::new("older");
        let path = folder.path("old.erawan");
        let connection = rusqlite::Connection::open(&path).unwrap();
        connection.execute_batch(crate::schema::GAMES).unwrap();
        connection.pragma_update(None, "application_id", 0x4572_6177).unwrap();
        connection.pragma_update(None, "user_version", 1).unwrap();
        drop(connection);
        assert!(Database::open(&path).unwrap().stock(NOW).is_err(), "it is read as it is");
        let mut database = Database::open_to_write(&path).unwrap();
        let one = mistake("a w - -", Variant::Chess);
        assert_eq!(database.add_exercises(&[one], NOW).unwrap().added, 1);
    }
}
