"""A job on shards of PGN by Spark, to Parquet.

    python on_spark.py positions|evaluations|reviews OUT GAMES.pgn...

On a cluster the files and OUT are on a disk that all workers see. A shard whose worker
dies is done again by another one.
"""

from __future__ import annotations

import os
import sys
from typing import Any, Iterable, Iterator, Sequence

from pyspark.sql import SparkSession
from pyspark.sql.pandas.types import from_arrow_schema

import erawan
from erawan import jobs


def run(
    spark: Any, job: str, paths: Sequence[str], out: str, nodes: int = 1000, size: int = 1 << 20
) -> None:
    function, schema = jobs.JOBS[job]

    def work(batches: Iterable[Any]) -> Iterator[Any]:
        for batch in batches:
            for row in batch.to_pylist():
                yield from function(erawan.Shard(**row), nodes)

    shards = [(s.number, s.path, s.start, s.end) for s in erawan.shards(paths, size)]
    # One shard a task: then a task that is lost is one shard.
    rows = spark.sparkContext.parallelize(shards, len(shards))
    table = spark.createDataFrame(rows, "number int, path string, start long, end long")
    table.mapInArrow(work, from_arrow_schema(schema)).write.parquet(out)


if __name__ == "__main__":
    # The workers' Python must have erawan too.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    session = SparkSession.builder.master("local-cluster[2,1,1024]").getOrCreate()
    run(session, sys.argv[1], sys.argv[3:], sys.argv[2])
