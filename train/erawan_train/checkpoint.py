"""Checkpoints: a folder with `checkpoint.json` and the tensors in files under 16 MiB.

Every file is written beside the old ones under a new name, and the JSON that
names them is replaced last: whenever the process dies, the folder holds one
whole checkpoint.

A full checkpoint resumes bit for bit. A compact one is for carrying between
machines: weights in 16-bit fixed point (32 steps to one step of the `.net`
file), the optimiser's second moments as bf16 square roots, no first moments,
which are forgotten in ten steps anyway. It is a third of the size.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import numpy
import torch
from torch import Tensor

from .architecture import Architecture
from .plan import Plan
from .trainer import Trainer

FORMAT = 1
LARGEST_FILE = 15 * 1024 * 1024
_BOUNDED = {"shared", "ft", "ft_bias", "first"}
_FIXED_POINT = 1 << 13
"""A bucket's own weight may reach 4 where the shared one pulls the other way."""


class CheckpointError(ValueError):
    """A checkpoint that cannot be used, with the reason."""


def save(trainer: Trainer, folder: Path, *, compact: bool = False, extra: Any = None) -> None:
    """Writes the state of a trainer; `extra` is any JSON for the caller's own use."""
    folder.mkdir(parents=True, exist_ok=True)
    tensors: list[tuple[dict[str, Any], bytes]] = []
    for name, parameter in trainer.network.named_parameters():
        tensors.append(_pack(f"weights/{name}", parameter.detach(), _weight_kind(name, compact)))
    adam_steps = 0
    for name, found in trainer.stepper.moments().items():
        adam_steps = int(found["step"])
        if not compact:
            tensors.append(_pack(f"first/{name}", found["exp_avg"], "f32"))
        kind = "root-bf16" if compact else "f32"
        tensors.append(_pack(f"second/{name}", found["exp_avg_sq"], kind))

    data = b"".join(part for _, part in tensors)
    pieces = [data[at : at + LARGEST_FILE] for at in range(0, len(data), LARGEST_FILE)]
    files = []
    for number, piece in enumerate(pieces):
        digest = hashlib.sha256(piece).hexdigest()
        name = f"part-{number:02}-{digest[:12]}.bin"
        _write(folder / name, piece)
        files.append({"name": name, "bytes": len(piece), "sha256": digest})

    shape = trainer.architecture
    header = {
        "format": FORMAT,
        "compact": compact,
        "architecture": {
            "game": shape.game,
            "hidden": shape.hidden,
            "king_buckets": shape.king_buckets,
            "out_buckets": shape.out_buckets,
            "bucket_table": shape.bucket_table.hex(),
            "kind": shape.kind,
            "output_rule": shape.output_rule,
        },
        "factorised": trainer.network.factorised,
        "batch": trainer.batch,
        "weight_decay": trainer.weight_decay,
        "seed": trainer.seed,
        "steps": trainer.steps,
        "adam_steps": adam_steps,
        "plan": trainer.plan and trainer.plan.as_dict(),
        "positions": trainer.positions,
        "seconds": trainer.seconds,
        "cursor": {
            "count": trainer.cursor.count,
            "epoch": trainer.cursor.epoch,
            "offset": trainer.cursor.offset,
        },
        "extra": extra,
        "tensors": [entry for entry, _ in tensors],
        "files": files,
    }
    _write(folder / "checkpoint.json", json.dumps(header, indent=1).encode())
    current = {entry["name"] for entry in files}
    for old in folder.glob("part-*.bin*"):
        if old.name not in current:
            old.unlink(missing_ok=True)


def load(
    folder: str | os.PathLike[str], *, device: torch.device | str = "cpu", graph: bool = True
) -> tuple[Trainer, Any]:
    """The trainer as it was saved, and what the caller had stored beside it."""
    folder = Path(folder)
    try:
        header = json.loads((folder / "checkpoint.json").read_text())
        if header["format"] != FORMAT:
            raise CheckpointError(f"{folder}: checkpoint format {header['format']} is unknown")
        data = b"".join(_piece(folder, entry) for entry in header["files"])
        shape = dict(header["architecture"])
        shape["bucket_table"] = bytes.fromhex(shape["bucket_table"])
        trainer = Trainer(
            Architecture(**shape),
            device=device,
            seed=header["seed"],
            batch=header["batch"],
            weight_decay=header["weight_decay"],
            factorised=header["factorised"],
            graph=graph,
        )
        tensors = _unpack(header["tensors"], data)
        with torch.no_grad():
            for name, parameter in trainer.network.named_parameters():
                parameter.copy_(tensors[f"weights/{name}"])
        moments = {}
        for name, _ in trainer.network.named_parameters():
            second = tensors.get(f"second/{name}")
            if second is not None:
                moments[name] = {
                    "step": torch.tensor(float(header["adam_steps"])),
                    "exp_avg": tensors.get(f"first/{name}", torch.zeros_like(second)),
                    "exp_avg_sq": second,
                }
        trainer.stepper.load_moments(moments)
        trainer.steps = header["steps"]
        plan = Plan(**header["plan"]) if header["plan"] else None
        trainer.restore(plan, header["positions"], header["seconds"])
        trainer.cursor.count = header["cursor"]["count"]
        trainer.cursor.epoch = header["cursor"]["epoch"]
        trainer.cursor.offset = header["cursor"]["offset"]
        return trainer, header["extra"]
    except OSError as error:
        raise CheckpointError(f"{error.filename}: {error.strerror}") from error
    except (KeyError, TypeError, RuntimeError, json.JSONDecodeError) as error:
        raise CheckpointError(f"{folder}: no checkpoint of ours: {error!r}") from error


def exists(folder: str | os.PathLike[str]) -> bool:
    """Whether there is a checkpoint in that folder."""
    return (Path(folder) / "checkpoint.json").exists()


def _weight_kind(name: str, compact: bool) -> str:
    # Of the rest some are not bounded, and all are few.
    return "fixed" if compact and name in _BOUNDED else "f32"


def _pack(name: str, tensor: Tensor, kind: str) -> tuple[dict[str, Any], bytes]:
    values = tensor.detach().float().cpu()
    if kind == "fixed":
        array = (values * _FIXED_POINT).round().clamp(-32767, 32767).numpy().astype("<i2")
    elif kind == "root-bf16":
        array = values.sqrt().bfloat16().view(torch.int16).numpy().astype("<i2")
    else:
        array = values.numpy().astype("<f4")
    return {"name": name, "kind": kind, "shape": list(tensor.shape)}, array.tobytes()


def _unpack(entries: list[dict[str, Any]], data: bytes) -> dict[str, Tensor]:
    tensors = {}
    offset = 0
    for entry in entries:
        kind = numpy.dtype("<f4" if entry["kind"] == "f32" else "<i2")
        count = int(numpy.prod(entry["shape"]))
        if offset + count * kind.itemsize > len(data):
            raise CheckpointError(f"the tensors end before {entry['name']}")
        raw = torch.from_numpy(numpy.frombuffer(data, kind, count, offset).copy())
        offset += count * kind.itemsize
        if entry["kind"] == "fixed":
            raw = raw.float() / _FIXED_POINT
        elif entry["kind"] == "root-bf16":
            raw = raw.view(torch.bfloat16).float().square()
        tensors[entry["name"]] = raw.reshape(entry["shape"])
    return tensors


def _piece(folder: Path, entry: dict[str, Any]) -> bytes:
    piece = (folder / entry["name"]).read_bytes()
    if hashlib.sha256(piece).hexdigest() != entry["sha256"]:
        raise CheckpointError(f"{folder / entry['name']}: does not have the hash it was saved with")
    return piece


def _write(path: Path, data: bytes) -> None:
    beside = path.with_name(path.name + ".part")
    beside.write_bytes(data)
    os.replace(beside, path)
