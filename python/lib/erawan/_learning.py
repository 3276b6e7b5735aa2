"""Positions as arrays of numpy, and reviews as dictionaries."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Optional

from . import _erawan

if TYPE_CHECKING:
    from os import PathLike

    import numpy as np

    from ._erawan import Positions, Sources


def _packed(positions: Any) -> Any:
    """Columns of Arrow and arrays of numpy as bytes; anything else as it is."""
    if hasattr(positions, "__arrow_c_stream__") or hasattr(positions, "__arrow_c_array__"):
        return _column_bytes(positions)
    if hasattr(positions, "tobytes") and not isinstance(positions, (bytes, bytearray)):
        return positions.tobytes()
    return positions


def _column_bytes(table: Any) -> bytes:
    """The packed positions of a column, or of a table's column ``packed``, in one piece."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if not isinstance(table, (pa.Table, pa.RecordBatch, pa.Array, pa.ChunkedArray)):
        try:
            table = pa.RecordBatchReader.from_stream(table).read_all()
        except (TypeError, ValueError, pa.ArrowInvalid):  # a column, not a table
            table = pa.chunked_array(table)
    if isinstance(table, (pa.Table, pa.RecordBatch)):
        if "packed" not in table.schema.names:
            raise ValueError("the table has no column packed")
        table = table["packed"]
    elif pa.types.is_struct(table.type):
        table = pc.struct_field(table, "packed")
    while pa.types.is_list(table.type) or pa.types.is_large_list(table.type):
        table = pc.list_flatten(table)
    if table.null_count:
        row = pc.index(pc.is_null(table), True).as_py()
        raise ValueError(f"row {row} has no position: leave out the rows whose packed is null")
    if table.type != pa.binary(32):
        table = table.cast(pa.binary(32))
    chunks = table.chunks if isinstance(table, pa.ChunkedArray) else [table]
    return b"".join(
        memoryview(chunk.buffers()[1])[32 * chunk.offset : 32 * (chunk.offset + len(chunk))]
        for chunk in chunks
        if len(chunk)
    )


def planes(
    positions: "Positions", count: int = 20, dtype: str = "float32", variant: str = "chess"
) -> "np.ndarray[Any, Any]":
    """Positions as planes of 8 x 8: an array of shape (n, count, 8, 8).

    ``planes[i, p, rank, file]``: rank 0 is the first rank, file 0 the a-file, whoever
    is to move. The planes are

    * 0 to 5: White's pawns, knights, bishops, rooks, queens, king; 6 to 11: Black's;
    * 12 to 15: all ones if White may castle short, long, Black short, long;
    * 16: ones on the file where a pawn can be taken en passant;
    * 17: all ones if Black is to move;
    * 18: the halfmove clock divided by 100; 19: the number of the move divided by 512.

    With ``count=12`` there are men alone. With ``dtype="uint8"`` the last two planes
    are not divided, and 255 stands for all that is more.

    ``positions`` are boards, FENs or packed positions of 32 bytes: also the column
    ``packed`` of :func:`erawan.positions` or :func:`erawan.games`, or a table, record
    batch, struct or stream that has it. A row without a position, as a game with a bad
    FEN has it, is a ValueError, so that no other row takes its place.
    """
    import numpy as np

    if dtype not in ("float32", "uint8"):
        raise ValueError(f"dtype must be float32 or uint8, not {dtype!r}")
    data = _erawan.plane_bytes(_packed(positions), count, dtype == "float32", variant)
    return np.frombuffer(data, dtype=dtype).reshape(-1, count, 8, 8)


def features(
    positions: "Positions",
    network: "Optional[str | PathLike[str]]" = None,
    variant: str = "chess",
) -> "np.ndarray[Any, Any]":
    """The inputs of a network that positions switch on: an array of shape (n, 2, 32).

    ``features[i, 0]`` is what the side to move sees, ``features[i, 1]`` what the other
    sees: a number for each man in the order of squares, then -1. An input's number is
    ``768 * bucket + 384 * theirs + 64 * role + square``: the bucket of the own king,
    whether the man is the opponent's, pawn 0 to king 5, and the square from the own end
    of the board, mirrored if the own king stands on the files e to h. The buckets are
    those of the built-in network, or of the file ``network``.
    """
    import numpy as np

    data = _erawan.feature_bytes(_packed(positions), network, variant)
    return np.frombuffer(data, dtype=np.int32).reshape(-1, 2, 32)


def review(
    source: "Sources",
    *,
    effort: Optional[str] = None,
    nodes: Optional[int] = None,
    depth: Optional[int] = None,
    threads: int = 1,
    hash: int = 16,
    network: "Optional[str | PathLike[str]]" = None,
    variant: str = "chess",
) -> list[dict[str, Any]]:
    """Reviews the games of PGN: accuracy, faults, better moves and reasons.

    How much is searched is an ``effort`` (quick, standard, deep) or a limit of nodes or
    depth for every position; quick if nothing is said. A bad game is a dictionary with
    ``game`` and ``error``. The results do not depend on the number of threads.
    ``network`` is a file that evaluates the game ``variant`` in place of the built-in one;
    games of other kinds are reviewed as usual.
    """
    if effort is None and nodes is None and depth is None:
        effort = "quick"
    texts = _erawan.review_json(
        source, effort, nodes, depth, threads, hash, network, variant
    )
    return [json.loads(text) for text in texts]
