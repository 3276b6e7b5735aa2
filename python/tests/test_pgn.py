"""Games of PGN as tables, beside python-chess and from every kind of source."""

from __future__ import annotations

import gzip
import io
import os
import subprocess
import sys
import threading
import time
import zlib
from pathlib import Path
from typing import Any

import chess
import chess.pgn
import chess.polyglot
import duckdb
import pandas
import polars
import pyarrow as pa
import pytest

import erawan

ALL = [
    "file", "game", "ply", "move", "san", "fen", "key", "polyglot", "packed", "clock", "eval",
    "mate", "result", "material", "variant", "error", "Event", "White", "WhiteElo", "Missing",
]  # fmt: skip
OF_GAMES = [
    "file", "game", "variant", "plies", "moves", "sans", "packed", "clocks", "evals", "mates",
    "start_fen", "end_fen", "end_key", "result", "error", "headers", "White",
]  # fmt: skip

THREE = b"""[Event "a"]
[Result "1-0"]

1. e4 e5 1-0

[Event "b"]

1. e4 e5 2. Ke3 d5 *

[Event "c"]
[FEN "8/8"]

1. e4 *
"""


def rows(stream: erawan.Stream) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = pa.table(stream).to_pylist()
    return found


def material(board: chess.Board) -> str:
    sides = []
    for color in chess.COLORS:
        side = ""
        for letter, role in zip("KQRBNP", (6, 5, 4, 3, 2, 1)):
            side += letter * len(board.pieces(role, color))
        sides.append(side)
    return "v".join(sides)


def expected_rows(games: list[chess.pgn.Game]) -> list[dict[str, Any]]:
    """What the rows must be by python-chess."""
    expected = []
    for number, game in enumerate(games):
        nodes = list(game.mainline())
        board = game.board()
        for ply, node in enumerate([*nodes, None]):
            row: dict[str, Any] = {"game": number, "ply": ply, "fen": board.fen()}
            row["polyglot"] = chess.polyglot.zobrist_hash(board)
            row["material"] = material(board)
            row["result"] = game.headers["Result"]
            row["Event"], row["White"] = game.headers["Event"], game.headers["White"]
            row["WhiteElo"], row["Missing"] = game.headers["WhiteElo"], None
            row["variant"] = "chess960" if board.chess960 else "chess"
            row["error"] = row["file"] = None
            for name in ("move", "san", "clock", "eval", "mate"):
                row[name] = None
            if node is not None:
                row["move"], row["san"] = board.uci(node.move), board.san(node.move)
                row["clock"] = node.clock()
                score = node.eval()
                row["eval"] = score and score.white().score()
                row["mate"] = score and score.white().mate()
                board.push(node.move)
            expected.append(row)
    return expected


def test_positions_are_those_of_python_chess(pgn: bytes, pgn_games: list[chess.pgn.Game]) -> None:
    found = rows(erawan.positions(pgn, ALL))
    expected = expected_rows(pgn_games)
    assert len(found) == len(expected) > 1000
    for ours, theirs in zip(found, expected):
        packed, key = ours.pop("packed"), ours.pop("key")
        assert ours == theirs
        board = erawan.Board.unpack(packed, ours["variant"])
        assert board.fen() == ours["fen"] and board.key == key


def test_games_are_those_of_python_chess(pgn: bytes, pgn_games: list[chess.pgn.Game]) -> None:
    found = rows(erawan.games(pgn, OF_GAMES))
    assert len(found) == len(pgn_games)
    for number, (ours, game) in enumerate(zip(found, pgn_games)):
        board, end = game.board(), game.end().board()
        assert ours["game"] == number and ours["error"] is None and ours["file"] is None
        assert ours["moves"] == [board.uci(move) for move in game.mainline_moves()] or board.chess960
        assert ours["plies"] == len(ours["moves"]) == len(ours["sans"]) == game.end().ply() - game.ply()
        for move, san in zip(game.mainline_moves(), ours["sans"]):
            assert board.push_san(san) == move
        assert (ours["start_fen"], ours["end_fen"]) == (game.board().fen(), end.fen())
        assert ours["end_key"] == erawan.Board(end.fen()).key
        assert dict(ours["headers"]) == dict(game.headers)
        assert ours["White"] == game.headers["White"]
        assert ours["result"] == game.headers["Result"]
    assert pa.table(erawan.games(pgn)).column_names[:3] == ["game", "Event", "Site"]
    assert pa.table(erawan.positions(pgn)).num_columns == 7


LISTS = {"moves": "move", "sans": "san", "clocks": "clock", "evals": "eval", "mates": "mate"}


def test_lists_of_games_are_the_rows_of_positions(pgn: bytes) -> None:
    said = b"""[Result "1-0"]

{ [%eval 9.9] before the first move } 1. e4 { [%clk 0:03:00] } { [%clk 0:02:00] [%eval 0.3] }
e5 2. Qh5 { [%eval #-4] } Ke7 { [%eval #1] [%clk 0:00:01.5] } 3. Qxe5# { [%clk 0:00:59] } 1-0

"""
    for text in (pgn + said + THREE + said, said * 40):
        positions = pa.table(erawan.positions(text, ["game", "packed", *LISTS.values()]))
        games = rows(erawan.games(text, ["packed", *LISTS]))
        by_game: dict[int, list[dict[str, Any]]] = {}
        for row in positions.to_pylist():
            by_game.setdefault(row["game"], []).append(row)
        assert len(by_game) == len(games)
        for game, expected in zip(games, by_game.values()):
            # The last row has no move, and a game without a start no position either.
            assert game["packed"] == [row["packed"] for row in expected if row["packed"]]
            for column, name in LISTS.items():
                assert game[column] == [row[name] for row in expected[:-1]], column


@pytest.mark.parametrize("threads", [1, 2, 3, 0])
@pytest.mark.parametrize("batch_size", [1, 100, 65536])
def test_threads_and_batches_change_nothing(pgn: bytes, threads: int, batch_size: int) -> None:
    text = pgn * 20 + THREE
    whole = pa.table(erawan.positions(text, ALL))
    reader = pa.RecordBatchReader.from_stream(
        erawan.positions(text, ALL, threads=threads, batch_size=batch_size)
    )
    assert pa.Table.from_batches(list(reader), reader.schema).equals(whole)
    games = pa.table(erawan.games(text, OF_GAMES, threads=threads, batch_size=batch_size))
    assert games.equals(pa.table(erawan.games(text, OF_GAMES)))
    assert games.num_rows == 60 * 20 + 3


def test_batches_end_with_games(pgn: bytes) -> None:
    reader = pa.RecordBatchReader.from_stream(erawan.positions(pgn, ["game"], batch_size=50))
    last = -1
    for batch in reader:
        numbers = batch["game"].to_pylist()
        assert numbers[0] == last + 1
        last = numbers[-1]
    assert last == 59


def compressed(pgn: bytes, folder: Path) -> list[Path]:
    import pyarrow

    plain, gz, zst = folder / "a.pgn", folder / "a.pgn.gz", folder / "a.pgn.zst"
    plain.write_bytes(pgn)
    gz.write_bytes(gzip.compress(pgn))
    # With two frames, as large files have them.
    frames = [pyarrow.compress(part, "zstd", asbytes=True) for part in (pgn[:9000], pgn[9000:])]
    zst.write_bytes(b"".join(frames))
    return [plain, gz, zst]


def test_every_kind_of_source(pgn: bytes, tmp_path: Path) -> None:
    columns = [name for name in ALL if name != "file"]
    expected = pa.table(erawan.positions(pgn, columns))
    paths = compressed(pgn, tmp_path)
    sources: list[Any] = [bytearray(pgn), *paths, str(paths[0]), [paths[1]], (pgn,)]
    for threads in (1, 2):
        for source in sources:
            assert pa.table(erawan.positions(source, columns, threads=threads)).equals(expected)
        for path in paths:
            with path.open("rb") as file:
                assert pa.table(erawan.positions(file, columns, threads=threads)).equals(expected)
        with paths[0].open(encoding="utf-8") as text:
            assert pa.table(erawan.positions(text, columns, threads=threads)).equals(expected)
        # Games are numbered through all files.
        many = pa.table(erawan.games([*paths, io.BytesIO(pgn)], ["file", "game"], threads=threads))
        assert many["game"].to_pylist() == list(range(240))
        names = [*map(str, paths), None]
        assert many["file"].to_pylist() == [name for name in names for _ in range(60)]


def test_bad_games_are_rows_with_the_reason() -> None:
    for threads in (1, 2):
        found = rows(erawan.positions(THREE, ["game", "ply", "move", "fen", "error"], threads=threads))
        assert [(row["game"], row["ply"], row["move"]) for row in found] == [
            (0, 0, "e2e4"), (0, 1, "e7e5"), (0, 2, None),
            (1, 0, "e2e4"), (1, 1, "e7e5"), (1, 2, None),
            (2, 0, None),
        ]  # fmt: skip
        assert found[5]["error"] == "line 8: Ke3 (ply 3): no such king can go to e3"
        assert found[5]["fen"] is not None and found[6]["fen"] is None
        assert found[6]["error"].startswith("line 11: in the FEN tag")
        games = rows(erawan.games(THREE, ["plies", "error", "end_fen"], threads=threads))
        assert [row["plies"] for row in games] == [2, 2, 0]
        assert games[0]["error"] is None and games[1]["error"] == found[5]["error"]
        assert games[2]["end_fen"] is None


def test_a_broken_file_is_a_row_and_the_next_one_is_read(pgn: bytes, tmp_path: Path) -> None:
    _, gz, zst = compressed(pgn, tmp_path)
    for path in (gz, zst):
        path.write_bytes(path.read_bytes()[:-20])
    damaged = tmp_path / "damaged.pgn.gz"
    damaged.write_bytes(b"\x1f\x8c\x08garbage")
    alone: dict[Path, list[dict[str, Any]]] = {}
    for threads in (1, 2):
        for broken in (gz, zst, damaged):
            found = rows(erawan.games([broken, THREE], ["game", "error", "file"], threads=threads))
            assert [row["game"] for row in found] == list(range(len(found)))
            assert found[-3]["error"] is None and found[-1]["error"] is not None
            assert found[-4]["error"] is not None and found[-4]["file"] == str(broken)
            positions = rows(erawan.positions([broken, THREE], ["error", "move"], threads=threads))
            assert positions[-8]["error"] is not None
            # No game before the damage is lost, on any number of threads.
            if threads == 1:
                alone[broken] = positions
            assert positions == alone[broken]


class Failing(io.RawIOBase):
    """A file that breaks after some reads."""

    def __init__(self, pgn: bytes) -> None:
        self.pgn = io.BytesIO(pgn)

    def read(self, size: int = -1) -> bytes:
        chunk = self.pgn.read(min(size, 5000))
        if not chunk:
            raise RuntimeError("the network is down")
        return chunk


@pytest.mark.parametrize("threads", [1, 2])
def test_exceptions_of_file_objects_are_told(pgn: bytes, threads: int) -> None:
    with pytest.raises(OSError, match="the network is down"):
        pa.table(erawan.positions(Failing(pgn), threads=threads))
    used = erawan.positions(io.BytesIO(pgn), threads=threads)
    assert pa.table(used).num_rows > 0
    with pytest.raises(OSError, match="read before"):
        pa.table(used)


def test_wrong_arguments_are_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        erawan.positions(tmp_path / "missing.pgn")
    with pytest.raises(IsADirectoryError):
        erawan.positions(tmp_path)
    with pytest.raises(TypeError):
        erawan.positions(17)  # type: ignore[arg-type]
    for columns in (["plys"], ["game", "game"], [], ["fen", "moves"], ["A\0"], ["headers"]):
        with pytest.raises(ValueError):
            erawan.positions(b"", columns)
    wrong: list[dict[str, Any]] = [{"threads": -1}, {"threads": 1000}, {"batch_size": 0}, {"batch_size": 1 << 30}]
    for arguments in wrong:
        with pytest.raises(ValueError):
            erawan.positions(b"", **arguments)
    assert pa.table(erawan.positions(b"")).num_rows == 0
    assert pa.table(erawan.games([], threads=2)).num_rows == 0


def test_other_programs_read_it(pgn: bytes) -> None:
    stream = erawan.positions(pgn, ["game", "ply", "move", "fen", "key", "eval"])
    table = pa.table(stream)
    frame = polars.DataFrame(stream)
    assert frame.to_arrow().num_rows == table.num_rows
    assert frame["fen"].to_list() == table["fen"].to_pylist()
    assert frame["key"].to_list() == table["key"].to_pylist()
    found = duckdb.sql("select count(*), sum(ply), count(eval) from stream")
    assert found is not None
    assert found.fetchall()[0] == (table.num_rows, sum(table["ply"].to_pylist()), table.num_rows - table["eval"].null_count)
    games = polars.DataFrame(erawan.games(pgn, ["moves", "headers"]))
    assert games["moves"].list.len().sum() == table.num_rows - 60
    # pandas has no need of pyarrow's table, from 3.0 on; before it takes that.
    if hasattr(pandas.DataFrame, "from_arrow"):
        panda = pandas.DataFrame.from_arrow(stream)
    else:
        panda = table.to_pandas()
    assert panda["fen"].tolist() == table["fen"].to_pylist()
    assert panda["eval"].isna().sum() == table["eval"].null_count
    assert panda.groupby("game")["ply"].max().sum() == table.num_rows - 60
    assert pa.schema(stream) == table.schema
    assert stream.columns == table.column_names and "fen" in repr(stream)


def test_other_threads_run_meanwhile(pgn: bytes) -> None:
    text = pgn * 300
    counted = 0
    done = threading.Event()

    def count() -> None:
        nonlocal counted
        while not done.is_set():
            counted += 1

    for threads in (1, 2):
        counted = 0
        done.clear()
        other = threading.Thread(target=count)
        other.start()
        rows_found = polars.DataFrame(erawan.positions(text, ["fen"], threads=threads)).height
        done.set()
        other.join()
        assert rows_found > 100_000 and counted > 1000


@pytest.mark.parametrize("threads", [1, 2])
def test_a_stream_can_be_left_in_the_middle(pgn: bytes, threads: int) -> None:
    for _ in range(20):
        source = io.BytesIO(pgn * 50)
        stream = erawan.positions(source, ["fen"], threads=threads, batch_size=100)
        reader = pa.RecordBatchReader.from_stream(stream)
        assert reader.read_next_batch().num_rows >= 100
        del reader, stream


@pytest.mark.parametrize("threads", [1, 2])
def test_a_compressed_stream_can_be_left_in_the_middle(
    pgn: bytes, tmp_path: Path, threads: int
) -> None:
    for path in compressed(pgn * 50, tmp_path)[1:]:
        for source in (path, path.read_bytes()):
            for _ in range(10):
                stream = erawan.positions(source, ["fen"], threads=threads, batch_size=100)
                reader = pa.RecordBatchReader.from_stream(stream)
                assert reader.read_next_batch().num_rows >= 100
                del reader, stream


PEAK = """
import resource, sys
import pyarrow as pa
import erawan
which, path, columns = sys.argv[1:]
reader = pa.RecordBatchReader.from_stream(getattr(erawan, which)(path, columns.split(",")))
assert sum(batch.num_rows for batch in reader) > 10_000
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)
"""


@pytest.mark.parametrize(
    "which, columns",
    [
        ("positions", "fen,san,key,White,Black,Event,Site,Opening"),
        ("games", "moves,sans,packed,headers"),
    ],
)
def test_memory_is_bounded(pgn: bytes, tmp_path: Path, which: str, columns: str) -> None:
    def peak(megabytes: int) -> int:
        path = tmp_path / f"{megabytes}.pgn"
        # Long tags: what is repeated in every row is what a batch is mostly of.
        game = b'[Opening "' + b"x" * 250 + b'"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n'
        text = pgn + b"\n\n" + game * 100
        path.write_bytes(text * (megabytes * 1_000_000 // len(text)))
        command = [sys.executable, "-c", PEAK, which, str(path), columns]
        return int(subprocess.run(command, check=True, capture_output=True).stdout)

    # Five times the text, and not even the double of what a batch may have.
    assert peak(100) < peak(20) + (64 << 20)


def test_batches_end_by_their_bytes_too() -> None:
    game = b'[Event "' + b"x" * 250 + b'"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n\n'
    stream = erawan.positions(game * 100_000, ["Event"], batch_size=1 << 22)
    sizes = [batch.nbytes for batch in pa.RecordBatchReader.from_stream(stream)]
    assert len(sizes) > 2 and max(sizes) < 80 << 20


def test_makruk_and_its_sisters() -> None:
    text = b'[Variant "Makruk"]\n\n1. e4 e5 {[%clk 0:01:00.5]} 2. Ne2 *\n\n[Variant "Cambodian"]\n\n1. Kb2 *'
    found = rows(erawan.positions(text, ["move", "san", "clock", "polyglot", "variant", "packed", "fen"]))
    assert [row["variant"] for row in found] == ["makruk"] * 4 + ["cambodian"] * 2
    assert found[1]["clock"] == 60.5 and found[0]["polyglot"] is None
    assert found[2]["san"] == "Ne2"
    for row in found:
        assert erawan.Board.unpack(row["packed"], row["variant"]).fen() == row["fen"]


def test_null_moves_are_rows() -> None:
    found = rows(erawan.positions(b"1. e4 -- 2. d4 *", ["move", "san"]))
    assert [(row["move"], row["san"]) for row in found] == [
        ("e2e4", "e4"), ("0000", "--"), ("d2d4", "d4"), (None, None),
    ]  # fmt: skip


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_nobody_waits_for_a_pipe_that_says_no_more(tmp_path: Path) -> None:
    pipe = tmp_path / "games.pgn.gz"
    os.mkfifo(pipe)
    done = threading.Event()

    def write() -> None:
        packer = zlib.compressobj(wbits=31)
        text = b'[Event "?"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n' * 50_000
        with pipe.open("wb") as stream:
            stream.write(packer.compress(text) + packer.flush(zlib.Z_SYNC_FLUSH))
            stream.flush()
            done.wait(60)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        reader = pa.RecordBatchReader.from_stream(erawan.positions(pipe, ["ply"], batch_size=100))
        assert reader.read_next_batch().num_rows >= 100
        began = time.monotonic()
        del reader
        assert time.monotonic() - began < 20
    finally:
        done.set()
        writer.join()
