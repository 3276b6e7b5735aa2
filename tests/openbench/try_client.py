#!/usr/bin/env python3
"""Treats the engine as OpenBench's client and server would, without a server.

    python tests/openbench/try_client.py OPENBENCH ENGINE [--runner FASTCHESS] [--expect N]

OPENBENCH is a checkout of OpenBench, whose own code is called: the command for make, the
bench, openings by genfens, the checks of a tune's inputs, the values of a round of SPSA and
the command line of the match runner. ENGINE was built by `make EXE=… TUNE=1`. With RUNNER
a few games are really played by that command line. Needs requests, psutil, py-cpuinfo and
numpy.
"""

from __future__ import annotations

import argparse
import io
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import types
from pathlib import Path
from typing import Any

# Settings of a tune, as the page of OpenBench has them by default.
ALPHA, GAMMA, RATIO, ITERATIONS, PAIRS = 0.602, 0.101, 0.1, 1000, 8


def options(engine: Path) -> dict[str, tuple[int, int, int]]:
    """Default, least and greatest value of each number that the engine offers."""
    answer = subprocess.run([engine], input="uci\nquit\n", text=True, capture_output=True).stdout
    found = {}
    for line in answer.splitlines():
        match line.split():
            case ["option", "name", name, "type", "spin", *rest] if name.islower():
                found[name] = (int(rest[1]), int(rest[3]), int(rest[5]))
    return found


def inputs(found: dict[str, tuple[int, int, int]]) -> list[str]:
    """The lines of a tune, by the recipe of docs/book/openbench.md."""
    return [
        f"{name}, int, {default}, {low}, {high}, {max(0.5, (high - low) / 20)}, 0.002"
        for name, (default, low, high) in found.items()
    ]


def stub(name: str, **members: Any) -> None:
    module = types.ModuleType(name)
    vars(module).update(members)
    sys.modules[name] = module


def check_inputs(checkout: Path, lines: list[str]) -> None:
    """OpenBench's verification of a tune. Its models, which need Django, are left out."""
    sys.path.insert(0, str(checkout))
    for name in ["OpenBench.config", "OpenBench.utils"]:
        stub(name)
    stub("OpenBench.models", SPSARun=None, SPSAParameter=None)
    from OpenBench.workloads import verify_workload  # type: ignore[import-not-found]

    errors: list[str] = []
    request = types.SimpleNamespace(POST={"spsa_inputs": "\n".join(lines)})
    verify_workload.verify_spsa_inputs(errors, request, "spsa_inputs")
    assert not errors, errors


def round_of_spsa(lines: list[str]) -> dict[str, Any]:
    """What the server would hand to a client for one round."""
    from OpenBench.spsa_utils import (  # type: ignore[import-not-found]
        spsa_workload_assignment_dict,
    )

    parameters = []
    for line in lines:
        name, _, value, low, high, c, r = (part.strip() for part in line.split(","))
        end = float(r) * float(c) ** 2
        parameters.append(
            types.SimpleNamespace(
                name=name,
                value=float(value),
                min_value=float(low),
                max_value=float(high),
                is_float=False,
                c_value=float(c) * ITERATIONS**GAMMA,
                a_value=end * (RATIO * ITERATIONS + ITERATIONS) ** ALPHA,
            )
        )
    run = types.SimpleNamespace(
        parameters=types.SimpleNamespace(order_by=lambda _: parameters),
        distribution_type="SINGLE",
        pairs_per=PAIRS,
        gamma=GAMMA,
        alpha=ALPHA,
        a_ratio=RATIO,
        iterations=ITERATIONS,
    )
    workload = types.SimpleNamespace(test_mode="SPSA", spsa_run=run, games=0)
    return dict(spsa_workload_assignment_dict(workload, 1))


def sides(worker: Any, spsa: dict[str, Any], name: str) -> list[str]:
    """The two engines on the match runner's command line."""
    test = {
        "type": "SPSA",
        "syzygy_wdl": "DISABLED",
        **{
            side: {"engine": "Erawan", "options": "Threads=1 Hash=8", "time_control": "N=2000"}
            for side in ("dev", "base")
        },
    }
    config = types.SimpleNamespace(workload={"test": test, "spsa": spsa}, syzygy_max=0)
    settings = worker.MatchRunner.engine_settings
    return [settings(config, name, side, 1.0, 0) for side in ("dev", "base")]


def accepts(engine: Path, words: list[str]) -> int:
    """Sets the options of a command line; counts those that the engine complains about."""
    lines = []
    for word in words:
        if word.startswith("option."):
            name, value = word.removeprefix("option.").split("=")
            lines.append(f"setoption name {name} value {value}")
    text = "\n".join(["debug on", *lines, "isready", "go nodes 1000", ""])
    answer = subprocess.run([engine], input=text, text=True, capture_output=True).stdout
    assert "readyok" in answer and "bestmove" in answer, answer
    bad = [line for line in answer.splitlines() if "must be" in line or "no option" in line]
    assert not bad, bad
    return len(lines)


def play(runner: str, engines: list[str]) -> None:
    command = [runner, *shlex.split(" ".join(engines))]
    command += shlex.split("-recover -variant standard -testEnv -concurrency 1 -rounds 2 -games 2")
    command += shlex.split("-openings file=book.epd format=epd order=sequential start=1")
    answer = subprocess.run(command, text=True, capture_output=True)
    lines = (answer.stdout + answer.stderr).splitlines()
    finished = [line for line in lines if line.startswith("Finished game")]
    complaints = [line for line in lines if "warning" in line.lower() or "disconnect" in line]
    assert len(finished) == 4 and not complaints, "\n".join(lines)
    print(f"match: {len(finished)} games, no warnings")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("openbench", type=Path)
    parser.add_argument("engine", type=Path)
    parser.add_argument("--runner", type=Path)
    parser.add_argument("--expect", type=int)
    arguments = parser.parse_args()
    client = arguments.openbench.resolve() / "Client"
    sys.path.insert(0, str(client))
    import bench  # type: ignore[import-not-found]
    import genfens  # type: ignore[import-not-found]
    import utils  # type: ignore[import-not-found]
    import worker  # type: ignore[import-not-found]

    print("make:", *utils.makefile_command(None, ".", "Erawan-01234567", "cargo"))
    built = arguments.engine.resolve()
    runner = arguments.runner and str(arguments.runner.resolve())
    found = options(built)
    assert found, "the engine offers no numbers: build it with TUNE=1"
    lines = inputs(found)
    check_inputs(arguments.openbench.resolve(), lines)
    print(f"tune: {len(lines)} inputs are good")
    spsa = round_of_spsa(lines)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.mkdir("Engines")
        engine = Path("Engines/Erawan-01234567")
        shutil.copy(built, engine)
        engines = sides(worker, spsa, engine.name)
        counts = [accepts(engine, line.split()) for line in engines]
        print(f"tune: the engine takes {counts[0]} and {counts[1]} options")
        book = io.StringIO()
        genfens.create_genfens_opening_book(
            {
                "engine": str(engine),
                "N": 4,
                "book": "None",
                "seeds": [1, 2],
                "extra": "",
                "threads": 2,
                "output": book,
            }
        )
        assert len(set(book.getvalue().splitlines())) == 8, book.getvalue()
        Path("book.epd").write_text(book.getvalue())
        if runner:
            play(runner, engines)
        nps, nodes = bench.run_benchmark(str(engine), 1, 2, arguments.expect)
        print(f"bench: {nodes} nodes, {nps} nps")


if __name__ == "__main__":
    main()
