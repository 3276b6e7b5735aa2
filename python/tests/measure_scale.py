"""How many games a second one core does, job by job: the figures of docs/book/scale.md.

    python measure_scale.py GAMES.pgn [NODES] [SECONDS]

Seconds are those of the processor, so that other work on the machine disturbs little.
"""

from __future__ import annotations

import io
import itertools
import sys
import time

import pyarrow as pa
import pyarrow.parquet as pq

import erawan
from erawan import jobs


def measure(job: str, path: str, nodes: int, seconds: float) -> str:
    function, schema = jobs.JOBS[job]
    # As much as a second has time for, so that many shards are done.
    shards = erawan.shards(path, 1 << 20 if job == "positions" else 1 << 14)
    counts = [pa.table(erawan.games(shard.source(), ["plies"])).num_rows for shard in shards]
    games = rows = size = text = 0
    start = time.process_time()
    for shard, count in itertools.cycle(zip(shards, counts)):
        out = io.BytesIO()
        with pq.ParquetWriter(out, schema) as writer:
            for batch in function(shard, nodes):
                writer.write_batch(batch)
                rows += batch.num_rows
        games, size, text = games + count, size + out.tell(), text + shard.end - shard.start
        spent = time.process_time() - start
        if spent >= seconds:
            break
    return (
        f"{job:12} {games / spent:10.1f} games/s {rows / spent:10.0f} rows/s "
        f"{text / spent / 1e6:8.2f} MB/s of text {size / games:8.0f} bytes of Parquet a game"
    )


if __name__ == "__main__":
    _, path, nodes, seconds = [*sys.argv, *["1000", "20"][len(sys.argv) - 2 :]][:4]
    for name in jobs.JOBS:
        print(measure(name, path, int(nodes), float(seconds)), flush=True)
