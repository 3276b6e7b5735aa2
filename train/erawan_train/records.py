"""Position records on the device: fields, boards and a check, all vectorised.

The layout is that of `PositionRecord` in the self-play crate; `facts` has it.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from .facts import (
    BLACK_TO_MOVE,
    IN_CHECK,
    INTERIOR,
    MARKED_ROLE,
    MAX_MEN,
    NOISY,
    RECORD_CLOCK,
    RECORD_EXTRA,
    RECORD_FLAGS,
    RECORD_MEN,
    RECORD_OCCUPIED,
    RECORD_PLY,
    RECORD_RESULT,
    RECORD_SCORE,
)
from .position import KING, MARKED_AS

_ALL_FLAGS = BLACK_TO_MOVE | IN_CHECK | NOISY | INTERIOR


def score(records: Tensor) -> Tensor:
    """Scores for the side to move, i32 [N]."""
    low = records[:, RECORD_SCORE].to(torch.int32)
    # The high byte carries the sign: 128..255 stand for -128..-1.
    high = (records[:, RECORD_SCORE + 1].to(torch.int32) ^ 128) - 128
    return low + high * 256


def result(records: Tensor) -> Tensor:
    """Results for the side to move, u8 [N]: 0 loss, 1 draw, 2 win."""
    return records[:, RECORD_RESULT]


def flags(records: Tensor) -> Tensor:
    """Flags, u8 [N]."""
    return records[:, RECORD_FLAGS]


def ply(records: Tensor) -> Tensor:
    """Plies in the game, i32 [N]."""
    low, high = records[:, RECORD_PLY], records[:, RECORD_PLY + 1]
    return low.to(torch.int32) + high.to(torch.int32) * 256


def extra(records: Tensor) -> Tensor:
    """Last bytes, u8 [N]: the en passant file from 1, or the moves left in the count."""
    return records[:, RECORD_EXTRA]


def clock(records: Tensor) -> Tensor:
    """Plies since the last capture or pawn move, u8 [N], at most 255."""
    return records[:, RECORD_CLOCK]


class Boards(NamedTuple):
    """Decoded boards, one column a square. On empty squares role and colour mean nothing."""

    occupied: Tensor
    """u8 [N, 64], 0 or 1."""
    role: Tensor
    """u8 [N, 64], 0..5, with marked men resolved to what they are for the network."""
    colour: Tensor
    """u8 [N, 64], 0 White, 1 Black."""
    turn: Tensor
    """u8 [N], the side to move."""


def boards(records: Tensor, game: str) -> Boards:
    """Decodes records, u8 [N, 32], where they are."""
    occupied, code = _squares(records)
    role = code & 7
    role = role - (role == MARKED_ROLE).to(torch.uint8) * (MARKED_ROLE - MARKED_AS[game])
    return Boards(occupied, role, code >> 3, flags(records) & BLACK_TO_MOVE)


def _squares(records: Tensor) -> tuple[Tensor, Tensor]:
    """Occupancy and raw code of each square, u8 [N, 64] both."""
    count = records.shape[0]
    shifts = torch.arange(8, dtype=torch.uint8, device=records.device)
    occupied = ((records[:, RECORD_OCCUPIED:RECORD_MEN, None] >> shifts) & 1).reshape(count, 64)
    # A man's nibble is numbered by the men on lower squares.
    number = (occupied.cumsum(1) - 1).clamp_(0, MAX_MEN - 1)
    return occupied, _nibbles(records).gather(1, number)


def _nibbles(records: Tensor) -> Tensor:
    packed = records[:, RECORD_MEN:RECORD_SCORE]
    return torch.stack((packed & 15, packed >> 4), dim=2).reshape(records.shape[0], MAX_MEN)


def fault(records: Tensor) -> tuple[int, str] | None:
    """The first record that cannot be right and why, or nothing."""
    count = records.shape[0]
    occupied, code = _squares(records)
    men = occupied.sum(1)
    here = occupied.bool()
    beyond = torch.arange(MAX_MEN, device=records.device) >= men[:, None]
    complaints = {
        f"more than {MAX_MEN} men": men > MAX_MEN,
        "a man of unknown role": (here & ((code & 7) > MARKED_ROLE)).any(1),
        "White does not have one king": (here & (code == KING)).sum(1) != 1,
        "Black does not have one king": (here & (code == KING + 8)).sum(1) != 1,
        "more codes than men": (beyond & (_nibbles(records) != 0)).any(1),
        "a result that is not 0, 1 or 2": result(records) > 2,
        "unknown flags": flags(records) > _ALL_FLAGS,
    }
    bad = torch.zeros(count, dtype=torch.bool, device=records.device)
    for found in complaints.values():
        bad |= found
    if not bool(bad.any()):
        return None
    first = int(bad.to(torch.uint8).argmax())
    reason = next(text for text, found in complaints.items() if bool(found[first]))
    return first, reason
