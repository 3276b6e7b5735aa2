//! How games end.

use erawan_board::{DrawReason, Outcome, with_game};

use crate::game::{ErawanGame, color_number};
use crate::status::{ErawanStatus, borrow, guard, put};

/// Why a game is over, or may be.
#[repr(i32)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErawanReason {
    /// It is not.
    None = 0,
    /// The king is in check and there is no way out.
    Checkmate = 1,
    /// There is no legal move, and no check.
    Stalemate = 2,
    /// Nobody can mate with what is left.
    InsufficientMaterial = 3,
    /// The position is on the board for the third time.
    ThreefoldRepetition = 4,
    /// The position is on the board for the fifth time.
    FivefoldRepetition = 5,
    /// Fifty moves by each side without a capture or pawn move.
    FiftyMoves = 6,
    /// Seventy-five moves by each side without a capture or pawn move.
    SeventyFiveMoves = 7,
    /// Makruk: the count went beyond its limit.
    Counting = 8,
    /// Makruk, counted by hand: mate given by the side that was counting.
    MateWhileCounting = 9,
    /// Makruk, counted by hand: the opponent counts, which offers a draw.
    CountingOffer = 10,
}

impl From<DrawReason> for ErawanReason {
    fn from(reason: DrawReason) -> ErawanReason {
        match reason {
            DrawReason::Stalemate => ErawanReason::Stalemate,
            DrawReason::InsufficientMaterial => ErawanReason::InsufficientMaterial,
            DrawReason::ThreefoldRepetition => ErawanReason::ThreefoldRepetition,
            DrawReason::FivefoldRepetition => ErawanReason::FivefoldRepetition,
            DrawReason::FiftyMoves => ErawanReason::FiftyMoves,
            DrawReason::SeventyFiveMoves => ErawanReason::SeventyFiveMoves,
            DrawReason::Counting => ErawanReason::Counting,
            DrawReason::MateWhileCounting => ErawanReason::MateWhileCounting,
            DrawReason::CountingOffer => ErawanReason::CountingOffer,
        }
    }
}

/// How a game stands.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ErawanOutcome {
    /// True if the game is over by the rules.
    pub is_over: bool,
    /// The side that has won, an `ErawanColor`; none for a draw.
    pub winner: i32,
    /// Why it is over.
    pub reason: ErawanReason,
    /// The draw that the side to move may claim, if the game is not over.
    pub claim: ErawanReason,
}

/// How the game stands.
///
/// # Safety
/// `game` is a game, `out` has room for the result.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn erawan_game_outcome(
    game: *const ErawanGame,
    out: *mut ErawanOutcome,
) -> ErawanStatus {
    guard(|| {
        // SAFETY: the caller's promise.
        let game = unsafe { borrow(game, "game") }?;
        let (outcome, claim) = with_game!(&game.game, game => (game.outcome(), game.claim()));
        let reason = match outcome {
            None => ErawanReason::None,
            Some(Outcome::Win { .. }) => ErawanReason::Checkmate,
            Some(Outcome::Draw(reason)) => reason.into(),
        };
        let claim = claim.filter(|_| outcome.is_none());
        let found = ErawanOutcome {
            is_over: outcome.is_some(),
            winner: color_number(outcome.and_then(Outcome::winner)),
            reason,
            claim: claim.map_or(ErawanReason::None, ErawanReason::from),
        };
        // SAFETY: the caller's promise.
        unsafe { put(out, "out", found) }
    })
}
