//! The positions that games begin with.

use std::fmt;

use erawan_board::{Game, Move, Position, Rules, Strictness, Variant};
use erawan_engine::Random;
use erawan_notation::epd::Epd;
use erawan_notation::fen;
use erawan_notation::pgn::{Games, PgnGame};

/// A position to begin with, and moves that are played before players think.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening<R: Rules> {
    /// The position.
    pub start: Position<R>,
    /// The moves.
    pub moves: Vec<Move>,
}

/// Openings, in the order in which they are used. When all have been used,
/// they are used again from the first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Openings<R: Rules> {
    openings: Vec<Opening<R>>,
}

/// What is wrong with a file of openings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpeningError {
    /// A line is no EPD.
    Line {
        /// Its number, from 1.
        line: usize,
        /// Why.
        reason: String,
    },
    /// A game is wrong, and says where itself.
    Game(String),
    /// A game is of another kind.
    Variant {
        /// Its number, from 1.
        game: usize,
        /// What it is.
        variant: Variant,
    },
    /// There is nothing to play from such a position.
    Over {
        /// Which opening, from 1.
        number: usize,
        /// How the game has ended.
        reason: String,
    },
    /// There are none.
    Empty,
}

impl fmt::Display for OpeningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line { line, reason } => write!(f, "line {line}: {reason}"),
            Self::Game(reason) => f.write_str(reason),
            Self::Variant { game, variant } => write!(f, "game {game} is {variant}"),
            Self::Over { number, reason } => {
                write!(f, "opening {number}: the game is over already: {reason}")
            }
            Self::Empty => f.write_str("there are no openings in it"),
        }
    }
}

impl std::error::Error for OpeningError {}

/// Reads a line of EPD or a FEN, in any spelling the game has.
fn read_line<R: Rules>(line: &str) -> Result<Position<R>, String> {
    match Epd::parse(line, Strictness::Lenient) {
        Ok(epd) => Ok(epd.position),
        Err(error) => fen::parse_any(line, Strictness::Lenient).map_err(|_| error.to_string()),
    }
}

impl<R: Rules> Default for Openings<R> {
    /// The start position.
    fn default() -> Self {
        Self { openings: vec![Opening { start: Position::startpos(), moves: Vec::new() }] }
    }
}

impl<R: Rules> Openings<R> {
    /// These openings. An empty list is an error, and so is an opening after
    /// which there is nothing to play.
    pub fn new(openings: Vec<Opening<R>>) -> Result<Self, OpeningError> {
        if openings.is_empty() {
            return Err(OpeningError::Empty);
        }
        for (index, opening) in openings.iter().enumerate() {
            if let Some(outcome) = opening.game().outcome() {
                let reason = outcome.to_string();
                return Err(OpeningError::Over { number: index + 1, reason });
            }
        }
        Ok(Self { openings })
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.openings.len()
    }

    /// Never: there is always one.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.openings.is_empty()
    }

    /// The opening of a round.
    #[must_use]
    pub fn get(&self, round: usize) -> Option<&Opening<R>> {
        self.openings.get(round.checked_rem(self.openings.len())?)
    }

    /// Puts them into an order that depends on nothing but the seed.
    pub fn shuffle(&mut self, seed: u64) {
        let mut random = Random::new(seed);
        for i in (1..self.openings.len()).rev() {
            self.openings.swap(i, random.below(i + 1));
        }
    }

    /// Begins with another than the first.
    pub fn skip(&mut self, count: usize) {
        let by = count.checked_rem(self.openings.len()).unwrap_or(0);
        self.openings.rotate_left(by);
    }
}

impl<R: Rules> Openings<R> {
    /// Reads lines of EPD or FEN. Empty lines and those that begin with `#` are
    /// passed over.
    ///
    /// ```
    /// use erawan_arena::Openings;
    /// use erawan_board::Chess;
    ///
    /// let text = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\n";
    /// assert_eq!(Openings::<Chess>::from_epd(text).unwrap().len(), 1);
    /// let error = Openings::<Chess>::from_epd("8/8/8 w - -").unwrap_err();
    /// assert!(error.to_string().starts_with("line 1: "), "{error}");
    /// ```
    pub fn from_epd(text: &str) -> Result<Self, OpeningError> {
        let mut openings = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let start =
                read_line(line).map_err(|reason| OpeningError::Line { line: index + 1, reason })?;
            openings.push(Opening { start, moves: Vec::new() });
        }
        Self::new(openings)
    }

    /// Reads the games of a PGN, up to `plies` of each.
    pub fn from_pgn(text: &[u8], plies: usize) -> Result<Self, OpeningError> {
        let mut openings = Vec::new();
        for (index, game) in Games::new(text).enumerate() {
            let game = game.map_err(|error| OpeningError::Game(error.to_string()))?;
            let Some(tree) = game.get::<R>() else {
                return Err(OpeningError::Variant { game: index + 1, variant: game.variant() });
            };
            let moves = tree.mainline().take(plies).map_while(|node| tree.move_to(node)).collect();
            openings.push(Opening { start: *tree.start(), moves });
        }
        Self::new(openings)
    }
}

impl<R: Rules> Opening<R> {
    /// The game up to where players begin to think.
    #[must_use]
    pub fn game(&self) -> Game<R> {
        let mut game = Game::from_position(self.start);
        for &m in &self.moves {
            if game.play(m).is_err() {
                break;
            }
        }
        game
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use erawan_board::{Chess, Makruk};

    #[test]
    fn openings_are_read_from_epd_and_pgn() {
        let text = "# two\n\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\r\n\
                    4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 3; id \"pawn\";\n";
        let openings = Openings::<Chess>::from_epd(text).unwrap();
        assert_eq!(openings.len(), 2);
        assert_eq!(openings.get(1).unwrap().start.halfmove_clock(), 3);
        assert_eq!(openings.get(2), openings.get(0));

        let pgn = "1. e4 e5 2. Nf3 Nc6 *\n\n1. d4 *\n";
        let openings = Openings::<Chess>::from_pgn(pgn.as_bytes(), 3).unwrap();
        let lengths: Vec<usize> = openings.openings.iter().map(|o| o.moves.len()).collect();
        assert_eq!(lengths, [3, 1]);

        let makruk = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - 0 0 1";
        let openings = Openings::<Makruk>::from_epd(makruk).unwrap();
        assert_eq!(openings.get(0).unwrap().start, Position::startpos());
    }

    #[test]
    fn bad_openings_are_named() {
        let message = |text: &str| Openings::<Chess>::from_epd(text).unwrap_err().to_string();
        assert_eq!(message("# nothing\n"), "there are no openings in it");
        assert!(message("\nnonsense\n").starts_with("line 2: "));
        assert_eq!(
            message("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"),
            "opening 1: the game is over already: draw by stalemate"
        );
        let pgn =
            |text: &str| Openings::<Chess>::from_pgn(text.as_bytes(), 8).unwrap_err().to_string();
        assert!(pgn("1. e4 Ke5 *").starts_with("game 1, line 1: "));
        assert_eq!(pgn("[Variant \"Makruk\"]\n\n1. e4 *\n"), "game 1 is makruk");
        assert_eq!(pgn(""), "there are no openings in it");
    }

    #[test]
    fn the_order_depends_on_the_seed_alone() {
        let text: String = (1..100)
            .map(|n| format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 {n}\n"))
            .collect();
        let mut one = Openings::<Chess>::from_epd(&text).unwrap();
        let (mut two, mut three, plain) = (one.clone(), one.clone(), one.clone());
        one.shuffle(1);
        two.shuffle(1);
        three.shuffle(2);
        assert!(one == two && one != three && one != plain);
        two.skip(5);
        assert_eq!(two.get(0), one.get(5));
    }
}
