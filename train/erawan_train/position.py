"""One position in plain Python: from and to FEN, from and to a record.

Slow and simple on purpose. The reference evaluator and the tests use it as the
yardstick for the code that decodes millions of records a second.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

from .facts import (
    BLACK_TO_MOVE,
    FEATURES,
    LETTERS,
    MARKED_ROLE,
    MAX_MEN,
    RECORD_BYTES,
    RECORD_MEN,
)

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(6)
"""Roles; in Makruk bia, ma, khon, rua, met, khun."""

MARKED_AS = {"chess": ROOK, "makruk": QUEEN}
"""Records mark a man by role 6: a rook that may castle, a promoted bia."""

WHITE = 0
BLACK = 1

FILES = "abcdefgh"

# Occupied squares, men, score, result, flags, ply, halfmove clock, last byte.
_RECORD = struct.Struct("<Q16shBBHBB")
assert _RECORD.size == RECORD_BYTES


class PositionError(ValueError):
    """Text or bytes that are no position, with the reason."""


def square_name(square: int) -> str:
    """`e4`."""
    return FILES[square % 8] + str(square // 8 + 1)


def square_of(name: str) -> int:
    """The square of that name."""
    if len(name) != 2 or name[0] not in FILES or name[1] not in "12345678":
        raise PositionError(f"{name!r} is no square")
    return FILES.index(name[0]) + 8 * (int(name[1]) - 1)


@dataclass(frozen=True)
class Man:
    """A man as records know it: role 6 is a castling rook or a promoted bia."""

    colour: int
    role: int


@dataclass(frozen=True)
class Position:
    """A position with everything its rules need."""

    men: dict[int, Man]
    turn: int = WHITE
    game: str = "chess"
    en_passant: int | None = None
    """The square behind the pawn, if it can legally be taken."""
    halfmoves: int = 0
    count_limit: int = 0
    """Makruk's count in plies."""
    count_ply: int = 0

    def role(self, square: int) -> int:
        """What stands there, marked or not."""
        role = self.men[square].role
        return MARKED_AS[self.game] if role == MARKED_ROLE else role

    @property
    def castling_rooks(self) -> frozenset[int]:
        """The rooks that may castle."""
        if self.game != "chess":
            return frozenset()
        return frozenset(square for square, man in self.men.items() if man.role == MARKED_ROLE)

    def check(self) -> None:
        """One king a side and at most 32 men, or an error."""
        if len(self.men) > MAX_MEN:
            raise PositionError(f"{len(self.men)} men, at most {MAX_MEN} fit")
        for colour, name in ((WHITE, "White"), (BLACK, "Black")):
            kings = sum(man == Man(colour, KING) for man in self.men.values())
            if kings != 1:
                raise PositionError(f"{name} has {kings} kings")

    def king(self, colour: int) -> int:
        """The square of that side's king."""
        return next(square for square, man in self.men.items() if man == Man(colour, KING))

    def features(self, colour: int, bucket_table: bytes) -> list[int]:
        """The active inputs of that side's perspective, in order of squares."""
        flip = 56 if colour == BLACK else 0
        king = self.king(colour) ^ flip
        if king % 8 >= 4:
            flip ^= 7
            king ^= 7
        active = []
        for square in sorted(self.men):
            side = 0 if self.men[square].colour == colour else 1
            man = side * (FEATURES // 2) + self.role(square) * 64 + (square ^ flip)
            active.append(bucket_table[king] * FEATURES + man)
        return active

    # FEN.

    @staticmethod
    def from_fen(fen: str, game: str) -> Position:
        """Reads a FEN: classical, Shredder or X-FEN castling; Makruk's count.

        The board and the side to move are enough. The en passant square is taken
        as it stands: a FEN should have it only if the capture is legal.
        """
        fields = fen.split()
        if len(fields) < 2 or fields[1] not in ("w", "b"):
            raise PositionError(f"no board and side to move in {fen!r}")
        men = _men_of(fields[0], game)
        turn = BLACK if fields[1] == "b" else WHITE
        bare = Position(men, turn, game)
        bare.check()
        if game == "makruk":
            limit = int(fields[3]) if len(fields) > 3 and fields[3].isdigit() else 0
            number = int(fields[4]) if len(fields) > 4 and fields[4].isdigit() else 0
            if limit:
                return Position(men, turn, game, count_limit=limit, count_ply=number)
            return Position(men, turn, game, halfmoves=number)
        for letter in fields[2] if len(fields) > 2 and fields[2] != "-" else "":
            rook = _castling_rook(bare, letter)
            men[rook] = Man(men[rook].colour, MARKED_ROLE)
        en_passant = square_of(fields[3]) if len(fields) > 3 and fields[3] != "-" else None
        if len(fields) > 4 and not fields[4].isdigit():
            raise PositionError(f"{fields[4]!r} is no clock")
        halfmoves = int(fields[4]) if len(fields) > 4 else 0
        return Position(men, turn, game, en_passant, halfmoves)

    def placement(self) -> str:
        """The first field of a FEN."""
        rows = []
        for rank in range(7, -1, -1):
            row, empty = "", 0
            for square in range(rank * 8, rank * 8 + 8):
                if square not in self.men:
                    empty += 1
                    continue
                man = self.men[square]
                letter = LETTERS[self.game][self.role(square)]
                row += (str(empty) if empty else "") + (letter.lower() if man.colour else letter)
                row += "~" if self.game == "makruk" and man.role == MARKED_ROLE else ""
                empty = 0
            rows.append(row + (str(empty) if empty else ""))
        return "/".join(rows)

    def fen(self, fullmove: int = 1) -> str:
        """The whole FEN; castling in Shredder form."""
        turn = "b" if self.turn == BLACK else "w"
        if self.game == "makruk":
            count = f"- {self.halfmoves}"
            if self.count_limit:
                count = f"{self.count_limit} {self.count_ply}"
            return f"{self.placement()} {turn} - {count} {fullmove}"
        rooks = sorted(self.castling_rooks, reverse=True)
        rights = "".join(FILES[rook % 8].upper() for rook in rooks if rook < 8)
        rights += "".join(FILES[rook % 8] for rook in rooks if rook >= 56)
        square = "-" if self.en_passant is None else square_name(self.en_passant)
        return f"{self.placement()} {turn} {rights or '-'} {square} {self.halfmoves} {fullmove}"

    # Records.

    @staticmethod
    def from_record(record: bytes, game: str) -> Position:
        """Reads a record. Of Makruk's count it knows only what is left: it is not read."""
        if len(record) != RECORD_BYTES:
            raise PositionError(f"a record of {len(record)} bytes, not {RECORD_BYTES}")
        occupied, _, _, _, flags, _, clock, extra = _RECORD.unpack(record)
        squares = [square for square in range(64) if occupied >> square & 1]
        if len(squares) > MAX_MEN:
            raise PositionError(f"{len(squares)} men, at most {MAX_MEN} fit")
        men = {}
        for index, square in enumerate(squares):
            code = record[RECORD_MEN + index // 2] >> (4 * (index % 2)) & 15
            if code & 7 > MARKED_ROLE:
                raise PositionError(f"code {code} of man {index} is unknown")
            men[square] = Man(code >> 3, code & 7)
        turn = BLACK if flags & BLACK_TO_MOVE else WHITE
        en_passant = None
        if game == "chess" and extra:
            en_passant = extra - 1 + (16 if turn == BLACK else 40)
        position = Position(men, turn, game, en_passant, clock)
        position.check()
        return position

    def to_record(self, score: int = 0, result: int = 1, *, flags: int = 0, ply: int = 0) -> bytes:
        """The record; score and result are the side to move's."""
        occupied = 0
        codes = bytearray(16)
        for index, square in enumerate(sorted(self.men)):
            man = self.men[square]
            occupied |= 1 << square
            codes[index // 2] |= (man.role | man.colour << 3) << (4 * (index % 2))
        if self.turn == BLACK:
            flags |= BLACK_TO_MOVE
        clock = min(self.halfmoves, 255)
        return _RECORD.pack(occupied, bytes(codes), score, result, flags, ply, clock, self._extra())

    def _extra(self) -> int:
        """The last byte: the file of a pawn that can be taken in passing, from 1, or
        the moves left in the count."""
        if self.game == "chess":
            return 0 if self.en_passant is None else self.en_passant % 8 + 1
        if self.count_limit:
            return max((self.count_limit + 1 - self.count_ply) // 2, 1)
        return 0


def letters_of(placement: str) -> dict[int, str]:
    """The men in the first field of a FEN, as they stand there: a letter, and `~` behind
    it if the man is marked as promoted."""
    rows = placement.split("/")
    if len(rows) != 8:
        raise PositionError(f"{len(rows)} ranks, not 8, in {placement!r}")
    letters: dict[int, str] = {}
    for rank, row in zip(range(7, -1, -1), rows, strict=True):
        file = 0
        previous = None
        for letter in row:
            if letter == "~":
                if previous is None:
                    raise PositionError(f"a promotion mark without a man in {placement!r}")
                letters[previous] += letter
                continue
            previous = None
            if letter in "12345678":
                file += int(letter)
                continue
            if not letter.isalpha():
                raise PositionError(f"{letter!r} is no man in {placement!r}")
            if file < 8:
                previous = rank * 8 + file
                letters[previous] = letter
            file += 1
        if file != 8:
            raise PositionError(f"rank {rank + 1} does not have 8 squares in {placement!r}")
    return letters


def _men_of(placement: str, game: str) -> dict[int, Man]:
    """The men in the first field of a FEN."""
    men: dict[int, Man] = {}
    for square, text in letters_of(placement).items():
        letter, marks = text[0], text[1:]
        role = LETTERS[game].find(letter.upper())
        if role < 0:
            raise PositionError(f"{letter!r} is no man of {game} in {placement!r}")
        man = Man(BLACK if letter.islower() else WHITE, role)
        for _ in marks if game == "makruk" else ():
            man = _promoted(man)
        men[square] = man
    return men


def _promoted(man: Man) -> Man:
    if man.role != QUEEN:
        raise PositionError("a promotion mark at a man that is no met")
    return Man(man.colour, MARKED_ROLE)


def _castling_rook(position: Position, letter: str) -> int:
    """The rook that a letter of the castling field means."""
    colour = BLACK if letter.islower() else WHITE
    home = 7 if colour == BLACK else 0
    king = position.king(colour)
    rooks = [
        square
        for square, man in position.men.items()
        if man.colour == colour and position.role(square) == ROOK and square // 8 == home
    ]
    wanted = letter.upper()
    if wanted == "K":
        found = [rook for rook in sorted(rooks, reverse=True) if rook > king]
    elif wanted == "Q":
        found = [rook for rook in sorted(rooks) if rook < king]
    else:
        found = [rook for rook in rooks if FILES[rook % 8].upper() == wanted]
    if not found or king // 8 != home:
        raise PositionError(f"castling {letter!r} without king and rook at home")
    return found[0]
