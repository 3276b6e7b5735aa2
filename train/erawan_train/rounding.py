"""Rounding of the output weights that keeps the network's answers, not its weights.

An output weight has 64 steps to one, and there are a thousand of them: rounded
each on its own, their errors add up to several units of evaluation. Rounded one
after the other, each error can be made good by the weights not rounded yet, as
the neurons' activations are correlated (the idea of "optimal brain surgeon",
Hassibi and Stork 1993, and of GPTQ, Frantar et al. 2022). The rounding of the
feature transformer is made good the same way as far as it can be.
"""

from __future__ import annotations

import torch
from torch import Tensor

from .architecture import QA, QB
from .features import Encoder, transform
from .network import WEIGHT_LIMIT, Network

_BATCH = 4096
# Share of the mean variance added to every direction: where the sample says
# little, weights stay what they are.
_DAMPING = 0.01


@torch.no_grad()
def round_outputs(
    network: Network, ft: Tensor, ft_bias: Tensor, records: Tensor
) -> tuple[Tensor, Tensor]:
    """Integer output weights [buckets, 2 * hidden] and biases, as doubles.

    `ft` and `ft_bias` are the rounded transformer; `records` is a sample of what
    the network will see.
    """
    moments = _Moments(network, ft, ft_bias)
    for part in records.split(_BATCH):
        moments.add(part)
    covariance, towards, mean, mean_output, seen = moments.finish()
    weights = network.out.double()
    variance = covariance.diagonal(dim1=1, dim2=2).mean(1)
    damping = (_DAMPING * variance).clamp_(min=1e-6)
    covariance.diagonal(dim1=1, dim2=2).add_(damping[:, None])
    factor = torch.linalg.cholesky(covariance)
    inverse = torch.stack([torch.cholesky_inverse(each) for each in factor])
    # First the best real weights for the rounded transformer, near the old ones.
    weights = weights + torch.bmm(inverse, towards[:, :, None]).squeeze(2)
    rounded = _round_in_turn(weights * QB, inverse)
    bias = mean_output - (mean * rounded).sum(1) / QB
    bias = torch.where(seen > 0, bias, network.out_bias.double())
    return rounded, (bias * (QA * QB)).round()


def _round_in_turn(weights: Tensor, inverse: Tensor) -> Tensor:
    """Rounds column after column, moving the others to make up for it."""
    upper = torch.linalg.cholesky(inverse).transpose(1, 2).contiguous()
    bound = float(int(WEIGHT_LIMIT * QB))
    weights = weights.clone()
    for column in range(weights.shape[1]):
        exact = weights[:, column].clone()
        weights[:, column] = exact.round().clamp_(-bound, bound)
        error = (exact - weights[:, column]) / upper[:, column, column]
        weights[:, column + 1 :] -= error[:, None] * upper[:, column, column + 1 :]
    return weights


class _Moments:
    """Sums over a sample, by output bucket."""

    def __init__(self, network: Network, ft: Tensor, ft_bias: Tensor):
        shape = network.architecture
        device = network.out.device
        width, buckets = 2 * shape.hidden, shape.out_buckets
        self._network = network
        self._encoder = Encoder(shape, device)
        self._ft = ft.to(device, torch.float32)
        self._ft_bias = ft_bias.to(device, torch.float32)

        def zeros(*size: int) -> Tensor:
            return torch.zeros(*size, dtype=torch.float64, device=device)

        self._square = zeros(buckets, width, width)
        self._error = zeros(buckets, width)
        self._sum = zeros(buckets, width)
        self._output = zeros(buckets)
        self._missing = zeros(buckets)
        self._seen = zeros(buckets)

    def add(self, records: Tensor) -> None:
        inputs, bucket = self._encoder.inputs(records, torch.float32)
        output = self._network(inputs, bucket).double()
        # Integers below 2^24: exact in f32.
        hidden = transform(inputs, self._ft, self._ft_bias).clamp_(0, QA).double() / QA
        pairs = (hidden * hidden).view(records.shape[0], -1)
        missing = output - (pairs * self._network.out.double()[bucket]).sum(1)
        for number in range(self._seen.shape[0]):
            here = (bucket == number).nonzero().flatten()
            rows = pairs[here]
            self._square[number] += rows.t() @ rows
            self._error[number] += rows.t() @ missing[here]
            self._sum[number] += rows.sum(0)
            self._output[number] += output[here].sum()
            self._missing[number] += missing[here].sum()
            self._seen[number] += here.numel()

    def finish(self) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
        """Covariance, covariance with the missing output, means, and how many were seen."""
        count = self._seen.clamp(min=1.0)
        mean = self._sum / count[:, None]
        covariance = self._square.div_(count[:, None, None])
        covariance -= mean[:, :, None] * mean[:, None, :]
        towards = self._error / count[:, None] - mean * (self._missing / count)[:, None]
        return covariance, towards, mean, self._output / count, self._seen
