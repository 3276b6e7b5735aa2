#!/usr/bin/env python3
"""Evaluates positions with network files in plain integer Python and compares
with what Erawan's kernels said. Needs nothing but the standard library.

    cargo run --release -p erawan-nnue --example nnue_evaluations FOLDER
    python3 tests/nnue/reference.py FOLDER

Every FOLDER/NAME.net is read, and every line `FEN<tab>evaluation` of
FOLDER/NAME.txt checked. Exit code 1 if any differs.
"""

import struct
import sys
from pathlib import Path

ROLES = {
    0: {"p": 0, "n": 1, "b": 2, "r": 3, "q": 4, "k": 5},
    # bia, ma, khon, rua, met, khun
    1: {"p": 0, "n": 1, "s": 2, "r": 3, "m": 4, "k": 5},
}


class Network:
    """A network file, version 1."""

    def __init__(self, data):
        assert data[:8] == b"ERAWANN1", "not a network"
        (length, self.game, activation, self.hidden, self.king_buckets, self.outputs,
         self.qa, self.qb, self.scale, reserved) = struct.unpack_from("<IBBHHHHHHH", data, 8)
        assert activation == 0 and reserved == 0 and length % 64 == 0
        self.table = data[28:92]
        (expected,) = struct.unpack_from("<Q", data, 92)
        weights = data[length:]
        assert fnv1a(weights) == expected, "the weights are damaged"
        rows = self.king_buckets * 768
        h = self.hidden
        numbers = struct.unpack_from(f"<{(rows + 1 + 2 * self.outputs) * h}h", weights)
        self.rows = [numbers[i * h:(i + 1) * h] for i in range(rows)]
        self.bias = numbers[rows * h:(rows + 1) * h]
        out = numbers[(rows + 1) * h:]
        self.out = [(out[2 * i * h:(2 * i + 1) * h], out[(2 * i + 1) * h:(2 * i + 2) * h])
                    for i in range(self.outputs)]
        self.out_bias = struct.unpack_from(f"<{self.outputs}i", weights, 2 * len(numbers))
        assert len(weights) == 2 * len(numbers) + 4 * self.outputs

    def accumulator(self, men, perspective):
        """The first layer as a side sees it; 0 is White."""
        flip = 56 if perspective else 0
        king = next(square for side, role, square in men if side == perspective and role == 5)
        king ^= flip
        mirror = 7 if king % 8 >= 4 else 0
        bucket = self.table[king ^ mirror]
        columns = [self.bias]
        for side, role, square in men:
            other = 0 if side == perspective else 1
            square = square ^ flip ^ mirror
            columns.append(self.rows[bucket * 768 + other * 384 + role * 64 + square])
        return [wrap(sum(column), 16) for column in zip(*columns)]

    def evaluate(self, fen):
        men, turn = read(fen, ROLES[self.game])
        assert 2 <= len(men) <= 32
        bucket = min((len(men) - 2) // 4, 7) if self.outputs == 8 else 0
        assert self.outputs in (1, 8)
        total = 0
        for side, weights in zip((turn, 1 - turn), self.out[bucket]):
            for value, weight in zip(self.accumulator(men, side), weights):
                v = min(max(value, 0), self.qa)
                total += v * v * weight
        total = wrap(total, 32)
        total = divide(total, self.qa) + self.out_bias[bucket]
        return divide(total * self.scale, self.qa * self.qb)


def fnv1a(data):
    h = 0xCBF29CE484222325
    for byte in data:
        h = ((h ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return h


def wrap(number, bits):
    """Two's complement."""
    half = 1 << (bits - 1)
    return (number + half) % (2 * half) - half


def divide(a, b):
    """Rounds towards zero."""
    return abs(a) // b * (1 if a >= 0 else -1)


def read(fen, roles):
    """The men as (side, role, square), and the side to move."""
    board, turn = fen.split()[:2]
    men = []
    for rank, row in zip(range(7, -1, -1), board.split("/")):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            elif letter != "~":  # a promoted bia is a met
                men.append((int(letter.islower()), roles[letter.lower()], 8 * rank + file))
                file += 1
        assert file == 8, fen
    return men, 0 if turn == "w" else 1


def main():
    folder = Path(sys.argv[1])
    files = sorted(folder.glob("*.net"))
    if not files:
        sys.exit(f"no networks in {folder}")
    wrong = 0
    for file in files:
        network = Network(file.read_bytes())
        lines = file.with_suffix(".txt").read_text().splitlines()
        values = set()
        for line in lines:
            fen, said = line.split("\t")
            value = network.evaluate(fen)
            values.add(value)
            if value != int(said):
                wrong += 1
                if wrong <= 10:
                    print(f"{file.name}: {fen}: Erawan {said}, Python {value}")
        print(f"{file.name}: {len(lines)} positions, {len(values)} different evaluations")
        # A network that says the same of everything would prove nothing.
        assert len(values) > len(lines) // 20
    print("all agree" if wrong == 0 else f"{wrong} differ")
    sys.exit(0 if wrong == 0 else 1)


if __name__ == "__main__":
    main()
