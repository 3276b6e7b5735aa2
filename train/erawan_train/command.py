"""What `erawan_train.train` does, from data files to a net with its manifest."""

from __future__ import annotations

import argparse
import contextlib
import math
import platform
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypedDict

import torch

from . import checkpoint, dataset, manifest
from .architecture import SCALE, Architecture, ArchitectureError, king_bucket_table
from .checkpoint import CheckpointError
from .curve import picture
from .dataset import DataError, Dataset, FileSummary, Filter
from .export import (
    ExportError,
    QuantisedNetwork,
    accumulator_bound,
    difference,
    output_bound,
)
from .netfile import Net, NetFileError, fnv1a
from .plan import Plan
from .step import squared_error
from .trainer import Progress, Trainer, TrainingError

_COMPARED_POSITIONS = 16384
_ENOUGH_FOR_A_CORRELATION = 1000


Curve = list[tuple[int, float]]
"""Positions seen and a loss."""


class History(TypedDict):
    """The losses of a run, kept beside its checkpoint."""

    train: Curve
    validation: Curve
    positions_before: int
    loss: float
    speed: float


class RunError(Exception):
    """A run that failed, in one sentence for the user."""


def train(options: argparse.Namespace) -> None:
    """Trains as the command line says."""
    try:
        _train(options)
    except (
        ArchitectureError,
        CheckpointError,
        DataError,
        ExportError,
        NetFileError,
        TrainingError,
        OSError,
        ValueError,
    ) as error:
        raise RunError(str(error)) from error


def _train(options: argparse.Namespace) -> None:
    device = _device(options.device)
    plan = _plan(options)
    data, files = _load(options, device)
    trainer, history = _trainer(options, device, plan, data)
    print(f"{trainer.architecture}; {_device_name(device)}; batch {trainer.batch}", flush=True)
    with _signals_stop(trainer):
        while not trainer.finished:
            _superbatch(trainer, data, history, options)
            if trainer.stopping:
                if options.checkpoint:
                    print(f"stopped; go on with --resume --checkpoint {options.checkpoint}")
                raise KeyboardInterrupt
    _finish(trainer, plan, data, files, history, options)


@contextlib.contextmanager
def _signals_stop(trainer: Trainer) -> Iterator[None]:
    """Ctrl-C and a polite kill end the run between two steps; a second Ctrl-C at once."""

    def stop(*_: object) -> None:
        trainer.stop()
        signal.signal(signal.SIGINT, signal.default_int_handler)

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _device(name: str | None) -> torch.device:
    if name is None:
        name = "cuda" if torch.cuda.is_available() else "cpu"
    try:
        device = torch.device(name)
        torch.zeros(1, device=device)
    except (RuntimeError, AssertionError) as error:
        raise RunError(f"device {name!r} cannot be used: {error}") from error
    return device


def _device_name(device: torch.device) -> str:
    if device.type == "cuda":
        return torch.cuda.get_device_name(device)
    return platform.processor() or platform.machine() or device.type


def _plan(options: argparse.Namespace) -> Plan:
    wdl, final_wdl = options.wdl
    length = {"positions": options.superbatches * options.superbatch_positions}
    if options.seconds is not None:
        length = {"seconds": options.seconds}
    return Plan(
        **length,
        learning_rate=options.lr,
        final_learning_rate=options.final_lr,
        warmup_positions=options.warmup_positions,
        wdl=wdl,
        final_wdl=final_wdl,
        snap=options.snap,
    )


def _load(options: argparse.Namespace, device: torch.device) -> tuple[Dataset, list[FileSummary]]:
    data, files = dataset.load(
        options.data,
        device,
        keep=Filter(options.min_ply, options.max_score, options.keep_in_check, options.keep_noisy),
        validation=options.validation,
        seed=options.seed,
        hashed=not options.skip_data_hash,
    )
    for file in files:
        found = file.statistics
        print(
            f"{file.name}: {found.read:,} positions of {found.games:,} games, {found.kept:,} kept, "
            f"score/result correlation {found.correlation:.3f}",
            flush=True,
        )
        if found.kept < _ENOUGH_FOR_A_CORRELATION:
            continue
        if found.correlation < options.min_correlation:
            raise DataError(
                f"{file.name}: scores and results have a correlation of {found.correlation:.3f}, "
                f"below {options.min_correlation}: is the sign of the scores right?"
            )
        if found.correlation < 0.5:
            print(f"warning: {file.name}: a correlation below 0.5 is low for self-play")
    return data, files


def _trainer(
    options: argparse.Namespace, device: torch.device, plan: Plan, data: Dataset
) -> tuple[Trainer, History]:
    """The trainer, new or resumed, and the history of its losses."""
    table = king_bucket_table(options.game, options.king_buckets, options.king_layout)
    shape = Architecture(
        options.game, options.hidden, options.king_buckets, options.out_buckets, table
    )
    if options.resume:
        trainer, kept = checkpoint.load(
            options.checkpoint, device=device, graph=not options.no_graph
        )
        history: History = {**_new_history(), **(kept or {})}
        if trainer.architecture != shape:
            raise CheckpointError(
                f"{options.checkpoint}: holds {trainer.architecture}, asked for is {shape}"
            )
        if trainer.plan != plan:
            # A finished plan may be followed by another; half of one may not be
            # mixed with half of another by mistake.
            if trainer.plan is not None and not trainer.finished:
                raise CheckpointError(
                    f"{options.checkpoint}: its unfinished run has other settings "
                    "(length, learning rate or WDL share); give those to go on with it"
                )
            history["positions_before"] += trainer.positions
            trainer.begin(plan)
        elif trainer.finished:
            print("the checkpoint's run is finished; exporting it")
        if trainer.cursor.count not in (0, data.train.shape[0]):
            print("note: the data has another size than before; a new epoch begins")
        return trainer, history
    trainer = Trainer(
        shape,
        device=device,
        seed=options.seed,
        batch=min(options.batch, data.train.shape[0]),
        weight_decay=options.weight_decay,
        factorised=not options.no_factoriser,
        graph=not options.no_graph,
        start=Net.read(options.start) if options.start else None,
    )
    trainer.begin(plan)
    return trainer, _new_history()


def _new_history() -> History:
    return {
        "train": [],
        "validation": [],
        "positions_before": 0,
        "loss": math.nan,
        "speed": 0.0,
    }


def _superbatch(
    trainer: Trainer, data: Dataset, history: History, options: argparse.Namespace
) -> None:
    size = options.superbatch_positions
    number = trainer.positions // size + 1
    before = history["positions_before"]

    reports = len(history["train"])

    def report(figures: Progress) -> None:
        history["train"].append((before + figures.positions, figures.loss))
        print(
            f"superbatch {number}  {figures.positions / 1e6:.1f} M positions  "
            f"{100 * figures.share:.1f} %  {figures.speed / 1e6:.3f} M/s  "
            f"loss {figures.loss:.6f}  lr {figures.learning_rate:.2e}",
            flush=True,
        )

    figures = trainer.advance(
        data.train, until=number * size, report=report, report_seconds=options.report_seconds
    )
    validation = math.nan if trainer.stopping else trainer.validate(data.validation)
    if len(history["train"]) == reports:
        history["train"].append((before + figures.positions, figures.loss))
    history["loss"] = figures.loss
    if math.isfinite(validation):
        history["validation"].append((before + figures.positions, validation))
    history["speed"] = figures.speed
    ending = "stopped" if trainer.stopping else "done"
    print(
        f"superbatch {number} {ending}  {100 * figures.share:.1f} %  "
        f"{figures.speed / 1e6:.3f} M/s  "
        f"loss {figures.loss:.6f}  validation {validation:.6f}  {figures.seconds:.0f} s",
        flush=True,
    )
    if options.checkpoint:
        checkpoint.save(trainer, options.checkpoint, compact=options.compact, extra=history)


@dataclass(frozen=True)
class _Comparison:
    """The integers of a net beside the floats they come from."""

    mean: float
    largest: float
    mean_evaluation: float
    positions: int
    float_loss: float
    quantised_loss: float


def _compare(trainer: Trainer, net: Net, data: Dataset, plan: Plan) -> _Comparison:
    compared = data.validation if data.validation.shape[0] else data.train
    compared = compared[:_COMPARED_POSITIONS]
    apart = difference(trainer.network, net, compared)
    integers = QuantisedNetwork(net, trainer.device).evaluate(compared)
    found = _Comparison(
        mean=apart["mean"],
        largest=apart["largest"],
        mean_evaluation=apart["mean_evaluation"],
        positions=int(apart["positions"]),
        float_loss=trainer.validate(compared),
        quantised_loss=float(squared_error(integers.float() / SCALE, compared, plan.wdl)),
    )
    print(
        f"quantised: mean difference {found.mean:.3f} units, largest {found.largest:.1f}, "
        f"loss {found.quantised_loss:.6f} after {found.float_loss:.6f}, "
        f"on {found.positions} positions"
    )
    return found


def _finish(
    trainer: Trainer,
    plan: Plan,
    data: Dataset,
    files: list[FileSummary],
    history: History,
    options: argparse.Namespace,
) -> None:
    """Exports, compares, draws and writes the manifest."""
    validation_loss = history["validation"][-1][1] if history["validation"] else math.nan
    summary = options.summary or (
        f"{trainer.architecture}; {data.statistics.kept} positions; "
        f"{history['positions_before'] + trainer.positions} samples; "
        f"validation loss {validation_loss:.6f}; seed {trainer.seed}"
    )
    net = trainer.quantised(summary)
    assert isinstance(net, Net), "this command makes networks without layers"
    compared = _compare(trainer, net, data, plan)
    net.write(options.out)
    curve = options.curve or options.out.with_suffix(".svg")
    _draw(curve, f"{options.out.stem}: {trainer.architecture}", history)
    path = options.manifest or options.out.with_suffix(".json")
    manifest.write(
        path,
        {
            "net": _net_entry(net, options.out),
            "data": _data_entry(data, files, options),
            "configuration": _configuration(trainer, plan, options),
            "seed": trainer.seed,
            "training": {
                "samples": history["positions_before"] + trainer.positions,
                "seconds": round(trainer.seconds, 1),
                "positions_per_second": round(history["speed"]),
                "loss": _rounded(history["loss"]),
                "validation_loss": _rounded(validation_loss),
                "validation_curve": _thinned(history["validation"]),
            },
            "quantisation": {
                "mean_difference": round(compared.mean, 4),
                "largest_difference": round(compared.largest, 2),
                "mean_evaluation": round(compared.mean_evaluation, 1),
                "float_loss": _rounded(compared.float_loss),
                "quantised_loss": _rounded(compared.quantised_loss),
                "accumulator_bound": accumulator_bound(net),
                "output_bound": output_bound(net),
            },
            "match": manifest.EMPTY_MATCH,
        },
    )
    print(f"{options.out}, {path}, {curve}")
    if not compared.mean < options.max_difference:
        raise ExportError(
            f"the net is written, but its integers differ from the floats by "
            f"{compared.mean:.2f} units on average, {options.max_difference} are allowed"
        )


def _net_entry(net: Net, path: Path) -> dict[str, Any]:
    shape = net.architecture
    return {
        **manifest.net_entry(path),
        "weights_hash": f"{fnv1a(net.weights()):016x}",
        "game": shape.game,
        "hidden": shape.hidden,
        "king_buckets": shape.king_buckets,
        "out_buckets": shape.out_buckets,
        "bucket_table": shape.bucket_table.hex(),
    }


def _data_entry(
    data: Dataset, files: list[FileSummary], options: argparse.Namespace
) -> dict[str, Any]:
    return {
        **data.statistics.as_dict(),
        "nodes": options.data_nodes,
        "generated_by": options.data_version,
        "files": [
            {"name": file.name, "sha256": file.sha256, **file.statistics.as_dict()}
            for file in files
        ],
    }


def _configuration(trainer: Trainer, plan: Plan, options: argparse.Namespace) -> dict[str, Any]:
    return {
        **plan.as_dict(),
        "batch": trainer.batch,
        "weight_decay": trainer.weight_decay,
        "factorised": trainer.network.factorised,
        "start": options.start and options.start.name,
        "filter": {
            "min_ply": options.min_ply,
            "max_score": options.max_score,
            "keep_in_check": options.keep_in_check,
            "keep_noisy": options.keep_noisy,
        },
        "torch": torch.__version__,
        "device": _device_name(trainer.device),
    }


def _thinned(curve: Curve, most: int = 20) -> list[str]:
    """A curve short enough to read, as `positions loss`; the picture has all of it."""
    every = max(math.ceil(len(curve) / most), 1)
    return [f"{positions} {loss:.6f}" for positions, loss in reversed(curve[::-every])]


def _rounded(loss: float) -> float | None:
    return round(loss, 7) if math.isfinite(loss) else None


def _draw(path: Path, title: str, history: History) -> None:
    curves = {"train": history["train"], "validation": history["validation"]}
    series = {
        name: [(positions / 1e6, loss) for positions, loss in curve]
        for name, curve in curves.items()
        if curve
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(picture(series, title, "million positions"), encoding="utf-8")
