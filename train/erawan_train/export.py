"""From floating point to the integers of a `.net` file, with the proofs that they fit."""

from __future__ import annotations

import numpy
import torch
from torch import Tensor

from .architecture import CENTIPAWNS, MAX_MEN, QA, QB, SCALE
from .features import Encoder, transform
from .layered_file import LayeredNet
from .netfile import Array, Net
from .network import LARGEST_SUM, Network
from .transformer import WEIGHT_LIMIT


class ExportError(ValueError):
    """Weights that would overflow where they are used, with the place."""


def quantise(network: Network, summary: str = "") -> Net:
    """The network rounded to the nearest integers, checked."""
    shape = network.architecture
    with torch.no_grad():
        scaled = {
            "transformer": network.transformer().clamp(-WEIGHT_LIMIT, WEIGHT_LIMIT).double() * QA,
            "bias": network.ft_bias.double() * QA,
            "output": network.out.double() * QB,
            "output bias": network.out_bias.double() * (QA * QB),
        }
    for name, values in scaled.items():
        if not bool(torch.isfinite(values).all()):
            raise ExportError(f"the {name} weights are not all finite: training diverged")
    ft, ft_bias, out, out_bias = scaled.values()
    net = Net(
        shape,
        rounded(ft, 16),
        rounded(ft_bias, 16),
        rounded(out, 16).reshape(shape.out_buckets, 2, shape.hidden),
        rounded(out_bias, 32),
        summary,
        CENTIPAWNS[shape.game],
    )
    check(net)
    return net


def rounded(values: Tensor, bits: int) -> Array:
    """The nearest integers of `bits` bits, or an error."""
    whole = numpy.rint(values.cpu().numpy())
    bound = 2 ** (bits - 1) - 1
    worst = numpy.abs(whole).max()
    if worst > bound:
        raise ExportError(f"a weight of {worst:.0f} does not fit {bits} bits")
    return whole.astype(f"i{bits // 8}")


def accumulator_bound(net: Net | LayeredNet) -> int:
    """No position of at most 32 men has an accumulator of larger magnitude.

    Each square holds one man, so only the largest weight of each square counts,
    and of the squares the best 32.
    """
    shape = net.architecture
    blocks = net.ft.reshape(shape.king_buckets, 12, 64, shape.hidden)
    bias = net.ft_bias.astype(numpy.int64)
    worst = 0
    for sign in (1, -1):
        best = (blocks.astype(numpy.int32) * sign).max(axis=1).clip(min=0)
        best = numpy.partition(best, 64 - MAX_MEN, axis=1)[:, 64 - MAX_MEN :]
        worst = max(worst, int((best.sum(axis=1) + bias * sign).max()))
    return worst


def output_bound(net: Net) -> int:
    """The largest sum of output weights of one sign in one bucket."""
    out = net.out.reshape(net.architecture.out_buckets, -1).astype(numpy.int64)
    return int(max(out.clip(min=0).sum(1).max(), (-out).clip(min=0).sum(1).max()))


def check(net: Net) -> None:
    """Refuses a net that could overflow where `erawan-nnue` evaluates it."""
    if (bound := accumulator_bound(net)) > 32767:
        raise ExportError(f"accumulators may reach {bound}, which does not fit 16 bits")
    if (worst := int(numpy.abs(net.out.astype(numpy.int32)).max())) > 127:
        raise ExportError(f"an output weight of {worst} is above 127")
    if (total := output_bound(net)) > LARGEST_SUM:
        raise ExportError(
            f"output weights of one sign add up to {total}, above {LARGEST_SUM}: "
            "the sum may leave 32 bits"
        )
    if (worst := int(numpy.abs(net.out_bias.astype(numpy.int64)).max())) > 2**30:
        raise ExportError(f"an output bias of {worst} is above 2^30")


class QuantisedNetwork:
    """Evaluates a net in exact integers on the device, many records at once."""

    def __init__(self, net: Net, device: torch.device | str):
        self.encoder = Encoder(net.architecture, device)
        # Every product and sum stays far below 2^53, so doubles are exact.
        self._ft = torch.from_numpy(net.ft).to(self.encoder.device).double()
        self._ft_bias = torch.from_numpy(net.ft_bias).to(self.encoder.device).double()
        out = net.out.reshape(net.architecture.out_buckets, -1)
        self._out = torch.from_numpy(out).to(self.encoder.device).double()
        self._out_bias = torch.from_numpy(net.out_bias).to(self.encoder.device).long()

    def evaluate(self, records: Tensor, batch: int = 4096) -> Tensor:
        """Evaluations for the side to move, i64 [N]."""
        return torch.cat([self._batch(part) for part in records.split(batch)])

    def _batch(self, records: Tensor) -> Tensor:
        inputs, bucket = self.encoder.inputs(records, torch.float64)
        hidden = transform(inputs, self._ft, self._ft_bias).clamp_(0, QA)
        pairs = (hidden * hidden).view(records.shape[0], -1)
        total = (pairs @ self._out.t()).gather(1, bucket[:, None]).squeeze(1).long()
        scaled = torch.div(total, QA, rounding_mode="trunc") + self._out_bias[bucket]
        return torch.div(scaled * SCALE, QA * QB, rounding_mode="trunc")


def difference(network: Network, net: Net, records: Tensor, batch: int = 4096) -> dict[str, float]:
    """How far the integers are from the floats, in units of evaluation."""
    if records.shape[0] == 0:
        raise ExportError("no positions to compare the quantised network on")
    encoder = Encoder(network.architecture, records.device)
    with torch.no_grad():
        floats = torch.cat(
            [network(*encoder.inputs(part, torch.float32)) for part in records.split(batch)]
        )
    integers = QuantisedNetwork(net, records.device).evaluate(records, batch)
    apart = (floats.double() * SCALE - integers.double()).abs()
    return {
        "positions": records.shape[0],
        "mean": float(apart.mean()),
        "largest": float(apart.max()),
        "mean_evaluation": float(integers.double().abs().mean()),
    }
