"""What crosses the border to the self-play library: positions in 48 bytes, and games
kept whole."""

from __future__ import annotations

import dataclasses
import struct
from collections.abc import Iterator

from erawan_train.facts import GAMES, REASONS, RECORD_BYTES
from erawan_train.position import Position

# PackedPosition in records.h: a record, then the limit and the plies of a count and
# the plies since a capture or pawn move, none of them capped.
_TAIL = struct.Struct("<3H10x")
PACKED_BYTES = RECORD_BYTES + _TAIL.size

# SampleHeader in game.h: a record, then bytes, plies, game, result, reason, opening plies.
_SAMPLE = struct.Struct("<IHBBBB")
_SAMPLE_BYTES = 64


def pack(position: Position) -> bytes:
    """The bytes of PackedPosition."""
    clocks = (position.count_limit, position.count_ply, position.halfmoves)
    return position.to_record(result=0) + _TAIL.pack(*clocks)


def unpack(packed: bytes, game: str) -> Position:
    """The position behind them."""
    position = Position.from_record(packed[:RECORD_BYTES], game)
    limit, ply, halfmoves = _TAIL.unpack(packed[RECORD_BYTES:])
    return dataclasses.replace(position, halfmoves=halfmoves, count_limit=limit, count_ply=ply)


@dataclasses.dataclass
class SampledGame:
    """A game kept whole (SampleHeader in game.h)."""

    game: str
    start: Position
    moves: list[int]
    scores: list[int]
    result: int
    """For White: 0 loss, 1 draw, 2 win."""
    reason: str
    opening_plies: int


def cut(data: bytes) -> Iterator[bytes]:
    """The bytes of each game in what `Generator.samples` returns."""
    at = 0
    while at < len(data):
        size: int = _SAMPLE.unpack_from(data, at + RECORD_BYTES)[0]
        yield data[at : at + size]
        at += size


def sampled_games(data: bytes) -> Iterator[SampledGame]:
    """The games in the bytes that `Generator.samples` returns."""
    for one in cut(data):
        _, plies, number, result, reason, opening = _SAMPLE.unpack_from(one, RECORD_BYTES)
        pairs = struct.unpack_from(f"<{'Hh' * plies}", one, _SAMPLE_BYTES)
        game = GAMES[number]
        start = Position.from_record(one[:RECORD_BYTES], game)
        yield SampledGame(
            game, start, list(pairs[::2]), list(pairs[1::2]), result, REASONS[reason], opening
        )
