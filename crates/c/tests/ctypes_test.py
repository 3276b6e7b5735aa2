"""The shared library from Python's ctypes: random games against python-chess.

    python3 crates/c/tests/ctypes_test.py target/release/liberawan_c.so
"""

import ctypes
import random
import sys
from ctypes import CFUNCTYPE, POINTER, Structure, byref, c_bool, c_char_p, c_int32, c_size_t
from ctypes import c_uint16, c_uint32, c_uint64, c_void_p, create_string_buffer

import chess


class Limits(Structure):
    _fields_ = [
        ("depth", c_uint32), ("mate", c_uint32), ("nodes", c_uint64), ("movetime_ms", c_uint64),
        ("time_ms", c_uint64), ("increment_ms", c_uint64), ("moves_to_go", c_uint32),
        ("multipv", c_uint32),
    ]


class Info(Structure):
    _fields_ = [
        ("depth", c_uint32), ("seldepth", c_uint32), ("multipv", c_uint32),
        ("score_kind", c_int32), ("score", c_int32), ("win", c_uint16), ("draw", c_uint16),
        ("loss", c_uint16), ("hashfull", c_uint16), ("nodes", c_uint64), ("time_ms", c_uint64),
        ("line", POINTER(c_uint16)), ("line_length", c_size_t),
    ]


class Best(Structure):
    _fields_ = [
        ("best", c_uint16), ("ponder", c_uint16), ("depth", c_uint32), ("score_kind", c_int32),
        ("score", c_int32), ("nodes", c_uint64),
    ]


OnInfo = CFUNCTYPE(c_int32, POINTER(Info), c_void_p)

lib = ctypes.CDLL(sys.argv[1])
lib.erawan_last_error.restype = c_char_p
SIGNATURES = {
    "erawan_game_new": [c_int32, POINTER(c_void_p)],
    "erawan_game_from_fen": [c_int32, c_char_p, c_bool, POINTER(c_void_p)],
    "erawan_game_legal_moves": [c_void_p, POINTER(c_uint16), c_size_t, POINTER(c_size_t)],
    "erawan_game_play": [c_void_p, c_uint16],
    "erawan_game_parse_san": [c_void_p, c_char_p, POINTER(c_uint16)],
    "erawan_game_perft": [c_void_p, c_uint32, POINTER(c_uint64)],
    "erawan_engine_new": [c_size_t, POINTER(c_void_p)],
    "erawan_engine_search": [
        c_void_p, c_void_p, POINTER(Limits), OnInfo, c_void_p, POINTER(Best)],
}
for name in ["erawan_game_fen"]:
    SIGNATURES[name] = [c_void_p, c_char_p, c_size_t, POINTER(c_size_t)]
for name in ["erawan_game_move_uci", "erawan_game_move_san"]:
    SIGNATURES[name] = [c_void_p, c_uint16, c_char_p, c_size_t, POINTER(c_size_t)]
for name, arguments in SIGNATURES.items():
    function = getattr(lib, name)
    function.argtypes, function.restype = arguments, c_int32
for name in ["erawan_game_free", "erawan_engine_free"]:
    getattr(lib, name).argtypes, getattr(lib, name).restype = [c_void_p], None


def ok(status):
    if status != 0:
        raise RuntimeError(f"status {status}: {lib.erawan_last_error().decode()}")


def text(function, *arguments):
    buffer = create_string_buffer(128)
    ok(function(*arguments, buffer, len(buffer), None))
    return buffer.value.decode()


def legal_moves(game):
    moves, count = (c_uint16 * 256)(), c_size_t()
    ok(lib.erawan_game_legal_moves(game, moves, 256, byref(count)))
    return list(moves[:count.value])


def compare_games(games, seed):
    """Plays the same random moves here and there."""
    choose = random.Random(seed)
    positions = 0
    for _ in range(games):
        game = c_void_p()
        ok(lib.erawan_game_new(0, byref(game)))
        board = chess.Board()
        while board.ply() < 120:
            positions += 1
            fen = text(lib.erawan_game_fen, game)
            assert fen == board.fen(en_passant="legal"), (seed, fen, board.fen())
            moves = {text(lib.erawan_game_move_uci, game, move): move
                     for move in legal_moves(game)}
            assert sorted(moves) == sorted(move.uci() for move in board.legal_moves), (seed, fen)
            if not moves:
                break
            uci = choose.choice(sorted(moves))
            move = board.parse_uci(uci)
            san = board.san(move)
            assert text(lib.erawan_game_move_san, game, moves[uci]) == san, (seed, fen, uci)
            found = c_uint16()
            ok(lib.erawan_game_parse_san(game, san.encode(), byref(found)))
            assert found.value == moves[uci], (seed, fen, san)
            ok(lib.erawan_game_play(game, found))
            board.push(move)
        lib.erawan_game_free(game)
    return positions


def search():
    game, engine, best = c_void_p(), c_void_p(), Best()
    ok(lib.erawan_game_from_fen(0, b"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", False, byref(game)))
    ok(lib.erawan_engine_new(4, byref(engine)))
    depths = []

    @OnInfo
    def on_info(info, _):
        depths.append(info.contents.depth)
        return 0

    ok(lib.erawan_engine_search(engine, game, byref(Limits(depth=5)), on_info, None, byref(best)))
    assert text(lib.erawan_game_move_san, game, best.best) == "Rd8#"
    assert (best.score_kind, best.score) == (1, 1) and depths
    lib.erawan_engine_free(engine)
    lib.erawan_game_free(game)


def mistakes():
    game = c_void_p()
    assert lib.erawan_game_from_fen(0, b"nonsense", True, byref(game)) == 3 and not game
    assert b"FEN" in lib.erawan_last_error()
    assert lib.erawan_game_from_fen(9, b"", True, byref(game)) == 1
    assert lib.erawan_game_from_fen(0, b"\xff", True, byref(game)) == 2
    assert lib.erawan_game_play(None, 1) == 1


if __name__ == "__main__":
    seed = random.randrange(1 << 32)
    counted = compare_games(10, seed)
    search()
    mistakes()
    print(f"all good from ctypes: {counted} positions as python-chess has them, seed {seed}")
