"""The example of Spark on a real cluster of two executors, which get killed."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Any, Iterator

import pytest

sys.path.insert(0, str(Path(__file__).parent))
import clusters  # noqa: E402

pytest.importorskip("pyspark", reason="SKIPPED: Spark cannot be installed for this Python")
if not shutil.which("java"):
    pytest.skip("SKIPPED: Spark needs Java 17", allow_module_level=True)

sys.path.insert(0, str(Path(__file__).parent.parent / "examples"))
import on_spark  # noqa: E402
import opening_explorer  # noqa: E402

EXECUTOR, PYTHON = "CoarseGrainedExecutorBackend", r"pyspark[./]daemon"


@pytest.fixture(scope="module")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    from pyspark.sql import SparkSession

    folder = tmp_path_factory.mktemp("spark")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_WORKER_DIR"] = str(folder / "work")
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    builder = SparkSession.builder.master("local-cluster[2,1,1024]")
    for name, value in {
        "spark.ui.enabled": "false",
        "spark.driver.memory": "512m",
        "spark.executor.memory": "512m",
        "spark.local.dir": str(folder / "local"),
        "spark.sql.warehouse.dir": str(folder / "warehouse"),
    }.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


@pytest.mark.parametrize(
    "job, victim",
    [("positions", None), ("evaluations", PYTHON), *((job, EXECUTOR) for job in clusters.COPIES)],
)
def test_rows_are_those_of_one_process(
    spark: Any, tmp_path: Path, job: str, victim: str | None
) -> None:
    path, size = clusters.write_games(job, tmp_path)
    out = tmp_path / "out"
    killer = clusters.Killer(lambda: any(out.rglob("*.parquet")), victim or "nobody")
    if victim:
        killer.start()
    on_spark.run(spark, job, [path], str(out), clusters.NODES, size)
    killer.over = True
    assert (killer.killed is not None) == (victim is not None)
    assert clusters.parquet(out).equals(clusters.alone(job, path))
    if job == "positions":
        assert opening_explorer.explore(str(out)) == opening_explorer.explore(path)
