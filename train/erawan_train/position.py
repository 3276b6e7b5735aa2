"""One position in plain Python: from FEN, from and to a 32-byte record.

Slow and simple on purpose. The reference evaluator and the tests use it as the
yardstick for the code that decodes millions of records a second.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

from .architecture import MARKED_AS, MARKED_ROLE, MAX_MEN

RECORD_BYTES = 32
KING = 5

WHITE = 0
BLACK = 1

IN_CHECK = 2
NOISY = 4
INTERIOR = 8

_LETTERS = {
    "chess": "pnbrqk",
    "makruk": "pnsrmk",
}


class PositionError(ValueError):
    """Text or bytes that are no position, with the reason."""


@dataclass(frozen=True)
class Man:
    """A man as records know it: role 6 is a castling rook or a promoted bia."""

    colour: int
    role: int


@dataclass(frozen=True)
class Position:
    """Where the men stand and whose move it is; what the network sees."""

    men: dict[int, Man]
    turn: int = WHITE

    @staticmethod
    def from_fen(fen: str, game: str) -> Position:
        """Reads the first two fields of a FEN; rights and clocks do not matter here."""
        fields = fen.split()
        if len(fields) < 2 or fields[1] not in ("w", "b"):
            raise PositionError(f"no board and side to move in {fen!r}")
        letters = _LETTERS[game]
        rows = fields[0].split("/")
        if len(rows) != 8:
            raise PositionError(f"{len(rows)} ranks, not 8, in {fen!r}")
        men: dict[int, Man] = {}
        for rank, row in zip(range(7, -1, -1), rows):
            file = 0
            previous = None
            for letter in row:
                if letter == "~":
                    if previous is None:
                        raise PositionError(f"a promotion mark without a man in {fen!r}")
                    if game == "makruk":
                        men[previous] = Man(men[previous].colour, MARKED_ROLE)
                    continue
                previous = None
                if letter in "12345678":
                    file += int(letter)
                    continue
                role = letters.find(letter.lower())
                if role < 0:
                    raise PositionError(f"{letter!r} is no man of {game} in {fen!r}")
                if file > 7:
                    raise PositionError(f"rank {rank + 1} is longer than 8 squares in {fen!r}")
                previous = rank * 8 + file
                men[previous] = Man(BLACK if letter.islower() else WHITE, role)
                file += 1
            if file != 8:
                raise PositionError(f"rank {rank + 1} does not have 8 squares in {fen!r}")
        position = Position(men, BLACK if fields[1] == "b" else WHITE)
        position.check()
        return position

    def check(self) -> None:
        """One king a side and at most 32 men, or an error."""
        if len(self.men) > MAX_MEN:
            raise PositionError(f"{len(self.men)} men; the network takes at most {MAX_MEN}")
        for colour, name in ((WHITE, "White"), (BLACK, "Black")):
            kings = sum(man == Man(colour, KING) for man in self.men.values())
            if kings != 1:
                raise PositionError(f"{name} has {kings} kings")

    def king(self, colour: int) -> int:
        """The square of that side's king."""
        return next(square for square, man in self.men.items() if man == Man(colour, KING))

    def features(self, colour: int, game: str, bucket_table: bytes) -> list[int]:
        """The active inputs of that side's perspective, in order of squares."""
        flip = 56 if colour == BLACK else 0
        king = self.king(colour) ^ flip
        if king % 8 >= 4:
            flip ^= 7
            king ^= 7
        active = []
        for square in sorted(self.men):
            man = self.men[square]
            role = MARKED_AS[game] if man.role == MARKED_ROLE else man.role
            side = 0 if man.colour == colour else 1
            active.append(bucket_table[king] * 768 + side * 384 + role * 64 + (square ^ flip))
        return active

    @staticmethod
    def from_record(record: bytes) -> Position:
        """Reads the board and the side to move of a 32-byte record."""
        if len(record) != RECORD_BYTES:
            raise PositionError(f"a record of {len(record)} bytes, not {RECORD_BYTES}")
        (occupancy,) = struct.unpack_from("<Q", record)
        squares = [square for square in range(64) if occupancy >> square & 1]
        if len(squares) > MAX_MEN:
            raise PositionError(f"{len(squares)} men; the network takes at most {MAX_MEN}")
        men = {}
        for index, square in enumerate(squares):
            code = record[8 + index // 2] >> (4 * (index % 2)) & 15
            if code & 7 == 7:
                raise PositionError(f"code {code} of man {index} is unknown")
            men[square] = Man(code >> 3, code & 7)
        position = Position(men, record[27] & 1)
        position.check()
        return position

    def to_record(
        self,
        score: int = 0,
        result: int = 1,
        *,
        flags: int = 0,
        ply: int = 0,
        clock: int = 0,
        extra: int = 0,
    ) -> bytes:
        """The 32-byte record; score and result are the side to move's."""
        occupancy = 0
        codes = bytearray(16)
        for index, square in enumerate(sorted(self.men)):
            man = self.men[square]
            occupancy |= 1 << square
            codes[index // 2] |= (man.role | man.colour << 3) << (4 * (index % 2))
        return struct.pack(
            "<Q16shBBHBB",
            occupancy,
            bytes(codes),
            score,
            result,
            flags | self.turn,
            ply,
            clock,
            extra,
        )
