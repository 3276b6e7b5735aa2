"""What the tests of Ray and Spark share: games, expected rows, and a killer."""

from __future__ import annotations

import os
import re
import signal
import threading
import time
from pathlib import Path
from typing import Any, Callable, Optional

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

import erawan
from erawan import jobs

GAMES = Path(__file__).parent.parent.parent / "tests/analysis/games.pgn"
NODES = 50
# How often the games are repeated, so that each job takes long enough to be killed.
COPIES = {"positions": 40, "evaluations": 2, "reviews": 2}
SHARDS = 16


def write_games(job: str, folder: Path) -> tuple[str, int]:
    """A file of games for a job, and the size of its shards."""
    path = folder / "games.pgn"
    path.write_bytes(GAMES.read_bytes() * COPIES[job])
    size = -(-path.stat().st_size // SHARDS)
    assert len(erawan.shards(path, size)) > SHARDS // 2
    return str(path), size


def alone(job: str, path: str) -> Any:
    """The rows of a whole file, made here and now, without shards."""
    function, schema = jobs.JOBS[job]
    whole = erawan.Shard(0, path, 0, os.path.getsize(path))
    return comparable(pa.Table.from_batches(function(whole, NODES), schema))


def parquet(folder: Path) -> Any:
    """The rows of a folder, in the order of the games."""
    tables = [pq.read_table(path) for path in sorted(folder.glob("*.parquet"))]
    return comparable(pa.concat_tables(tables))


def comparable(table: Any) -> Any:
    """Rows in order, games numbered through all shards, errors without their lines."""
    table = table.sort_by([(name, "ascending") for name in ("shard", "game", "ply")])
    number, last, numbers = -1, None, []
    for game in zip(table["shard"].to_pylist(), table["game"].to_pylist()):
        number, last = number + (game != last), game
        numbers.append(number)
    table = table.drop_columns(["shard"])
    table = table.set_column(0, "game", pa.array(numbers, pa.int64()))
    if "error" in table.column_names:
        place = table.column_names.index("error")
        errors = pc.replace_substring_regex(table["error"], r"line \d+", "line")
        table = table.set_column(place, "error", errors)
    return table.replace_schema_metadata(None).combine_chunks()


def _parents() -> dict[int, int]:
    parents = {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents[int(entry.name)] = int(fields[1])
    return parents


def descendants(pattern: str) -> list[int]:
    """Processes that this one has started, directly or not, by their command lines."""
    parents, found = _parents(), []
    for process in parents:
        above = process
        while above > 1 and above != os.getpid():
            above = parents.get(above, 0)
        if above != os.getpid() or process == above:
            continue
        try:
            line = Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode()
        except (OSError, UnicodeDecodeError):
            continue
        if re.search(pattern, line):
            found.append(process)
    return found


class Killer(threading.Thread):
    """Waits for a moment, then kills a process that we started."""

    def __init__(self, moment: Callable[[], bool], victim: str) -> None:
        super().__init__(daemon=True)
        self.moment, self.victim = moment, victim
        self.killed: Optional[int] = None
        self.over = False

    def run(self) -> None:
        while not self.over:
            victims = descendants(self.victim) if self.moment() else []
            for victim in victims[:1]:
                os.kill(victim, signal.SIGKILL)
                self.killed = victim
                return
            time.sleep(0.01)
