"""Files in parts, beside the files as they are."""

from __future__ import annotations

import gzip
import pickle
import re
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import erawan

ROOT = Path(__file__).parent.parent.parent
GAME = '[Event "a"]\n[White "{}"]\n\n1. e4 {} e5 *\n\n'

TEXTS = {
    "plain": "".join(GAME.format(n, "") for n in range(20)),
    "quoted": GAME.format("a", '{ as in\n\n[Event "q"]\n\n1. d4 *\n\n }') * 5,
    "unclosed": GAME.format("a", "") * 3 + GAME.format("b", "{ for ever") * 3,
    "braces": GAME.format("a", "{ a }") * 2 + GAME.format("b", "{ { a }") * 4,
    "rest of line": GAME.format("a", "").replace("*\n", "* ; and then\n") * 5,
    "bad": GAME.format("a", "Ke5") * 3 + GAME.format("b", ") (") * 3,
    "no empty lines": GAME.format("a", "").replace("\n\n", "\n") * 5,
    "other first tags": GAME.format("a", "").replace("Event", "Round") * 5,
    "before all tags": "1. e4\n\n" + GAME.format("a", "") * 5,
    "prose first": "Some games\n\n" + GAME.format("a", "") * 5,
    "windows": GAME.format("a", "{ x }").replace("\n", "\r\n") * 5,
    "mark": "\ufeff" + GAME.format("a", "") * 5,
    "blank": "\n \n\n",
    "one": GAME.format("a", ""),
}


def games(source: Any) -> list[dict[str, Any]]:
    names = ["headers", "moves", "end_fen", "result", "error"]
    rows: list[dict[str, Any]] = pa.table(erawan.games(source, names)).to_pylist()
    for row in rows:
        # Lines are those of the shard.
        row["error"] = re.sub(r"\bline \d+", "line", row["error"] or "")
    return rows


@pytest.mark.parametrize("name", TEXTS)
def test_shards_have_the_games_of_the_file(name: str, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(text := TEXTS[name].encode())
    whole = games(path)
    for size in [1, 10, 37, 50, 100, 333, 10**6]:
        shards = erawan.shards(path, size)
        sources = [shard.source() for shard in shards]
        assert b"".join(part for part in sources if isinstance(part, bytes)) == text
        assert [row for source in sources for row in games(source)] == whole
        assert [shard.number for shard in shards] == list(range(len(shards)))


def test_plain_files_are_cut_fairly(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(TEXTS["plain"] * 50)
    length, longest = path.stat().st_size, len(GAME)
    for size in [1000, 5000, length // 2]:
        shards = erawan.shards([path], size)
        assert len(shards) == -(-length // size)
        assert all(abs(s.end - s.start - length / len(shards)) <= longest for s in shards)
    assert len(erawan.shards(path, 1)) == 1000


def test_recorded_games(pgn_file: Path) -> None:
    paths = [pgn_file, ROOT / "tests/analysis/games.pgn"]
    whole = [row for path in paths for row in games(path)]
    shards = erawan.shards(paths, 2000)
    assert len(shards) > 20 and {shard.path for shard in shards} == {str(p) for p in paths}
    assert [row for shard in shards for row in games(shard.source())] == whole
    assert pickle.loads(pickle.dumps(shards)) == shards


def test_compressed_files_stay_whole(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn.gz"
    path.write_bytes(gzip.compress(TEXTS["plain"].encode()))
    [shard] = erawan.shards(path, 10)
    assert shard.end == -1 and len(games(shard.source())) == 20


def test_what_cannot_be_cut(tmp_path: Path) -> None:
    (path := tmp_path / "games.pgn").write_bytes(b"")
    assert erawan.shards(path) == [] and erawan.shards([]) == []
    with pytest.raises(ValueError, match="at least 1"):
        erawan.shards(path, 0)
    with pytest.raises(FileNotFoundError):
        erawan.shards([path, tmp_path / "missing.pgn"])
    path.write_text(TEXTS["plain"])
    shards = erawan.shards(path, 100)
    path.write_text(TEXTS["one"])
    with pytest.raises(OSError, match="shorter"):
        shards[-1].source()
