"""The folder of a run: nets and the record of all its pieces."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from erawan_train import manifest
from erawan_train.layered_file import MAGIC as LAYERED_MAGIC
from erawan_train.layered_file import LayeredNet
from erawan_train.netfile import Net, NetFileError, write_beside
from erawan_train.trainer import Trainer

Figures = dict[str, Any]


def read_net(path: Path) -> Net | LayeredNet:
    """A network file of either version."""
    try:
        with open(path, "rb") as file:
            magic = file.read(8)
    except OSError as error:
        raise NetFileError(f"{path}: {error.strerror}") from error
    return LayeredNet.read(path) if magic == LAYERED_MAGIC else Net.read(path)


class State:
    """What a piece leaves, and what the next one goes on from."""

    def __init__(self, folder: Path):
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / "record.json"
        try:
            self.pieces: list[Figures] = json.loads(path.read_text()) if path.exists() else []
        except json.JSONDecodeError as error:
            raise NetFileError(f"{path}: {error}") from error

    def net(self, name: str) -> Net | LayeredNet | None:
        """The net of that name, if there is one."""
        path = self.folder / f"{name}.net"
        return read_net(path) if path.exists() else None

    def save(self, name: str, trainer: Trainer, summary: str) -> None:
        """A network as it is now."""
        trainer.export(self.folder / f"{name}.net", summary)

    def write_record(self) -> None:
        """The figures of all pieces."""
        text = json.dumps(self.pieces, indent=1)
        write_beside(self.folder / "record.json", text.encode())

    def totals(self) -> dict[str, int]:
        """What all pieces together have played."""
        names = ("games", "positions", "nodes", "searches")
        return {name: sum(piece["played"].get(name, 0) for piece in self.pieces) for name in names}

    def write_manifest(self, name: str, trainer: Trainer, training: Figures, data: Figures) -> None:
        """Where a net comes from; the match that decides over it is filled in later."""
        manifest.write(
            self.folder / f"{name}.json",
            {
                "net": manifest.net_entry(self.folder / f"{name}.net"),
                "architecture": str(trainer.architecture),
                "data": {**data, "pieces": len(self.pieces), **self.totals()},
                "training": training,
                "match": manifest.EMPTY_MATCH,
            },
        )
