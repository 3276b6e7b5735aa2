"""The `.net` file of a layered network, version 2 of the format.

The layout is the one `erawan-nnue` reads. Only numpy is needed here.
"""

from __future__ import annotations

import os
import struct
from dataclasses import dataclass
from pathlib import Path

import numpy

from .architecture import (
    FIRST,
    GAMES,
    OUTPUT_RULES,
    QA,
    QB,
    SECOND,
    SHIFT,
    Architecture,
    ArchitectureError,
)
from .facts import NET_2_HASH, NET_2_HEADER, NET_2_MAGIC
from .netfile import LARGEST_SCALE, Array, NetFileError, check_hash, sealed, write_beside

MAGIC = NET_2_MAGIC
_LAYERED = 1
_RAW, _VARIABLE = 0, 1

_HEADER = struct.Struct(NET_2_HEADER)
_ALIGNMENT = 64


@dataclass(frozen=True)
class LayeredNet:
    """A quantised layered network, as the file holds it."""

    architecture: Architecture
    ft: Array
    """Rows of the accumulators, i16 [inputs, hidden]."""
    ft_bias: Array
    """i16 [hidden]."""
    first: Array
    """i8 [output buckets, 16, hidden]; first the products of the side to move."""
    first_bias: Array
    """f32 [output buckets, 16]."""
    second: Array
    """f32 [output buckets, 32 inputs, 32 sums]."""
    second_bias: Array
    """f32 [output buckets, 32]."""
    out: Array
    """f32 [output buckets, 32]."""
    out_bias: Array
    """f32 [output buckets]."""
    scale: float
    """What one at the output is in centipawns of the engine."""
    summary: str = ""

    def to_bytes(self) -> bytes:
        """The whole file."""
        shape = self.architecture
        rows = numpy.concatenate((self.ft.reshape(-1), self.ft_bias))
        encoded = _encode(rows)
        layers = (self.first_bias, self.second, self.second_bias, self.out, self.out_bias)
        weights = b"".join(
            (
                encoded,
                self.first.astype("i1").tobytes(),
                *(a.astype("<f4").tobytes() for a in layers),
            )
        )
        summary = self.summary.encode()
        length = _HEADER.size + len(summary)
        length += -length % _ALIGNMENT
        header = _HEADER.pack(
            MAGIC,
            length,
            GAMES.index(shape.game),
            _LAYERED,
            shape.hidden,
            shape.king_buckets,
            shape.out_buckets,
            OUTPUT_RULES.index(shape.output_rule),
            _VARIABLE,
            FIRST,
            SECOND,
            QA,
            QB,
            SHIFT,
            self.scale,
            shape.bucket_table,
            0,
            len(encoded),
            len(summary),
        )
        return sealed((header + summary).ljust(length, b"\0") + weights, NET_2_HASH)

    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes beside the file and renames, so that nobody sees half a network."""
        write_beside(Path(path), self.to_bytes())

    @staticmethod
    def read(path: str | os.PathLike[str]) -> LayeredNet:
        """Reads and checks a file."""
        try:
            data = Path(path).read_bytes()
        except OSError as error:
            raise NetFileError(f"{path}: {error.strerror}") from error
        try:
            return LayeredNet.from_bytes(data)
        except NetFileError as error:
            raise NetFileError(f"{path}: {error}") from error

    @staticmethod
    def from_bytes(data: bytes) -> LayeredNet:
        """Reads and checks the bytes of a file."""
        shape, scale, length, encoded_length, summary = _read_header(data)
        rows, at = shape.inputs * shape.hidden, length + encoded_length
        numbers = _decode(data[length:at])
        if numbers.size != rows + shape.hidden:
            raise NetFileError(f"{numbers.size} weights of rows, not {rows + shape.hidden}")
        sets = shape.out_buckets
        arrays = []
        for kind, sizes in (
            ("i1", (sets, FIRST, shape.hidden)),
            ("<f4", (sets, FIRST)),
            ("<f4", (sets, 2 * FIRST, SECOND)),
            ("<f4", (sets, SECOND)),
            ("<f4", (sets, SECOND)),
            ("<f4", (sets,)),
        ):
            count = int(numpy.prod(sizes))
            if at + count * numpy.dtype(kind).itemsize > len(data):
                raise NetFileError("the weights are cut short")
            array = numpy.frombuffer(data, kind, count, at)
            at += array.nbytes
            if kind == "<f4" and not numpy.isfinite(array).all():
                raise NetFileError("a weight is not finite")
            arrays.append(array.reshape(sizes).astype(kind.lstrip("<")))
        if at != len(data):
            raise NetFileError(f"{len(data) - at} bytes after the weights")
        ft, bias = numbers[:rows].reshape(shape.inputs, shape.hidden), numbers[rows:]
        first, first_bias, second, second_bias, out, out_bias = arrays
        return LayeredNet(
            shape, ft, bias, first, first_bias, second, second_bias, out, out_bias, scale, summary
        )


def _read_header(data: bytes) -> tuple[Architecture, float, int, int, str]:
    """Shape, scale, where weights begin, bytes of the encoded rows, summary."""
    if len(data) < _HEADER.size:
        raise NetFileError(f"{len(data)} bytes are too few for a header")
    (
        magic,
        length,
        game,
        kind,
        hidden,
        king_buckets,
        out_buckets,
        rule,
        encoding,
        first,
        second,
        qa,
        qb,
        shift,
        scale,
        table,
        _,
        encoded_length,
        summary_length,
    ) = _HEADER.unpack_from(data)
    if magic != MAGIC:
        raise NetFileError(f"begins with {magic!r}, not {MAGIC!r}")
    if length % _ALIGNMENT or not _HEADER.size + summary_length <= length <= len(data):
        raise NetFileError(f"header of {length} bytes in a file of {len(data)}")
    if game >= len(GAMES) or rule >= len(OUTPUT_RULES):
        raise NetFileError(f"game {game} or output rule {rule} is unknown")
    if (kind, encoding) != (_LAYERED, _VARIABLE):
        raise NetFileError(f"kind {kind} in encoding {encoding} is unknown")
    if (first, second, qa, qb, shift) != (FIRST, SECOND, QA, QB, SHIFT):
        raise NetFileError(f"sizes {first}/{second}/{qa}/{qb}/{shift} are unknown")
    if not 1.0 <= scale <= LARGEST_SCALE:
        raise NetFileError(f"a scale of {scale} is not in 1 to {LARGEST_SCALE}")
    check_hash(data, NET_2_HASH)
    try:
        shape = Architecture(
            GAMES[game],
            hidden,
            king_buckets,
            out_buckets,
            table,
            kind="layered",
            output_rule=OUTPUT_RULES[rule],
        )
    except ArchitectureError as error:
        raise NetFileError(str(error)) from error
    if any(data[_HEADER.size + summary_length : length]):
        raise NetFileError("the padding of the header is not zero")
    try:
        summary = data[_HEADER.size : _HEADER.size + summary_length].decode()
    except UnicodeDecodeError as error:
        raise NetFileError(f"the summary is not UTF-8: {error}") from error
    return shape, scale, length, encoded_length, summary


def _encode(numbers: Array) -> bytes:
    """Zigzag and seven bits a byte, low first: most weights are small."""
    wide = numbers.astype(numpy.int32)
    zigzag = ((wide << 1) ^ (wide >> 31)).astype(numpy.uint32)
    parts = numpy.stack((zigzag & 127, zigzag >> 7 & 127, zigzag >> 14), axis=1)
    length = 1 + (zigzag >= 128) + (zigzag >= 1 << 14)
    index = numpy.arange(3)
    parts |= numpy.where(index < length[:, None] - 1, 128, 0).astype(numpy.uint32)
    return parts.astype(numpy.uint8)[index < length[:, None]].tobytes()


def _decode(data: bytes) -> Array:
    """The numbers of such bytes, i16."""
    array = numpy.frombuffer(data, numpy.uint8)
    ends = numpy.flatnonzero(array < 128)
    if array.size == 0 or ends.size == 0 or ends[-1] != array.size - 1:
        raise NetFileError("the rows end within a number")
    begins = numpy.concatenate(([0], ends[:-1] + 1))
    length = ends - begins + 1
    if length.max() > 3:
        raise NetFileError("a number of the rows is too long")
    zigzag = numpy.zeros(ends.size, numpy.uint32)
    for place in range(3):
        here = length > place
        zigzag[here] |= (array[begins[here] + place].astype(numpy.uint32) & 127) << (7 * place)
    if (zigzag > 0xFFFF).any() or ((length > 1) & (array[ends] == 0)).any():
        raise NetFileError("a number of the rows is out of range or overlong")
    return (
        ((zigzag >> 1) ^ (0 - (zigzag & 1))).astype(numpy.uint32).astype(numpy.int32).astype("i2")
    )
