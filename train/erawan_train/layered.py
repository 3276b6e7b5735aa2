"""A network with hidden layers behind its accumulators, in floating point.

Accumulators are clipped to 0..1 and multiplied in pairs, which halves them; a
first layer of sixteen sums sees the products of both sides, the second layer
sees each sum clipped and squared, the output is one number. Every layer behind
the accumulators exists once for each output bucket.

One at the output is 400 units of a label, as in the flat network.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor, nn

from .architecture import FIRST, QA, QB, SECOND, SHIFT, Architecture
from .features import Inputs, precision, transform
from .transformer import WEIGHT_LIMIT, Transformer

PRODUCT_ONE = QA * QA / (1 << SHIFT)
"""What a product of one and one is in the file: 127, nearly."""


class LayeredNetwork(Transformer):
    """See the module."""

    def __init__(self, architecture: Architecture, *, factorised: bool, seed: int = 1):
        source = torch.Generator().manual_seed(seed)
        # A bias above zero: a product is dead where either factor is.
        super().__init__(architecture, factorised=factorised, source=source, bias=0.25)
        hidden, sets = architecture.hidden, architecture.out_buckets

        def normal(*shape: int, deviation: float) -> Tensor:
            return torch.empty(*shape).normal_(0.0, deviation, generator=source)

        # The sets begin equal: their positions are neighbours, and each has only
        # a part of the data to find out how it differs.
        self.first = nn.Parameter(
            normal(1, FIRST, hidden, deviation=4.0 * hidden**-0.5).repeat(sets, 1, 1)
        )
        self.first_bias = nn.Parameter(torch.zeros(sets, FIRST))
        self.second = nn.Parameter(
            normal(1, 2 * FIRST, SECOND, deviation=FIRST**-0.5).repeat(sets, 1, 1)
        )
        self.second_bias = nn.Parameter(torch.full((sets, SECOND), 0.1))
        self.out = nn.Parameter(normal(1, SECOND, deviation=SECOND**-0.5).repeat(sets, 1))
        self.out_bias = nn.Parameter(torch.zeros(sets))
        self.register_buffer("snap", torch.zeros(()), persistent=False)

    def forward(self, inputs: Inputs, out_bucket: Tensor) -> Tensor:
        """Outputs [N], f32, of 2N rows of inputs; dense ones decide the precision."""
        hidden_size = self.architecture.hidden
        rows = self.transformer()
        dtype = precision(inputs)
        hidden = transform(inputs, rows.to(dtype), self.ft_bias.to(dtype)).clamp(0.0, 1.0)
        half = hidden_size // 2
        products = hidden[:, :half] * hidden[:, half:]
        products = self._as_in_the_file(products, PRODUCT_ONE, torch.floor)
        # Rows alternate between the perspectives, so this puts them side by
        # side without a copy.
        pairs = products.reshape(-1, hidden_size)
        first = self._as_in_the_file(self.first, QB, torch.round).to(dtype)
        # Biases are added and outputs made for all sets before one is chosen:
        # looked up by bucket, their way back is a slow sum of a million numbers.
        sums = pairs.mm(first.reshape(-1, hidden_size).t()).float() + self.first_bias.view(-1)
        x = _of_bucket(sums, out_bucket, FIRST)
        both = torch.cat((x.clamp(0.0, 1.0), (x * x).clamp(max=1.0)), dim=1)
        every = both.mm(self.second.permute(1, 0, 2).reshape(2 * FIRST, -1))
        y = _of_bucket(every + self.second_bias.view(-1), out_bucket, SECOND)
        outputs = y.clamp(0.0, 1.0).square().mm(self.out.t()) + self.out_bias
        return outputs.gather(1, out_bucket[:, None]).squeeze(1)

    def _as_in_the_file(
        self, values: Tensor, one: float, rounding: Callable[[Tensor], Tensor]
    ) -> Tensor:
        """Rounded to what the file can hold where `snap` is one.

        Towards the end of a run values are rounded in use while the weights
        behind them go on learning.
        """
        exact = values.detach()
        rounded = rounding(exact.float() * one) / one
        return values + (self.snap * (rounded - exact)).to(values.dtype)

    @torch.no_grad()
    def clip(self) -> None:
        """Keeps every weight in its bounds."""
        super().clip()
        self.first.clamp_(-WEIGHT_LIMIT, WEIGHT_LIMIT)

    def bound_output_sums(self) -> None:
        """Nothing to do: sums of 127 times 127 stay far within 32 bits."""


def _of_bucket(every: Tensor, out_bucket: Tensor, width: int) -> Tensor:
    """The columns of each row's own set, of rows with all sets side by side."""
    sets = every.view(every.shape[0], -1, width)
    index = out_bucket[:, None, None].expand(-1, 1, width)
    return sets.gather(1, index).squeeze(1)
