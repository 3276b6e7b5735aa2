"""The example of Ray Data on a real cluster of two nodes, whose workers get killed."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any, Iterator

import pytest

sys.path.insert(0, str(Path(__file__).parent))
import clusters  # noqa: E402

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
ray = pytest.importorskip("ray", reason="SKIPPED: Ray cannot be installed for this Python")
pytest.importorskip("ray.data", reason="SKIPPED: Ray Data cannot be installed for this Python")

EXAMPLES = Path(__file__).parent.parent / "examples"
sys.path.insert(0, str(EXAMPLES))
import on_ray  # noqa: E402
import opening_explorer  # noqa: E402


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    from ray.cluster_utils import Cluster

    node = {"num_cpus": 1, "object_store_memory": 150 << 20, "include_dashboard": False}
    nodes = Cluster(initialize_head=True, head_node_args=node)
    nodes.add_node(num_cpus=1, object_store_memory=150 << 20)
    # The workers must find the module of the example.
    environment = {"env_vars": {"PYTHONPATH": str(EXAMPLES)}}
    ray.init(address=nodes.address, log_to_driver=False, runtime_env=environment)
    yield nodes
    ray.shutdown()
    nodes.shutdown()


@pytest.mark.parametrize(
    "job, killed", [("positions", False), *((job, True) for job in clusters.COPIES)]
)
def test_rows_are_those_of_one_process(
    cluster: Any, tmp_path: Path, job: str, killed: bool
) -> None:
    assert len([node for node in ray.nodes() if node["Alive"]]) == 2
    path, size = clusters.write_games(job, tmp_path)
    out = tmp_path / "out"
    killer = clusters.Killer(lambda: any(out.glob("*.parquet")), r"^ray::MapBatches\(work\)")
    if killed:
        killer.start()
    on_ray.run(job, [path], str(out), clusters.NODES, size)
    killer.over = True
    assert (killer.killed is not None) == killed
    assert clusters.parquet(out).equals(clusters.alone(job, path))
    if job == "positions":
        assert opening_explorer.explore(str(out)) == opening_explorer.explore(path)
