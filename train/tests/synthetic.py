"""Made-up positions and games for the tests: legal-looking, of either game."""

from __future__ import annotations

import random

import numpy
import torch

from erawan_train.position import BLACK, KING, WHITE, Man, Position

WORTH = (100, 300, 320, 500, 900, 0, 500)
"""By role, with the castling rook last."""


def position(source: random.Random, game: str) -> Position:
    """Two kings apart, up to fifteen other men a side, pawns where pawns may be."""
    squares = list(range(64))
    source.shuffle(squares)
    white_king = squares.pop()
    black_king = next(
        square
        for square in squares
        if max(abs(square % 8 - white_king % 8), abs(square // 8 - white_king // 8)) > 1
    )
    squares.remove(black_king)
    men = {white_king: Man(WHITE, KING), black_king: Man(BLACK, KING)}
    # Now and then no men, or all of them.
    counts = [source.choice((0, 15, source.randint(0, 15), source.randint(0, 15))) for _ in "wb"]
    for colour, count in enumerate(counts):
        for _ in range(count):
            square = squares.pop()
            role = source.choice((0, 0, 0, 1, 2, 3, 4, 6))
            if role == 0 and square // 8 in (0, 7):
                role = 1
            if role == 6 and game == "chess" and square // 8 != (0 if colour == WHITE else 7):
                role = 3
            men[square] = Man(colour, role)
    return Position(men, source.choice((WHITE, BLACK)), game)


def mirrored(original: Position) -> Position:
    """Colours exchanged and the board turned over: the same game seen from the other side."""
    men = {square ^ 56: Man(1 - man.colour, man.role) for square, man in original.men.items()}
    return Position(men, 1 - original.turn, original.game)


def reflected(original: Position) -> Position:
    """Left and right exchanged."""
    men = {square ^ 7: man for square, man in original.men.items()}
    return Position(men, original.turn, original.game)


def material(board: Position) -> int:
    """The balance for the side to move."""
    return sum(
        WORTH[man.role] * (1 if man.colour == board.turn else -1) for man in board.men.values()
    )


def games(seed: int, count: int, plies: int, game: str = "chess") -> bytes:
    """Records of made-up games, scored by material, won by who has more."""
    source = random.Random(seed)
    data = bytearray()
    for _ in range(count):
        for ply in range(16, 16 + plies):
            board = position(source, game)
            score = material(board)
            result = 1 + (score > 100) - (score < -100)
            data += board.to_record(score, result, ply=ply)
    return bytes(data)


def tensor(data: bytes) -> torch.Tensor:
    """Records as the trainer takes them."""
    return torch.from_numpy(numpy.frombuffer(data, numpy.uint8).copy()).view(-1, 32)
