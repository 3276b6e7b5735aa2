"""The examples, beside the same counts by hand with python-chess."""

from __future__ import annotations

import collections
import sys
from pathlib import Path

import chess.pgn
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import erawan
from erawan import jobs

EXAMPLES = Path(__file__).parent.parent / "examples"
sys.path.insert(0, str(EXAMPLES))

import blunders_by_clock  # noqa: E402
import opening_explorer  # noqa: E402
import repertoire  # noqa: E402


def test_they_are_short() -> None:
    for path in EXAMPLES.glob("*.py"):
        assert len(path.read_text().splitlines()) < 60, path


@pytest.mark.parametrize("threads", [1, 2])
def test_opening_explorer(pgn_file: Path, pgn_games: list[chess.pgn.Game], threads: int) -> None:
    expected: dict[str, list[int]] = collections.defaultdict(lambda: [0, 0, 0, 0])
    for game in pgn_games:
        for node in game.mainline():
            board = node.parent.board()
            if board.epd() == chess.Board().epd():
                counts = expected[board.san(node.move)]
                counts[0] += 1
                results = ["1-0", "1/2-1/2", "0-1", "*"]
                place = 1 + results.index(game.headers["Result"])
                if place < 4:
                    counts[place] += 1
    found = opening_explorer.explore(pgn_file, threads=threads)
    assert {row[0]: list(row[1:]) for row in found} == dict(expected) and len(found) > 5


def test_blunders_by_clock() -> None:
    text = b"""[White "a"]

1. e4 { [%clk 0:01:30] [%eval 0.2] } e5 { [%clk 0:02:00] [%eval 0.3] }
2. Ke2 { [%clk 0:01:20] [%eval -4.0] } d5 { [%clk 0:01:59] [%eval #2] } *
"""
    found = blunders_by_clock.blunders(text, threads=1)
    assert found.rows() == [(1, 2, 2, 1.0), (2, 1, 0, 0.0)]


def test_repertoire(pgn_file: Path, pgn_games: list[chess.pgn.Game]) -> None:
    player = "R\u00e9ti, R."
    expected: collections.Counter[str] = collections.Counter()
    for game in pgn_games:
        moves = list(game.mainline_moves())[:6]
        if game.headers["White"] == player and game.headers["Result"] != "*" and moves:
            board, sans = game.board(), []
            for move in moves:
                sans.append(board.san(move))
                board.push(move)
            expected[" ".join(sans)] += 1
    found = repertoire.repertoire(pgn_file, player, threads=1)
    assert {row[0]: row[1] for row in found} == dict(expected) and found
    assert all(0 <= row[2] <= 1 for row in found)
    with pytest.raises(KeyError):
        repertoire.repertoire(pgn_file, player, "nobody")


CLOCKED = """[White "{}"]
[Event "a"]
[Result "1-0"]

1. e4 {{ [%clk 0:01:30] [%eval 0.2] }} e5 {{ [%clk 0:02:00] [%eval {}] }}
2. Ke2 {{ [%clk 0:01:20] [%eval -4.0] }} d5 {{ [%clk 0:01:59] [%eval #2] }} 1-0

"""


def test_they_query_what_the_jobs_write(pgn_file: Path, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    clocked = "".join(CLOCKED.format("R\u00e9ti, R.", number / 2) for number in range(9))
    path.write_bytes(pgn_file.read_bytes() + clocked.encode())
    (folder := tmp_path / "positions").mkdir()
    for shard in erawan.shards(path, 2000):
        rows = pa.Table.from_batches(jobs.positions(shard), jobs.POSITIONS)
        pq.write_table(rows, folder / f"{shard.number}.parquet")
    assert len(list(folder.iterdir())) > 5
    after = chess.Board()
    after.push_san("e4")
    for fen in [erawan.STARTING_FEN, after.fen()]:
        found = opening_explorer.explore(folder, fen)
        assert found and found == opening_explorer.explore(path, fen)
    found = repertoire.repertoire(folder, "R\u00e9ti, R.")
    assert len(found) > 5 and found == repertoire.repertoire(path, "R\u00e9ti, R.")
    blunders = blunders_by_clock.blunders(folder)
    assert len(blunders) > 5 and blunders.equals(blunders_by_clock.blunders(path))
