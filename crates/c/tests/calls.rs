//! Calls that go well, and all kinds that do not. The C program beside this file
//! does the same under sanitizers.

use std::ffi::{CStr, CString, c_char};
use std::ptr::{null, null_mut};

use erawan_c::*;

fn message() -> String {
    // SAFETY: a text of the library's that no call has replaced yet.
    unsafe { CStr::from_ptr(erawan_last_error()) }.to_str().unwrap().to_owned()
}

fn game(variant: ErawanVariant) -> *mut ErawanGame {
    let mut game = null_mut();
    // SAFETY: `game` has room for a pointer.
    assert_eq!(unsafe { erawan_game_new(variant as i32, &mut game) }, ErawanStatus::Ok);
    game
}

fn fen(game: *const ErawanGame) -> String {
    let mut buffer: [c_char; 128] = [0; 128];
    let mut length = 0;
    // SAFETY: the buffer is as large as is said.
    unsafe {
        assert_eq!(erawan_game_fen(game, buffer.as_mut_ptr(), 128, &mut length), ErawanStatus::Ok);
        let text = CStr::from_ptr(buffer.as_ptr()).to_str().unwrap();
        assert_eq!(text.len(), length);
        text.to_owned()
    }
}

#[test]
fn positions_are_counted_as_published() {
    for (variant, depth, nodes) in [
        (ErawanVariant::Chess, 4, 197_281),
        (ErawanVariant::Makruk, 4, 273_026),
        (ErawanVariant::Cambodian, 4, 361_719),
        (ErawanVariant::Makpong, 4, 273_026),
    ] {
        let game = game(variant);
        let mut counted = 0;
        // SAFETY: a game, and room for a number.
        unsafe {
            assert_eq!(erawan_game_perft(game, depth, &mut counted), ErawanStatus::Ok);
            assert_eq!(counted, nodes);
            let status = erawan_game_perft(game, 51, &mut counted);
            assert_eq!(status, ErawanStatus::InvalidArgument);
            assert_eq!(message(), "depth 51 is beyond 50");
            erawan_game_free(game);
        }
    }
}

#[test]
fn nothing_is_written_where_there_is_no_room() {
    let game = game(ErawanVariant::Chess);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(fen(game), start);
    let mut buffer: [c_char; 64] = [7; 64];
    let mut length = 0;
    // SAFETY: the buffer is larger than is said.
    unsafe {
        let status = erawan_game_fen(game, buffer.as_mut_ptr(), start.len(), &mut length);
        assert_eq!(status, ErawanStatus::BufferTooSmall);
        assert_eq!((length, buffer), (start.len(), [7; 64]));
        let status = erawan_game_fen(game, null_mut(), 0, &mut length);
        assert_eq!(status, ErawanStatus::BufferTooSmall);
        let status = erawan_game_fen(game, buffer.as_mut_ptr(), start.len() + 1, null_mut());
        assert_eq!(status, ErawanStatus::Ok);
        let mut moves = [7u16; 20];
        let status = erawan_game_legal_moves(game, moves.as_mut_ptr(), 19, &mut length);
        assert_eq!(status, ErawanStatus::BufferTooSmall);
        assert_eq!((length, moves), (20, [7; 20]));
        let status = erawan_game_legal_moves(game, moves.as_mut_ptr(), 20, &mut length);
        assert_eq!(status, ErawanStatus::Ok);
        assert!(!moves.contains(&7));
        erawan_game_free(game);
    }
}

#[test]
fn texts_that_are_wrong_are_refused_with_a_reason() {
    let game = game(ErawanVariant::Chess);
    let mut out = 7;
    let mut made = null_mut();
    let bad = [0xFFu8 as c_char, 0];
    // SAFETY: texts that end with a zero, and room for results.
    unsafe {
        for text in [c"e2e5", c"", c"0000", c"e7e5"] {
            let status = erawan_game_parse_uci(game, text.as_ptr(), &mut out);
            assert_eq!(status, ErawanStatus::Parse, "{text:?}");
        }
        let status = erawan_game_parse_san(game, c"Ke2".as_ptr(), &mut out);
        assert_eq!((status, out), (ErawanStatus::Parse, 7));
        assert_eq!(message(), "no such king can go to e2");
        let status = erawan_game_parse_san(game, bad.as_ptr(), &mut out);
        assert_eq!(status, ErawanStatus::InvalidText);
        let fen = c"8/8/8/8/8/8/7/8 w - - 0 1";
        let status = erawan_game_from_fen(0, fen.as_ptr(), false, &mut made);
        assert_eq!((status, made.is_null()), (ErawanStatus::Parse, true));
        assert_eq!(message(), "FEN column 13, piece placement: rank 2 has 7 squares");
        let status = erawan_variant_from_name(c"draughts".as_ptr(), null_mut());
        assert_eq!(status, ErawanStatus::Parse);
        for number in [-1, 5, i32::MAX, i32::MIN] {
            let status = erawan_game_new(number, &mut made);
            assert_eq!(status, ErawanStatus::InvalidArgument);
        }
        assert_eq!(erawan_game_chess960(960, &mut made), ErawanStatus::InvalidArgument);
        for bits in [0, 1, u16::MAX] {
            assert_eq!(erawan_game_play(game, bits), ErawanStatus::IllegalMove);
        }
        assert_eq!(erawan_game_ply(game), 0);
        erawan_game_free(game);
    }
}

#[test]
fn null_is_an_argument_like_any_other() {
    let engine: *const ErawanEngine = null();
    let mut made = null_mut();
    let mut out = 0;
    // SAFETY: NULL is what is tried.
    unsafe {
        assert_eq!(erawan_game_new(0, null_mut()), ErawanStatus::InvalidArgument);
        assert_eq!(erawan_game_clone(null(), &mut made), ErawanStatus::InvalidArgument);
        assert_eq!(erawan_game_play(null_mut(), 1), ErawanStatus::InvalidArgument);
        assert_eq!(erawan_game_undo(null_mut(), null_mut()), ErawanStatus::InvalidArgument);
        assert_eq!(
            erawan_game_parse_san(null(), c"e4".as_ptr(), &mut out),
            ErawanStatus::InvalidArgument
        );
        assert_eq!(erawan_game_outcome(null(), null_mut()), ErawanStatus::InvalidArgument);
        assert_eq!(erawan_engine_clear(engine), ErawanStatus::InvalidArgument);
        assert_eq!(message(), "engine is NULL");
        let status = erawan_engine_search(engine, null(), null(), None, null_mut(), null_mut());
        assert_eq!(status, ErawanStatus::InvalidArgument);
        assert_eq!((erawan_game_turn(null()), erawan_game_variant(null())), (-1, -1));
        erawan_engine_stop(engine);
        erawan_engine_clear_stop(engine);
        erawan_game_free(null_mut());
        erawan_engine_free(null_mut());
        erawan_network_free(null_mut());
        let mut network = null_mut();
        assert_eq!(
            erawan_network_from_bytes(null(), 0, &mut network),
            ErawanStatus::InvalidArgument
        );
        let bytes = *b"no network";
        let status = erawan_network_from_bytes(bytes.as_ptr(), bytes.len(), &mut network);
        assert_eq!((status, network.is_null()), (ErawanStatus::Network, true));
        let path = CString::new("no/such/file").unwrap();
        assert_eq!(erawan_network_open(path.as_ptr(), &mut network), ErawanStatus::Network);
        assert!(message().starts_with("no/such/file: "));
    }
}
