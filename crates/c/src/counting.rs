//! Makruk's counts.

use erawan_board::{CountingKind, with_game};

use crate::game::{ErawanGame, color_number};
use crate::status::{ErawanStatus, borrow, guard, put};

/// Which honour is counted.
#[repr(i32)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErawanCountingKind {
    /// Nothing is counted.
    None = 0,
    /// The board's honour.
    Board = 1,
    /// The pieces' honour: one side has a bare king.
    Pieces = 2,
}

/// The state of a count.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ErawanCounting {
    /// Which honour it is.
    pub kind: ErawanCountingKind,
    /// The side that counts, an `ErawanColor`; none before its first number.
    pub side: i32,
    /// The number spoken last.
    pub spoken: u32,
    /// The number after which the game is drawn; 0 if nothing is counted.
    pub limit: u32,
}

/// The count of the position on the board. Games without counting have none.
///
/// # Safety
/// `game` is a game, `out` has room for the result.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn erawan_game_counting(
    game: *const ErawanGame,
    out: *mut ErawanCounting,
) -> ErawanStatus {
    guard(|| {
        // SAFETY: the caller's promise.
        let game = unsafe { borrow(game, "game") }?;
        let (kind, side, count) = with_game!(&game.game, game => {
            let position = game.position();
            (position.counting_kind(), position.counting_side(), position.counting())
        });
        let found = ErawanCounting {
            kind: match kind {
                None => ErawanCountingKind::None,
                Some(CountingKind::Board) => ErawanCountingKind::Board,
                Some(CountingKind::Pieces) => ErawanCountingKind::Pieces,
            },
            side: color_number(side),
            spoken: count.spoken().into(),
            limit: count.spoken_limit().into(),
        };
        // SAFETY: the caller's promise.
        unsafe { put(out, "out", found) }
    })
}
