"""Planes and features, rebuilt from python-chess's boards."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import chess
import numpy as np
import pyarrow as pa
import pytest

import erawan


def boards() -> list[chess.Board]:
    generator = random.Random(4)
    found = []
    for _ in range(8):
        board = chess.Board()
        for _ in range(60):
            found.append(board.copy())
            moves = sorted(board.legal_moves, key=chess.Move.uci)
            if not moves:
                break
            board.push(generator.choice(moves))
    found.append(chess.Board("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"))
    found.append(chess.Board("4k3/8/8/8/8/8/8/4K2R b K - 99 300"))
    return found


def expected_planes(board: chess.Board) -> "np.ndarray[Any, Any]":
    planes = np.zeros((20, 8, 8), np.float32)
    for square, piece in board.piece_map().items():
        plane = piece.piece_type - 1 + (0 if piece.color else 6)
        planes[plane, square // 8, square % 8] = 1
    planes[12] = board.has_kingside_castling_rights(chess.WHITE)
    planes[13] = board.has_queenside_castling_rights(chess.WHITE)
    planes[14] = board.has_kingside_castling_rights(chess.BLACK)
    planes[15] = board.has_queenside_castling_rights(chess.BLACK)
    if board.has_legal_en_passant() and board.ep_square is not None:
        planes[16, :, board.ep_square % 8] = 1
    planes[17] = board.turn == chess.BLACK
    planes[18] = np.float32(board.halfmove_clock) / np.float32(100)
    planes[19] = np.float32(board.fullmove_number) / np.float32(512)
    return planes


def test_planes() -> None:
    positions = boards()
    expected = np.stack([expected_planes(board) for board in positions])
    fens = [board.fen() for board in positions]
    found = erawan.planes(fens)
    assert found.dtype == np.float32 and found.shape == (len(fens), 20, 8, 8)
    np.testing.assert_array_equal(found, expected)
    np.testing.assert_array_equal(erawan.planes(fens, 12), expected[:, :12])
    small = erawan.planes(fens, dtype="uint8")
    assert small.dtype == np.uint8
    np.testing.assert_array_equal(small[:, :18], expected[:, :18].astype(np.uint8))
    assert small[-1, 18, 0, 0] == 99 and small[-1, 19, 0, 0] == 255
    found[0] = 0  # an array of one's own


def test_every_way_to_name_positions() -> None:
    fens = [board.fen() for board in boards()]
    expected = erawan.planes(fens)
    packed = erawan.pack(fens)
    assert len(packed) == 32 * len(fens)
    assert [board.fen() for board in erawan.unpack(packed)] == fens
    table = np.frombuffer(packed, np.uint8).reshape(-1, 32)
    each = [packed[at : at + 32] for at in range(0, len(packed), 32)]
    column = pa.array(each, pa.binary(32))
    ways: list[Any] = [[erawan.Board(fen) for fen in fens], packed, table, each, column]
    ways += [pa.chunked_array([column]), iter(fens)]
    batch = pa.record_batch({"ply": list(range(len(fens))), "packed": column})
    halves = [batch.slice(0, 7), batch.slice(7)]
    ways += [batch, pa.Table.from_batches(halves), batch.to_struct_array()]
    ways += [pa.array([each[:5], [], each[5:]], pa.list_(pa.binary(32)))]
    for way in ways:
        np.testing.assert_array_equal(erawan.planes(way), expected)
    # A slice begins where it says.
    np.testing.assert_array_equal(erawan.planes(batch.slice(3, 2)), expected[3:5])
    np.testing.assert_array_equal(erawan.planes(column[3:5]), expected[3:5])
    np.testing.assert_array_equal(erawan.planes(fens[0]), expected[:1])
    assert erawan.planes([]).shape == (0, 20, 8, 8)


def test_positions_of_pgn_as_planes(pgn: bytes) -> None:
    table = pa.table(erawan.positions(pgn, ["fen", "packed"]))
    np.testing.assert_array_equal(
        erawan.planes(table["packed"]), erawan.planes(table["fen"].to_pylist())
    )


def test_features() -> None:
    positions = boards()
    found = erawan.features([board.fen() for board in positions])
    assert found.shape == (len(positions), 2, 32) and found.dtype == np.int32
    buckets: dict[tuple[bool, int], set[int]] = {}
    for board, both in zip(positions, found):
        for perspective, row in zip((board.turn, not board.turn), both):
            flip = 0 if perspective else 56
            king = board.king(perspective)
            assert king is not None
            mirror = 7 if king % 8 >= 4 else 0
            expected = []
            for square, piece in sorted(board.piece_map().items()):
                theirs = 384 * (piece.color != perspective)
                expected.append(theirs + 64 * (piece.piece_type - 1) + (square ^ flip ^ mirror))
            men = [int(number) for number in row if number >= 0]
            assert [number % 768 for number in men] == expected
            assert all(number == -1 for number in row[len(men) :])
            # One bucket for all men, and always the same for a king's square.
            bucket = {number // 768 for number in men}
            assert len(bucket) == 1
            assert bucket == buckets.setdefault((True, king ^ flip ^ mirror), bucket)


def test_makruk_planes() -> None:
    board = erawan.Board(variant="makruk")
    planes = erawan.planes(board, variant="makruk")[0]
    assert planes[:12].sum() == 32 and planes[12:18].sum() == 0
    assert planes[2].sum() == 2 and planes[5, 0, 3] == 1
    assert erawan.features(board, variant="makruk").shape == (1, 2, 32)


def test_wrong_arguments(tmp_path: Path) -> None:
    with pytest.raises(ValueError):
        erawan.planes([], 13)
    with pytest.raises(ValueError):
        erawan.planes([], dtype="float16")
    with pytest.raises(ValueError, match="position 1"):
        erawan.planes([erawan.STARTING_FEN, "nonsense"])
    with pytest.raises(ValueError):
        erawan.planes(b"123")
    with pytest.raises(ValueError):
        erawan.planes([b"123"])
    with pytest.raises(ValueError):
        erawan.unpack(bytes(64))
    with pytest.raises(TypeError):
        erawan.planes([17])
    bad = tmp_path / "bad.net"
    bad.write_bytes(b"no network")
    with pytest.raises(ValueError, match="bad.net"):
        erawan.features([], bad)


BAD_IN_THE_MIDDLE = b"""1. e4 e5 *

[FEN "8/8"]

1. e4 *

[Event "c"]

1. d4 *
"""


def test_a_row_without_a_position_takes_no_other_place() -> None:
    table = pa.table(erawan.positions(BAD_IN_THE_MIDDLE, ["fen", "packed"]))
    assert table["packed"].null_count == 1 and table["packed"][3].as_py() is None
    for way in (table, table["packed"], table.combine_chunks().to_batches()[0]):
        with pytest.raises(ValueError, match="row 3 has no position"):
            erawan.planes(way)
        with pytest.raises(ValueError, match="row 3 has no position"):
            erawan.features(way)
    whole = table.filter(table["packed"].is_valid())
    expected = erawan.planes(whole["fen"].to_pylist())
    assert len(expected) == 5
    np.testing.assert_array_equal(erawan.planes(whole), expected)
    with pytest.raises(ValueError, match="no column packed"):
        erawan.planes(table.select(["fen"]))


def test_planes_of_streams() -> None:
    text = b"1. e4 e5 2. Nf3 *\n\n[Event \"b\"]\n\n1. d4 *\n"
    fens = pa.table(erawan.positions(text, ["fen"]))["fen"].to_pylist()
    expected = erawan.planes(fens)
    np.testing.assert_array_equal(erawan.planes(erawan.positions(text, ["packed"])), expected)
    games = pa.table(erawan.games(text, ["plies", "packed"]))
    np.testing.assert_array_equal(erawan.planes(games), expected)
