"""Network inputs from records: mirrored, king-bucketed, both perspectives.

On a GPU the inputs are built dense (multi-hot), because a dense bf16 product
with 3072 columns, nearly all zero, is two to four times faster there than adding
up rows. On a CPU it is the other way round, by far.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from . import records as record_fields
from .architecture import FEATURES, Architecture
from .position import KING


class Features(NamedTuple):
    """Inputs by square. Rows alternate: side to move, then its opponent."""

    index: Tensor
    """i64 [N, 2, 64], the input a man on that square switches on."""
    occupied: Tensor
    """u8 [N, 64]: whether there is a man. On empty squares the index names an
    input of that square that is off, so that writing zero there harms nothing:
    inputs of different squares are different inputs."""
    out_bucket: Tensor
    """i64 [N]."""


class Bags(NamedTuple):
    """Sparse inputs: the active ones of all rows in a list, and where each row begins."""

    index: Tensor
    begin: Tensor


def transform(inputs: Tensor | Bags, rows: Tensor, bias: Tensor) -> Tensor:
    """The accumulators [2N, hidden] of dense or sparse inputs."""
    if isinstance(inputs, Bags):
        return functional.embedding_bag(inputs.index, rows, inputs.begin, mode="sum") + bias
    return torch.addmm(bias, inputs, rows)


class Encoder:
    """Turns records into inputs for one architecture on one device."""

    def __init__(self, architecture: Architecture, device: torch.device | str):
        self.architecture = architecture
        self.device = torch.device(device)
        table = torch.tensor(list(architecture.bucket_table), dtype=torch.int32)
        buckets = [0, 0, *(architecture.out_bucket(min(men, 32)) for men in range(2, 65))]
        self._first_input = (table * FEATURES).to(self.device)
        self._out_bucket = torch.tensor(buckets, dtype=torch.int64).to(self.device)
        self._squares = torch.arange(64, dtype=torch.int32).to(self.device)
        self._both = torch.arange(2, dtype=torch.uint8).to(self.device)

    def features(self, records: Tensor) -> Features:
        """The inputs of records, u8 [N, 32]."""
        board = record_fields.boards(records, self.architecture.game)
        side = board.turn[:, None] ^ self._both
        theirs = board.colour[:, None, :] ^ side[:, :, None]
        is_king = (board.occupied & (board.role == KING).to(torch.uint8))[:, None, :]
        own_king = (is_king & (theirs ^ 1)).argmax(2).to(torch.int32)
        turned = side.to(torch.int32) * 56
        turned = turned ^ (((own_king ^ turned) >> 2 & 1) * 7)
        first = self._first_input[(own_king ^ turned).long()]
        index = theirs.to(torch.int32) * (FEATURES // 2)
        index += board.role.to(torch.int32)[:, None, :] * 64
        index += self._squares ^ turned[:, :, None]
        index += first[:, :, None]
        out_bucket = self._out_bucket[board.occupied.sum(1)]
        return Features(index.long(), board.occupied, out_bucket)

    def inputs(self, records: Tensor, dtype: torch.dtype) -> tuple[Tensor | Bags, Tensor]:
        """Inputs in the form that suits the device, and output buckets [N]."""
        if self.device.type == "cpu":
            return self.sparse(records)
        return self.dense(records, dtype)

    def sparse(self, records: Tensor) -> tuple[Bags, Tensor]:
        """Active inputs of 2N rows, alternating, and output buckets [N]."""
        features = self.features(records)
        on = features.occupied.bool()[:, None, :].expand_as(features.index)
        men = features.occupied.sum(1).repeat_interleave(2)
        return Bags(features.index[on], men.cumsum(0) - men), features.out_bucket

    def dense(self, records: Tensor, dtype: torch.dtype) -> tuple[Tensor, Tensor]:
        """Multi-hot inputs [2N, inputs], rows alternating, and output buckets [N]."""
        count = records.shape[0]
        features = self.features(records)
        on = features.occupied.to(dtype)[:, None, :].expand(count, 2, 64)
        inputs = torch.zeros(
            (count * 2, self.architecture.inputs), dtype=dtype, device=records.device
        )
        inputs.scatter_(1, features.index.view(count * 2, 64), on.reshape(count * 2, 64))
        return inputs, features.out_bucket
