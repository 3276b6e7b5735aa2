"""The reference evaluator: a `.net` file and positions in, integers out.

Written from the file format's description, one position at a time, in exact
integers; needs numpy, not PyTorch. Every other implementation (the exporter's
check, `erawan-nnue`'s kernels, the GPU's search) must agree with it in every bit.

    python3 -m erawan_train.reference nets/chess.net --fens positions.txt
    python3 -m erawan_train.reference nets/makruk.net --records data.pos
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy

from erawan_train.facts import QA, QB, RECORD_BYTES, SCALE
from erawan_train.netfile import Array, Net, NetFileError
from erawan_train.position import Position, PositionError


def divide(dividend: int, divisor: int) -> int:
    """Division that truncates toward zero, as in Rust and C; Python's floors."""
    quotient = abs(dividend) // abs(divisor)
    return quotient if (dividend < 0) == (divisor < 0) else -quotient


def accumulator(net: Net, position: Position, colour: int) -> Array:
    """The hidden layer of one perspective before its activation."""
    shape = net.architecture
    rows = position.features(colour, shape.bucket_table)
    total = net.ft_bias.astype(numpy.int64) + net.ft[rows].astype(numpy.int64).sum(axis=0)
    if numpy.abs(total).max() > 32767:
        raise OverflowError("an accumulator leaves 16 bits: the exporter should have refused")
    return total


def evaluate(net: Net, position: Position) -> int:
    """The evaluation for the side to move, in internal units."""
    bucket = net.architecture.out_bucket(len(position.men))
    total = 0
    for half, colour in enumerate((position.turn, 1 - position.turn)):
        value = accumulator(net, position, colour).clip(0, QA)
        total += int((value * value * net.out[bucket, half].astype(numpy.int64)).sum())
    if not -(2**31) <= total < 2**31:
        raise OverflowError("an output sum leaves 32 bits: the exporter should have refused")
    return divide((divide(total, QA) + int(net.out_bias[bucket])) * SCALE, QA * QB)


def centipawns(net: Net, position: Position) -> int:
    """The evaluation in the engine's unit, as `erawan net evaluate` prints it."""
    return divide(evaluate(net, position) * net.scale, SCALE)


def positions_of(options: argparse.Namespace, game: str) -> Iterator[Position]:
    """The positions that the command line names."""
    if options.records:
        data = Path(options.records).read_bytes()
        if len(data) % RECORD_BYTES:
            raise PositionError(f"{options.records}: not a whole number of records")
        for start in range(0, len(data), RECORD_BYTES):
            yield Position.from_record(data[start : start + RECORD_BYTES], game)
    elif options.fens == "-":
        yield from (Position.from_fen(line, game) for line in sys.stdin if line.strip())
    else:
        with open(options.fens, encoding="utf-8") as lines:
            yield from (Position.from_fen(line, game) for line in lines if line.strip())


def main() -> int:
    """Prints one evaluation a line."""
    parser = argparse.ArgumentParser(
        prog="python3 -m erawan_train.reference",
        description="The reference evaluator: a .net file and positions in, integers out.",
    )
    parser.add_argument("net", help="the .net file")
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--fens", help="a file with one FEN a line, - for standard input")
    source.add_argument("--records", help="a file of 32-byte records")
    parser.add_argument("--limit", type=int, help="stop after LIMIT positions")
    options = parser.parse_args()
    try:
        net = Net.read(options.net)
        positions = positions_of(options, net.architecture.game)
        for position in itertools.islice(positions, options.limit):
            print(centipawns(net, position))
    except (OSError, NetFileError, PositionError) as error:
        print(f"reference: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
