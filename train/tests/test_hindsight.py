"""Scores that know how the game went on, against a plain loop."""

from __future__ import annotations

import argparse
import math
import random
import unittest

import torch

from erawan_train import records as record_fields
from erawan_train.facts import BLACK_TO_MOVE, RECORD_BYTES, RECORD_FLAGS, RECORD_PLY, RECORD_SCORE
from erawan_train.hindsight import look_ahead
from erawan_train.piece.options import share


def records_of(games: list[list[tuple[int, int]]]) -> torch.Tensor:
    """Records of games, each a list of plies and scores; Black moves at odd plies."""
    rows = []
    for game in games:
        for ply, score in game:
            row = [0] * RECORD_BYTES
            row[RECORD_SCORE : RECORD_SCORE + 2] = (score & 0xFFFF).to_bytes(2, "little")
            row[RECORD_PLY : RECORD_PLY + 2] = ply.to_bytes(2, "little")
            row[RECORD_FLAGS] = BLACK_TO_MOVE if ply % 2 else 0
            rows.append(row)
    return torch.tensor(rows, dtype=torch.uint8)


def plainly(game: list[tuple[int, int]], at: int, share: float, reach: int) -> float:
    """The chance of one position by its definition."""
    total = weights = 0.0
    ply = game[at][0]
    for later, score in game[at : at + reach]:
        chance = 1.0 / (1.0 + math.exp(-score / 400.0))
        weight = share ** (later - ply)
        total += weight * (chance if (later - ply) % 2 == 0 else 1.0 - chance)
        weights += weight
    return total / weights


class Hindsight(unittest.TestCase):
    """`look_ahead`."""

    def test_it_is_the_mean_of_the_plies_that_follow(self) -> None:
        """Random games with gaps, every record compared with the definition."""
        dice = random.Random(4)
        games = []
        for _ in range(30):
            plies = sorted(dice.sample(range(60), dice.randint(1, 40)))
            games.append([(ply, dice.randint(-1500, 1500)) for ply in plies])
        records = records_of(games)
        look_ahead(records, 0.7, reach=5)
        found = iter(record_fields.score(records).tolist())
        for game in games:
            for at in range(len(game)):
                chance = plainly(game, at, 0.7, 5)
                self.assertAlmostEqual(
                    next(found), 400.0 * math.log(chance / (1.0 - chance)), delta=0.6
                )

    def test_a_score_too_large_to_learn_from_stays(self) -> None:
        """The filter must still see it; those before it know of it."""
        records = records_of([[(0, 100), (1, -29000), (2, 29000)]])
        look_ahead(records, 0.5)
        first, *rest = record_fields.score(records).tolist()
        self.assertEqual(rest, [-29000, 29000])
        self.assertGreater(first, 300)

    def test_nothing_else_changes(self) -> None:
        """Only the two bytes of the score are written, and none with a share of nothing."""
        records = records_of([[(0, 10), (1, 20), (4, -700)]])
        before = records.clone()
        look_ahead(records, 0.0)
        self.assertTrue(torch.equal(records, before))
        look_ahead(records, 0.9)
        changed = (records != before).any(0).nonzero().flatten().tolist()
        self.assertTrue(set(changed) <= {RECORD_SCORE, RECORD_SCORE + 1})
        self.assertFalse(torch.equal(records, before))

    def test_a_share_that_is_none_is_refused(self) -> None:
        """With its value in the message."""
        with self.assertRaisesRegex(ValueError, "1.5"):
            look_ahead(records_of([[(0, 1)]]), 1.5)
        self.assertEqual(share("0.75"), 0.75)
        for text in ("1", "-0.1", "nan"):
            with self.assertRaisesRegex(argparse.ArgumentTypeError, text):
                share(text)


if __name__ == "__main__":
    unittest.main()
