"""Jobs for many processes or machines: a shard of games in, rows of Arrow out.

A job is a function of a :class:`erawan.Shard` that yields record batches of pyarrow. What
it yields depends on nothing else, so a job that was lost is simply done again. All columns
have types that Parquet, Spark and DuckDB know; the rows of a shard are in order.

``shard`` and ``game`` (from 0 in each shard) name a game, ``ply`` a position of it.
Lines in ``error`` count from the start of the shard. Scores are for White.
"""

from __future__ import annotations

from typing import Any, Callable, Iterator

import pyarrow as pa

import erawan

_KEYS = [("shard", pa.int32()), ("game", pa.int64()), ("ply", pa.int32())]
_SCORE = [("score", pa.int32()), ("mate", pa.int32())]

POSITIONS = pa.schema(
    [
        *_KEYS,
        *((name, pa.string()) for name in ("variant", "White", "Black", "result")),
        ("fen", pa.string()),
        ("key", pa.int64()),
        ("move", pa.string()),
        ("san", pa.string()),
        ("clock", pa.float64()),
        ("eval", pa.int32()),
        ("mate", pa.int32()),
        ("error", pa.string()),
    ]
)
EVALUATIONS = pa.schema(
    [*_KEYS, ("fen", pa.string()), *_SCORE, ("depth", pa.int32()), ("best", pa.string())]
)
REVIEWS = pa.schema(
    [
        *_KEYS,
        ("move", pa.string()),
        ("san", pa.string()),
        *_SCORE,
        ("win", pa.float64()),
        ("accuracy", pa.float64()),
        *((name, pa.string()) for name in ("judgement", "phase", "best", "why", "error")),
    ]
)


def _batches(shard: erawan.Shard, columns: list[str], size: int) -> Iterator[Any]:
    stream = erawan.positions(shard.source(), columns, batch_size=size)
    for batch in pa.RecordBatchReader.from_stream(stream):
        if batch.num_rows:
            yield batch


def _hash(nodes: int) -> int:
    """Mebibytes for searches that short. A table is cleared before each, which with a
    large one takes longer than the search."""
    return max(1, nodes // 50_000)


def positions(shard: erawan.Shard, nodes: int = 0) -> Iterator[Any]:
    """Every position of every game: :data:`POSITIONS`. Keys are signed, of the same bits."""
    for batch in _batches(shard, POSITIONS.names[1:], 65536):
        columns = {name: batch.column(name) for name in batch.schema.names}
        columns["shard"] = pa.repeat(pa.scalar(shard.number, pa.int32()), batch.num_rows)
        columns["key"] = columns["key"].view(pa.int64())
        arrays = [columns[name].cast(kind) for name, kind in zip(POSITIONS.names, POSITIONS.types)]
        yield pa.record_batch(arrays, schema=POSITIONS)


def evaluations(shard: erawan.Shard, nodes: int = 1000) -> Iterator[Any]:
    """Every position that can be played on, searched for ``nodes`` nodes: :data:`EVALUATIONS`."""
    for batch in _batches(shard, ["game", "ply", "variant", "fen"], 1024):
        rows = []
        seen = batch.to_pylist()
        boards = [erawan.Board(row["fen"], row["variant"]) for row in seen]
        for row, board, lines in zip(seen, boards, erawan.analyse(boards, nodes=nodes, hash=_hash(nodes))):
            if not lines or not lines[0].pv:
                continue
            line, sign = lines[0], 1 if board.turn else -1
            score = None if line.score is None else sign * line.score
            mate = None if line.mate is None else sign * line.mate
            row.update(shard=shard.number, score=score, mate=mate, depth=line.depth)
            rows.append(row | {"best": line.pv[0].uci()})
        yield pa.RecordBatch.from_pylist(rows, schema=EVALUATIONS)


def reviews(shard: erawan.Shard, nodes: int = 1000) -> Iterator[Any]:
    """Every move judged: :data:`REVIEWS`. A bad game is one row with its error."""
    rows = []
    for number, game in enumerate(erawan.review(shard.source(), nodes=nodes, hash=_hash(nodes))):
        common = {"shard": shard.number, "game": number}
        if "error" in game:
            error = game["error"].removeprefix(f"game {number + 1}, ")
            rows.append(common | {"ply": 0, "error": error})
            continue
        for ply, move in enumerate(game["moves"]):
            names = {"ply": ply, "move": move["uci"], "score": move.get("cp")}
            rows.append(common | {name: move.get(name) for name in REVIEWS.names[3:]} | names)
    yield pa.RecordBatch.from_pylist(rows, schema=REVIEWS)


JOBS: dict[str, tuple[Callable[[erawan.Shard, int], Iterator[Any]], Any]] = {
    "positions": (positions, POSITIONS),
    "evaluations": (evaluations, EVALUATIONS),
    "reviews": (reviews, REVIEWS),
}
