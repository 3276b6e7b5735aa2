//! Moves: which are legal, and how they are written.
//!
//! A move is a number of sixteen bits that means something in the position it
//! was asked for. No move is 0.

use std::ffi::c_char;

use erawan_board::{Move, with_game, with_rules};
use erawan_notation::uci::CastlingNotation;
use erawan_notation::{san, uci};

use crate::game::ErawanGame;
use crate::status::{ErawanStatus, Failure, borrow, guard, put};
use crate::text::{self, Buffer};

/// Room for the legal moves of any position.
pub const ERAWAN_MAX_MOVES: usize = 256;

/// The legal moves, no more than `ERAWAN_MAX_MOVES`. How many there are is
/// written to `count`, unless that is NULL, even if there is no room.
///
/// # Safety
/// `game` is a game; `moves` is NULL or has room for `capacity` moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn erawan_game_legal_moves(
    game: *const ErawanGame,
    moves: *mut u16,
    capacity: usize,
    count: *mut usize,
) -> ErawanStatus {
    guard(|| {
        // SAFETY: the caller's promise.
        let game = unsafe { borrow(game, "game") }?;
        let legal = with_game!(&game.game, game => game.position().legal_moves());
        let bits: Vec<u16> = legal.iter().map(|m| m.bits()).collect();
        // SAFETY: the caller's promise.
        unsafe { text::write_row(&bits, moves, capacity, count) }
    })
}

/// A legal move of the position on the board.
fn legal(game: &ErawanGame, bits: u16) -> Result<Move, Failure> {
    let m = Move::from_bits(bits)
        .filter(|&m| with_game!(&game.game, game => game.position().is_legal(m)));
    m.ok_or_else(|| {
        Failure::new(ErawanStatus::IllegalMove, format!("the move {bits} is not legal here"))
    })
}

/// Reads a move as engine protocols spell it: `e2e4`, `e7e8q`, `g5g6m`.
///
/// # Safety
/// `game` is a game, `text` ends with a zero, `out` has room for a move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn erawan_game_parse_uci(
    game: *const ErawanGame,
    text: *const c_char,
    out: *mut u16,
) -> ErawanStatus {
    guard(|| {
        // SAFETY: the caller's promise.
        let (game, text) = unsafe { (borrow(game, "game")?, text::read(text, "text")?) };
        let m = with_game!(&game.game, game => uci::parse(game.position(), text));
        // SAFETY: the caller's promise.
        unsafe { put(out, "out", m.map_err(Failure::parse)?.bits()) }
    })
}

/// Reads a move as people write it: `Nf3`, `exd5`, `O-O`, `Sc2`.
///
/// # Safety
/// As for `erawan_game_parse_uci`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn erawan_game_parse_san(
    game: *const ErawanGame,
    text: *const c_char,
    out: *mut u16,
) -> ErawanStatus {
    guard(|| {
        // SAFETY: the caller's promise.
        let (game, text) = unsafe { (borrow(game, "game")?, text::read(text, "text")?) };
        let m = with_game!(&game.game, game => san::parse(game.position(), text));
        // SAFETY: the caller's promise.
        unsafe { put(out, "out", m.map_err(Failure::parse)?.bits()) }
    })
}

/// Writes a legal move as engine protocols spell it. In Chess960 castling is
/// the king taking its rook. 8 bytes are enough; see `erawan_game_fen` for
/// buffers.
///
/// # Safety
/// As for `erawan_game_fen`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn erawan_game_move_uci(
    game: *const ErawanGame,
    written: u16,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> ErawanStatus {
    guard(|| {
        // SAFETY: the caller's promise.
        let game = unsafe { borrow(game, "game") }?;
        let m = legal(game, written)?;
        let castling = CastlingNotation::of(game.variant);
        let text = with_rules!(game.variant, R => uci::write::<R>(m, castling));
        // SAFETY: the caller's promise.
        unsafe { Buffer { start: buffer, capacity, length }.write(&text) }
    })
}

/// Writes a legal move as people do. 16 bytes are enough; see
/// `erawan_game_fen` for buffers.
///
/// # Safety
/// As for `erawan_game_fen`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn erawan_game_move_san(
    game: *const ErawanGame,
    written: u16,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> ErawanStatus {
    guard(|| {
        // SAFETY: the caller's promise.
        let game = unsafe { borrow(game, "game") }?;
        let m = legal(game, written)?;
        let text = with_game!(&game.game, game => san::write(game.position(), m));
        // SAFETY: the caller's promise.
        unsafe { Buffer { start: buffer, capacity, length }.write(&text) }
    })
}
