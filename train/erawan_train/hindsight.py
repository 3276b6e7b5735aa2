"""Scores that know how the game went on.

A search of a thousand nodes is wrong about what lies behind its horizon, and
the searches of the moves that follow look there. So the score to learn from
is a mean over the position and those after it in the game, each ply counting
less than the one before (the truncated return of temporal differences).
"""

from __future__ import annotations

import torch
from torch import Tensor

from erawan_train import records as record_fields
from erawan_train.architecture import SCALE
from erawan_train.facts import BLACK_TO_MOVE, MAX_SCORE, RECORD_SCORE

REACH = 12
"""Records of a game that are looked at, the position's own among them."""

# At a time: the means of a chunk take a few hundred bytes a record.
CHUNK = 1 << 24


def look_ahead(records: Tensor, share: float, reach: int = REACH) -> None:
    """Replaces the scores of whole games that lie in order, u8 [N, 32].

    `share` is what a ply counts of the one before; with 0 nothing changes.
    Scores too large to learn from stay as they are, so that they are still
    left out.
    """
    if not 0.0 <= share < 1.0:
        raise ValueError(f"a share of {share} is not in 0 to 1")
    if share == 0.0 or records.shape[0] == 0:
        return
    chances, plies, game = _white(records)
    for start in range(0, records.shape[0], CHUNK):
        end = min(start + CHUNK, records.shape[0])
        seen = min(end + reach, records.shape[0])
        part = slice(start, seen)
        mean = _mean(chances[part], plies[part], game[part], share, reach)[: end - start]
        _write(records[start:end], mean)


def _white(records: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """White's chances, the plies, and the number of the game of each record."""
    chance = torch.sigmoid(record_fields.score(records).float() / SCALE)
    black = (record_fields.flags(records) & BLACK_TO_MOVE) != 0
    ply = record_fields.ply(records)
    begins = torch.zeros_like(ply)
    begins[1:] = ply[1:] <= ply[:-1]
    return torch.where(black, 1.0 - chance, chance), ply, begins.cumsum(0)


def _mean(chance: Tensor, ply: Tensor, game: Tensor, share: float, reach: int) -> Tensor:
    total, weights = chance.clone(), torch.ones_like(chance)
    for ahead in range(1, min(reach, chance.shape[0])):
        same = game[ahead:] == game[:-ahead]
        weight = share ** (ply[ahead:] - ply[:-ahead]).float() * same
        total[:-ahead] += weight * chance[ahead:]
        weights[:-ahead] += weight
    return total / weights


def _write(records: Tensor, white: Tensor) -> None:
    black = (record_fields.flags(records) & BLACK_TO_MOVE) != 0
    chance = torch.where(black, 1.0 - white, white)
    before = record_fields.score(records)
    score = (SCALE * torch.logit(chance, 1e-6)).round().to(torch.int32)
    score = score.clamp(1 - MAX_SCORE, MAX_SCORE - 1)
    score = torch.where(before.abs() < MAX_SCORE, score, before)
    records[:, RECORD_SCORE] = (score & 255).to(torch.uint8)
    records[:, RECORD_SCORE + 1] = (score >> 8 & 255).to(torch.uint8)
