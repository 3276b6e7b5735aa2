"""The 32-byte records that trainers read, as arrays of numpy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, NamedTuple, Optional, Union

from . import _erawan

if TYPE_CHECKING:
    import numpy as np

    from ._erawan import Board, Sources


class Record(NamedTuple):
    """A position as a trainer sees it."""

    board: "Board"
    #: In centipawns for the side to move; mates are nearly 32000 away from 0.
    score: int
    #: For the side to move: 0 loss, 1 draw, 2 win.
    result: int
    #: Moves played before, by the number of the move.
    ply: int
    #: Whether the best move takes or promotes.
    noisy: bool


class Records:
    """Records of the games of PGN: iterate over it for arrays of shape (n, 32)."""

    def __init__(self, stream: _erawan.RecordStream) -> None:
        self._stream = stream

    def __iter__(self) -> "Iterator[np.ndarray[Any, Any]]":
        import numpy as np

        for batch in self._stream:
            yield np.frombuffer(batch, np.uint8).reshape(-1, 32)

    @property
    def games(self) -> int:
        """Games that were read so far."""
        return self._stream.counts[0]

    @property
    def bad(self) -> int:
        """Games that were left out because something is wrong with them."""
        return self._stream.counts[1]

    @property
    def unfinished(self) -> int:
        """Games that were left out because they have no result."""
        return self._stream.counts[2]

    @property
    def others(self) -> int:
        """Games that were left out because they are of another variant."""
        return self._stream.counts[3]


def records(
    source: "Sources",
    *,
    variant: str = "chess",
    missing: Optional[int] = None,
    filter: bool = False,
    batch_size: int = 65536,
) -> Records:
    """The positions of games of PGN as the records of 32 bytes that trainers read.

    Every position in which a move was played, with the score that ``[%eval]`` gave it (the
    comment on the move before) and the game's result, both for the side to move. Positions
    without a score get ``missing``, or are left out if that is None. With ``filter=True`` those
    are left out too that a static evaluation cannot learn from, as ``erawan data convert
    --filter`` does. Bad games, games without a result and games of other variants are left out
    and counted. Chess and Chess960 are one variant here.

    The stream can be read once, in bounded memory. A file that cannot be read to its end is an
    OSError.
    """
    return Records(_erawan.RecordStream(source, variant, missing, filter, batch_size))


def from_records(
    records: "Union[bytes, bytearray, np.ndarray[Any, Any]]", variant: str = "chess"
) -> list[Record]:
    """What records say. The variant is not in them; the count of Makruk and its sisters is not
    either, only what is left of it.
    """
    if not isinstance(records, (bytes, bytearray)):
        if getattr(records, "dtype", None) != "uint8":
            raise TypeError("records are bytes or arrays of uint8")
        records = records.tobytes()
    return [Record(*fields) for fields in _erawan.record_fields(records, variant)]
