"""The state folder: history, checkpoints, nets with their manifests, samples."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from erawan_train import checkpoint, curve, manifest
from erawan_train.loop.options import Options
from erawan_train.selfplay import build
from erawan_train.trainer import Trainer

RANDOM = "random weights"

Entry = dict[str, Any]
"""The figures of a generation, as they stand in `history.json`."""


class State:
    """What a run leaves, and what the next one goes on from."""

    def __init__(self, options: Options):
        self._options = options
        self.folder = options.state
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / "history.json"
        self.history: list[Entry] = json.loads(path.read_text()) if path.exists() else []

    @property
    def start(self) -> str:
        """What the generating network was at first."""
        if self.history:
            return str(self.history[0].get("start", RANDOM))
        return self._options.start_small.name if self._options.start_small else RANDOM

    def save(self, name: str, trainer: Trainer) -> None:
        """Checkpoint, net, manifest, history and its picture."""
        checkpoint.save(trainer, self.folder / name, compact=True)
        trainer.export(self.folder / f"{name}.net", self._summary(name))
        manifest.write(self.folder / f"{name}.json", self._manifest(name, trainer))
        write(self.folder / "history.json", json.dumps(self.history, indent=1).encode())
        write(self.folder / "history.svg", self._picture().encode())

    def keep_samples(self, games: bytes) -> None:
        """Adds whole games to the sample."""
        with open(self.folder / "games.sample", "ab") as out:
            out.write(games)

    def _manifest(self, name: str, trainer: Trainer) -> dict[str, Any]:
        """Where the net comes from; the match that decides over it is filled in later."""
        total = {
            key: sum(entry[key] for entry in self.history)
            for key in ("games", "positions", "nodes", "searches")
        }
        last = self.history[-1]
        return {
            "net": manifest.net_entry(self.folder / f"{name}.net"),
            "architecture": str(trainer.architecture),
            "data": {
                "source": f"self-play on the GPU, erawan_train.loop, from {self.start} on",
                "generator": build.fingerprint(),
                "generations": len(self.history),
                **total,
                "nodes_a_move": sorted({entry["nodes_a_move"] for entry in self.history}),
            },
            "training": {
                "steps": trainer.steps,
                "batch": trainer.batch,
                "wdl": self._options.wdl,
                "final_wdl": self._options.final_wdl,
                "seed": trainer.seed,
            },
            "losses": last.get("large" if name == "large" else "annealed")
            or {"loss": last["loss"], "validation": last["validation"]},
            "match": manifest.EMPTY_MATCH,
        }

    def _summary(self, name: str) -> str:
        positions = sum(entry["positions"] for entry in self.history)
        nodes = sum(entry["nodes"] for entry in self.history)
        return (
            f"{self._options.game} {name}: {len(self.history)} generations of self-play from "
            f"random openings, {positions} positions, {nodes} nodes, "
            f"wdl {self._options.wdl}:{self._options.final_wdl}, seed {self._options.seed}"
        )

    def _picture(self) -> str:
        points = [(entry["generation"], entry) for entry in self.history]
        return curve.picture(
            {
                "training": [(x, entry["loss"]) for x, entry in points],
                "validation": [(x, entry["validation"]) for x, entry in points],
            },
            f"{self._options.game}: loss of the generating network",
            "generation",
        )


def write(path: Path, data: bytes) -> None:
    """Writes beside and renames."""
    beside = path.with_name(path.name + ".part")
    beside.write_bytes(data)
    os.replace(beside, path)
