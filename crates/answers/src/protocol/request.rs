//! What the page asks for.

use serde::Deserialize;
use serde_json::Value;

use super::{
    ExerciseKind, ExerciseRequest, FirstGames, GameFilter, GameName, GameOrder, GradeName, Line,
    Record, Side,
};

/// A request with its number.
#[derive(Clone, Debug, Deserialize)]
pub struct Envelope {
    /// The number that the answers carry.
    pub id: u64,
    /// What is asked for.
    #[serde(flatten)]
    pub request: Request,
}

/// What the page asks for.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Request {
    /// What there is to know about the position at the end of a line.
    Position {
        /// The line.
        line: Line,
    },
    /// Reads a pasted text: a FEN in any dialect, or PGN.
    Read {
        /// The text.
        text: String,
        /// The game that is meant if the text does not tell.
        variant: Option<GameName>,
    },
    /// Writes a game as PGN.
    Write {
        /// The game.
        game: Box<Record>,
    },
    /// Searches until stopped, or to a limit.
    Analyse {
        /// Where.
        line: Line,
        /// How many lines, 1 to 5.
        #[serde(default)]
        lines: usize,
        /// Threads; the server never uses more than there are processors.
        #[serde(default)]
        threads: usize,
        /// Mebibytes for the table.
        #[serde(default)]
        hash: usize,
        /// The limit; without one the search runs until it is stopped.
        #[serde(default)]
        limit: Limit,
        /// Lets the other side move, to see what it threatens.
        #[serde(default)]
        threat: bool,
        /// Another engine, by the name under which it is kept, instead of Erawan.
        engine: Option<String>,
    },
    /// Lets the engine choose a move.
    Play {
        /// Where.
        line: Line,
        /// How strong Erawan plays; full strength if not given. Other engines play as
        /// they were set when they were added.
        elo: Option<i32>,
        /// Makes one game differ from the next.
        #[serde(default)]
        seed: u64,
        /// Milliseconds on the engine's clock and added with each move.
        clock: Option<(u64, u64)>,
        /// The most milliseconds to think.
        movetime: Option<u64>,
        /// Another engine, by the name under which it is kept, instead of Erawan.
        engine: Option<String>,
    },
    /// Looks a position up in endgame tables.
    Tables {
        /// Where.
        line: Line,
    },
    /// Ends the search that runs.
    Stop {
        /// The search of this other engine instead of Erawan's.
        engine: Option<String>,
    },
    /// Lists the other engines that are kept.
    Engines,
    /// Keeps a document: settings, or a game.
    Save {
        /// Its name: letters, digits and `-`.
        name: String,
        /// The document.
        #[cfg_attr(test, ts(type = "unknown"))]
        value: Value,
    },
    /// Forgets a document.
    Remove {
        /// Its name.
        name: String,
    },
    /// Reads a document.
    Load {
        /// Its name.
        name: String,
    },
    /// Lists the documents, the last changed first.
    List,
    /// Reviews the main line of a game.
    Review {
        /// The game.
        game: Box<Record>,
        /// How much to search.
        #[serde(default)]
        effort: ReviewEffort,
        /// Nodes for each position at first, instead of what the effort says.
        #[serde(default)]
        nodes: u64,
        /// Engines that share the work. The review does not depend on it.
        #[serde(default)]
        threads: usize,
    },
    /// Judges the last move of a line as a review would.
    Try {
        /// The line.
        line: Line,
        /// How much to search.
        #[serde(default)]
        effort: ReviewEffort,
    },
    /// Says whether a position can come about, and whether it can be played.
    Check {
        /// Which game.
        variant: GameName,
        /// The position.
        fen: String,
    },
    /// Lists the databases.
    Databases,
    /// Makes a database.
    CreateDatabase {
        /// Its name.
        name: String,
    },
    /// Puts a database aside, or brings it back.
    RemoveDatabase {
        /// Its name.
        name: String,
        /// Brings it back.
        #[serde(default)]
        restore: bool,
    },
    /// Looks for games. A later question ends an earlier one of the same page.
    FindGames {
        /// The database.
        database: String,
        /// By their heads.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<GameFilter>"))]
        filter: Box<GameFilter>,
        /// Those that came to the position at the end of a line.
        line: Option<Line>,
        /// Those in which exactly these men were left: `KRPPvKRP`, White's first. Of
        /// the game that the filter names; without one of chess, or of Makruk if only
        /// that has such men.
        material: Option<String>,
        /// The order.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<GameOrder>"))]
        order: GameOrder,
        /// The other way round.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
        descending: bool,
        /// How many of the list are passed over.
        #[serde(default)]
        offset: usize,
        /// How many are told at most.
        limit: usize,
    },
    /// Reads a game of a database.
    OpenGame {
        /// The database.
        database: String,
        /// Its number.
        game: u64,
    },
    /// Takes games out of a database, or brings them back.
    RemoveGames {
        /// The database.
        database: String,
        /// Their numbers.
        games: Vec<u64>,
        /// Brings them back.
        #[serde(default)]
        restore: bool,
    },
    /// Tells what was played in a position. A later question ends an earlier one of
    /// the same page.
    Explore {
        /// The database.
        database: String,
        /// It is a book: its weights stand for games, and no filter counts.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
        book: bool,
        /// The position at the end of this line.
        line: Line,
        /// Which games count.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<GameFilter>"))]
        filter: Box<GameFilter>,
        /// Which of them are listed first.
        #[serde(default)]
        first: FirstGames,
        /// How many of them are listed.
        games: usize,
    },
    /// Tells what was played in a position of one's own games, and what reviews said of
    /// it. A later question ends an earlier one of the same page.
    ExploreOwn {
        /// The position at the end of this line.
        line: Line,
        /// Which games count.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<GameFilter>"))]
        filter: Box<GameFilter>,
        /// Which of them are listed first.
        #[serde(default)]
        first: FirstGames,
        /// How many of them are listed.
        games: usize,
    },
    /// Tells what there is to practise.
    Training,
    /// Keeps exercises.
    AddExercises {
        /// The exercises.
        exercises: Vec<ExerciseRequest>,
    },
    /// Hands out the next exercise that is due, or a puzzle that was never tried.
    NextExercise {
        /// Of this game only.
        variant: Option<GameName>,
        /// Of this kind only.
        kind: Option<ExerciseKind>,
        /// Puzzles with this motif only.
        theme: Option<String>,
        /// What is not due yet too.
        #[serde(default)]
        ahead: bool,
        /// None of these.
        #[serde(default)]
        except: Vec<i64>,
    },
    /// Says how an exercise went.
    Practised {
        /// Its number.
        exercise: i64,
        /// How it went.
        grade: GradeName,
    },
    /// Takes exercises out, or brings them back.
    RemoveExercises {
        /// Their numbers.
        exercises: Vec<i64>,
        /// Brings them back.
        #[serde(default)]
        restore: bool,
    },
    /// Lists the repertoires.
    Repertoires,
    /// Keeps a tree as a repertoire.
    PutRepertoire {
        /// Its name.
        name: String,
        /// The side whose moves are to be known.
        color: Side,
        /// The tree.
        game: Box<Record>,
        /// Takes the place of the one of that name.
        #[serde(default)]
        replace: bool,
    },
    /// Keeps the games of a text as one repertoire.
    ImportRepertoire {
        /// Its name.
        name: String,
        /// The side whose moves are to be known.
        color: Side,
        /// PGN.
        text: String,
        /// Takes the place of the one of that name.
        #[serde(default)]
        replace: bool,
    },
    /// Reads the tree of a repertoire.
    OpenRepertoire {
        /// Its number.
        repertoire: i64,
    },
    /// Takes a repertoire out, or brings it back.
    RemoveRepertoire {
        /// Its number.
        repertoire: i64,
        /// Brings it back.
        #[serde(default)]
        restore: bool,
    },
    /// Hands out the next position of a repertoire that is due or new.
    NextRecall {
        /// Its number.
        repertoire: i64,
        /// What is not due yet too.
        #[serde(default)]
        ahead: bool,
        /// None of these positions.
        #[serde(default)]
        except: Vec<String>,
        /// Moves in UCI that stand on the board: what follows them comes first.
        #[serde(default)]
        after: Vec<String>,
    },
    /// Says how it went in a position of a repertoire.
    Recalled {
        /// Its number.
        repertoire: i64,
        /// What the position is known by.
        position: String,
        /// How it went.
        grade: GradeName,
    },
    /// Tells where one's own games left the repertoires.
    Departures,
    /// Takes games in. The file follows in pieces.
    Import {
        /// The database.
        database: String,
    },
    /// Ends an import.
    EndImport {
        /// Which.
        job: u64,
        /// True if all of the file has been sent, false if the rest is not wanted.
        whole: bool,
    },
}

/// How much is searched for a review.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum ReviewEffort {
    /// A few seconds for a game.
    Quick,
    /// Some twenty seconds.
    #[default]
    Standard,
    /// Minutes.
    Deep,
}

impl From<ReviewEffort> for erawan_analysis::Effort {
    fn from(effort: ReviewEffort) -> erawan_analysis::Effort {
        match effort {
            ReviewEffort::Quick => erawan_analysis::Effort::Quick,
            ReviewEffort::Standard => erawan_analysis::Effort::Standard,
            ReviewEffort::Deep => erawan_analysis::Effort::Deep,
        }
    }
}

/// What ends a search.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Limit {
    /// A depth.
    pub depth: Option<u32>,
    /// A number of nodes.
    pub nodes: Option<u64>,
    /// Milliseconds.
    pub movetime: Option<u64>,
}
