//! A game as it is kept.

use erawan_board::{Color, Move};

use crate::error::GameFault;
use crate::start::Start;

/// Who has won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum GameResult {
    /// Black has won.
    BlackWins = 0,
    /// Nobody has won.
    Draw = 1,
    /// White has won.
    WhiteWins = 2,
}

impl GameResult {
    /// The result if this side has won.
    pub const fn win_of(color: Color) -> GameResult {
        match color {
            Color::White => GameResult::WhiteWins,
            Color::Black => GameResult::BlackWins,
        }
    }

    /// 2 for a win of `color`, 1 for a draw, 0 for a loss.
    pub const fn points_for(self, color: Color) -> u8 {
        match color {
            Color::White => self as u8,
            Color::Black => 2 - self as u8,
        }
    }

    const fn from_code(code: u8) -> Option<GameResult> {
        Some(match code {
            0 => GameResult::BlackWins,
            1 => GameResult::Draw,
            2 => GameResult::WhiteWins,
            _ => return None,
        })
    }
}

macro_rules! reasons {
    ($($(#[$doc:meta])* $name:ident = $code:literal $text:literal,)*) => {
        /// Why a game ended.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr(u8)]
        pub enum Reason { $($(#[$doc])* $name = $code,)* }

        impl Reason {
            /// All reasons in the order of their codes.
            pub const ALL: &'static [Reason] = &[$(Reason::$name,)*];

            /// The reason in words.
            pub const fn name(self) -> &'static str {
                match self { $(Reason::$name => $text,)* }
            }

            const fn from_code(code: u8) -> Option<Reason> {
                match code { $($code => Some(Reason::$name),)* _ => None }
            }
        }
    };
}

reasons! {
    /// A king was mated.
    Checkmate = 0 "checkmate",
    /// The side to move had no move.
    Stalemate = 1 "stalemate",
    /// Nobody could mate any more.
    InsufficientMaterial = 2 "insufficient material",
    /// A position came for the third time.
    Repetition = 3 "repetition",
    /// Fifty moves without a capture or pawn move.
    FiftyMoves = 4 "fifty moves",
    /// Makruk: the count was full.
    Counting = 5 "counting",
    /// One side was far ahead for some time.
    WinByScore = 6 "win by score",
    /// The scores were level for a long time.
    DrawByScore = 7 "draw by score",
    /// The game went on for too long.
    TooLong = 8 "too long",
}

/// A move of a game and the score of the position it was played in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ply {
    /// The move played.
    pub m: Move,
    /// The score for the side to move; a mate in `n` plies is [`MATE`](erawan_engine::MATE) − `n`.
    pub score: i16,
}

/// A game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct GameRecord {
    /// The position it began with, after the random opening.
    pub start: Start,
    /// The moves with their scores.
    pub plies: Vec<Ply>,
    /// Who has won.
    pub result: GameResult,
    /// Why the game ended.
    pub reason: Reason,
}

/// The bytes of a game before its moves.
pub(crate) const FIXED: usize = 40;

impl GameRecord {
    /// Appends the bytes of the game. Plies beyond 65535 are left out.
    pub(crate) fn encode(&self, bytes: &mut Vec<u8>) {
        let most = usize::from(u16::MAX);
        let plies = &self.plies[..self.plies.len().min(most)];
        bytes.extend(self.start.0);
        bytes.extend((plies.len() as u16).to_le_bytes());
        bytes.extend([self.result as u8, self.reason as u8]);
        bytes.extend([0; 4]);
        for ply in plies {
            bytes.extend(ply.m.bits().to_le_bytes());
            bytes.extend(ply.score.to_le_bytes());
        }
    }

    /// Reads a game from the front of `bytes`, which become those behind it.
    pub(crate) fn decode(bytes: &mut &[u8]) -> Result<GameRecord, GameFault> {
        let fixed: [u8; FIXED] = take(bytes)?;
        let mut start = [0; 32];
        start.copy_from_slice(&fixed[..32]);
        let plies = u16::from_le_bytes([fixed[32], fixed[33]]);
        let result = GameResult::from_code(fixed[34]).ok_or(GameFault::Result(fixed[34]))?;
        let reason = Reason::from_code(fixed[35]).ok_or(GameFault::Reason(fixed[35]))?;
        if fixed[36..] != [0; 4] {
            return Err(GameFault::Padding);
        }
        let plies = (0..plies)
            .map(|_| Ok(Ply { m: take_move(bytes)?, score: i16::from_le_bytes(take(bytes)?) }))
            .collect::<Result<_, GameFault>>()?;
        Ok(GameRecord { start: Start(start), plies, result, reason })
    }
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Result<[u8; N], GameFault> {
    let (first, rest) = bytes.split_first_chunk().ok_or(GameFault::CutOff)?;
    *bytes = rest;
    Ok(*first)
}

fn take_move(bytes: &mut &[u8]) -> Result<Move, GameFault> {
    let bits = u16::from_le_bytes(take(bytes)?);
    Move::from_bits(bits).ok_or(GameFault::Move(bits))
}
