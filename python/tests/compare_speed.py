"""Measures boards beside python-chess, and PGN to Arrow.

    python compare_speed.py [FILE.pgn]
"""

from __future__ import annotations

import os
import sys
import time
from typing import Any

import chess
import pyarrow as pa

import erawan

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def perft(board: Any, depth: int) -> int:
    """The same loop for both libraries."""
    if depth == 0:
        return 1
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += perft(board, depth - 1)
        board.pop()
    return nodes


def boards() -> None:
    for name, fen, depth in (("start", chess.STARTING_FEN, 3), ("kiwipete", KIWIPETE, 2)):
        speeds = []
        for module, plies in ((erawan, depth + 1), (chess, depth)):
            board, best, nodes = module.Board(fen), float("inf"), 0
            for _ in range(3):
                begun = time.perf_counter()
                nodes = perft(board, plies)
                best = min(best, time.perf_counter() - begun)
            speeds.append(nodes / best)
        ours, theirs = speeds
        print(f"perft {name}: {ours:,.0f} and {theirs:,.0f} nodes/s, {ours / theirs:.1f} x")


def tables(path: str) -> None:
    size = os.path.getsize(path) / 1e6
    for columns in (["game", "ply", "move", "key"], ["game", "ply", "move", "key", "fen"]):
        speeds = {}
        for threads in (1, 2):
            best = float("inf")
            for _ in range(3):
                stream = erawan.positions(path, columns, threads=threads)
                begun = time.perf_counter()
                for _batch in pa.RecordBatchReader.from_stream(stream):
                    pass
                best = min(best, time.perf_counter() - begun)
            speeds[threads] = size / best
        gain = speeds[2] / speeds[1]
        print(f"{', '.join(columns)}: {speeds[1]:.0f} MB/s, two threads {gain:.2f} x")


if __name__ == "__main__":
    boards()
    for argument in sys.argv[1:]:
        tables(argument)
