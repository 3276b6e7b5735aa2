"""The rows that accumulators are added up from, as every network learns them."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from .architecture import FEATURES, Architecture

WEIGHT_LIMIT = 1.98
"""Bound of every weight: 1.98 * 64 is below 127, and 32 rows of 1.98 * 255 fit i16."""


class Transformer(nn.Module):
    """Rows and bias of the accumulators; a network adds what comes after.

    With `factorised`, each king bucket's rows are the sum of a block shared by
    all buckets and the bucket's own, so that rare buckets learn from common
    ones. The exporter adds them up.
    """

    def __init__(
        self,
        architecture: Architecture,
        *,
        factorised: bool,
        source: torch.Generator,
        bias: float = 0.0,
    ):
        super().__init__()
        self.architecture = architecture
        self.factorised = factorised and architecture.king_buckets > 1
        hidden = architecture.hidden
        block = torch.empty(FEATURES, hidden).normal_(0.0, FEATURES**-0.5, generator=source)
        self.shared: nn.Parameter | None
        if self.factorised:
            self.shared = nn.Parameter(block)
            self.ft = nn.Parameter(torch.zeros(architecture.inputs, hidden))
        else:
            self.shared = None
            self.ft = nn.Parameter(block.repeat(architecture.king_buckets, 1))
        self.ft_bias = nn.Parameter(torch.full((hidden,), bias))

    def transformer(self) -> Tensor:
        """The rows of the accumulators with the shared block added."""
        if self.shared is None:
            return self.ft
        blocks = self.ft.view(-1, FEATURES, self.architecture.hidden)
        return (blocks + self.shared).view_as(self.ft)

    @torch.no_grad()
    def clip(self) -> None:
        """Keeps every weight, and every sum of a shared and an own one, in its bounds."""
        if self.shared is None:
            self.ft.clamp_(-WEIGHT_LIMIT, WEIGHT_LIMIT)
        else:
            self.shared.clamp_(-WEIGHT_LIMIT, WEIGHT_LIMIT)
            blocks = self.ft.view(-1, FEATURES, self.architecture.hidden)
            torch.minimum(blocks, WEIGHT_LIMIT - self.shared, out=blocks)
            torch.maximum(blocks, -WEIGHT_LIMIT - self.shared, out=blocks)
        self.ft_bias.clamp_(-WEIGHT_LIMIT, WEIGHT_LIMIT)
