"""Random positions scored by material, made on the device.

They measure the trainer's speed without data, and they give a network that
starts from nothing its first opinion: that a queen is worth having.
"""

from __future__ import annotations

import torch
from torch import Tensor

from .facts import (
    MAX_MEN,
    RECORD_BYTES,
    RECORD_FLAGS,
    RECORD_MEN,
    RECORD_OCCUPIED,
    RECORD_PLY,
    RECORD_RESULT,
    RECORD_SCORE,
)
from .position import KING

WORTH = {
    "chess": (100, 310, 330, 500, 950),
    "makruk": (100, 310, 260, 520, 170),
}
"""In internal units: pawn, knight, bishop, rook, queen; bia, ma, khon, rua, met."""

_FREQUENCY = (8.0, 2.0, 2.0, 2.0, 1.0)
_CHUNK = 1 << 18
_EMPTY = 16


def material_records(
    count: int, game: str, device: torch.device | str = "cpu", seed: int = 1
) -> Tensor:
    """Records, u8 [count, 32], of random positions; each is a game of its own.

    The score is the material balance for the side to move, and the result is
    drawn with the odds of that score.
    """
    device = torch.device(device)
    source = torch.Generator(device).manual_seed(seed)
    parts = [
        _chunk(min(_CHUNK, count - start), game, device, source)
        for start in range(0, count, _CHUNK)
    ]
    records = torch.cat(parts)
    # Falling plies, so that each position is a game of its own.
    ply = 40_000 - torch.arange(count, device=device) % 39_000
    records[:, RECORD_PLY] = (ply & 255).to(torch.uint8)
    records[:, RECORD_PLY + 1] = (ply >> 8).to(torch.uint8)
    return records


def _chunk(count: int, game: str, device: torch.device, source: torch.Generator) -> Tensor:
    def uniform(*shape: int) -> Tensor:
        return torch.rand(*shape, device=device, generator=source)

    # The first 32 squares of a random order: White's king and men, then Black's.
    squares = uniform(count, 64).argsort(1)[:, :32]
    frequency = torch.tensor(_FREQUENCY, device=device)
    role = torch.multinomial(frequency, count * 32, replacement=True, generator=source)
    role = role.view(count, 32)
    rank = squares >> 3
    role = torch.where((role == 0) & ((rank == 0) | (rank == 7)), 1, role)
    colour = (torch.arange(32, device=device) >= 16).long().expand(count, 32)
    # Both sides have about as many men; equal luck for each would leave no
    # balanced positions with queens on.
    men = (uniform(count, 1) * 16).floor() + (uniform(count, 2) * 5 - 2).floor()
    men = men.clamp_(0, 15).long().repeat_interleave(16, dim=1)
    place = torch.arange(32, device=device) % 16
    role = torch.where(place == 0, KING, role)
    there = place <= men

    worth = torch.tensor([*WORTH[game], 0], device=device)
    white_minus_black = (worth[role] * (1 - 2 * colour) * there).sum(1)
    black_to_move = (uniform(count) < 0.5).long()
    score = (white_minus_black * (1 - 2 * black_to_move)).clamp_(-9000, 9000)
    expected = torch.sigmoid(score / 400.0)
    won = uniform(count) < expected
    drawn = uniform(count) < 0.3
    result = torch.where(drawn, 1, won.long() * 2)

    board = torch.full((count, 64), _EMPTY, dtype=torch.long, device=device)
    board.scatter_(1, squares, torch.where(there, role + colour * 8, _EMPTY))
    return pack(board, score, result, black_to_move)


def pack(board: Tensor, score: Tensor, result: Tensor, flags: Tensor) -> Tensor:
    """Records of boards [N, 64] of codes, 16 being empty."""
    count = board.shape[0]
    device = board.device
    occupied = board != _EMPTY
    bits = torch.tensor([1 << shift for shift in range(8)], device=device)
    occupancy = (occupied.view(count, 8, 8) * bits).sum(2)
    # Empty squares write into a column that is cut off again.
    number = torch.where(occupied, occupied.cumsum(1) - 1, MAX_MEN)
    nibbles = torch.zeros((count, MAX_MEN + 1), dtype=torch.long, device=device)
    nibbles.scatter_(1, number, board)
    codes = nibbles[:, 0:MAX_MEN:2] + nibbles[:, 1:MAX_MEN:2] * 16
    records = torch.zeros((count, RECORD_BYTES), dtype=torch.uint8, device=device)
    records[:, RECORD_OCCUPIED:RECORD_MEN] = occupancy.to(torch.uint8)
    records[:, RECORD_MEN:RECORD_SCORE] = codes.to(torch.uint8)
    records[:, RECORD_SCORE] = (score & 255).to(torch.uint8)
    records[:, RECORD_SCORE + 1] = (score >> 8 & 255).to(torch.uint8)
    records[:, RECORD_RESULT] = result.to(torch.uint8)
    records[:, RECORD_FLAGS] = flags.to(torch.uint8)
    return records
