"""Measures reading PGN beside other libraries, in one run.

    python compare_pgn.py FILE.pgn [ROUNDS]

The file is repeated to 200 MB, in a temporary folder. Everything runs on one thread but where
two are named, all take turns for some rounds, and the best round of each counts. Slow libraries
read only the beginning, as much as their line says. On a machine that does other work too, the
time of the processor says more than the clock does. What is not installed is left out:

    pip install chess bulletchess esca rust-pgn-reader-python-binding
"""

from __future__ import annotations

import gc
import importlib
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Callable, Optional

import pyarrow as pa

import erawan

SIZE = 200_000_000
#: What rust-pgn-reader-python-binding makes of every position and move: the packed position has
#: the board, castling, en passant, turn and clock.
POSITIONS = ["packed", "move", "clock", "eval", "mate", "result"]
#: That, and the headers, a row a game.
THEIR_COLUMNS = ["packed", "moves", "clocks", "evals", "mates", "headers", "result", "plies", "error"]

Contender = tuple[str, float, Callable[[], Any]]


def repeated(file: Path, out: Path, size: int) -> Path:
    """The file again and again, to about a size."""
    text = file.read_bytes().rstrip() + b"\n\n"
    with out.open("wb") as stream:
        for _ in range(max(1, round(size / len(text)))):
            stream.write(text)
    return out


def module(name: str) -> Optional[Any]:
    try:
        return importlib.import_module(name)
    except ImportError:
        print(f"{name} is not installed: left out")
        return None


def consume(stream: Any) -> int:
    return sum(batch.num_rows for batch in pa.RecordBatchReader.from_stream(stream))


def positions(path: Path, columns: list[str], threads: int = 1) -> Callable[[], int]:
    return lambda: consume(erawan.positions(path, columns, threads=threads))


def ours(path: Path) -> list[Contender]:
    size = path.stat().st_size
    keys = ["game", "ply", "move", "key"]

    found: list[Contender] = [
        ("erawan: keys and moves", size, positions(path, keys)),
        ("erawan: keys and moves, two threads", size, positions(path, keys, 2)),
        ("erawan: with FEN", size, positions(path, [*keys, "fen"])),
        ("erawan: with FEN, two threads", size, positions(path, [*keys, "fen"], 2)),
        ("erawan: boards, moves", size, positions(path, POSITIONS)),
        ("erawan: boards, moves, headers", size, lambda: consume(erawan.games(path, THEIR_COLUMNS))),
    ]
    if shutil.which("zstd"):
        packed = path.with_suffix(".pgn.zst")
        subprocess.run(["zstd", "-q", "-f", str(path), "-o", str(packed)], check=True)
        found += [
            ("erawan: .pgn.zst, headers alone", size, lambda: consume(erawan.games(packed, ["White"]))),
            ("erawan: .pgn.zst, keys and moves", size, positions(packed, keys)),
            ("erawan: .pgn.zst, keys and moves, two threads", size, positions(packed, keys, 2)),
        ]
    return found


def theirs(file: Path, folder: Path) -> list[Contender]:
    found: list[Contender] = []

    def slice_of(megabytes: int) -> Path:
        return repeated(file, folder / f"{megabytes}.pgn", megabytes * 1_000_000)

    def add(name: str, path: Path, read: Callable[[Path], Any]) -> None:
        found.append((name, path.stat().st_size, lambda: read(path)))

    if chess := module("chess.pgn"):

        def read_chess(path: Path) -> None:
            with path.open(encoding="utf-8", errors="replace") as stream:
                while chess.read_game(stream) is not None:
                    pass

        add("python-chess: games", slice_of(1), read_chess)
    if bulletchess := module("bulletchess.pgn"):

        def read_bullet(path: Path) -> None:
            stream = bulletchess.PGNFile.open(str(path))
            while stream.next_game() is not None:
                pass
            stream.close()

        add("bulletchess: games", slice_of(20), read_bullet)
    if esca := module("esca.pgn"):
        add("esca: games", slice_of(20), lambda path: sum(1 for _ in esca.read(str(path), skip_errors=True)))
    if reader := module("rust_pgn_reader_python_binding"):
        path = slice_of(50)
        text = path.read_text(encoding="utf-8", errors="replace")
        # It wants single games. Cutting them out is not in its time.
        games = pa.chunked_array([pa.array(["[Event " + game for game in text.split("[Event ")[1:]])])
        size = path.stat().st_size
        found.append(
            ("rust-pgn-reader: boards, moves, headers", size, lambda: reader.parse_games(games, num_threads=1))
        )
    return found


def main() -> None:
    file = Path(sys.argv[1])
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        contenders = theirs(file, folder) + ours(repeated(file, folder / "all.pgn", SIZE))
        wall = {label: float("inf") for label, _, _ in contenders}
        processor = dict(wall)
        for _ in range(rounds):
            for label, _, run in contenders:
                begun, used = time.perf_counter(), time.process_time()
                run()
                processor[label] = min(processor[label], time.process_time() - used)
                wall[label] = min(wall[label], time.perf_counter() - begun)
                gc.collect()
        print(f"{'':48} MB read    MB/s  MB per second of processor time")
        for label, size, _ in contenders:
            megabytes = size / 1e6
            speeds = f"{megabytes / wall[label]:7.1f} {megabytes / processor[label]:7.1f}"
            print(f"{label:48} {megabytes:7.0f} {speeds}")


if __name__ == "__main__":
    main()
