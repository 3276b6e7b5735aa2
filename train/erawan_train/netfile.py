"""The `.net` file: integer weights, a header that says what they are, a hash.

The layout is the one `erawan-nnue` reads. Only numpy is needed here.
"""

from __future__ import annotations

import os
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy

from .architecture import GAMES, QA, QB, SCALE, Architecture, ArchitectureError
from .facts import LARGEST_SCALE as LARGEST_SCALE
from .facts import NET_1_HASH, NET_1_HEADER, NET_1_MAGIC, NET_1_WHOLE_FILE

Array = numpy.ndarray[Any, numpy.dtype[Any]]

MAGIC = NET_1_MAGIC
SCRELU = 0

_HEADER = struct.Struct(NET_1_HEADER)
_ALIGNMENT = 64


class NetFileError(ValueError):
    """A file that is no network of ours, with the reason."""


def fnv1a(data: bytes | bytearray) -> int:
    """The 64-bit FNV-1a hash."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


def file_hash(data: bytes, at: int) -> int:
    """The hash of a file: the place of the hash itself counts as zeros."""
    return fnv1a(data[:at] + bytes(8) + data[at + 8 :])


def sealed(data: bytes, at: int) -> bytes:
    """A file with its hash in its place."""
    return data[:at] + struct.pack("<Q", file_hash(data, at)) + data[at + 8 :]


def check_hash(data: bytes, at: int) -> None:
    """Refuses a file with another hash than its header says."""
    (expected,) = struct.unpack_from("<Q", data, at)
    if (found := file_hash(data, at)) != expected:
        raise NetFileError(f"hash is {found:016x}, the header says {expected:016x}")


def write_beside(path: Path, data: bytes) -> None:
    """Writes beside a file and renames, making its folder if there is none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(path.name + ".part")
    beside.write_bytes(data)
    os.replace(beside, path)


@dataclass(frozen=True)
class Net:
    """A quantised network, as the file holds it."""

    architecture: Architecture
    ft: Array
    """Rows of the feature transformer, i16 [inputs, hidden]."""
    ft_bias: Array
    """i16 [hidden]."""
    out: Array
    """Output weights, i16 [output buckets, 2, hidden]; first the side to move."""
    out_bias: Array
    """i32 [output buckets]."""
    summary: str = ""
    scale: int = SCALE
    """What one at the output is in centipawns of the engine."""

    def weights(self) -> bytes:
        """The bytes after the header."""
        return b"".join(
            (
                self.ft.astype("<i2").tobytes(),
                self.ft_bias.astype("<i2").tobytes(),
                self.out.astype("<i2").tobytes(),
                self.out_bias.astype("<i4").tobytes(),
            )
        )

    def to_bytes(self) -> bytes:
        """The whole file."""
        shape = self.architecture
        weights = self.weights()
        summary = self.summary.encode()
        length = _HEADER.size + len(summary)
        length += -length % _ALIGNMENT
        header = _HEADER.pack(
            MAGIC,
            length,
            GAMES.index(shape.game),
            SCRELU,
            shape.hidden,
            shape.king_buckets,
            shape.out_buckets,
            QA,
            QB,
            self.scale,
            NET_1_WHOLE_FILE,
            shape.bucket_table,
            0,
            len(summary),
        )
        return sealed((header + summary).ljust(length, b"\0") + weights, NET_1_HASH)

    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes beside the file and renames, so that nobody sees half a network."""
        write_beside(Path(path), self.to_bytes())

    @staticmethod
    def read(path: str | os.PathLike[str]) -> Net:
        """Reads and checks a file."""
        try:
            data = Path(path).read_bytes()
        except OSError as error:
            raise NetFileError(f"{path}: {error.strerror}") from error
        try:
            return Net.from_bytes(data)
        except NetFileError as error:
            raise NetFileError(f"{path}: {error}") from error

    @staticmethod
    def from_bytes(data: bytes) -> Net:
        """Reads and checks the bytes of a file."""
        if len(data) < _HEADER.size:
            raise NetFileError(f"{len(data)} bytes are too few for a header")
        (
            magic,
            length,
            game,
            activation,
            hidden,
            king_buckets,
            out_buckets,
            qa,
            qb,
            scale,
            cover,
            table,
            _,
            summary_length,
        ) = _HEADER.unpack_from(data)
        if magic != MAGIC:
            raise NetFileError(f"begins with {magic!r}, not {MAGIC!r}")
        if length % _ALIGNMENT or not _HEADER.size + summary_length <= length <= len(data):
            raise NetFileError(f"header of {length} bytes in a file of {len(data)}")
        if game >= len(GAMES):
            raise NetFileError(f"game {game} is unknown")
        if activation != SCRELU:
            raise NetFileError(f"activation {activation} is unknown")
        if (qa, qb) != (QA, QB):
            raise NetFileError(f"quantisation {qa}/{qb}, not {QA}/{QB}")
        if cover not in (0, NET_1_WHOLE_FILE):
            raise NetFileError(f"there is no hash of kind {cover}")
        if cover == 0:
            raise NetFileError(
                "the hash of this old file leaves its header out; "
                "python3 -m erawan_train.seal writes it anew"
            )
        if not 1 <= scale <= LARGEST_SCALE:
            raise NetFileError(f"a scale of {scale} is not in 1 to {LARGEST_SCALE}")
        try:
            shape = Architecture(GAMES[game], hidden, king_buckets, out_buckets, table)
        except ArchitectureError as error:
            raise NetFileError(str(error)) from error
        text = data[_HEADER.size : _HEADER.size + summary_length]
        if any(data[_HEADER.size + summary_length : length]):
            raise NetFileError("the padding of the header is not zero")
        try:
            summary = text.decode()
        except UnicodeDecodeError as error:
            raise NetFileError(f"the summary is not UTF-8: {error}") from error

        counts = (shape.inputs * hidden, hidden, out_buckets * 2 * hidden, out_buckets)
        expected = 2 * sum(counts[:3]) + 4 * counts[3]
        if len(data) - length != expected:
            raise NetFileError(f"{len(data) - length} bytes of weights, not {expected}")
        check_hash(data, NET_1_HASH)
        offset = length
        arrays = []
        for count, kind in zip(counts, ("<i2", "<i2", "<i2", "<i4"), strict=True):
            array = numpy.frombuffer(data, kind, count, offset)
            offset += array.nbytes
            arrays.append(array.astype(kind[1:]))
        ft, ft_bias, out, out_bias = arrays
        return Net(
            shape,
            ft.reshape(shape.inputs, hidden),
            ft_bias,
            out.reshape(out_buckets, 2, hidden),
            out_bias,
            summary,
            scale,
        )
