//! Games: a start position and the moves played from it.

use std::ffi::c_char;

use erawan_board::{AnyGame, Chess, Color, Game, Move, Position, Strictness, Variant, chess960};
use erawan_board::{perft, with_game, with_rules};
use erawan_notation::fen;

use crate::status::{ErawanStatus, Failure, borrow, borrow_mut, give, guard, put, take_back};
use crate::text::{self, Buffer};

/// A game of any kind. The position on the board is its last one.
pub struct ErawanGame {
    pub(crate) game: AnyGame,
    pub(crate) variant: Variant,
}

/// The games. Functions take and give them as numbers.
#[repr(i32)]
pub enum ErawanVariant {
    /// Chess.
    Chess = 0,
    /// Chess from one of 960 start positions.
    Chess960 = 1,
    /// Makruk, Thai chess.
    Makruk = 2,
    /// Ouk Chatrang, Cambodian chess.
    Cambodian = 3,
    /// Makruk where a king in check may not run.
    Makpong = 4,
}

/// The sides.
#[repr(i32)]
pub enum ErawanColor {
    /// The side that moves first.
    White = 0,
    /// The other side.
    Black = 1,
    /// Neither side.
    None = -1,
}

/// The game of a number.
pub(crate) fn variant(number: i32) -> Result<Variant, Failure> {
    let found = Variant::ALL.into_iter().find(|&variant| variant_number(variant) == number);
    found.ok_or_else(|| Failure::argument(format!("there is no game number {number}")))
}

/// The number of a game.
pub(crate) fn variant_number(variant: Variant) -> i32 {
    let number = match variant {
        Variant::Chess => ErawanVariant::Chess,
        Variant::Chess960 => ErawanVariant::Chess960,
        Variant::Makruk => ErawanVariant::Makruk,
        Variant::Cambodian => ErawanVariant::Cambodian,
        Variant::Makpong => ErawanVariant::Makpong,
    };
    number as i32
}

pub(crate) fn color_number(color: Option<Color>) -> i32 {
    color.map_or(-1, |color| color.index() as i32)
}

/// Finds a game by its name or one of its other spellings: `makruk`,
/// `Fischer-Random Chess`.
///
/// # Safety
/// `name` ends with a zero; `out` has room for a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn erawan_variant_from_name(
    name: *const c_char,
    out: *mut i32,
) -> ErawanStatus {
    guard(|| {
        // SAFETY: the caller's promise.
        let name = unsafe { text::read(name, "name") }?;
        let found = Variant::from_name(name)
            .ok_or_else(|| Failure::parse(format!("there is no game called {name:?}")))?;
        // SAFETY: the caller's promise.
        unsafe { put(out, "out", variant_number(found)) }
    })
}

/// A game at its start.
///
/// # Safety
/// `out` has room for a pointer. What it gets is freed with
/// `erawan_game_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn erawan_game_new(number: i32, out: *mut *mut ErawanGame) -> ErawanStatus {
    guard(|| {
        let start = || {
            let variant = variant(number)?;
            Ok(ErawanGame { game: AnyGame::start(variant), variant })
        };
        // SAFETY: the caller's promise.
        unsafe { give(out, start) }
    })
}

/// A game of Chess960 from the start position of this number, 0 to 959.
///
/// # Safety
/// As for `erawan_game_new`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn erawan_game_chess960(
    number: u32,
    out: *mut *mut ErawanGame,
) -> ErawanStatus {
    guard(|| {
        let start = || match u16::try_from(number) {
            Ok(number) if number < chess960::COUNT => Ok(ErawanGame {
                game: Game::from_position(Position::<Chess>::chess960(number)).into(),
                variant: Variant::Chess960,
            }),
            _ => Err(Failure::argument(format!("there is no start position {number}"))),
        };
        // SAFETY: the caller's promise.
        unsafe { give(out, start) }
    })
}

/// A game from a position. Makruk's FEN may be that of makruk-js. A FEN with
/// less than six fields, or of a position no game leads to, is read only if
/// `lenient` is true.
///
/// # Safety
/// `fen` ends with a zero; `out` as for `erawan_game_new`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn erawan_game_from_fen(
    number: i32,
    fen: *const c_char,
    lenient: bool,
    out: *mut *mut ErawanGame,
) -> ErawanStatus {
    guard(|| {
        let start = || {
            let variant = variant(number)?;
            // SAFETY: the caller's promise.
            let text = unsafe { text::read(fen, "fen") }?;
            let strictness = if lenient { Strictness::Lenient } else { Strictness::Strict };
            let game: AnyGame = with_rules!(variant, R => {
                fen::parse_any::<R>(text, strictness).map(|at| Game::from_position(at).into())
            })
            .map_err(Failure::parse)?;
            Ok(ErawanGame { game, variant })
        };
        // SAFETY: the caller's promise.
        unsafe { give(out, start) }
    })
}

/// The same game once more, with its history.
///
/// # Safety
/// `game` is a game; `out` as for `erawan_game_new`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn erawan_game_clone(
    game: *const ErawanGame,
    out: *mut *mut ErawanGame,
) -> ErawanStatus {
    guard(|| {
        // SAFETY: the caller's promise.
        let game = unsafe { borrow(game, "game") }?;
        let clone = || Ok(ErawanGame { game: game.game.clone(), variant: game.variant });
        // SAFETY: the caller's promise.
        unsafe { give(out, clone) }
    })
}

/// Gives a game back. NULL is left alone.
///
/// # Safety
/// `game` is NULL or a game that was not freed yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn erawan_game_free(game: *mut ErawanGame) {
    // SAFETY: the caller's promise.
    unsafe { take_back(game) }
}

/// Which game is played, an `ErawanVariant`; -1 if `game` is NULL.
///
/// # Safety
/// `game` is NULL or a game.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn erawan_game_variant(game: *const ErawanGame) -> i32 {
    // SAFETY: the caller's promise.
    unsafe { game.as_ref() }.map_or(-1, |game| variant_number(game.variant))
}

/// Who is to move, an `ErawanColor`; -1 if `game` is NULL.
///
/// # Safety
/// `game` is NULL or a game.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn erawan_game_turn(game: *const ErawanGame) -> i32 {
    // SAFETY: the caller's promise.
    let game = unsafe { game.as_ref() };
    color_number(game.map(|game| with_game!(&game.game, game => game.position().turn())))
}

/// The moves played so far; 0 if `game` is NULL.
///
/// # Safety
/// `game` is NULL or a game.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn erawan_game_ply(game: *const ErawanGame) -> usize {
    // SAFETY: the caller's promise.
    let game = unsafe { game.as_ref() };
    game.map_or(0, |game| with_game!(&game.game, game => game.moves().len()))
}

/// A hash key of the position; 0 if `game` is NULL. The same position of the
/// same game has the same key in every process of this version.
///
/// # Safety
/// `game` is NULL or a game.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn erawan_game_key(game: *const ErawanGame) -> u64 {
    // SAFETY: the caller's promise.
    let game = unsafe { game.as_ref() };
    game.map_or(0, |game| with_game!(&game.game, game => game.position().key()))
}

/// True if the side to move is in check; false if `game` is NULL.
///
/// # Safety
/// `game` is NULL or a game.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn erawan_game_in_check(game: *const ErawanGame) -> bool {
    // SAFETY: the caller's promise.
    let game = unsafe { game.as_ref() };
    game.is_some_and(|game| with_game!(&game.game, game => game.position().in_check()))
}

/// What stands on the squares, a1 first and h8 last: letters as in FEN, zeros
/// for empty squares.
///
/// # Safety
/// `game` is a game; `squares` has room for 64 characters.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn erawan_game_board(
    game: *const ErawanGame,
    squares: *mut c_char,
) -> ErawanStatus {
    guard(|| {
        // SAFETY: the caller's promise.
        let game = unsafe { borrow(game, "game") }?;
        let mut board: [c_char; 64] = [0; 64];
        with_rules!(game.variant, R => {
            let Some(game) = game.game.get::<R>() else { return Ok(()) };
            for square in game.position().occupied() {
                if let Some(piece) = game.position().piece_at(square) {
                    board[square.index()] = fen::piece_letter::<R>(piece) as c_char;
                }
            }
        });
        // SAFETY: the caller's promise.
        unsafe { put(squares.cast(), "squares", board) }
    })
}

/// The position on the board as FEN. In Chess960 castling rights are the files
/// of the rooks.
///
/// The text and a zero are written to `buffer`, which has room for `capacity`
/// bytes; 128 are always enough. The length without the zero is written to
/// `length`, unless that is NULL, even if there is no room.
///
/// # Safety
/// `game` is a game; `buffer` and `length` as above.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn erawan_game_fen(
    game: *const ErawanGame,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> ErawanStatus {
    guard(|| {
        // SAFETY: the caller's promise.
        let game = unsafe { borrow(game, "game") }?;
        let castling = fen::CastlingStyle::of(game.variant);
        let style = fen::FenStyle { castling, ..fen::FenStyle::default() };
        let text = with_game!(&game.game, game => fen::write_with(game.position(), &style));
        // SAFETY: the caller's promise.
        unsafe { Buffer { start: buffer, capacity, length }.write(&text) }
    })
}

/// Plays a move that is legal on the board.
///
/// # Safety
/// `game` is a game.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn erawan_game_play(game: *mut ErawanGame, played: u16) -> ErawanStatus {
    guard(|| {
        // SAFETY: the caller's promise.
        let game = unsafe { borrow_mut(game, "game") }?;
        let illegal = |message| Failure::new(ErawanStatus::IllegalMove, message);
        let m = Move::from_bits(played)
            .ok_or_else(|| illegal(format!("{played} is the number of no move")))?;
        with_game!(&mut game.game, game => game.play(m)).map_err(|error| illegal(error.to_string()))
    })
}

/// Takes the last move back and writes it to `undone`, unless that is NULL. If
/// there is none, 0 is written and nothing happens.
///
/// # Safety
/// `game` is a game; `undone` is NULL or has room for a move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn erawan_game_undo(game: *mut ErawanGame, undone: *mut u16) -> ErawanStatus {
    guard(|| {
        // SAFETY: the caller's promise.
        let game = unsafe { borrow_mut(game, "game") }?;
        let m = with_game!(&mut game.game, game => game.undo());
        if !undone.is_null() {
            // SAFETY: the caller's promise.
            unsafe { undone.write(m.map_or(0, Move::bits)) };
        }
        Ok(())
    })
}

/// The positions after exactly `depth` plies, at most 50.
///
/// # Safety
/// `game` is a game; `nodes` has room for a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn erawan_game_perft(
    game: *const ErawanGame,
    depth: u32,
    nodes: *mut u64,
) -> ErawanStatus {
    guard(|| {
        // SAFETY: the caller's promise.
        let game = unsafe { borrow(game, "game") }?;
        if depth > perft::MAX_DEPTH {
            let message = format!("depth {depth} is beyond {}", perft::MAX_DEPTH);
            return Err(Failure::argument(message));
        }
        if nodes.is_null() {
            return Err(Failure::argument("nodes is NULL"));
        }
        let counted = with_game!(&game.game, game => perft::perft(game.position(), depth));
        // SAFETY: the caller's promise.
        unsafe { put(nodes, "nodes", counted) }
    })
}
