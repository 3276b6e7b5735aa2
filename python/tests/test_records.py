"""Records of 32 bytes, held against python-chess and against the program's own layout."""

from __future__ import annotations

import gzip
import io
from pathlib import Path
from typing import Any

import chess
import chess.engine
import chess.pgn
import numpy as np
import pytest

import erawan

POINTS = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}


def expected(games: list[chess.pgn.Game]) -> list[tuple[str, int, int, int, bool]]:
    """FEN, score, result, ply and noise of every position with a score, by python-chess."""
    rows = []
    for game in games:
        result = POINTS.get(game.headers["Result"])
        if result is None:
            continue
        for node in game.mainline():
            before = node.parent
            assert before is not None
            said = before.eval()
            if said is None:
                continue
            board = before.board()
            score = said.white() if board.turn else said.white().__neg__()
            mate, value = score.mate(), score.score()
            if mate is not None:
                value = 32001 - 2 * mate if mate > 0 else -32000 - 2 * mate
            assert value is not None
            noisy = board.is_capture(node.move) or node.move.promotion is not None
            points = result if board.turn else 2 - result
            rows.append((board.fen(en_passant="legal"), value, points, board.ply(), noisy))
    return rows


def whole(source: Any, **options: Any) -> "np.ndarray[Any, Any]":
    batches = list(erawan.records(source, **options))
    return np.concatenate(batches) if batches else np.zeros((0, 32), np.uint8)


def test_records_say_what_python_chess_says(pgn: bytes, pgn_games: list[chess.pgn.Game]) -> None:
    games = [game for game in pgn_games]
    records = erawan.from_records(whole(pgn))
    wanted = expected(games)
    assert len(wanted) > 100 and len(records) == len(wanted)
    for record, (fen, score, result, ply, noisy) in zip(records, wanted):
        board = chess.Board(fen, chess960=True)
        found = chess.Board(record.board.fen(), chess960=True)
        assert found.epd() == board.epd() and found.halfmove_clock == board.halfmove_clock
        assert (record.score, record.result, record.ply, record.noisy) == (score, result, ply, noisy)


def test_layout(pgn: bytes) -> None:
    """The bytes are where crates/selfplay and train/ say."""
    records = whole(pgn, missing=7)
    rows = erawan.from_records(records)
    assert len(rows) == len(records) > 500
    for raw, record in zip(records, rows):
        board = chess.Board(record.board.fen(), chess960=True)
        assert int.from_bytes(raw[:8].tobytes(), "little") == board.occupied
        assert int.from_bytes(raw[24:26].tobytes(), "little", signed=True) == record.score
        assert raw[26] == record.result
        assert raw[27] == (not board.turn) | 2 * board.is_check() | 4 * record.noisy
        assert int.from_bytes(raw[28:30].tobytes(), "little") == record.ply
    assert {row.score for row in rows} > {7}


def test_what_is_left_out_is_counted() -> None:
    good = b'[Event "a"]\n\n1. e4 { [%eval 0.1] } e5 1-0\n\n'
    bad = b'[Event "b"]\n\n1. e4 { [%eval 0.1] } e5 2. Ke3 1-0\n\n'
    open_ = b'[Event "c"]\n\n1. e4 { [%eval 0.1] } e5 *\n\n'
    makruk = b'[Event "d"]\n[Variant "Makruk"]\n\n1. d4 { [%eval 0.1] } d5 1-0\n\n'
    unknown = b'[Event "e"]\n[Variant "Go"]\n\n1. d4 1-0\n\n'
    stream = erawan.records(good + bad + open_ + makruk + unknown)
    assert [batch.shape for batch in stream] == [(1, 32)]
    assert (stream.games, stream.bad, stream.unfinished, stream.others) == (5, 2, 1, 1)
    assert list(stream) == []
    stream = erawan.records(good + makruk, variant="makruk", missing=0)
    [batch] = stream
    assert batch.shape == (2, 32) and stream.others == 1
    rows = erawan.from_records(batch, "makruk")
    assert [row.board.variant for row in rows] == ["makruk"] * 2
    assert rows[0].board.fen() == erawan.Board(variant="makruk").fen()
    # A tag says how a game ended whose moves do not.
    tagged = b'[Result "0-1"]\n\n1. e4 *\n'
    assert erawan.from_records(whole(tagged, missing=0))[0].result == 0


def test_filter_and_batches(pgn: bytes, tmp_path: Path) -> None:
    everything = whole(pgn, missing=0)
    kept = [r for r in erawan.from_records(everything) if r.ply >= 16 and not r.noisy]
    kept = [r for r in kept if not r.board.is_check() and abs(r.score) < 10_000]
    found = erawan.from_records(whole(pgn, missing=0, filter=True))
    assert [(r.board.fen(), r.score) for r in found] == [(r.board.fen(), r.score) for r in kept]
    packed = tmp_path / "games.pgn.gz"
    packed.write_bytes(gzip.compress(pgn))
    batches = list(erawan.records([packed, io.BytesIO(pgn)], missing=0, batch_size=100))
    assert {len(batch) for batch in batches[:-1]} == {100}
    np.testing.assert_array_equal(np.concatenate(batches), np.concatenate([everything] * 2))
    # Back and forth by way of bytes.
    assert len(erawan.from_records(everything.tobytes())) == len(everything)


def test_bad_input(pgn: bytes, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        erawan.records(tmp_path / "none.pgn")
    with pytest.raises(ValueError, match="batch_size"):
        erawan.records(pgn, batch_size=0)
    with pytest.raises(ValueError):
        erawan.records(pgn, variant="go")
    with pytest.raises(OverflowError):
        erawan.records(pgn, missing=40_000)
    torn = tmp_path / "torn.pgn.gz"
    torn.write_bytes(gzip.compress(pgn)[:-2000])
    stream = erawan.records(torn, missing=0)
    with pytest.raises(OSError):
        list(stream)
    assert stream.games > 0
    record = whole(pgn)[:1].copy()
    with pytest.raises(ValueError, match="31 bytes are not records of 32"):
        erawan.from_records(record.tobytes()[:31])
    with pytest.raises(TypeError, match="uint8"):
        erawan.from_records(record.astype(np.float32))
    for at, value, reason in [(26, 3, "no result"), (31, 9, "en passant"), (8, 15, "record 0")]:
        wrong = record.copy()
        wrong[0, at] = value
        with pytest.raises(ValueError, match=reason):
            erawan.from_records(wrong)
    with pytest.raises(ValueError, match="record 1"):
        erawan.from_records(record.tobytes() + bytes(32))
    assert erawan.from_records(b"") == []
