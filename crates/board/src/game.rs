//! Games: a start position and the moves played from it.

use alloc::vec::Vec;
use core::fmt;

use crate::{Color, CountingKind, CountingMode, Move, Position, Rules};

/// A game in progress or at its end.
///
/// ```
/// use erawan_board::{Chess, Color, Game, Outcome, Square, WinReason};
///
/// let mut game = Game::<Chess>::new();
/// for (from, to) in [
///     (Square::F2, Square::F3),
///     (Square::E7, Square::E5),
///     (Square::G2, Square::G4),
///     (Square::D8, Square::H4),
/// ] {
///     let m = game.position().find_move(from, to, None).unwrap();
///     game.play(m).unwrap();
/// }
/// let mate = Outcome::Win { winner: Color::Black, reason: WinReason::Checkmate };
/// assert_eq!(game.outcome(), Some(mate));
/// game.undo();
/// assert_eq!(game.outcome(), None);
/// ```
#[derive(Clone, Debug)]
pub struct Game<R: Rules> {
    /// Every position of the game; the last is the one on the board. There is
    /// always one.
    positions: Vec<Position<R>>,
    moves: Vec<Move>,
}

/// How a game ended by the rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// One side has won.
    Win {
        /// The side that has won.
        winner: Color,
        /// How.
        reason: WinReason,
    },
    /// Nobody has won.
    Draw(DrawReason),
}

/// How a game was won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WinReason {
    /// The king is in check and there is no way out.
    Checkmate,
}

/// Why a game was drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DrawReason {
    /// There is no legal move, and no check.
    Stalemate,
    /// Nobody can mate with what is left.
    InsufficientMaterial,
    /// The position is on the board for the third time.
    ThreefoldRepetition,
    /// The position is on the board for the fifth time.
    FivefoldRepetition,
    /// Fifty moves by each side without a capture or pawn move.
    FiftyMoves,
    /// Seventy-five moves by each side without a capture or pawn move.
    SeventyFiveMoves,
    /// Makruk: the count went beyond its limit.
    Counting,
    /// Makruk, counted by hand: the side that was counting gave mate without
    /// having stopped.
    MateWhileCounting,
    /// Makruk, counted by hand: the opponent is counting, which is a standing
    /// offer of a draw.
    CountingOffer,
}

impl Outcome {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub const fn result(self) -> &'static str {
        match self {
            Outcome::Win { winner: Color::White, .. } => "1-0",
            Outcome::Win { winner: Color::Black, .. } => "0-1",
            Outcome::Draw(_) => "1/2-1/2",
        }
    }

    /// The side that has won, if any.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Outcome::Win { winner, .. } => Some(winner),
            Outcome::Draw(_) => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Win { winner, reason } => write!(f, "{winner} wins by {reason}"),
            Outcome::Draw(reason) => write!(f, "draw by {reason}"),
        }
    }
}

impl fmt::Display for WinReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("checkmate")
    }
}

impl fmt::Display for DrawReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DrawReason::Stalemate => "stalemate",
            DrawReason::InsufficientMaterial => "insufficient material",
            DrawReason::ThreefoldRepetition => "threefold repetition",
            DrawReason::FivefoldRepetition => "fivefold repetition",
            DrawReason::FiftyMoves => "the fifty-move rule",
            DrawReason::SeventyFiveMoves => "the seventy-five-move rule",
            DrawReason::Counting => "counting",
            DrawReason::MateWhileCounting => "a mate given while counting",
            DrawReason::CountingOffer => "accepting the count",
        })
    }
}

/// The move is not legal in the position on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalMove(pub Move);

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not legal here", self.0)
    }
}

impl core::error::Error for IllegalMove {}

impl<R: Rules> Default for Game<R> {
    fn default() -> Game<R> {
        Game::new()
    }
}

impl<R: Rules> Game<R> {
    /// A game from the start position.
    pub fn new() -> Game<R> {
        Game::from_position(Position::startpos())
    }

    /// A game from any position.
    pub fn from_position(start: Position<R>) -> Game<R> {
        Game { positions: alloc::vec![start], moves: Vec::new() }
    }

    /// The position on the board.
    #[inline]
    pub fn position(&self) -> &Position<R> {
        &self.positions[self.positions.len() - 1]
    }

    fn position_mut(&mut self) -> &mut Position<R> {
        let last = self.positions.len() - 1;
        &mut self.positions[last]
    }

    /// The position the game began with.
    pub fn start(&self) -> &Position<R> {
        &self.positions[0]
    }

    /// Every position from the start to the one on the board.
    pub fn positions(&self) -> &[Position<R>] {
        &self.positions
    }

    /// The moves played so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Plays a move, if it is legal. A game that is over by the rules may be
    /// played on; [`outcome`](Game::outcome) says that it is over.
    pub fn play(&mut self, m: Move) -> Result<(), IllegalMove> {
        let next = self.position().play(m)?;
        self.positions.push(next);
        self.moves.push(m);
        Ok(())
    }

    /// Plays a move that is known to be legal, such as one that was read for
    /// this position or stands in its list. Any other leaves a position that
    /// means nothing.
    pub fn play_unchecked(&mut self, m: Move) {
        let next = self.position().play_unchecked(m);
        self.positions.push(next);
        self.moves.push(m);
    }

    /// Takes back the last move and returns it.
    ///
    /// ```
    /// use erawan_board::{Game, Makruk};
    /// let mut game = Game::<Makruk>::new();
    /// let m = game.position().legal_moves()[0];
    /// game.play(m).unwrap();
    /// assert_eq!(game.undo(), Some(m));
    /// assert_eq!(game.undo(), None);
    /// ```
    pub fn undo(&mut self) -> Option<Move> {
        let m = self.moves.pop()?;
        self.positions.pop();
        Some(m)
    }

    /// How often the position on the board has been there, this time included.
    pub fn repetitions(&self) -> usize {
        let current = self.position();
        // Nothing before the last capture or pawn move can come back, and
        // every other position has the other side to move.
        1 + self
            .positions
            .iter()
            .rev()
            .take(current.halfmove_clock() as usize + 1)
            .skip(2)
            .step_by(2)
            .filter(|earlier| current.is_repetition_of(earlier))
            .count()
    }

    /// How the game has ended, if it has. What needs a claim is not included:
    /// see [`claim`](Game::claim).
    pub fn outcome(&self) -> Option<Outcome> {
        let position = self.position();
        if !position.has_legal_moves() {
            return Some(self.outcome_without_moves());
        }
        let draw = if position.counting().is_over() {
            DrawReason::Counting
        } else if position.is_insufficient_material() {
            DrawReason::InsufficientMaterial
        } else if R::CLAIM_PLIES.is_some_and(|plies| position.halfmove_clock() >= plies / 2 * 3) {
            DrawReason::SeventyFiveMoves
        } else {
            match self.repetitions() {
                3.. if R::THREEFOLD_ENDS => DrawReason::ThreefoldRepetition,
                5.. => DrawReason::FivefoldRepetition,
                _ => return None,
            }
        };
        Some(Outcome::Draw(draw))
    }

    fn outcome_without_moves(&self) -> Outcome {
        let position = self.position();
        if !position.in_check() {
            return Outcome::Draw(DrawReason::Stalemate);
        }
        let winner = !position.turn();
        let counting = position.counting().mode() == CountingMode::Manual
            && position.counting_kind() == Some(CountingKind::Board)
            && position.counting_side() == Some(winner);
        if counting {
            Outcome::Draw(DrawReason::MateWhileCounting)
        } else {
            Outcome::Win { winner, reason: WinReason::Checkmate }
        }
    }

    /// The draw the side to move may claim now, if any. There is nothing to
    /// claim after mate or stalemate.
    pub fn claim(&self) -> Option<DrawReason> {
        let position = self.position();
        if !position.has_legal_moves() {
            return None;
        }
        let counts_by_hand = position.counting().mode() == CountingMode::Manual
            && position.counting_kind() == Some(CountingKind::Board)
            && position.counting_side() == Some(!position.turn());
        if !R::THREEFOLD_ENDS && self.repetitions() >= 3 {
            Some(DrawReason::ThreefoldRepetition)
        } else if R::CLAIM_PLIES.is_some_and(|plies| position.halfmove_clock() >= plies) {
            Some(DrawReason::FiftyMoves)
        } else if counts_by_hand {
            Some(DrawReason::CountingOffer)
        } else {
            None
        }
    }

    /// How the game has ended if whoever may claim a draw does: the
    /// [`outcome`](Game::outcome), or else the [`claim`](Game::claim). Matches
    /// end so, and so do the lines of an engine.
    ///
    /// ```
    /// use erawan_board::{Chess, DrawReason, Game, Outcome, Square};
    ///
    /// let mut game = Game::<Chess>::new();
    /// for (from, to) in [(Square::G1, Square::F3), (Square::G8, Square::F6)]
    ///     .into_iter()
    ///     .chain([(Square::F3, Square::G1), (Square::F6, Square::G8)])
    ///     .cycle()
    ///     .take(8)
    /// {
    ///     let m = game.position().find_move(from, to, None).unwrap();
    ///     game.play_unchecked(m);
    /// }
    /// assert_eq!(game.outcome(), None);
    /// let draw = Outcome::Draw(DrawReason::ThreefoldRepetition);
    /// assert_eq!(game.outcome_or_claim(), Some(draw));
    /// ```
    pub fn outcome_or_claim(&self) -> Option<Outcome> {
        self.outcome().or_else(|| self.claim().map(Outcome::Draw))
    }

    /// Makruk, counted by hand: the side to move begins to count the board's
    /// honour. False if it may not.
    pub fn start_counting(&mut self) -> bool {
        self.position_mut().start_counting()
    }

    /// Makruk, counted by hand: the side to move stops counting. False if it
    /// is not counting.
    pub fn stop_counting(&mut self) -> bool {
        self.position_mut().stop_counting()
    }
}
