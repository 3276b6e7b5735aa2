#!/usr/bin/env python3
"""Evaluates positions with network files in plain Python and compares with
what Erawan's kernels said. Needs nothing but the standard library.

    cargo run --release -p erawan-nnue --example nnue_evaluations FOLDER
    python3 tests/nnue/reference.py FOLDER

Every FOLDER/NAME.net is read, and every line `FEN<tab>evaluation` of
FOLDER/NAME.txt checked. Exit code 1 if any differs.

Floating-point numbers of 32 bits are made of Python's, which have 64: the sum
or product of two numbers of 32 bits, rounded to 64 and then to 32, is what one
rounding to 32 gives, because 64 bits have more than twice the digits.
"""

import struct
import sys
from pathlib import Path

ROLES = {
    0: {"p": 0, "n": 1, "b": 2, "r": 3, "q": 4, "k": 5},
    # bia, ma, khon, rua, met, khun
    1: {"p": 0, "n": 1, "s": 2, "r": 3, "m": 4, "k": 5},
}


class FirstLayer:
    """What both versions share: the accumulators."""

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

    def set_rows(self, numbers):
        """Rows and bias from their numbers one after another."""
        h = self.hidden
        self.rows = [numbers[i * h:(i + 1) * h] for i in range(self.king_buckets * 768)]
        self.bias = numbers[len(self.rows) * h:(len(self.rows) + 1) * h]


class Version1(FirstLayer):
    """One layer of squared neurons, in integers."""

    def __init__(self, data):
        (length, self.game, activation, self.hidden, self.king_buckets, self.outputs,
         self.qa, self.qb, self.scale, cover) = struct.unpack_from("<IBBHHHHHHH", data, 8)
        assert activation == 0 and cover == 1 and length % 64 == 0
        self.table = data[28:92]
        (expected,) = struct.unpack_from("<Q", data, 92)
        assert fnv1a(data[:92] + bytes(8) + data[100:]) == expected, "the file is damaged"
        weights = data[length:]
        rows = self.king_buckets * 768
        h = self.hidden
        numbers = struct.unpack_from(f"<{(rows + 1 + 2 * self.outputs) * h}h", weights)
        self.set_rows(numbers)
        out = numbers[(rows + 1) * h:]
        self.out = [(out[2 * i * h:(2 * i + 1) * h], out[(2 * i + 1) * h:(2 * i + 2) * h])
                    for i in range(self.outputs)]
        self.out_bias = struct.unpack_from(f"<{self.outputs}i", weights, 2 * len(numbers))
        assert len(weights) == 2 * len(numbers) + 4 * self.outputs

    def evaluate(self, fen):
        men, turn, _ = read(fen, self.game)
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
        return divide(divide(total * 400, self.qa * self.qb) * self.scale, 400)


class Version2(FirstLayer):
    """Products of pairs, two hidden layers, in floating point of 32 bits."""

    def __init__(self, data):
        (length, self.game, kind, self.hidden, self.king_buckets, self.outputs, self.rule,
         encoding, l1, l2, self.qa, self.qb, self.shift, self.scale) = struct.unpack_from(
            "<IBBHHHBBHHHHHf", data, 8)
        assert (kind, l1, l2, self.qa, self.qb, self.shift) == (1, 16, 32, 255, 64, 9)
        self.table = data[36:100]
        expected, encoded, _ = struct.unpack_from("<QII", data, 100)
        assert fnv1a(data[:100] + bytes(8) + data[108:]) == expected, "the file is damaged"
        count = (self.king_buckets * 768 + 1) * self.hidden
        first = data[length:length + encoded]
        if encoding == 0:
            self.set_rows(struct.unpack(f"<{count}h", first))
        else:
            numbers = decode(first)
            assert len(numbers) == count
            self.set_rows(numbers)
        rest = data[length + encoded:]
        k, h = self.outputs, self.hidden
        weights = struct.unpack_from(f"<{k * 16 * h}b", rest)
        sizes = [16, 32 * 32, 32, 32, 1]
        floats = struct.unpack(f"<{k * sum(sizes)}f", rest[len(weights):])
        self.l1 = [[weights[(s * 16 + j) * h:(s * 16 + j + 1) * h] for j in range(16)]
                   for s in range(k)]
        parts, at = [], 0
        for size in sizes:
            parts.append([floats[at + s * size:at + (s + 1) * size] for s in range(k)])
            at += k * size
        self.b1, self.w2, self.b2, self.w3, self.b3 = parts
        self.unit = f32(512.0 / (65025.0 * 64.0))

    def bucket(self, men, limit, ply):
        if self.rule == 0:
            return min((men - 2) * self.outputs // 31, self.outputs - 1)
        assert self.rule == 1 and self.outputs == 20
        if limit == 0:
            return min((men - 2) * 8 // 31, 7)
        left = max(limit - ply, 0)
        m = 0 if men <= 4 else 1 if men <= 6 else 2
        r = 0 if left <= 8 else 1 if left <= 20 else 2 if left <= 44 else 3
        return 8 + 4 * m + r

    def evaluate(self, fen):
        men, turn, (limit, ply) = read(fen, self.game)
        assert 2 <= len(men) <= 32
        s = self.bucket(len(men), limit, ply)
        products = []
        for side in (turn, 1 - turn):
            cut = [min(max(value, 0), self.qa) for value in self.accumulator(men, side)]
            half = self.hidden // 2
            products += [a * b >> self.shift for a, b in zip(cut[:half], cut[half:])]
        x = []
        for weights, bias in zip(self.l1[s], self.b1[s]):
            total = sum(p * w for p, w in zip(products, weights))
            x.append(f32(f32(f32(total) * self.unit) + bias))
        inputs = [min(max(number, 0.0), 1.0) for number in x]
        inputs += [min(f32(number * number), 1.0) for number in x]
        terms = []
        for o in range(32):
            y = self.b2[s][o]
            for j, v in enumerate(inputs):
                y = f32(y + f32(v * self.w2[s][32 * j + o]))
            u = min(max(y, 0.0), 1.0)
            terms.append(f32(f32(u * u) * self.w3[s][o]))
        for width in (16, 8, 4, 2, 1):
            terms = [f32(terms[i] + terms[i + width]) for i in range(width)]
        out = f32(f32(terms[0] + self.b3[s][0]) * self.scale)
        # Python rounds halves to even, too.
        return round(min(max(out, -20000.0), 20000.0))


def network_of(data):
    """The network of a file."""
    version = {b"ERAWANN1": Version1, b"ERAWANN2": Version2}.get(data[:8])
    assert version, "not a network"
    return version(data)


def f32(number):
    """The nearest number of 32 bits."""
    return struct.unpack("f", struct.pack("f", number))[0]


def decode(data):
    """Numbers of variable length."""
    numbers, value, shift = [], 0, 0
    for byte in data:
        value |= (byte & 127) << shift
        if byte & 128:
            shift += 7
            assert shift <= 14
        else:
            assert (byte or shift == 0) and value < 65536
            numbers.append((value >> 1) ^ -(value & 1))
            value, shift = 0, 0
    assert shift == 0
    return numbers


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


def read(fen, game):
    """The men as (side, role, square), the side to move and Makruk's count:
    its limit and how much of it is gone, in plies."""
    fields = fen.split()
    men = []
    for rank, row in zip(range(7, -1, -1), fields[0].split("/")):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            elif letter != "~":  # a promoted bia is a met
                side = int(letter.islower())
                men.append((side, ROLES[game][letter.lower()], 8 * rank + file))
                file += 1
        assert file == 8, fen
    count = (0, 0)
    if game == 1 and fields[3] != "-":
        count = (int(fields[3]), int(fields[4]))
    return men, 0 if fields[1] == "w" else 1, count


def main():
    folder = Path(sys.argv[1])
    files = sorted(folder.glob("*.net"))
    if not files:
        sys.exit(f"no networks in {folder}")
    wrong = 0
    for file in files:
        network = network_of(file.read_bytes())
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
