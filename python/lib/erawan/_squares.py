"""Squares, masks of 64 bits, and sets of squares."""

from __future__ import annotations

from typing import Iterable, Iterator, TypeVar, Union

FILE_NAMES = ["a", "b", "c", "d", "e", "f", "g", "h"]
RANK_NAMES = ["1", "2", "3", "4", "5", "6", "7", "8"]
SQUARE_NAMES = [file + rank for rank in RANK_NAMES for file in FILE_NAMES]


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


def square_distance(a: int, b: int) -> int:
    """The moves of a king from one square to the other."""
    return max(abs(square_file(a) - square_file(b)), abs(square_rank(a) - square_rank(b)))


def square_manhattan_distance(a: int, b: int) -> int:
    """The steps along files and ranks from one square to the other."""
    return abs(square_file(a) - square_file(b)) + abs(square_rank(a) - square_rank(b))


def square_knight_distance(a: int, b: int) -> int:
    """The moves of a knight from one square to the other, on an empty board."""
    leaps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
    moves, reached = 0, {(square_file(a), square_rank(a))}
    goal = (square_file(b), square_rank(b))
    while goal not in reached:
        moves += 1
        reached |= {
            (file + x, rank + y)
            for file, rank in reached
            for x, y in leaps
            if 0 <= file + x < 8 and 0 <= rank + y < 8
        }
    return moves


BB_EMPTY, BB_ALL = 0, (1 << 64) - 1
BB_SQUARES = [1 << number for number in range(64)]
(
    BB_A1, BB_B1, BB_C1, BB_D1, BB_E1, BB_F1, BB_G1, BB_H1,
    BB_A2, BB_B2, BB_C2, BB_D2, BB_E2, BB_F2, BB_G2, BB_H2,
    BB_A3, BB_B3, BB_C3, BB_D3, BB_E3, BB_F3, BB_G3, BB_H3,
    BB_A4, BB_B4, BB_C4, BB_D4, BB_E4, BB_F4, BB_G4, BB_H4,
    BB_A5, BB_B5, BB_C5, BB_D5, BB_E5, BB_F5, BB_G5, BB_H5,
    BB_A6, BB_B6, BB_C6, BB_D6, BB_E6, BB_F6, BB_G6, BB_H6,
    BB_A7, BB_B7, BB_C7, BB_D7, BB_E7, BB_F7, BB_G7, BB_H7,
    BB_A8, BB_B8, BB_C8, BB_D8, BB_E8, BB_F8, BB_G8, BB_H8,
) = BB_SQUARES  # fmt: skip
BB_FILES = [0x0101_0101_0101_0101 << file for file in range(8)]
BB_FILE_A, BB_FILE_B, BB_FILE_C, BB_FILE_D, BB_FILE_E, BB_FILE_F, BB_FILE_G, BB_FILE_H = BB_FILES
BB_RANKS = [0xFF << 8 * rank for rank in range(8)]
BB_RANK_1, BB_RANK_2, BB_RANK_3, BB_RANK_4, BB_RANK_5, BB_RANK_6, BB_RANK_7, BB_RANK_8 = BB_RANKS
BB_BACKRANKS = BB_RANK_1 | BB_RANK_8
BB_CORNERS = BB_A1 | BB_H1 | BB_A8 | BB_H8
BB_CENTER = BB_D4 | BB_E4 | BB_D5 | BB_E5
BB_DARK_SQUARES = sum(mask for n, mask in enumerate(BB_SQUARES) if (n + n // 8) % 2 == 0)
BB_LIGHT_SQUARES = BB_ALL ^ BB_DARK_SQUARES


def popcount(mask: int) -> int:
    """The number of squares in a mask."""
    return mask.bit_count()


def lsb(mask: int) -> int:
    """The lowest square of a mask."""
    return (mask & -mask).bit_length() - 1


def msb(mask: int) -> int:
    """The highest square of a mask."""
    return mask.bit_length() - 1


def scan_forward(mask: int) -> Iterator[int]:
    """The squares of a mask, the lowest first."""
    return iter(SquareSet(mask))


def scan_reversed(mask: int) -> Iterator[int]:
    """The squares of a mask, the highest first."""
    return reversed(SquareSet(mask))


_Mask = TypeVar("_Mask", int, "SquareSet")


def _moved(squares: _Mask, files: int, ranks: int) -> _Mask:
    """All squares some files and ranks further; what leaves the board is gone."""
    kept = sum(BB_FILES[max(0, -files) : 8 - max(0, files)])
    mask, distance = int(squares) & kept, files + 8 * ranks
    mask = mask << distance if distance > 0 else mask >> -distance
    return type(squares)(mask & BB_ALL)


def shift_up(squares: _Mask) -> _Mask:
    """All squares a rank up."""
    return _moved(squares, 0, 1)


def shift_2_up(squares: _Mask) -> _Mask:
    """All squares two ranks up."""
    return _moved(squares, 0, 2)


def shift_down(squares: _Mask) -> _Mask:
    """All squares a rank down."""
    return _moved(squares, 0, -1)


def shift_2_down(squares: _Mask) -> _Mask:
    """All squares two ranks down."""
    return _moved(squares, 0, -2)


def shift_right(squares: _Mask) -> _Mask:
    """All squares a file towards the h-file."""
    return _moved(squares, 1, 0)


def shift_2_right(squares: _Mask) -> _Mask:
    """All squares two files towards the h-file."""
    return _moved(squares, 2, 0)


def shift_left(squares: _Mask) -> _Mask:
    """All squares a file towards the a-file."""
    return _moved(squares, -1, 0)


def shift_2_left(squares: _Mask) -> _Mask:
    """All squares two files towards the a-file."""
    return _moved(squares, -2, 0)


def shift_up_left(squares: _Mask) -> _Mask:
    """All squares diagonally up, towards the a-file."""
    return _moved(squares, -1, 1)


def shift_up_right(squares: _Mask) -> _Mask:
    """All squares diagonally up, towards the h-file."""
    return _moved(squares, 1, 1)


def shift_down_left(squares: _Mask) -> _Mask:
    """All squares diagonally down, towards the a-file."""
    return _moved(squares, -1, -1)


def shift_down_right(squares: _Mask) -> _Mask:
    """All squares diagonally down, towards the h-file."""
    return _moved(squares, 1, -1)


def _mapped(squares: _Mask, xor: int, transposed: bool = False) -> _Mask:
    mask = 0
    for number in SquareSet(int(squares)):
        number = square(square_rank(number), square_file(number)) if transposed else number
        mask |= 1 << (number ^ xor)
    return type(squares)(mask)


def flip_vertical(squares: _Mask) -> _Mask:
    """The ranks in the other order."""
    return _mapped(squares, 56)


def flip_horizontal(squares: _Mask) -> _Mask:
    """The files in the other order."""
    return _mapped(squares, 7)


def flip_diagonal(squares: _Mask) -> _Mask:
    """Files for ranks: mirrored at the diagonal from a1 to h8."""
    return _mapped(squares, 0, transposed=True)


def flip_anti_diagonal(squares: _Mask) -> _Mask:
    """Mirrored at the diagonal from a8 to h1."""
    return _mapped(squares, 63, transposed=True)


#: What a set of squares can be made of.
IntoSquareSet = Union[int, "SquareSet", Iterable[int]]


def _mask_of(squares: IntoSquareSet) -> int:
    if isinstance(squares, SquareSet):
        return squares.mask
    if isinstance(squares, int):
        return squares & BB_ALL
    mask = 0
    for number in squares:
        if not 0 <= number < 64:
            raise ValueError(f"squares are from 0 to 63, not {number}")
        mask |= 1 << number
    return mask


class SquareSet:
    """A set of squares: a mask of 64 bits that can be used like a set of numbers."""

    __slots__ = ("mask",)

    def __init__(self, squares: IntoSquareSet = 0) -> None:
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

    def __and__(self, other: IntoSquareSet) -> "SquareSet":
        return SquareSet(self.mask & _mask_of(other))

    def __or__(self, other: IntoSquareSet) -> "SquareSet":
        return SquareSet(self.mask | _mask_of(other))

    def __xor__(self, other: IntoSquareSet) -> "SquareSet":
        return SquareSet(self.mask ^ _mask_of(other))

    def __sub__(self, other: IntoSquareSet) -> "SquareSet":
        return SquareSet(self.mask & ~_mask_of(other))

    def __lshift__(self, shift: int) -> "SquareSet":
        return SquareSet(self.mask << shift)

    def __rshift__(self, shift: int) -> "SquareSet":
        return SquareSet(self.mask >> shift)

    # A set that is changed stays the same object, as Python's own sets do.

    def __iand__(self, other: IntoSquareSet) -> "SquareSet":
        self.mask &= _mask_of(other)
        return self

    def __ior__(self, other: IntoSquareSet) -> "SquareSet":
        self.mask |= _mask_of(other)
        return self

    def __ixor__(self, other: IntoSquareSet) -> "SquareSet":
        self.mask ^= _mask_of(other)
        return self

    def __isub__(self, other: IntoSquareSet) -> "SquareSet":
        self.mask &= ~_mask_of(other)
        return self

    def __ilshift__(self, shift: int) -> "SquareSet":
        self.mask = self.mask << shift & BB_ALL
        return self

    def __irshift__(self, shift: int) -> "SquareSet":
        self.mask >>= shift
        return self

    def __invert__(self) -> "SquareSet":
        return SquareSet(~self.mask & BB_ALL)

    def add(self, square: int) -> None:
        """Puts in a square."""
        self.mask |= _mask_of([square])

    def discard(self, square: int) -> None:
        """Takes out a square, if it is there."""
        self.mask &= ~_mask_of([square])

    def remove(self, square: int) -> None:
        """Takes out a square; a KeyError if it is not there."""
        if square not in self:
            raise KeyError(square)
        self.discard(square)

    def pop(self) -> int:
        """Takes out the lowest square and returns it; a KeyError if there is none."""
        if not self.mask:
            raise KeyError("the set is empty")
        square = lsb(self.mask)
        self.mask &= self.mask - 1
        return square

    def clear(self) -> None:
        """Takes out all squares."""
        self.mask = BB_EMPTY

    def copy(self) -> "SquareSet":
        """A set of the same squares."""
        return SquareSet(self.mask)

    def isdisjoint(self, other: IntoSquareSet) -> bool:
        """Whether no square is in both."""
        return not self & other

    def issubset(self, other: IntoSquareSet) -> bool:
        """Whether all squares are in the other."""
        return not self - other

    def issuperset(self, other: IntoSquareSet) -> bool:
        """Whether all squares of the other are here."""
        return not _mask_of(other) & ~self.mask

    def union(self, *others: IntoSquareSet) -> "SquareSet":
        """The squares of all."""
        joined = self.copy()
        joined.update(*others)
        return joined

    def intersection(self, *others: IntoSquareSet) -> "SquareSet":
        """The squares that are in all."""
        joined = self.copy()
        joined.intersection_update(*others)
        return joined

    def difference(self, *others: IntoSquareSet) -> "SquareSet":
        """The squares that are in none of the others."""
        joined = self.copy()
        joined.difference_update(*others)
        return joined

    def symmetric_difference(self, other: IntoSquareSet) -> "SquareSet":
        """The squares that are in one of both."""
        return self ^ other

    def update(self, *others: IntoSquareSet) -> None:
        """Puts in the squares of the others."""
        for other in others:
            self.mask |= _mask_of(other)

    def intersection_update(self, *others: IntoSquareSet) -> None:
        """Takes out what is not in all others."""
        for other in others:
            self.mask &= _mask_of(other)

    def difference_update(self, *others: IntoSquareSet) -> None:
        """Takes out the squares of the others."""
        for other in others:
            self.mask &= ~_mask_of(other)

    def symmetric_difference_update(self, other: IntoSquareSet) -> None:
        """Takes out what is in both, and puts in what is only in the other."""
        self.mask ^= _mask_of(other)

    def carry_rippler(self) -> Iterator[int]:
        """All subsets, as masks."""
        subset = 0
        while True:
            yield subset
            subset = (subset - self.mask) & self.mask
            if not subset:
                return

    def mirror(self) -> "SquareSet":
        """The squares as the other side sees them."""
        return SquareSet(flip_vertical(self.mask))

    @classmethod
    def from_square(cls, square: int) -> "SquareSet":
        """The set of one square."""
        return cls([square])

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

__all__ = [
    "BB_A1",
    "BB_A2",
    "BB_A3",
    "BB_A4",
    "BB_A5",
    "BB_A6",
    "BB_A7",
    "BB_A8",
    "BB_ALL",
    "BB_B1",
    "BB_B2",
    "BB_B3",
    "BB_B4",
    "BB_B5",
    "BB_B6",
    "BB_B7",
    "BB_B8",
    "BB_BACKRANKS",
    "BB_C1",
    "BB_C2",
    "BB_C3",
    "BB_C4",
    "BB_C5",
    "BB_C6",
    "BB_C7",
    "BB_C8",
    "BB_CENTER",
    "BB_CORNERS",
    "BB_D1",
    "BB_D2",
    "BB_D3",
    "BB_D4",
    "BB_D5",
    "BB_D6",
    "BB_D7",
    "BB_D8",
    "BB_DARK_SQUARES",
    "BB_E1",
    "BB_E2",
    "BB_E3",
    "BB_E4",
    "BB_E5",
    "BB_E6",
    "BB_E7",
    "BB_E8",
    "BB_EMPTY",
    "BB_F1",
    "BB_F2",
    "BB_F3",
    "BB_F4",
    "BB_F5",
    "BB_F6",
    "BB_F7",
    "BB_F8",
    "BB_FILES",
    "BB_FILE_A",
    "BB_FILE_B",
    "BB_FILE_C",
    "BB_FILE_D",
    "BB_FILE_E",
    "BB_FILE_F",
    "BB_FILE_G",
    "BB_FILE_H",
    "BB_G1",
    "BB_G2",
    "BB_G3",
    "BB_G4",
    "BB_G5",
    "BB_G6",
    "BB_G7",
    "BB_G8",
    "BB_H1",
    "BB_H2",
    "BB_H3",
    "BB_H4",
    "BB_H5",
    "BB_H6",
    "BB_H7",
    "BB_H8",
    "BB_LIGHT_SQUARES",
    "BB_RANKS",
    "BB_RANK_1",
    "BB_RANK_2",
    "BB_RANK_3",
    "BB_RANK_4",
    "BB_RANK_5",
    "BB_RANK_6",
    "BB_RANK_7",
    "BB_RANK_8",
    "BB_SQUARES",
    "FILE_NAMES",
    "IntoSquareSet",
    "RANK_NAMES",
    "SQUARE_NAMES",
    "SquareSet",
    "flip_anti_diagonal",
    "flip_diagonal",
    "flip_horizontal",
    "flip_vertical",
    "lsb",
    "msb",
    "parse_square",
    "popcount",
    "scan_forward",
    "scan_reversed",
    "shift_2_down",
    "shift_2_left",
    "shift_2_right",
    "shift_2_up",
    "shift_down",
    "shift_down_left",
    "shift_down_right",
    "shift_left",
    "shift_right",
    "shift_up",
    "shift_up_left",
    "shift_up_right",
    "square",
    "square_distance",
    "square_file",
    "square_knight_distance",
    "square_manhattan_distance",
    "square_mirror",
    "square_name",
    "square_rank",
]
