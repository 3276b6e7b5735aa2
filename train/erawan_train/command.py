"""What `train.py` does, from data files to a net with its manifest."""

from __future__ import annotations

import argparse
import contextlib
import math
import platform
import signal
from collections.abc import Iterator
from pathlib import Path

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
    _finish(trainer, data, files, history, options)


@contextlib.contextmanager
def _signals_stop(trainer: Trainer) -> Iterator[None]:
    """Ctrl-C and a polite kill end the run between two steps; a second Ctrl-C at once."""

    def stop(*_) -> None:
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
) -> tuple[Trainer, dict]:
    """The trainer, new or resumed, and the history of its losses."""
    table = king_bucket_table(options.game, options.king_buckets, options.king_layout)
    shape = Architecture(
        options.game, options.hidden, options.king_buckets, options.out_buckets, table
    )
    if options.resume:
        trainer, history = checkpoint.load(
            options.checkpoint, device=device, graph=not options.no_graph
        )
        history = history or _new_history()
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


def _new_history() -> dict:
    return {"train": [], "validation": [], "positions_before": 0}


def _superbatch(
    trainer: Trainer, data: Dataset, history: dict, options: argparse.Namespace
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


def _finish(
    trainer: Trainer,
    data: Dataset,
    files: list[FileSummary],
    history: dict,
    options: argparse.Namespace,
) -> None:
    """Exports, compares, draws and writes the manifest."""
    train_loss = history.get("loss", math.nan)
    validation_loss = history["validation"][-1][1] if history["validation"] else math.nan
    summary = options.summary or (
        f"{trainer.architecture}; {data.statistics.kept} positions; "
        f"{history['positions_before'] + trainer.positions} samples; "
        f"validation loss {validation_loss:.6f}; seed {trainer.seed}"
    )
    net = trainer.quantised(summary)
    compared = data.validation if data.validation.shape[0] else data.train
    compared = compared[:_COMPARED_POSITIONS]
    apart = difference(trainer.network, net, compared)
    integers = QuantisedNetwork(net, trainer.device).evaluate(compared)
    wdl = trainer.plan.wdl
    quantised_loss = float(squared_error(integers.float() / SCALE, compared, wdl))
    float_loss = trainer.validate(compared)
    print(
        f"quantised: mean difference {apart['mean']:.3f} units, largest {apart['largest']:.1f}, "
        f"loss {quantised_loss:.6f} after {float_loss:.6f}, on {apart['positions']} positions"
    )
    net.write(options.out)
    curve = options.curve or options.out.with_suffix(".svg")
    title = f"{options.out.stem}: {trainer.architecture}"
    _draw(curve, title, history)
    manifest_path = options.manifest or options.out.with_suffix(".json")
    manifest.write(
        manifest_path,
        {
            "net": {
                **manifest.net_entry(options.out),
                "weights_hash": f"{fnv1a(net.weights()):016x}",
                "game": net.architecture.game,
                "hidden": net.architecture.hidden,
                "king_buckets": net.architecture.king_buckets,
                "out_buckets": net.architecture.out_buckets,
                "bucket_table": net.architecture.bucket_table.hex(),
            },
            "data": {
                **data.statistics.as_dict(),
                "nodes": options.data_nodes,
                "generated_by": options.data_version,
                "files": [
                    {"name": file.name, "sha256": file.sha256, **file.statistics.as_dict()}
                    for file in files
                ],
            },
            "configuration": {
                **trainer.plan.as_dict(),
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
            },
            "seed": trainer.seed,
            "training": {
                "samples": history["positions_before"] + trainer.positions,
                "seconds": round(trainer.seconds, 1),
                "positions_per_second": round(history.get("speed", 0.0)),
                "loss": _rounded(train_loss),
                "validation_loss": _rounded(validation_loss),
                "validation_curve": _thinned(history["validation"]),
            },
            "quantisation": {
                "mean_difference": round(apart["mean"], 4),
                "largest_difference": round(apart["largest"], 2),
                "mean_evaluation": round(apart["mean_evaluation"], 1),
                "float_loss": _rounded(float_loss),
                "quantised_loss": _rounded(quantised_loss),
                "accumulator_bound": accumulator_bound(net),
                "output_bound": output_bound(net),
            },
            "match": manifest.EMPTY_MATCH,
        },
    )
    print(f"{options.out}, {manifest_path}, {curve}")
    if not apart["mean"] < options.max_difference:
        raise ExportError(
            f"the net is written, but its integers differ from the floats by "
            f"{apart['mean']:.2f} units on average, {options.max_difference} are allowed"
        )


def _thinned(curve: list, most: int = 20) -> list[str]:
    """A curve short enough to read, as `positions loss`; the picture has all of it."""
    every = max(math.ceil(len(curve) / most), 1)
    return [f"{positions} {loss:.6f}" for positions, loss in reversed(curve[::-every])]


def _rounded(loss: float) -> float | None:
    return round(loss, 7) if math.isfinite(loss) else None


def _draw(path: Path, title: str, history: dict) -> None:
    series = {
        name: [(positions / 1e6, loss) for positions, loss in history[name]]
        for name in ("train", "validation")
        if history[name]
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(picture(series, title, "million positions"), encoding="utf-8")
