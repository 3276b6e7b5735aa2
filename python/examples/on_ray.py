"""A job on shards of PGN by Ray Data, to Parquet.

    python on_ray.py positions|evaluations|reviews OUT GAMES.pgn...

On a cluster the files and OUT are on a disk that all workers see. A shard whose worker
dies is done again by another one.
"""

from __future__ import annotations

import dataclasses
import sys
from typing import Any, Iterator, Sequence

import pyarrow as pa
import ray

import erawan
from erawan import jobs


def work(shards: Any, job: str, nodes: int) -> Iterator[Any]:
    function, schema = jobs.JOBS[job]
    for row in shards.to_pylist():
        for batch in function(erawan.Shard(**row), nodes):
            yield pa.Table.from_batches([batch], schema)


def run(job: str, paths: Sequence[str], out: str, nodes: int = 1000, size: int = 1 << 20) -> None:
    shards = [dataclasses.asdict(shard) for shard in erawan.shards(paths, size)]
    rows = ray.data.from_items(shards, override_num_blocks=len(shards)).map_batches(
        work,
        batch_size=1,
        batch_format="pyarrow",
        num_cpus=1,
        fn_kwargs={"job": job, "nodes": nodes},
    )
    rows.write_parquet(out)


if __name__ == "__main__":
    ray.init()
    run(sys.argv[1], sys.argv[3:], sys.argv[2])
