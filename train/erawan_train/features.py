"""Network inputs from records: mirrored, king-bucketed, both perspectives.

On a GPU the inputs are built dense (multi-hot), because a dense bf16 product
with 3072 columns, nearly all zero, is two to four times faster there than adding
up rows. On a CPU it is the other way round, by far.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import torch
from torch import Tensor
from torch.nn import functional

from . import records as record_fields
from .architecture import BY_COUNT, FEATURES, Architecture
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


class Grouped(NamedTuple):
    """Dense inputs of one bucket's width, rows of one king bucket together.

    A dense product with all buckets is wasted on seven of eight: here each row
    meets the weights of its own bucket alone.
    """

    dense: Tensor
    """[2N, 768], sorted by king bucket."""
    ends: Tensor
    """i32 [king buckets], where the rows of each end."""
    place: Tensor
    """i64 [2N], where each row of the batch is."""
    order: Tensor
    """i64 [2N], which row of the batch each one is."""


Inputs: TypeAlias = "Tensor | Bags | Grouped"


def transform(inputs: Inputs, rows: Tensor, bias: Tensor) -> Tensor:
    """The accumulators [2N, hidden] of dense, grouped or sparse inputs."""
    if isinstance(inputs, Bags):
        return functional.embedding_bag(inputs.index, rows, inputs.begin, mode="sum") + bias
    if isinstance(inputs, Grouped):
        blocks = rows.view(-1, FEATURES, rows.shape[1])
        product = grouped_product(inputs.dense, blocks, inputs.ends)
        return Rearranged.apply(product, inputs.place, inputs.order) + bias
    return torch.addmm(bias, inputs, rows)


def precision(inputs: Inputs) -> torch.dtype:
    """What to multiply these inputs in."""
    if isinstance(inputs, Bags):
        return torch.float32
    return (inputs.dense if isinstance(inputs, Grouped) else inputs).dtype


class Rearranged(torch.autograd.Function):
    """Rows in another order. The way back is a lookup too, not a sum."""

    @staticmethod
    def forward(context: Any, rows: Tensor, place: Tensor, order: Tensor) -> Tensor:
        context.save_for_backward(order)
        return rows.index_select(0, place)

    @staticmethod
    def backward(context: Any, gradient: Tensor) -> tuple[Tensor, None, None]:
        (order,) = context.saved_tensors
        return gradient.index_select(0, order), None, None


def grouped_product(dense: Tensor, blocks: Tensor, ends: Tensor) -> Tensor:
    """The product of each group of rows with its own block."""
    if dense.device.type == "cuda":
        return torch._grouped_mm(dense, blocks, offs=ends)
    parts, begin = [], 0
    for block, end in zip(blocks, ends.tolist(), strict=True):
        parts.append(dense[begin:end] @ block)
        begin = end
    return torch.cat(parts)


def can_group(device: torch.device) -> bool:
    """Whether this PyTorch and this GPU multiply groups, and get it right both ways."""
    if device.type != "cuda" or not hasattr(torch, "_grouped_mm"):
        return False
    try:
        dense = torch.randn(96, FEATURES, device=device).bfloat16()
        blocks = torch.randn(3, FEATURES, 64, device=device).bfloat16().requires_grad_()
        ends = torch.tensor([33, 33, 96], dtype=torch.int32, device=device)
        product = torch._grouped_mm(dense, blocks, offs=ends)
        (slope,) = torch.autograd.grad(product.float().square().sum(), blocks)
        for number, (begin, end) in enumerate(((0, 33), (33, 33), (33, 96))):
            part = dense[begin:end].float()
            expected = part @ blocks[number].detach().float()
            expected_slope = part.t() @ (2.0 * expected)
            if not torch.allclose(product[begin:end].float(), expected, rtol=0.02, atol=0.5):
                return False
            if not torch.allclose(slope[number].float(), expected_slope, rtol=0.05, atol=20.0):
                return False
    except (RuntimeError, NotImplementedError, TypeError):
        return False
    return True


class Encoder:
    """Turns records into inputs for one architecture on one device."""

    def __init__(self, architecture: Architecture, device: torch.device | str):
        self.architecture = architecture
        self.device = torch.device(device)
        table = torch.tensor(list(architecture.bucket_table), dtype=torch.int32)
        # By men, and by the last byte where a count chooses too.
        self._by_count = architecture.output_rule == BY_COUNT
        buckets = [
            [architecture.out_bucket(min(max(men, 2), 32), left) for left in range(256)]
            for men in range(65)
        ]
        self._first_input = (table * FEATURES).to(self.device)
        self._out_bucket = torch.tensor(buckets, dtype=torch.int64).to(self.device)
        self.groups = architecture.king_buckets > 1 and can_group(self.device)
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
        men = board.occupied.sum(1)
        left = record_fields.extra(records).long() if self._by_count else torch.zeros_like(men)
        return Features(index.long(), board.occupied, self._out_bucket[men, left])

    def inputs(self, records: Tensor, dtype: torch.dtype) -> tuple[Inputs, Tensor]:
        """Inputs in the form that suits the device, and output buckets [N]."""
        if self.device.type == "cpu":
            return self.sparse(records)
        if self.groups and dtype == torch.bfloat16:
            return self.grouped(records, dtype)
        return self.dense(records, dtype)

    def grouped(self, records: Tensor, dtype: torch.dtype) -> tuple[Grouped, Tensor]:
        """Multi-hot inputs of each row's own king bucket, and output buckets [N]."""
        count = records.shape[0]
        features = self.features(records)
        index = features.index.view(count * 2, 64)
        # All squares of a row name inputs of one bucket, the empty ones too.
        bucket = torch.div(index[:, 0], FEATURES, rounding_mode="floor")
        sorted_bucket, order = bucket.sort(stable=True)
        place = torch.empty_like(order)
        place.scatter_(0, order, torch.arange(count * 2, device=order.device))
        numbers = torch.arange(self.architecture.king_buckets, device=order.device)
        ends = torch.searchsorted(sorted_bucket, numbers, right=True).to(torch.int32)
        on = features.occupied.to(dtype)[:, None, :].expand(count, 2, 64).reshape(count * 2, 64)
        dense = torch.zeros((count * 2, FEATURES), dtype=dtype, device=records.device)
        dense.scatter_(1, (index - bucket[:, None] * FEATURES)[order], on[order])
        return Grouped(dense, ends, place, order), features.out_bucket

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
