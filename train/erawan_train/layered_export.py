"""From a layered network in floating point to the numbers of its file, and back."""

from __future__ import annotations

import numpy
import torch
from torch import Tensor

from .architecture import CENTIPAWNS, QA, QB, SHIFT
from .export import ExportError, accumulator_bound, rounded
from .features import Encoder, transform
from .layered import LayeredNetwork
from .layered_file import LayeredNet
from .netfile import Array
from .transformer import WEIGHT_LIMIT


def quantise(network: LayeredNetwork, summary: str = "") -> LayeredNet:
    """The network rounded to the nearest numbers of its file, checked."""
    with torch.no_grad():
        rows = network.transformer().clamp(-WEIGHT_LIMIT, WEIGHT_LIMIT).double() * QA
        bias = network.ft_bias.double() * QA
        first = network.first.double() * QB
        floats = [
            getattr(network, name).float().cpu().numpy()
            for name in ("first_bias", "second", "second_bias", "out", "out_bias")
        ]
    if not all(bool(torch.isfinite(values).all()) for values in (rows, bias, first)) or not all(
        numpy.isfinite(values).all() for values in floats
    ):
        raise ExportError("the weights are not all finite: training diverged")
    first_bias, second, second_bias, out, out_bias = floats
    net = LayeredNet(
        network.architecture,
        rounded(rows, 16),
        rounded(bias, 16),
        rounded(first, 8),
        first_bias,
        second,
        second_bias,
        out,
        out_bias,
        float(CENTIPAWNS[network.architecture.game]),
        summary,
    )
    if (bound := accumulator_bound(net)) > 32767:
        raise ExportError(f"accumulators may reach {bound}, which does not fit 16 bits")
    return net


@torch.no_grad()
def load(network: LayeredNetwork, net: LayeredNet) -> None:
    """Takes the weights of a net of the same shape."""
    if net.architecture != network.architecture:
        raise ValueError(f"a net of {net.architecture} cannot start one of {network.architecture}")
    blocks = torch.from_numpy(net.ft).to(network.ft) / QA
    if network.shared is not None:
        parts = blocks.view(network.architecture.king_buckets, -1)
        shared = parts.mean(0)
        network.shared.copy_(shared.view_as(network.shared))
        blocks = (parts - shared).view_as(network.ft)
    network.ft.copy_(blocks)
    network.ft_bias.copy_(torch.from_numpy(net.ft_bias) / QA)
    network.first.copy_(torch.from_numpy(net.first) / QB)
    for name in ("first_bias", "second", "second_bias", "out", "out_bias"):
        getattr(network, name).copy_(torch.from_numpy(getattr(net, name)))


class QuantisedLayered:
    """Evaluates a net as the engine does, many records at once."""

    def __init__(self, net: LayeredNet, device: torch.device | str):
        self.net = net
        self.encoder = Encoder(net.architecture, device)
        self._ft = torch.from_numpy(net.ft).to(self.encoder.device).double()
        self._ft_bias = torch.from_numpy(net.ft_bias).to(self.encoder.device).double()

    def output(self, records: Tensor) -> Array:
        """What the last layer says, f32 [N], bit for bit."""
        net, half = self.net, self.net.architecture.hidden // 2
        inputs, bucket = self.encoder.sparse(records)
        hidden = transform(inputs, self._ft, self._ft_bias).clamp_(0, QA).long().numpy()
        products = (hidden[:, :half] * hidden[:, half:]) >> SHIFT
        pairs = products.reshape(records.shape[0], -1)
        chosen = bucket.numpy()
        sums = numpy.einsum("ni,nji->nj", pairs, net.first[chosen].astype(numpy.int64))
        factor = numpy.float32(1 << SHIFT) / numpy.float32(QA * QA * QB)
        one = numpy.float32(1.0)
        x = sums.astype(numpy.float32) * factor + net.first_bias[chosen]
        both = numpy.concatenate((x.clip(0.0, 1.0), numpy.minimum(x * x, one)), axis=1)
        y = net.second_bias[chosen].copy()
        for number in range(both.shape[1]):
            y += both[:, number : number + 1] * net.second[chosen, number]
        last = y.clip(0.0, 1.0)
        terms = last * last * net.out[chosen]
        width = terms.shape[1] // 2
        while width >= 1:
            terms = terms[:, :width] + terms[:, width : 2 * width]
            width //= 2
        return terms[:, 0] + net.out_bias[chosen]

    def evaluate(self, records: Tensor, batch: int = 1024) -> Array:
        """Centipawns for the side to move, i64 [N]."""
        outputs = [self.output(part) for part in records.split(batch)]
        scaled = numpy.concatenate(outputs) * numpy.float32(self.net.scale)
        return numpy.rint(scaled.clip(-20000.0, 20000.0)).astype(numpy.int64)
