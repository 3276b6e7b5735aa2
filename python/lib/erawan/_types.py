"""Types that need nothing of the compiled half."""

from __future__ import annotations

import dataclasses
import enum
from typing import Iterable, Iterator, Optional, Union

FILE_NAMES = ["a", "b", "c", "d", "e", "f", "g", "h"]
RANK_NAMES = ["1", "2", "3", "4", "5", "6", "7", "8"]
SQUARE_NAMES = [file + rank for rank in RANK_NAMES for file in FILE_NAMES]
_MASK = (1 << 64) - 1


def square(file_index: int, rank_index: int) -> int:
    """The square of a file and a rank, both from 0."""
    return rank_index * 8 + file_index


def parse_square(name: str) -> int:
    """The square of a name: 0 for a1, 63 for h8."""
    return SQUARE_NAMES.index(name)


def square_name(square: int) -> str:
    """The name of a square."""
    return SQUARE_NAMES[square]


def square_file(square: int) -> int:
    """The file of a square, from 0."""
    return square & 7


def square_rank(square: int) -> int:
    """The rank of a square, from 0."""
    return square >> 3


def square_mirror(square: int) -> int:
    """The square as the other side sees it."""
    return square ^ 56


class Termination(enum.Enum):
    """How a game has ended."""

    CHECKMATE = 1
    STALEMATE = 2
    INSUFFICIENT_MATERIAL = 3
    SEVENTYFIVE_MOVES = 4
    FIVEFOLD_REPETITION = 5
    FIFTY_MOVES = 6
    THREEFOLD_REPETITION = 7
    COUNTING = 8
    """The count of Makruk and Ouk Chatrang has run out."""


@dataclasses.dataclass
class Outcome:
    """How a game has ended, and who has won."""

    termination: Termination
    winner: Optional[bool]

    def result(self) -> str:
        """1-0, 0-1 or 1/2-1/2."""
        if self.winner is None:
            return "1/2-1/2"
        return "1-0" if self.winner else "0-1"


def make_outcome(name: str, winner: Optional[bool]) -> Outcome:
    return Outcome(Termination[name], winner)


def _mask_of(squares: Union[int, "SquareSet", Iterable[int]]) -> int:
    if isinstance(squares, SquareSet):
        return squares.mask
    if isinstance(squares, int):
        return squares & _MASK
    mask = 0
    for number in squares:
        if not 0 <= number < 64:
            raise ValueError(f"squares are from 0 to 63, not {number}")
        mask |= 1 << number
    return mask


class SquareSet:
    """A set of squares: a mask of 64 bits that can be used like a set of numbers."""

    __slots__ = ("mask",)

    def __init__(self, squares: Union[int, "SquareSet", Iterable[int]] = 0) -> None:
        self.mask = _mask_of(squares)

    def __contains__(self, square: object) -> bool:
        return isinstance(square, int) and 0 <= square < 64 and bool(self.mask >> square & 1)

    def __iter__(self) -> Iterator[int]:
        mask = self.mask
        while mask:
            low = mask & -mask
            yield low.bit_length() - 1
            mask ^= low

    def __reversed__(self) -> Iterator[int]:
        mask = self.mask
        while mask:
            high = mask.bit_length() - 1
            yield high
            mask ^= 1 << high

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __bool__(self) -> bool:
        return self.mask != 0

    def __int__(self) -> int:
        return self.mask

    def __index__(self) -> int:
        return self.mask

    def __eq__(self, other: object) -> bool:
        if isinstance(other, (SquareSet, int)):
            return self.mask == int(other)
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __and__(self, other: Union[int, "SquareSet", Iterable[int]]) -> "SquareSet":
        return SquareSet(self.mask & _mask_of(other))

    def __or__(self, other: Union[int, "SquareSet", Iterable[int]]) -> "SquareSet":
        return SquareSet(self.mask | _mask_of(other))

    def __xor__(self, other: Union[int, "SquareSet", Iterable[int]]) -> "SquareSet":
        return SquareSet(self.mask ^ _mask_of(other))

    def __sub__(self, other: Union[int, "SquareSet", Iterable[int]]) -> "SquareSet":
        return SquareSet(self.mask & ~_mask_of(other))

    def __invert__(self) -> "SquareSet":
        return SquareSet(~self.mask & _MASK)

    def add(self, square: int) -> None:
        """Puts in a square."""
        self.mask |= _mask_of([square])

    def discard(self, square: int) -> None:
        """Takes out a square, if it is there."""
        self.mask &= ~_mask_of([square])

    def tolist(self) -> list[bool]:
        """Of every square whether it is in the set."""
        return [bool(self.mask >> square & 1) for square in range(64)]

    def __str__(self) -> str:
        rows = []
        for rank in range(7, -1, -1):
            rows.append(" ".join("1" if self.mask >> rank * 8 + file & 1 else "." for file in range(8)))
        return "\n".join(rows)

    def __repr__(self) -> str:
        return f"SquareSet({self.mask:#021_x})"


def rebuild_board(fen: str, variant: str, moves: list[str]) -> object:
    """A board from its start and its moves, for pickle."""
    from ._erawan import Board, Move

    board = Board(fen, variant)
    for move in moves:
        board.push(Move.from_uci(move))
    return board
