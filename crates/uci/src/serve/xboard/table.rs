//! The game on the table: moves in and out, and how it ends.

use erawan_board::{
    AnyGame, Color, DrawReason, Game, Move, Outcome, Position, Rules, Variant, WinReason, with_game,
};
use erawan_notation::san::{self, SanError};
use erawan_notation::uci::{self, CastlingNotation, UciMoveError};

use crate::cecp::Message;
use crate::serve::report::Notation;

/// The game and what it is called.
pub(super) struct Table {
    pub(super) variant: Variant,
    pub(super) game: AnyGame,
}

impl Table {
    pub(super) fn new(variant: Variant) -> Table {
        Table { variant, game: AnyGame::start(variant) }
    }

    /// The side on move.
    pub(super) fn turn(&self) -> Color {
        with_game!(&self.game, game => game.position().turn())
    }

    /// How many moves there are.
    pub(super) fn legal_moves(&self) -> usize {
        with_game!(&self.game, game => game.position().count_legal_moves())
    }

    /// How many moves a side has made.
    pub(super) fn moves_of(&self, side: Color) -> usize {
        with_game!(&self.game, game => {
            let plies = game.moves().len();
            if game.start().turn() == side { plies.div_ceil(2) } else { plies / 2 }
        })
    }

    /// How many moves were made by both.
    pub(super) fn plies(&self) -> usize {
        with_game!(&self.game, game => game.moves().len())
    }

    /// A legal move, written in squares or as SAN; or why it is none.
    pub(super) fn read(&self, text: &str) -> Result<Move, String> {
        with_game!(&self.game, game => read(game.position(), text))
    }

    /// A legal move as XBoard reads it.
    pub(super) fn write(&self, m: Move) -> String {
        fn write<R: Rules>(_: &Game<R>, m: Move, notation: Notation) -> String {
            notation.write::<R>(m)
        }
        let notation = match self.variant.is_chess960() {
            true => Notation::Spoken,
            false => Notation::Squares(CastlingNotation::Standard),
        };
        with_game!(&self.game, game => write(game, m, notation))
    }

    /// Plays a legal move.
    pub(super) fn play(&mut self, m: Move) {
        with_game!(&mut self.game, game => game.play_unchecked(m));
    }

    /// Takes back so many moves. False, and nothing is done, if there are not as many.
    pub(super) fn take_back(&mut self, moves: usize) -> bool {
        let has_them = self.plies() >= moves;
        for _ in 0..if has_them { moves } else { 0 } {
            with_game!(&mut self.game, game => game.undo());
        }
        has_them
    }

    /// How the game has ended, if it has.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        with_game!(&self.game, game => game.outcome_or_claim())
    }

    /// True if a referee is sure to see that the game has ended so. A program that
    /// claims what the referee does not see loses the game: XBoard knows no counting,
    /// and in what is not chess Cute Chess and XBoard count repetitions and men in
    /// ways of their own. Where there is no move, all agree.
    pub(super) fn is_seen_by_referees(&self, outcome: Outcome) -> bool {
        match outcome {
            // Kings that may not run are mated earlier than XBoard thinks.
            Outcome::Win { .. } => self.variant != Variant::Makpong,
            Outcome::Draw(DrawReason::Stalemate) => true,
            Outcome::Draw(_) => self.variant.rules() == Variant::Chess,
        }
    }
}

fn read<R: Rules>(position: &Position<R>, text: &str) -> Result<Move, String> {
    let squares = match uci::parse(position, text) {
        // Where there is but one promotion, some leave it out.
        Err(UciMoveError::MissingPromotion(letters)) if letters.len() == 1 => {
            uci::parse(position, &format!("{text}{letters}"))
        }
        Err(UciMoveError::NotAMove) => {
            // `e7e8=Q`, `e7e8Q`.
            uci::parse(position, &text.replace('=', "").to_ascii_lowercase())
        }
        result => result,
    };
    squares.or_else(|by_squares| {
        san::parse(position, text).map_err(|by_name| match by_name {
            SanError::NotAMove => by_squares.to_string(),
            by_name if by_squares == UciMoveError::NotAMove => by_name.to_string(),
            _ => by_squares.to_string(),
        })
    })
}

/// The end of a game, as XBoard is told.
pub(super) fn announcement(outcome: Outcome) -> Message {
    let reason = match outcome {
        Outcome::Win { winner, reason: WinReason::Checkmate } => match winner {
            Color::White => "White mates",
            Color::Black => "Black mates",
        },
        Outcome::Draw(reason) => match reason {
            DrawReason::Stalemate => "Stalemate",
            DrawReason::InsufficientMaterial => "Draw by insufficient material",
            DrawReason::ThreefoldRepetition => "Draw by repetition",
            DrawReason::FivefoldRepetition => "Draw by fivefold repetition",
            DrawReason::FiftyMoves => "Draw by fifty move rule",
            DrawReason::SeventyFiveMoves => "Draw by seventy-five move rule",
            DrawReason::Counting => "Draw by counting",
            DrawReason::MateWhileCounting => "Draw by a mate given while counting",
            DrawReason::CountingOffer => "Draw by accepting the count",
        },
    };
    Message::Result { result: outcome.result().to_owned(), reason: reason.to_owned() }
}

/// True if a text may be meant as a move: it begins and ends like one.
pub(super) fn looks_like_a_move(text: &str) -> bool {
    let is_castle = text.starts_with("O-O") || text.starts_with("0-0");
    let has_square = text
        .as_bytes()
        .windows(2)
        .any(|pair| matches!(pair[0], b'a'..=b'h') && matches!(pair[1], b'1'..=b'8'));
    is_castle || (has_square && text.len() <= 8 && !text.contains(char::is_whitespace))
}
