//! A position with its score and result in 32 bytes, as trainers read it.

use erawan_board::{Color, Position, Rules, Setup};

use crate::board::{self, PackError};
use crate::game::GameResult;

/// A labelled position.
///
/// | bytes | |
/// |---|---|
/// | 0–7 | the occupied squares, a1 in bit 0 |
/// | 8–23 | four bits for each man in the order of squares, the low half of a byte first: role (pawn 0 to king 5; 6 a rook that may castle or a promoted bia, 7 a man that may still leap), plus 8 for Black |
/// | 24–25 | the score for the side to move |
/// | 26 | the result for the side to move: 0 loss, 1 draw, 2 win |
/// | 27 | bit 0 Black moves, bit 1 in check, bit 2 the best move takes or promotes; bit 3, in files of before, from inside a search |
/// | 28–29 | the ply in the game |
/// | 30 | plies since a capture or pawn move, at most 255 |
/// | 31 | chess: the file of a legal en passant, from 1; Makruk: moves left in the count, 0 without one |
///
/// All numbers are little-endian.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PositionRecord(pub [u8; 32]);

/// What a position is labelled with.
#[derive(Clone, Copy, Debug)]
pub struct Label {
    /// For the side to move.
    pub score: i16,
    /// How the game ended.
    pub result: GameResult,
    /// The best move takes or promotes.
    pub best_is_noisy: bool,
    /// Where in the game it was.
    pub ply: u16,
}

impl PositionRecord {
    /// The length of a record.
    pub const LENGTH: usize = 32;
    /// Where the occupied squares are.
    pub const OCCUPIED: usize = 0;
    /// Where the men are.
    pub const MEN: usize = 8;
    /// Where the score is.
    pub const SCORE: usize = 24;
    /// Where the result is.
    pub const RESULT: usize = 26;
    /// Where the flags are.
    pub const FLAGS: usize = 27;
    /// Where the ply is.
    pub const PLY: usize = 28;
    /// Where the halfmove clock is.
    pub const CLOCK: usize = 30;
    /// Where the en passant file or the moves left in the count are.
    pub const EXTRA: usize = 31;
    /// The code of a rook that may castle, and of a promoted bia.
    pub const MARKED: u8 = board::MARKED;
    /// The flag that Black is to move.
    pub const BLACK: u8 = 1;
    /// The flag that the side to move is in check.
    pub const IN_CHECK: u8 = 2;
    /// The flag that the best move takes or promotes.
    pub const NOISY: u8 = 4;
    /// The flag that the position comes from inside a search. Nothing sets it
    /// any more; records of before may have it.
    pub const INTERIOR: u8 = 8;

    /// The record of a position.
    pub fn new<R: Rules>(
        position: &Position<R>,
        label: &Label,
    ) -> Result<PositionRecord, PackError> {
        let mut bytes = [0; 32];
        bytes[..Self::SCORE].copy_from_slice(&board::pack(position)?);
        bytes[Self::SCORE..Self::RESULT].copy_from_slice(&label.score.to_le_bytes());
        bytes[Self::RESULT] = label.result.points_for(position.turn());
        let flag = |set: bool, bit: u8| if set { bit } else { 0 };
        bytes[Self::FLAGS] = flag(position.turn() == Color::Black, Self::BLACK)
            | flag(position.in_check(), Self::IN_CHECK)
            | flag(label.best_is_noisy, Self::NOISY);
        bytes[Self::PLY..Self::CLOCK].copy_from_slice(&label.ply.to_le_bytes());
        bytes[Self::CLOCK] = position.halfmove_clock().min(255) as u8;
        bytes[Self::EXTRA] = if R::COUNTING {
            moves_left(position)
        } else {
            position.en_passant().map_or(0, |square| square.file().index() as u8 + 1)
        };
        Ok(PositionRecord(bytes))
    }

    /// The board, the side to move, castling rights and the halfmove clock.
    /// Makruk's count is not in it: the record knows only how much of it is
    /// [left](PositionRecord::moves_left).
    pub fn setup<R: Rules>(&self) -> Result<Setup, PackError> {
        let mut men = [0; 24];
        men.copy_from_slice(&self.0[..Self::SCORE]);
        let mut setup = board::unpack::<R>(&men)?;
        setup.turn =
            if self.0[Self::FLAGS] & Self::BLACK == 0 { Color::White } else { Color::Black };
        setup.halfmove_clock = self.0[Self::CLOCK].into();
        setup.fullmove_number = self.ply() / 2 + 1;
        if R::CASTLING_AND_DOUBLE_STEP {
            setup.en_passant = board::en_passant(self.0[Self::EXTRA], setup.turn)?;
        }
        Ok(setup)
    }

    /// The number of men.
    pub fn men(&self) -> u32 {
        self.0[..Self::MEN].iter().map(|byte| byte.count_ones()).sum()
    }

    /// The score for the side to move.
    pub fn score(&self) -> i16 {
        i16::from_le_bytes([self.0[Self::SCORE], self.0[Self::SCORE + 1]])
    }

    /// The result for the side to move: 0 loss, 1 draw, 2 win.
    pub fn result(&self) -> u8 {
        self.0[Self::RESULT]
    }

    /// True if Black is to move.
    pub fn is_black_to_move(&self) -> bool {
        self.0[Self::FLAGS] & Self::BLACK != 0
    }

    /// True if the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.0[Self::FLAGS] & Self::IN_CHECK != 0
    }

    /// True if the best move takes or promotes.
    pub fn best_is_noisy(&self) -> bool {
        self.0[Self::FLAGS] & Self::NOISY != 0
    }

    /// The ply in the game.
    pub fn ply(&self) -> u16 {
        u16::from_le_bytes([self.0[Self::PLY], self.0[Self::PLY + 1]])
    }

    /// Makruk: the moves left in the count, 0 if there is none.
    pub fn moves_left(&self) -> u8 {
        self.0[Self::EXTRA]
    }
}

/// The moves until a count is full, at least 1 while there is one.
fn moves_left<R: Rules>(position: &Position<R>) -> u8 {
    let count = position.counting();
    if count.limit() == 0 {
        return 0;
    }
    let plies = (u16::from(count.limit()) + 1).saturating_sub(count.ply());
    (plies / 2).clamp(1, 255) as u8
}

/// Why a position is of no use for training a static evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Filter {
    /// Too close to the random opening.
    Early,
    /// The side to move is in check.
    Check,
    /// The best move takes or promotes.
    Noisy,
    /// The score is a mate or as good as one.
    Decided,
}

impl Filter {
    /// All reasons, in the order they are looked at.
    pub const ALL: [Filter; 4] = [Filter::Early, Filter::Check, Filter::Noisy, Filter::Decided];

    /// Positions before this ply are dropped.
    pub const FIRST_PLY: u16 = 16;
    /// Scores from here on are dropped.
    pub const SCORE: i16 = 10_000;

    /// The first reason to drop a position, if there is one.
    pub fn of(record: &PositionRecord) -> Option<Filter> {
        if record.ply() < Filter::FIRST_PLY {
            Some(Filter::Early)
        } else if record.in_check() {
            Some(Filter::Check)
        } else if record.best_is_noisy() {
            Some(Filter::Noisy)
        } else if record.score().unsigned_abs() >= Filter::SCORE.unsigned_abs() {
            Some(Filter::Decided)
        } else {
            None
        }
    }

    /// The reason in a word.
    pub const fn name(self) -> &'static str {
        match self {
            Filter::Early => "early",
            Filter::Check => "in check",
            Filter::Noisy => "noisy",
            Filter::Decided => "decided",
        }
    }
}
