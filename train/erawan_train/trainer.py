"""The trainer: keeps a network and its optimiser, learns from resident records.

    trainer = Trainer(Architecture("chess", 256), device="cuda")
    trainer.run(records, Plan(seconds=60))
    trainer.export("nets/chess.net")

`records` is a uint8 tensor [N, 32] on the trainer's device, as `dataset.prepare`
returns it, and may be another one in each call: a loop that generates its own
data calls `run` once a generation and the optimiser goes on where it was.
`checkpoint.save` and `checkpoint.load` keep a trainer across processes.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

from . import layered_export
from .architecture import Architecture
from .export import quantise
from .features import Encoder
from .layered import LayeredNetwork
from .layered_file import LayeredNet
from .netfile import Net
from .network import Network
from .plan import Plan
from .step import Stepper, loss_of

_STEPS_BETWEEN_BOUNDS = 64
_STEPS_BETWEEN_LOOKS_AT_THE_CLOCK = 32


class TrainingError(RuntimeError):
    """Training that cannot go on, with the reason."""


@dataclass(frozen=True)
class Progress:
    """Live figures of a run."""

    positions: int
    """Positions learned from in this plan."""
    seconds: float
    """Time spent on them."""
    share: float
    """How much of the plan is over, 0 to 1."""
    speed: float
    """Positions a second since the last report."""
    loss: float
    """Mean training loss since the last report."""
    learning_rate: float


class Cursor:
    """A place in the endless sequence of shuffled epochs over a set of records.

    The order of an epoch follows from seed and number alone, so a checkpoint
    needs no more than the place.
    """

    def __init__(self, seed: int, device: torch.device):
        self.seed = seed
        self.count = 0
        self.epoch = 0
        self.offset = 0
        self._device = device
        self._order: Tensor | None = None

    def bind(self, count: int) -> None:
        """Another set of records (told by its size) begins with a new epoch."""
        if count != self.count:
            if self.count:
                self.epoch += 1
            self.count, self.offset, self._order = count, 0, None

    def rows(self, batch: int) -> Tensor:
        """The rows of the next batch. What an epoch has over whole batches is left out."""
        if self.offset + batch > self.count:
            self.epoch, self.offset, self._order = self.epoch + 1, 0, None
        if self._order is None:
            source = torch.Generator(self._device).manual_seed(self.seed * 1_000_003 + self.epoch)
            kind = torch.int32 if self.count < 2**31 else torch.int64
            self._order = torch.randperm(
                self.count, generator=source, dtype=kind, device=self._device
            )
        rows = self._order[self.offset : self.offset + batch]
        self.offset += batch
        return rows


class Trainer:
    """A network in training. See the module for how to use it."""

    def __init__(
        self,
        architecture: Architecture,
        *,
        device: torch.device | str = "cpu",
        seed: int = 1,
        batch: int = 16384,
        weight_decay: float = 0.01,
        factorised: bool = True,
        graph: bool = True,
        start: Net | LayeredNet | None = None,
    ):
        self.architecture = architecture
        self.device = torch.device(device)
        self.seed = seed
        self.batch = batch
        self.weight_decay = weight_decay
        # On a CPU bf16 products are slow and only tests run there.
        self.dtype = torch.bfloat16 if self.device.type == "cuda" else torch.float32
        self.network: Network | LayeredNetwork
        if architecture.kind == "layered":
            self.network = LayeredNetwork(architecture, factorised=factorised, seed=seed)
            if start is not None:
                layered_export.load(self.network, start)
        else:
            self.network = Network(architecture, factorised=factorised, seed=seed)
            if start is not None:
                self.network.load_net(start)
        self.network.to(self.device)
        self.encoder = Encoder(architecture, self.device)
        self.stepper = Stepper(
            self.network,
            self.encoder,
            batch=batch,
            weight_decay=weight_decay,
            dtype=self.dtype,
            graph=graph,
        )
        self.cursor = Cursor(seed, self.device)
        self.plan: Plan | None = None
        self.steps = 0
        """Steps since the network was born."""
        self.positions = 0
        """Positions learned from in the current plan."""
        self.seconds = 0.0
        """Time spent on them."""
        self.stopping = False
        self._snap = False

    def stop(self) -> None:
        """Makes a running `advance` return after its current step.

        Safe from a signal handler: no step is ever left half done.
        """
        self.stopping = True

    def run(
        self,
        records: Tensor,
        plan: Plan,
        report: Callable[[Progress], None] | None = None,
        report_seconds: float = 5.0,
    ) -> Progress:
        """Carries out a whole plan."""
        self.begin(plan)
        return self.advance(records, report=report, report_seconds=report_seconds)

    def begin(self, plan: Plan) -> None:
        """Starts a plan; weights and optimiser stay."""
        self.plan = plan
        self.positions = 0
        self.seconds = 0.0

    @property
    def finished(self) -> bool:
        """Whether the current plan is over, or there is none."""
        return self.plan is None or self.plan.progress(self.positions, self.seconds) >= 1.0

    def advance(
        self,
        records: Tensor,
        *,
        until: int | None = None,
        report: Callable[[Progress], None] | None = None,
        report_seconds: float = 5.0,
    ) -> Progress:
        """Goes on with the current plan to its end, or to `until` of its positions.

        Returns the figures of the whole call.
        """
        plan = self.plan
        if plan is None:
            raise TrainingError("no plan: call begin first")
        if records.device.type != self.device.type:
            raise TrainingError(f"records are on {records.device}, the network on {self.device}")
        if records.shape[0] < self.batch:
            raise TrainingError(
                f"{records.shape[0]} positions are fewer than a batch of {self.batch}"
            )
        self.cursor.bind(records.shape[0])
        stride = _STEPS_BETWEEN_LOOKS_AT_THE_CLOCK if self.device.type == "cuda" else 1
        spent_before = self.seconds
        first_position = reported_position = self.positions
        begun = reported_at = time.monotonic()
        total_loss = 0.0
        rate = 0.0

        self.stopping = False
        while not (self.finished or self.stopping):
            if until is not None and self.positions >= until:
                break
            share = plan.progress(self.positions, self.seconds)
            rate = plan.rate(self.positions, share)
            self._set_snap(plan.snaps(share))
            rows = self.cursor.rows(self.batch)
            self.stepper.step(records, rows, rate, plan.result_share(share))
            self.steps += 1
            self.positions += self.batch
            if self.steps % _STEPS_BETWEEN_BOUNDS == 0:
                self.network.bound_output_sums()
            if self.steps % stride == 0:
                self._wait()
                now = time.monotonic()
                self.seconds = spent_before + now - begun
                if report and now - reported_at >= report_seconds:
                    learned = self.positions - reported_position
                    loss = self._take_loss()
                    total_loss += loss * learned
                    report(self._figures(rate, loss, learned / (now - reported_at)))
                    reported_at, reported_position = now, self.positions

        learned = self.positions - reported_position
        total_loss += self._take_loss() * learned
        spent = max(time.monotonic() - begun, 1e-9)
        self.seconds = spent_before + spent
        learned = self.positions - first_position
        return self._figures(rate, total_loss / max(learned, 1), learned / spent)

    def restore(self, plan: Plan | None, positions: int, seconds: float) -> None:
        """Puts the trainer at a place in a plan; for checkpoints."""
        self.plan, self.positions, self.seconds = plan, positions, seconds
        if plan is not None:
            self._set_snap(plan.snaps(plan.progress(positions, seconds)))

    def _set_snap(self, snap: bool) -> None:
        if snap != self._snap:
            self._snap = snap
            self.network.snap.fill_(float(snap))

    def _figures(self, rate: float, loss: float, speed: float) -> Progress:
        share = self.plan.progress(self.positions, self.seconds) if self.plan else 1.0
        return Progress(self.positions, self.seconds, share, speed, loss, rate)

    def _take_loss(self) -> float:
        loss = self.stepper.take_loss()
        if loss != loss or loss == float("inf"):
            raise TrainingError(
                f"the loss is no number at step {self.steps}: try a lower learning rate"
            )
        return loss

    def _wait(self) -> None:
        if self.device.type == "cuda":
            torch.cuda.synchronize()

    @torch.no_grad()
    def validate(
        self, records: Tensor, *, result_share: float | None = None, limit: int = 1 << 20
    ) -> float:
        """The loss on the first `limit` of those records, without learning from them."""
        if result_share is None:
            result_share = self.plan.wdl if self.plan else 0.0
        records = records[:limit]
        if records.shape[0] == 0:
            return float("nan")
        total = 0.0
        for part in records.split(self.batch):
            loss = loss_of(self.network, self.encoder, part, result_share, self.dtype)
            total += float(loss) * part.shape[0]
        return total / records.shape[0]

    def quantised(self, summary: str = "") -> Net | LayeredNet:
        """The network in the numbers of its file, checked for overflow."""
        if isinstance(self.network, LayeredNetwork):
            return layered_export.quantise(self.network, summary)
        self.network.bound_output_sums()
        return quantise(self.network, summary)

    def export(self, path: str | os.PathLike[str], summary: str = "") -> Net | LayeredNet:
        """Writes the network as a `.net` file and returns it."""
        net = self.quantised(summary)
        net.write(path)
        return net
