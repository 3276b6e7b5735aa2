"""One step of training, eagerly or as a CUDA graph."""

from __future__ import annotations

import sys

import torch
from torch import Tensor

from . import records as record_fields
from .architecture import SCALE
from .features import Encoder
from .layered import LayeredNetwork
from .network import Network

_WARM_UP_STEPS = 8


def targets(records: Tensor, result_share: Tensor | float) -> Tensor:
    """What the network should say, as expected scores f32 [N]."""
    result = record_fields.result(records).float() / 2.0
    score = torch.sigmoid(record_fields.score(records).float() / SCALE)
    return result_share * result + (1.0 - result_share) * score


def squared_error(output: Tensor, records: Tensor, share: Tensor | float) -> Tensor:
    """The mean squared error of outputs, as expected scores."""
    return torch.square(torch.sigmoid(output) - targets(records, share)).mean()


def loss_of(
    network: Network | LayeredNetwork,
    encoder: Encoder,
    records: Tensor,
    share: Tensor | float,
    dtype: torch.dtype,
) -> Tensor:
    """What training makes small."""
    return squared_error(network(*encoder.inputs(records, dtype)), records, share)


class Stepper:
    """Owns the optimiser and runs steps on batches of one size.

    A small network's step on a large GPU is over before Python has launched its
    kernels; recorded once as a CUDA graph, the whole step is one launch. The
    first steps run eagerly, then the graph is recorded; if the driver or the
    version of PyTorch refuses, training goes on eagerly and says so.
    """

    def __init__(
        self,
        network: Network | LayeredNetwork,
        encoder: Encoder,
        *,
        batch: int,
        weight_decay: float,
        dtype: torch.dtype,
        graph: bool,
    ):
        device = encoder.device
        self.network = network
        self.encoder = encoder
        self.batch = batch
        self.dtype = dtype
        self._on_gpu = device.type == "cuda"
        self._wants_graph = graph and self._on_gpu
        self._graph: torch.cuda.CUDAGraph | None = None
        self._stream: torch.cuda.Stream | None = None
        self._eager_steps = 0
        self._records = torch.zeros((batch, 32), dtype=torch.uint8, device=device)
        self._share = torch.zeros((), device=device)
        self._loss = torch.zeros((), dtype=torch.float64, device=device)
        self._losses = 0
        extra = {}
        self._rate: Tensor | None = None
        if self._on_gpu:
            # A learning rate in device memory can change under a recorded graph.
            self._rate = torch.zeros((), device=device)
            extra = {"fused": True, "capturable": True}
        self.optimiser = torch.optim.AdamW(
            network.parameters(),
            lr=self._rate if self._on_gpu else 1e-3,
            betas=(0.9, 0.999),
            weight_decay=weight_decay,
            **extra,
        )
        if self._on_gpu:
            # The tensor the optimiser reads, should it have made its own.
            self._rate = self.optimiser.param_groups[0]["lr"]

    @property
    def uses_graph(self) -> bool:
        """Whether steps run as a recorded graph by now."""
        return self._graph is not None

    def step(self, records: Tensor, rows: Tensor, rate: float, share: float) -> None:
        """Trains on those rows of the records, `batch` of them."""
        torch.index_select(records, 0, rows, out=self._records)
        self._share.fill_(share)
        if self._rate is None:
            for group in self.optimiser.param_groups:
                group["lr"] = rate
        else:
            self._rate.fill_(rate)
        self._losses += 1
        if self._graph is not None:
            self._graph.replay()
            return
        if not self._wants_graph:
            self._eager()
            return
        # Recording wants the allocations and libraries warmed up on a stream of
        # their own; these are ordinary steps of training.
        if self._stream is None:
            self._stream = torch.cuda.Stream()
        stream = self._stream
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            self._eager()
        torch.cuda.current_stream().wait_stream(stream)
        self._eager_steps += 1
        if self._eager_steps >= _WARM_UP_STEPS:
            self._record()

    def _eager(self) -> None:
        self.optimiser.zero_grad(set_to_none=True)
        self._body()

    def _body(self) -> None:
        loss = loss_of(self.network, self.encoder, self._records, self._share, self.dtype)
        loss.backward()
        self.optimiser.step()
        self.network.clip()
        self._loss += loss.detach()

    def _record(self) -> None:
        """Records the step; recording runs nothing, so no weight changes here."""
        self._wants_graph = False
        self.optimiser.zero_grad(set_to_none=True)
        graph = torch.cuda.CUDAGraph()
        try:
            torch.cuda.synchronize()
            with torch.cuda.graph(graph):
                self._body()
            torch.cuda.synchronize()
        except RuntimeError as error:
            print(f"no CUDA graph ({error}); training goes on eagerly", file=sys.stderr)
            return
        self._graph = graph

    def take_loss(self) -> float:
        """The mean loss of the steps since the last call; waits for the device."""
        mean = float(self._loss) / max(self._losses, 1)
        self._loss.zero_()
        self._losses = 0
        return mean

    def moments(self) -> dict[str, dict[str, Tensor]]:
        """The optimiser's memory by parameter name; empty before the first step."""
        state = self.optimiser.state
        return {
            name: {key: state[parameter][key] for key in ("step", "exp_avg", "exp_avg_sq")}
            for name, parameter in self.network.named_parameters()
            if state.get(parameter)
        }

    def load_moments(self, moments: dict[str, dict[str, Tensor]]) -> None:
        """Puts back what `moments` gave. To be called before the first step."""
        for name, parameter in self.network.named_parameters():
            if name not in moments:
                continue
            found = moments[name]
            step_device = parameter.device if self._on_gpu else "cpu"
            self.optimiser.state[parameter] = {
                "step": found["step"].to(step_device, torch.float32).reshape(()).clone(),
                "exp_avg": found["exp_avg"].to(parameter).clone(),
                "exp_avg_sq": found["exp_avg_sq"].to(parameter).clone(),
            }
