//! Lines as games: what the page says becomes a [`Game`], and a game is
//! described for the page.

use std::fmt;

use erawan_board::{
    Color, CountingKind, CountingMode, DrawReason, Game, Move, Outcome, Position, Rules,
    Strictness, Variant, chess960,
};
use erawan_engine::Playable;
use erawan_notation::fen::{self, FenError};
use erawan_notation::san;
use erawan_notation::uci::{self, CastlingNotation, UciMoveError};

use crate::limits::MAX_MOVES;
use crate::openings;
use crate::protocol::{
    CountReply, CountingChoice, Honour, LegalMove, Line, OutcomeReply, PositionReply,
};

/// Why a line is no game.
#[derive(Clone, PartialEq, Debug)]
pub enum LineError {
    /// The start position cannot be read.
    Fen(FenError),
    /// A move cannot be played.
    Move {
        /// Which, from 1.
        number: usize,
        /// The move.
        text: String,
        /// Why not.
        reason: UciMoveError,
    },
    /// Counting cannot be begun or stopped there.
    Counting {
        /// Which entry, from 1.
        number: usize,
    },
    /// There are too many moves.
    TooLong,
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineError::Fen(error) => write!(f, "{error}"),
            LineError::Move { number, text, reason } => {
                let text: String = text.chars().take(16).collect();
                write!(f, "move {number} ({text}): {reason}")
            }
            LineError::Counting { number } => {
                write!(f, "entry {number}: counting cannot be begun or stopped here")
            }
            LineError::TooLong => write!(f, "a line has at most {MAX_MOVES} moves"),
        }
    }
}

impl std::error::Error for LineError {}

/// The start position of a line.
pub fn start<R: Rules>(line: &Line) -> Result<Position<R>, LineError> {
    let fen = line.fen.as_deref().filter(|fen| !fen.trim().is_empty());
    let position = match fen {
        Some(fen) => fen::parse::<R>(fen.trim(), Strictness::Lenient).map_err(LineError::Fen)?,
        None => match (line.variant.into(), line.number) {
            (Variant::Chess960, Some(number)) => {
                let setup = chess960::start(number);
                Position::from_setup(&setup, Strictness::Strict).unwrap_or_default()
            }
            _ => Position::startpos(),
        },
    };
    Ok(match line.counting {
        CountingChoice::Auto => position,
        CountingChoice::Manual => position.with_counting_mode(CountingMode::Manual),
        CountingChoice::Off => position.with_counting_mode(CountingMode::Off),
    })
}

/// The game that a line is.
///
/// ```
/// use erawan_board::Chess;
/// use erawan_answers::{lines, protocol::Line};
/// let line: Line = serde_json::from_str(r#"{"variant":"chess","moves":["e2e4"]}"#).unwrap();
/// assert_eq!(lines::replay::<Chess>(&line).unwrap().moves().len(), 1);
/// ```
pub fn replay<R: Rules>(line: &Line) -> Result<Game<R>, LineError> {
    if line.moves.len() > MAX_MOVES {
        return Err(LineError::TooLong);
    }
    let mut game = Game::from_position(start(line)?);
    for (index, text) in line.moves.iter().enumerate() {
        let number = index + 1;
        match text.as_str() {
            "count" | "stop" => {
                let done =
                    if text == "count" { game.start_counting() } else { game.stop_counting() };
                if !done {
                    return Err(LineError::Counting { number });
                }
            }
            _ => {
                let wrong = |reason| LineError::Move { number, text: text.clone(), reason };
                let m = uci::parse(game.position(), text).map_err(wrong)?;
                game.play_unchecked(m);
            }
        }
    }
    Ok(game)
}

/// A move in Thai, if the game has Makruk's pieces.
pub fn thai<R: Rules>(position: &Position<R>, m: Move) -> Option<String> {
    R::MEN.is_makruk_set().then(|| san::write_thai(position, m))
}

/// Everything about the position at the end of a line.
pub fn describe<R: Playable>(variant: Variant, game: &Game<R>) -> PositionReply {
    let position = game.position();
    let before = game.positions().iter().rev().nth(1);
    let last = before.zip(game.moves().last().copied());
    let list = position.legal_moves();
    PositionReply {
        fen: fen::write(position),
        turn: position.turn().into(),
        check: position.in_check().then(|| position.king(position.turn()).to_string()),
        moves: list.iter().map(|&m| legal_move(variant, position, &list, m)).collect(),
        san: last.map(|(before, m)| san::write(before, m)),
        thai: last.and_then(|(before, m)| thai(before, m)),
        last: last.map(|(_, m)| (m.from().to_string(), m.king_target().to_string())),
        captured: last.is_some_and(|(before, m)| before.is_capture(m)),
        outcome: game.outcome().map(outcome),
        claim: game.claim().map(draw_word),
        counting: count(position),
        fullmove: position.fullmove_number(),
        number: (variant.is_chess960()).then(|| number(game.start())).flatten(),
        opening: openings::name(game),
    }
}

/// The number of a start position of Chess960.
fn number<R: Playable>(start: &Position<R>) -> Option<u16> {
    let start = R::as_chess(start)?;
    let mut rank = [erawan_board::Role::King; 8];
    for (file, role) in erawan_board::File::ALL.into_iter().zip(&mut rank) {
        *role = start.role_at(erawan_board::Square::new(file, erawan_board::Rank::First))?;
    }
    let number = erawan_board::chess960::number(rank)?;
    (Position::chess960(number) == *start).then_some(number)
}

fn legal_move<R: Rules>(
    variant: Variant,
    position: &Position<R>,
    list: &[Move],
    m: Move,
) -> LegalMove {
    let (mut to, mut also) = (m.king_target(), None);
    if m.is_castle() {
        let target = m.king_target();
        // A step of the king to the same square goes before castling.
        let free = target != m.from()
            && !list
                .iter()
                .any(|step| step.from() == m.from() && !step.is_castle() && step.to() == target);
        if variant.is_chess960() || !free {
            to = m.to();
            also = free.then_some(target);
        } else {
            also = Some(m.to());
        }
    }
    LegalMove {
        uci: uci::write::<R>(m, CastlingNotation::of(variant)),
        san: san::write(position, m),
        thai: thai(position, m),
        from: m.from().to_string(),
        to: to.to_string(),
        also: also.map(|square| square.to_string()),
        promotion: m
            .promotion()
            .map(|role| fen::piece_letter::<R>(erawan_board::Piece::new(Color::Black, role))),
    }
}

fn count<R: Rules>(position: &Position<R>) -> Option<CountReply> {
    let kind = position.counting_kind()?;
    let count = position.counting();
    let mut probe = *position;
    let can_start = probe.start_counting();
    let mut probe = *position;
    let can_stop = probe.stop_counting();
    Some(CountReply {
        kind: if kind == CountingKind::Board { Honour::Board } else { Honour::Pieces },
        side: position.counting_side().map(Into::into),
        spoken: count.spoken(),
        limit: count.spoken_limit(),
        can_start,
        can_stop,
    })
}

fn outcome(outcome: Outcome) -> OutcomeReply {
    let reason = match outcome {
        Outcome::Win { .. } => "checkmate",
        Outcome::Draw(reason) => draw_word(reason),
    };
    OutcomeReply { result: outcome.result(), reason }
}

/// A reason as a word that the page translates.
fn draw_word(reason: DrawReason) -> &'static str {
    match reason {
        DrawReason::Stalemate => "stalemate",
        DrawReason::InsufficientMaterial => "material",
        DrawReason::ThreefoldRepetition => "threefold",
        DrawReason::FivefoldRepetition => "fivefold",
        DrawReason::FiftyMoves => "fifty",
        DrawReason::SeventyFiveMoves => "seventyfive",
        DrawReason::Counting => "counting",
        DrawReason::MateWhileCounting => "matecounting",
        DrawReason::CountingOffer => "countoffer",
    }
}
