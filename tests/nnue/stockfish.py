#!/usr/bin/env python3
"""Compares what Erawan makes of Stockfish's networks with what Stockfish does.

    cargo build --release -p erawan-nnue --example evaluate
    python3 tests/nnue/stockfish.py --engine stockfish

asks the engine for its network (`export_net`) and for the network's part of its
evaluation of random positions (`eval`), and compares each with ours, as far as
the engine prints it: in hundredths of a pawn. An engine that cannot export has
its network beside it:

    python3 tests/nnue/stockfish.py --net nn.nnue --pawn 208 --engine stockfish-12

`--pawn` is what the engine divides by to print pawns: 361 in Stockfish 15.1,
208 in Stockfish 12. Needs python-chess. Exit code 1 if any differs.
"""

import argparse
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import chess

EVALUATION = re.compile(r"NNUE evaluation:?\s+([+-]?\d+\.\d+)")


def positions(count):
    """Positions of random games, none of them in check: Stockfish has no
    evaluation of checks."""
    chance = random.Random(20)
    found = []
    while len(found) < count:
        board = chess.Board()
        for _ in range(chance.randrange(4, 160)):
            moves = list(board.legal_moves)
            if not moves:
                break
            # Captures now and then, so that few men come up too.
            taking = [move for move in moves if board.is_capture(move)]
            board.push(chance.choice(taking if taking and chance.random() < 0.3 else moves))
        if not board.is_check() and not board.is_game_over(claim_draw=False):
            found.append(board.fen())
    return found


def ask(engine, fens):
    """The network's part of the engine's evaluations, as text."""
    lines = []
    for fen in fens:
        lines += [f"position fen {fen}", "eval"]
    lines.append("quit")
    text = "\n".join(lines) + "\n"
    done = subprocess.run([engine], input=text, capture_output=True, text=True, check=False)
    return EVALUATION.findall(done.stdout)


def export(engine, path):
    """The engine's own network."""
    text = f"export_net {path}\nquit\n"
    subprocess.run([engine], input=text, capture_output=True, text=True, check=True)
    if not path.exists():
        sys.exit(f"{engine} exported no network")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--engine", required=True, help="Stockfish")
    parser.add_argument("--net", type=Path, help="its network, if it cannot export it")
    parser.add_argument("--ours", default="target/release/examples/evaluate")
    parser.add_argument("--pawn", type=int, default=361)
    parser.add_argument("--count", type=int, default=1000)
    options = parser.parse_args()
    fens = positions(options.count)
    with tempfile.TemporaryDirectory() as folder:
        net = options.net or Path(folder) / "export.nnue"
        if options.net is None:
            export(options.engine, net)
        text = "\n".join(fens) + "\n"
        command = [options.ours, str(net), "400"]
        ours = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
        if ours.returncode != 0:
            sys.exit(ours.stderr.strip())
    theirs = ask(options.engine, fens)
    values = [int(line) for line in ours.stdout.split()]
    if len(theirs) != len(fens) or len(values) != len(fens):
        sys.exit(f"{len(fens)} positions, {len(values)} evaluations, {len(theirs)} of the engine")
    wrong = 0
    for fen, value, told in zip(fens, values, theirs, strict=True):
        white = value if fen.split()[1] == "w" else -value
        # Stockfish prints its unit in pawns, rounded.
        if abs(white / options.pawn - float(told)) > 0.00501:
            wrong += 1
            if wrong <= 10:
                print(f"{fen}: {value} is {white / options.pawn:+.2f}, the engine says {told}")
    print(f"{len(fens)} positions, {wrong} differ")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
