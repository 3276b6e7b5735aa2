"""The network in floating point, as it is trained.

One in the accumulator is one here (255 in the file); one at the output is 400
units of evaluation.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn

from .architecture import FEATURES, QA, QB, Architecture
from .features import Inputs, precision, transform
from .netfile import Net
from .transformer import WEIGHT_LIMIT, Transformer

LARGEST_SUM = (2**31 - 2) // (QA * QA)
"""Bound of the sum of the output weights of one sign in one bucket, quantised."""


class SquaredClippedRelu(torch.autograd.Function):
    """clamp(x, 0, 1) squared, keeping one tensor for the way back instead of two."""

    @staticmethod
    def forward(context: Any, values: Tensor) -> Tensor:
        clipped = values.clamp(0.0, 1.0)
        context.save_for_backward(clipped)
        return clipped * clipped

    @staticmethod
    def backward(context: Any, gradient: Tensor) -> Tensor:
        (clipped,) = context.saved_tensors
        # The factor is zero below the range by itself; above it must be made so.
        slope = (clipped * 2.0).masked_fill_(clipped >= 1.0, 0.0)
        return slope.mul_(gradient)


class Network(Transformer):
    """Feature transformer, squared clipped ReLU, one output bucket by men."""

    def __init__(self, architecture: Architecture, *, factorised: bool, seed: int = 1):
        source = torch.Generator().manual_seed(seed)
        super().__init__(architecture, factorised=factorised, source=source)
        hidden = architecture.hidden
        # Output buckets begin equal: their positions are neighbours, and each
        # has only a part of the data to find out how it differs.
        deviation = (2 * hidden) ** -0.5
        head = torch.empty(1, 2 * hidden).normal_(0.0, deviation, generator=source)
        self.out = nn.Parameter(head.repeat(architecture.out_buckets, 1))
        self.out_bias = nn.Parameter(torch.zeros(architecture.out_buckets))
        self.register_buffer("snap", torch.zeros(()), persistent=False)

    def output_weights(self) -> Tensor:
        """The output weights, rounded to what the file can hold where `snap` is one.

        A thousand weights with 64 steps to one, rounded only at export, are
        several units of evaluation wrong together. Towards the end of a run they
        are rounded in use while the weights behind them go on learning.
        """
        rounded = (self.out.detach() * QB).round_() / QB
        return self.out + self.snap * (rounded - self.out.detach())

    def forward(self, inputs: Inputs, out_bucket: Tensor) -> Tensor:
        """Outputs [N], f32, of 2N rows of inputs; dense ones decide the precision."""
        dtype = precision(inputs)
        hidden = transform(inputs, self.transformer().to(dtype), self.ft_bias.to(dtype))
        # Rows alternate between the perspectives, so this puts them side by
        # side without a copy.
        pairs = SquaredClippedRelu.apply(hidden).view(-1, 2 * self.architecture.hidden)
        every_bucket = pairs.mm(self.output_weights().to(dtype).t()).float() + self.out_bias
        return every_bucket.gather(1, out_bucket[:, None]).squeeze(1)

    @torch.no_grad()
    def clip(self) -> None:
        """Keeps every weight in its bounds."""
        super().clip()
        self.out.clamp_(-WEIGHT_LIMIT, WEIGHT_LIMIT)

    @torch.no_grad()
    def bound_output_sums(self) -> None:
        """Scales output weights down where their quantised sum could leave 32 bits.

        Only wide networks ever come near. Rounding may add half a step a weight.
        """
        limit = (LARGEST_SUM - self.architecture.hidden) / QB
        for sign in (1.0, -1.0):
            total = (self.out * sign).clamp_(min=0.0).sum(1, keepdim=True)
            factor = (limit / total.clamp_(min=limit)).expand_as(self.out)
            self.out.copy_(torch.where(self.out * sign > 0.0, self.out * factor, self.out))

    @torch.no_grad()
    def load_net(self, net: Net) -> None:
        """Takes the weights of a net of the same width, game and output buckets.

        A net of one king bucket may start a network of several.
        """
        ours, theirs = self.architecture, net.architecture
        if (theirs.game, theirs.hidden, theirs.out_buckets) != (
            ours.game,
            ours.hidden,
            ours.out_buckets,
        ) or theirs.king_buckets not in (1, ours.king_buckets):
            raise ValueError(f"a net of {theirs} cannot start one of {ours}")
        if theirs.king_buckets > 1 and theirs.bucket_table != ours.bucket_table:
            raise ValueError("the net has another table of king buckets")
        rows = torch.from_numpy(net.ft).to(self.ft) / QA
        blocks = rows.view(-1, FEATURES, ours.hidden)
        target = self.ft.view(-1, FEATURES, ours.hidden)
        if self.shared is not None:
            self.shared.copy_(blocks.mean(0))
            target.copy_(blocks - self.shared)
        else:
            target.copy_(blocks.expand_as(target))
        self.ft_bias.copy_(torch.from_numpy(net.ft_bias) / QA)
        self.out.copy_(torch.from_numpy(net.out).reshape(ours.out_buckets, -1) / QB)
        self.out_bias.copy_(torch.from_numpy(net.out_bias) / (QA * QB))
