"""Networks made from a seed: what proofs and tests play with where no trained one is given."""

from __future__ import annotations

import random

import numpy

from erawan_train.architecture import CENTIPAWNS, Architecture
from erawan_train.facts import FEATURES
from erawan_train.netfile import Net

WORTH = {"chess": (100, 310, 330, 500, 950, 0), "makruk": (90, 380, 300, 600, 170, 0)}


def network(
    game: str,
    hidden: int = 256,
    king_buckets: int = 1,
    out_buckets: int = 8,
    seed: int = 1,
    noise: int = 4,
) -> Net:
    """The first values of each half see material, so that games with it look like games."""
    rng = random.Random(seed)
    table = bytes(
        (square // 8 * king_buckets // 8 + square % 4) % king_buckets for square in range(64)
    )
    shape = Architecture(game, hidden, king_buckets, out_buckets, table)
    rows = []
    for feature in range(shape.inputs):
        man = feature % FEATURES
        theirs, role, square = man // (FEATURES // 2), man // 64 % 6, man % 64
        worth = WORTH[game][role] // 20 + (square // 8 + min(square % 8, 7 - square % 8)) // 4
        row = [rng.randint(-noise, noise) for _ in range(hidden)]
        for i in range(hidden // 8):
            row[i] += -worth if theirs else worth
        rows.append(row)
    bias = [rng.randint(40, 80) for _ in range(hidden)]
    out = []
    for _ in range(out_buckets):
        half = [4 if i < hidden // 8 else rng.randint(-6, 6) for i in range(hidden)]
        out.append((half, [-weight for weight in half]))
    out_bias = [rng.randint(-2000, 2000) for _ in range(out_buckets)]
    return Net(
        shape,
        numpy.array(rows, "i2"),
        numpy.array(bias, "i2"),
        numpy.array(out, "i2"),
        numpy.array(out_bias, "i4"),
        "made for a test",
        CENTIPAWNS[game],
    )
