"""What a network looks like: sizes, quantisation, king and output buckets."""

from __future__ import annotations

from dataclasses import dataclass, field

from .facts import CENTIPAWNS as CENTIPAWNS
from .facts import COUNT_BUCKETS as COUNT_BUCKETS
from .facts import FEATURES as FEATURES
from .facts import FEW_MEN as FEW_MEN
from .facts import FIRST as FIRST
from .facts import GAMES as GAMES
from .facts import MAX_MEN as MAX_MEN
from .facts import MOVES_LEFT as MOVES_LEFT
from .facts import QA as QA
from .facts import QB as QB
from .facts import SCALE as SCALE
from .facts import SECOND as SECOND
from .facts import SHIFT as SHIFT

KINDS = ("flat", "layered")
"""Flat: accumulators and an output. Layered: two layers between them (see `layered`)."""

BY_MEN = "men"
BY_COUNT = "count"
OUTPUT_RULES = (BY_MEN, BY_COUNT)
"""What chooses the output bucket, in the order of their numbers in the file format."""


class ArchitectureError(ValueError):
    """A network that cannot exist, with the reason."""


# One row a rank, from the eighth down to the first as on a diagram, files a to
# d: the king is mirrored there. Chess kings live in a corner of the first rank
# for most of the game, so that rank has several buckets. A khun walks: its
# buckets go by rank first.
_LAYOUTS = {
    ("chess", 4): "3333 3333 3333 3333 3333 3333 2222 0011",
    ("makruk", 4): "3333 3333 3333 3333 2222 2222 1111 0000",
    ("chess", 8): "7777 7777 7777 7777 6666 6666 4455 0123",
    ("makruk", 8): "7777 7777 7777 6666 4455 4455 2233 0011",
}


def king_bucket_table(game: str, king_buckets: int, layout: str | None = None) -> bytes:
    """The bucket of the oriented and mirrored king on each of the 64 squares.

    `layout` draws another table: eight groups of four digits, the eighth rank
    first, files a to d. The files e to h repeat them mirrored; nothing reads
    them.
    """
    if layout is None:
        if king_buckets == 1:
            return bytes(64)
        layout = _LAYOUTS.get((game, king_buckets))
        if layout is None:
            known = sorted(count for name, count in _LAYOUTS if name == game)
            raise ArchitectureError(
                f"no built-in table of {king_buckets} king buckets for {game}; "
                f"there are tables of 1, {', '.join(map(str, known))}, or give a layout"
            )
    ranks = layout.split()
    if len(ranks) != 8 or any(len(rank) != 4 or not rank.isdigit() for rank in ranks):
        raise ArchitectureError(
            f"a king bucket layout has eight groups of four digits, not {layout!r}"
        )
    table = bytearray()
    for rank in reversed(ranks):
        half = [int(digit) for digit in rank]
        table += bytes(half + half[::-1])
    return bytes(table)


@dataclass(frozen=True)
class Architecture:
    """The shape of a network and the game it is for."""

    game: str = "chess"
    hidden: int = 256
    king_buckets: int = 1
    out_buckets: int = 8
    bucket_table: bytes = field(default=b"", repr=False)
    """64 bytes; left empty, the built-in table for the game."""
    kind: str = "flat"
    output_rule: str = BY_MEN

    def __post_init__(self) -> None:
        if self.game not in GAMES:
            raise ArchitectureError(f"game is {self.game!r}, not one of {', '.join(GAMES)}")
        if not (32 <= self.hidden <= 4096 and self.hidden % 32 == 0):
            raise ArchitectureError(f"hidden size {self.hidden} is not a multiple of 32 up to 4096")
        if not 1 <= self.king_buckets <= 32:
            raise ArchitectureError(f"{self.king_buckets} king buckets, not 1 to 32")
        if not 1 <= self.out_buckets <= 31:
            raise ArchitectureError(f"{self.out_buckets} output buckets, not 1 to 31")
        if self.kind not in KINDS:
            raise ArchitectureError(f"kind is {self.kind!r}, not one of {', '.join(KINDS)}")
        if self.kind == "layered" and self.hidden % 64:
            raise ArchitectureError(f"hidden size {self.hidden} is not a multiple of 64")
        if self.output_rule not in OUTPUT_RULES:
            raise ArchitectureError(f"output rule {self.output_rule!r} is unknown")
        if self.output_rule == BY_COUNT and (
            self.out_buckets != COUNT_BUCKETS or self.kind == "flat" or self.game != "makruk"
        ):
            raise ArchitectureError(
                f"outputs by count are for layered Makruk networks of {COUNT_BUCKETS} buckets"
            )
        if not self.bucket_table:
            table = king_bucket_table(self.game, self.king_buckets)
            object.__setattr__(self, "bucket_table", table)
        if len(self.bucket_table) != 64:
            raise ArchitectureError(f"bucket table of {len(self.bucket_table)} bytes, not 64")
        highest = max(self.bucket_table[square] for square in range(64) if square % 8 < 4)
        if highest >= self.king_buckets:
            raise ArchitectureError(
                f"bucket table names bucket {highest}, there are only {self.king_buckets}"
            )

    @property
    def inputs(self) -> int:
        """Inputs of one perspective."""
        return FEATURES * self.king_buckets

    def out_bucket(self, men: int, moves_left: int = 0) -> int:
        """The output bucket of a position with 2 to 32 men, kings included.

        With eight buckets each serves four numbers of men, the last one three.
        `moves_left` are those of a count, as records have them: 0 without one.
        """
        if self.output_rule == BY_MEN:
            return (men - 2) * self.out_buckets // 31
        # Eight buckets by men without a count, then by men (3) and by what is left of it (4).
        if moves_left == 0:
            return (men - 2) * 8 // 31
        by_men = sum(men > few for few in FEW_MEN)
        by_count = sum(moves_left > left for left in MOVES_LEFT)
        return 8 + by_men * 4 + by_count

    def __str__(self) -> str:
        layers = f"->{FIRST}->{SECOND}" if self.kind == "layered" else ""
        return (
            f"{self.game} {self.inputs}->{self.hidden}x2{layers}->1, "
            f"{self.king_buckets} king bucket(s), {self.out_buckets} output bucket(s)"
        )
