"""Files of games in parts, for several processes or machines."""

from __future__ import annotations

import dataclasses
import mmap
import os
from typing import Iterator, Sequence, Union

Path = Union[str, "os.PathLike[str]"]
Paths = Union[Path, Sequence[Path]]

_FIRST_TAG = b'\n[Event "'
_BLANK = bytes(range(33))
_COMPRESSED = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd")


@dataclasses.dataclass(frozen=True)
class Shard:
    """Some games of a file: the bytes from ``start`` to ``end``.

    ``end`` is -1 if the file is compressed: then the shard is the whole file.
    """

    number: int
    path: str
    start: int
    end: int

    def source(self) -> Union[str, bytes]:
        """What :func:`erawan.positions`, :func:`erawan.games` and others read."""
        if self.end < 0:
            return self.path
        with open(self.path, "rb") as file:
            file.seek(self.start)
            text = file.read(self.end - self.start)
        if len(text) < self.end - self.start:
            raise OSError(f"{self.path} has become shorter than {self.end} bytes")
        return text


def shards(paths: Paths, size: int = 16 << 20) -> list[Shard]:
    """Cuts files of games into parts of about ``size`` bytes, each of whole games.

    Their games one after the other are the games of the files, in order. Only the places
    around the cuts are read. A cut is made before an ``[Event "…"]`` that begins a new
    game whatever came before; a file without such places stays whole. So does a
    compressed one: ``erawan pgn split games.pgn.zst --games 100000`` cuts it.
    """
    if size < 1:
        raise ValueError(f"the size of a shard must be at least 1, not {size}")
    if isinstance(paths, (str, os.PathLike)):
        paths = [paths]
    found = ((os.path.abspath(path), *part) for path in paths for part in _parts(path, size))
    return [Shard(number, *part) for number, part in enumerate(found)]


def _parts(path: Path, size: int) -> Iterator[tuple[int, int]]:
    with open(path, "rb") as file:
        if file.read(4).startswith(_COMPRESSED):
            yield 0, -1
            return
        length = os.fstat(file.fileno()).st_size
        if length == 0:
            return
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as text:
            start, count = 0, -(-length // size)
            for part in range(1, count):
                wanted = length * part // count
                if wanted <= start:
                    continue  # A long game has taken its place.
                cut = _cut(text, start, wanted)
                if cut is None:
                    break
                yield start, cut
                start = cut
            yield start, length


def _cut(text: mmap.mmap, start: int, wanted: int) -> int | None:
    """The first border of games at or after ``wanted``; games begin at ``start``."""
    at = wanted - 1
    while (found := text.find(_FIRST_TAG, at)) >= 0:
        at = found + 1
        if _is_border(text, start, at):
            return at
    return None


def _is_border(text: mmap.mmap, start: int, place: int) -> bool:
    """True if a game begins here whatever came since ``start``: the rule by which the
    reader cuts streams for its threads."""
    # An empty line must come before.
    at = place
    while at > start and text[at - 1] <= 32:
        at -= 1
    if text[at:place].count(b"\n") < 2:
        return False
    # A comment to the end of a line takes the end of the line with it. A brace that is
    # open here could hold a whole game as a quotation.
    line = max(start, text.rfind(b"\n", start, at) + 1)
    if text.find(b";", line, at) >= 0 or _is_open(text, start, at):
        return False
    # What stands before all tags belongs to the first game.
    if start > 0 or text[: min(at, 65536)].lstrip(_BLANK).startswith(b"["):
        return True
    return 0 <= text.find(_FIRST_TAG) < place - 1


def _is_open(text: mmap.mmap, start: int, end: int) -> bool:
    """True if the last brace opens a comment."""
    while end > start:
        begin = max(start, end - 65536)
        part = text[begin:end]
        opened, closed = part.rfind(b"{"), part.rfind(b"}")
        if opened != closed:
            return opened > closed
        end = begin
    return False
