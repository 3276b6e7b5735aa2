"""Networks for tests: made from a seed, written as files, and evaluated by
plain integers with no regard to speed."""

import random
import struct

from erawan_train.architecture import CENTIPAWNS, GAMES
from erawan_train.selfplay import positions

VALUES = {positions.CHESS: (100, 310, 330, 500, 950, 0), positions.MAKRUK: (90, 380, 300, 600, 170, 0)}


class Network:
    """Weights and their arithmetic. The first values of each half see
    material, so that games with it look like games."""

    def __init__(self, game, hidden=256, king_buckets=1, out_buckets=8, seed=1, noise=4):
        rng = random.Random(seed)
        self.game, self.hidden = game, hidden
        self.king_buckets, self.out_buckets = king_buckets, out_buckets
        self.table = [(square // 8 * king_buckets // 8 + square % 4) % king_buckets for square in range(64)]
        features = 768 * king_buckets
        self.rows = []
        for feature in range(features):
            side, role, square = feature % 768 // 384, feature % 384 // 64, feature % 64
            worth = VALUES[game][role] // 20 + (square // 8 + min(square % 8, 7 - square % 8)) // 4
            row = [rng.randint(-noise, noise) for _ in range(hidden)]
            for i in range(hidden // 8):
                row[i] += worth if side == 0 else -worth
            self.rows.append(row)
        self.bias = [rng.randint(40, 80) for _ in range(hidden)]
        self.out = []
        for _ in range(out_buckets):
            half = [4 if i < hidden // 8 else rng.randint(-6, 6) for i in range(hidden)]
            self.out.append((half, [-weight for weight in half]))
        self.out_bias = [rng.randint(-2000, 2000) for _ in range(out_buckets)]

    def file(self, game=None, change=lambda weights: weights):
        """The bytes of a network file."""
        pack = lambda values: struct.pack(f"<{len(values)}h", *values)
        weights = b"".join(pack(row) for row in self.rows) + pack(self.bias)
        weights += b"".join(pack(side) for bucket in self.out for side in bucket)
        weights += struct.pack(f"<{self.out_buckets}i", *self.out_bias)
        weights = change(weights)
        digest = 0xCBF29CE484222325
        for byte in weights:
            digest = (digest ^ byte) * 0x100000001B3 & (1 << 64) - 1
        summary = b"made for a test"
        length = (104 + len(summary) + 63) // 64 * 64
        scale = CENTIPAWNS[GAMES[self.game]]
        header = b"ERAWANN1" + struct.pack("<IBBHHHHHHH", length, self.game if game is None else game, 0,
                                           self.hidden, self.king_buckets, self.out_buckets, 255, 64, scale, 0)
        header += bytes(self.table) + struct.pack("<QI", digest, len(summary)) + summary
        return header.ljust(length, b"\0") + weights

    def accumulate(self, position, perspective):
        flip = 56 * perspective
        king = next(s for s, man in position.board.items() if man[:2] == (5, perspective)) ^ flip
        if king & 4:
            flip ^= 7
            king ^= 7
        first = 768 * self.table[king]
        rows = [self.rows[first + 384 * (black != perspective) + 64 * role + (square ^ flip)]
                for square, (role, black, _) in position.board.items()]
        return [sum(column) for column in zip(self.bias, *rows)]

    def evaluate(self, position):
        """The value for the side to move in the network's own unit, as the
        specification has it."""
        men = len(position.board)
        bucket = min((men - 2) // 4, self.out_buckets - 1)
        us = int(position.black_to_move)
        total = 0
        for side, weights in zip((us, us ^ 1), self.out[bucket]):
            for value, weight in zip(self.accumulate(position, side), weights):
                total += min(max(value, 0), 255) ** 2 * weight
        assert -1 << 31 <= total < 1 << 31
        divide = lambda a, b: abs(a) // b * (1 if a >= 0 else -1)
        return divide((divide(total, 255) + self.out_bias[bucket]) * 400, 255 * 64)
