//! The counting rules of Makruk and Ouk.
//!
//! With no bia left on the board the weaker side may ask for the *board's
//! honour*: a draw after 64 of its own moves. A bared king starts the
//! *pieces' honour*: a shorter limit that depends on the chaser's pieces, with
//! the men on the board counted off in advance.

use crate::Color;

/// Who decides that a count begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum CountingMode {
    /// Every count begins by itself, as in engine games.
    #[default]
    Auto,
    /// The board's honour begins when a player asks for it and ends when that
    /// player stops it, as people play. The pieces' honour begins by itself.
    Manual,
    /// Nothing is counted.
    Off,
}

/// Which honour is counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum CountingKind {
    /// ศักดิ์กระดาน: no bia on the board, both sides have pieces.
    Board,
    /// ศักดิ์หมาก: no bia on the board, one side has a bare king.
    Pieces,
}

/// The state of a count, in plies.
///
/// ```
/// use erawan_board::{Color, Counting};
/// // Two rua chase a bare khun: 8 moves, 4 men on the board already counted.
/// let count = Counting::new(16, 8);
/// assert_eq!((count.spoken(), count.spoken_limit()), (4, 8));
/// assert!(!count.is_over());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Counting {
    limit: u8,
    ply: u16,
    mode: CountingMode,
    /// Manual mode: who counts the board's honour.
    counter: Option<Color>,
}

impl Counting {
    /// Nothing is counted yet, counts begin by themselves.
    pub const NONE: Counting =
        Counting { limit: 0, ply: 0, mode: CountingMode::Auto, counter: None };

    /// The limit of the board's honour, in plies.
    pub const BOARD_LIMIT: u8 = 128;

    /// A count as a FEN gives it: a limit and a number, both in plies. Without
    /// a limit there is no count.
    pub const fn new(limit: u8, ply: u16) -> Counting {
        let ply = if limit == 0 { 0 } else { ply };
        Counting { limit, ply, mode: CountingMode::Auto, counter: None }
    }

    /// The limit in plies; 0 if nothing is counted.
    #[inline(always)]
    pub const fn limit(self) -> u8 {
        self.limit
    }

    /// The plies counted so far.
    #[inline(always)]
    pub const fn ply(self) -> u16 {
        self.ply
    }

    /// Who decides that a count begins.
    pub const fn mode(self) -> CountingMode {
        self.mode
    }

    /// Manual mode: who counts the board's honour now.
    pub const fn counter(self) -> Option<Color> {
        self.counter
    }

    /// The number the counting side has spoken last.
    pub const fn spoken(self) -> u16 {
        self.ply.div_ceil(2)
    }

    /// The number after which the counting side has its draw.
    pub const fn spoken_limit(self) -> u16 {
        self.limit as u16 / 2
    }

    /// True once the limit is exceeded: the game is drawn unless mated.
    #[inline(always)]
    pub const fn is_over(self) -> bool {
        self.limit > 0 && self.ply > self.limit as u16
    }

    /// The same count in another mode. Off forgets it.
    #[must_use]
    pub const fn with_mode(self, mode: CountingMode) -> Counting {
        match mode {
            CountingMode::Off => Counting { mode, ..Counting::NONE },
            _ => Counting { mode, ..self },
        }
    }

    /// The same count with this side as the one that counts by hand.
    #[must_use]
    pub const fn with_counter(self, counter: Option<Color>) -> Counting {
        Counting { counter, ..self }
    }

    pub(crate) fn flip_colors(self) -> Counting {
        Counting { counter: self.counter.map(|color| !color), ..self }
    }

    /// One ply is played. A count by hand that nobody keeps stands still.
    #[inline(always)]
    pub(crate) fn tick(&mut self, bare_king: bool) {
        let running = self.mode == CountingMode::Auto || self.counter.is_some() || bare_king;
        if self.limit > 0 && running {
            self.ply = self.ply.saturating_add(1);
        }
    }

    /// A count begins.
    #[inline(always)]
    pub(crate) fn begin(&mut self, limit_moves: u8, ply: u16) {
        self.limit = 2 * limit_moves;
        self.ply = ply;
        self.counter = None;
    }

    pub(crate) fn set_counter(&mut self, counter: Option<Color>) {
        self.counter = counter;
        self.ply = 0;
    }
}

/// What differs between games in how they count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CountingRules {
    /// The moves of the board's honour.
    pub board: u8,
    /// The board's honour is for a side of at most this many men, pawns or no
    /// pawns; if none is named, for any side once there are no pawns.
    pub most_men: Option<u8>,
    /// By how many moves the limits of the pieces' honour are shorter than
    /// those of [`PiecesLimit`].
    pub shorter: u8,
}

impl CountingRules {
    /// Makruk's.
    pub const MAKRUK: CountingRules = CountingRules { board: 64, most_men: None, shorter: 0 };

    /// Ouk's: the draw comes with the last number, not after it, and a side of
    /// three men may count while there are trey.
    pub const OUK: CountingRules = CountingRules { board: 63, most_men: Some(3), shorter: 1 };

    /// True for what the limit of a count can be, in plies.
    pub(crate) fn has_limit(&self, plies: u8) -> bool {
        let of_pieces = |limit: &PiecesLimit| 2 * (limit.moves - self.shorter) == plies;
        plies == 0 || plies == 2 * self.board || PiecesLimit::ALL.iter().any(of_pieces)
    }
}

/// A limit of the pieces' honour: it is for a chaser with at least these pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PiecesLimit {
    /// Rua of the chaser.
    pub rooks: u8,
    /// Khon of the chaser.
    pub khons: u8,
    /// Ma of the chaser.
    pub mas: u8,
    /// The moves until the game is drawn.
    pub moves: u8,
}

const fn limit(rooks: u8, khons: u8, mas: u8, moves: u8) -> PiecesLimit {
    PiecesLimit { rooks, khons, mas, moves }
}

impl PiecesLimit {
    /// The limits, in the order in which they are looked at: the first that
    /// fits is the chaser's. The last one fits everybody.
    pub const ALL: [PiecesLimit; 6] = [
        limit(2, 0, 0, 8),
        limit(1, 0, 0, 16),
        limit(0, 2, 0, 22),
        limit(0, 0, 2, 32),
        limit(0, 1, 0, 44),
        limit(0, 0, 0, 64),
    ];

    /// The limit in moves for a chaser with these pieces.
    ///
    /// ```
    /// use erawan_board::PiecesLimit;
    /// assert_eq!(PiecesLimit::moves_for(1, 2, 0), 16);
    /// assert_eq!(PiecesLimit::moves_for(0, 0, 0), 64);
    /// ```
    pub fn moves_for(rooks: u32, khons: u32, mas: u32) -> u8 {
        let fits = |limit: &&PiecesLimit| {
            rooks >= limit.rooks.into() && khons >= limit.khons.into() && mas >= limit.mas.into()
        };
        PiecesLimit::ALL.iter().find(fits).map_or(Counting::BOARD_LIMIT / 2, |limit| limit.moves)
    }
}
