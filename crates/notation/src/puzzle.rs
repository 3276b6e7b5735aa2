//! Puzzles as lines of CSV, in the form that Lichess publishes its collection in.
//!
//! ```text
//! PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags
//! ```
//!
//! `FEN` is the position before the opponent moves. The first of `Moves` is that move;
//! then solver and opponent move in turn. Games other than chess are named by a theme:
//! `makruk`, `chess960`.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use erawan_board::{Move, Position, Rules, Strictness, Variant};

use crate::fen::{self, FenError};
use crate::uci::{self, UciMoveError};

/// The first line of a file.
pub const HEAD: &str =
    "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags";

/// The fewest columns that are understood: what comes after the moves may be missing.
const LEAST_COLUMNS: usize = 3;

/// A puzzle.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Puzzle {
    /// Its name in its collection.
    pub id: String,
    /// The position before the opponent moves.
    pub fen: String,
    /// Moves in UCI: the opponent's, then those of the solver and the answers.
    pub moves: Vec<String>,
    /// How hard it is.
    pub rating: f64,
    /// How uncertain that is.
    pub deviation: f64,
    /// From -100 to 100.
    pub popularity: i64,
    /// How often it was tried.
    pub plays: i64,
    /// Names of motifs.
    pub themes: Vec<String>,
    /// Where its game is.
    pub url: String,
    /// Names of openings.
    pub openings: Vec<String>,
}

/// Why a line is no puzzle.
#[derive(Clone, PartialEq, Debug)]
pub enum PuzzleError {
    /// There are too few columns.
    TooFewColumns(usize),
    /// There are not two moves at least.
    TooFewMoves(usize),
    /// A column that has a number has something else.
    NoNumber {
        /// The column.
        column: &'static str,
        /// What stands there.
        text: String,
    },
    /// The position cannot be read.
    Fen(FenError),
    /// A move cannot be made.
    Move {
        /// Its number, from 1.
        number: usize,
        /// Why not.
        reason: UciMoveError,
    },
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PuzzleError::TooFewColumns(count) => {
                write!(
                    f,
                    "a puzzle has at least {LEAST_COLUMNS} columns, and this line has {count}"
                )
            }
            PuzzleError::TooFewMoves(count) => {
                write!(f, "a puzzle has at least 2 moves, and this one has {count}")
            }
            PuzzleError::NoNumber { column, text } => {
                write!(f, "{column} is a number, and not '{text:.20}'")
            }
            PuzzleError::Fen(error) => error.fmt(f),
            PuzzleError::Move { number, reason } => write!(f, "move {number}: {reason}"),
        }
    }
}

impl core::error::Error for PuzzleError {}

impl Puzzle {
    /// Reads a line; none if it is empty or the head of a file.
    ///
    /// ```
    /// use erawan_notation::puzzle::Puzzle;
    /// let line = "000aY,r4rk1/8/8/8/8/8/8/R3K3 w - - 0 1,a1a8 f8a8,1500,75,90,12,short fork,,";
    /// let puzzle = Puzzle::read(line).unwrap().unwrap();
    /// assert_eq!((puzzle.rating, puzzle.moves.len()), (1500.0, 2));
    /// assert_eq!(puzzle.to_string(), line);
    /// assert_eq!(Puzzle::read("PuzzleId,FEN,Moves").unwrap(), None);
    /// assert!(Puzzle::read("000aY,8/8/8/8/8/8/8/8").is_err());
    /// ```
    pub fn read(line: &str) -> Result<Option<Puzzle>, PuzzleError> {
        let line = line.trim_start_matches('\u{feff}').trim();
        if line.is_empty() || line.starts_with("PuzzleId,") {
            return Ok(None);
        }
        // No column has a comma in it, but a program may have put quotes around it.
        let columns: Vec<&str> = line.split(',').map(|text| text.trim_matches('"')).collect();
        if columns.len() < LEAST_COLUMNS {
            return Err(PuzzleError::TooFewColumns(columns.len()));
        }
        let text = |index: usize| columns.get(index).copied().unwrap_or_default();
        let words = |index: usize| text(index).split_whitespace().map(ToOwned::to_owned).collect();
        let number = |index: usize, column: &'static str, default: f64| {
            let text = text(index).trim();
            match text.parse::<f64>() {
                Ok(number) if number.is_finite() => Ok(number),
                _ if text.is_empty() => Ok(default),
                _ => Err(PuzzleError::NoNumber { column, text: text.to_owned() }),
            }
        };
        let moves: Vec<String> = words(2);
        if moves.len() < 2 {
            return Err(PuzzleError::TooFewMoves(moves.len()));
        }
        Ok(Some(Puzzle {
            id: text(0).to_owned(),
            fen: text(1).to_owned(),
            moves,
            rating: number(3, "Rating", 1500.0)?,
            deviation: number(4, "RatingDeviation", 350.0)?,
            popularity: number(5, "Popularity", 0.0)? as i64,
            plays: number(6, "NbPlays", 0.0)? as i64,
            themes: words(7),
            url: text(8).to_owned(),
            openings: words(9),
        }))
    }

    /// The position before the opponent moves, and all moves.
    pub fn play<R: Rules>(&self) -> Result<(Position<R>, Vec<Move>), PuzzleError> {
        let start = fen::parse(self.fen.trim(), Strictness::Lenient).map_err(PuzzleError::Fen)?;
        let (mut position, mut moves) = (start, Vec::with_capacity(self.moves.len()));
        for (index, text) in self.moves.iter().enumerate() {
            let wrong = |reason| PuzzleError::Move { number: index + 1, reason };
            let m = uci::parse(&position, text).map_err(wrong)?;
            position = position.play_unchecked(m);
            moves.push(m);
        }
        Ok((start, moves))
    }

    /// The game that it is of: what a theme says, or else chess.
    pub fn variant(&self) -> Variant {
        let named = |theme: &String| {
            Variant::ALL.into_iter().find(|it| it.name() == theme && *it != Variant::Chess)
        };
        self.themes.iter().find_map(named).unwrap_or(Variant::Chess)
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Puzzle { id, fen, popularity, plays, url, .. } = self;
        let (moves, themes) = (self.moves.join(" "), self.themes.join(" "));
        let (rating, deviation) = (self.rating, self.deviation);
        let openings = self.openings.join(" ");
        // A comma would be another column.
        let url = url.replace(',', "%2C");
        write!(
            f,
            "{id},{fen},{moves},{rating:.0},{deviation:.0},{popularity},{plays},{themes},{url},{openings}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use alloc::vec;

    #[test]
    fn a_line_is_written_as_it_was_read() {
        // From the description of the collection.
        let line = "00008,r6k/pp2r2p/4Rp1Q/3p4/8/1N1P2R1/PqP2bPP/7K b - - 0 24,\
            f2g3 e6e7 b2b1 b3c1 b1c1 h6c1,2107,78,95,9243,crushing hangingPiece long middlegame,\
            https://lichess.org/787zsVup/black#48,";
        let puzzle = Puzzle::read(line).unwrap().unwrap();
        assert_eq!(puzzle.moves.len(), 6);
        assert_eq!((puzzle.rating, puzzle.deviation, puzzle.plays), (2107.0, 78.0, 9243));
        assert_eq!(puzzle.variant(), Variant::Chess);
        assert_eq!(puzzle.to_string(), line);
        let quoted = line.replace("2107", "\"2107\"");
        assert_eq!(Puzzle::read(&quoted).unwrap().unwrap(), puzzle);
    }

    #[test]
    fn what_is_missing_has_a_default_and_other_games_are_named() {
        let puzzle = Puzzle::read("x,FEN,a1a2 a3a4,,,,,makruk fork").unwrap().unwrap();
        assert_eq!((puzzle.rating, puzzle.deviation), (1500.0, 350.0));
        assert_eq!(puzzle.variant(), Variant::Makruk);
        assert_eq!(puzzle.themes, vec!["makruk", "fork"]);
        assert_eq!(Puzzle::read("  ").unwrap(), None);
        assert_eq!(Puzzle::read(HEAD).unwrap(), None);
    }

    #[test]
    fn bad_lines_are_said() {
        for (line, words) in [
            ("x,fen", "3 columns"),
            ("x,fen,e2e4", "2 moves"),
            ("x,fen,e2e4 e7e5,high", "Rating is a number, and not 'high'"),
            ("x,fen,e2e4 e7e5,1500,75,inf", "Popularity"),
        ] {
            let error = Puzzle::read(line).unwrap_err().to_string();
            assert!(error.contains(words), "{line}: {error}");
        }
    }
}
