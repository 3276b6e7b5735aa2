"""Records made ready for training: checked, filtered, split by game, on the device."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy
import torch
from torch import Tensor

from . import records as record_fields
from .facts import FIRST_PLY, IN_CHECK, MAX_SCORE, NOISY, RECORD_BYTES
from .netfile import Array

CHUNK = 1 << 19
"""Records worked on at once; bounds the memory that checking and decoding take."""


class DataError(ValueError):
    """A data file that cannot be used, with the place and the reason."""


@dataclass(frozen=True)
class Filter:
    """Which positions teach something: quiet ones, past the random opening, undecided."""

    min_ply: int = FIRST_PLY
    max_score: int = MAX_SCORE
    keep_in_check: bool = False
    keep_noisy: bool = False
    most_clock: int = 255
    """A score fades as the clock runs out; the network cannot see the clock."""

    def keep(self, records: Tensor) -> Tensor:
        """A mask of the records to train on, bool [N]."""
        unwanted = 0
        if not self.keep_in_check:
            unwanted |= IN_CHECK
        if not self.keep_noisy:
            unwanted |= NOISY
        kept = record_fields.ply(records) >= self.min_ply
        kept &= record_fields.score(records).abs() < self.max_score
        kept &= (record_fields.flags(records) & unwanted) == 0
        kept &= record_fields.clock(records) <= self.most_clock
        return kept


@dataclass
class Statistics:
    """What a set of records holds; sums, so that chunks add up."""

    read: int = 0
    kept: int = 0
    validation: int = 0
    games: int = 0
    results: list[int] = field(default_factory=lambda: [0, 0, 0])
    _sums: list[float] = field(default_factory=lambda: [0.0] * 5, repr=False)

    def add(self, records: Tensor) -> None:
        """Counts kept records."""
        self.kept += records.shape[0]
        outcome = record_fields.result(records)
        for value in range(3):
            self.results[value] += int((outcome == value).sum())
        # The correlation is taken between the result and the expected score, as
        # a few lost games with large scores would otherwise rule it.
        x = torch.sigmoid(record_fields.score(records).double() / 400.0)
        y = outcome.double() / 2.0
        for place, value in enumerate((x, y, x * x, y * y, x * y)):
            self._sums[place] += float(value.sum())

    def merge(self, other: Statistics) -> None:
        """Adds the figures of another set."""
        self.read += other.read
        self.kept += other.kept
        self.validation += other.validation
        self.games += other.games
        self.results = [a + b for a, b in zip(self.results, other.results, strict=True)]
        self._sums = [a + b for a, b in zip(self._sums, other._sums, strict=True)]

    @property
    def correlation(self) -> float:
        """Between expected score and result; zero where either never varies."""
        if self.kept == 0:
            return 0.0
        x, y, xx, yy, xy = (value / self.kept for value in self._sums)
        spread = (xx - x * x) * (yy - y * y)
        return (xy - x * y) / spread**0.5 if spread > 1e-12 else 0.0

    def as_dict(self) -> dict[str, Any]:
        """For the manifest."""
        losses, draws, wins = self.results
        return {
            "positions": self.read,
            "kept": self.kept,
            "validation": self.validation,
            "games": self.games,
            "side_to_move": {"wins": wins, "draws": draws, "losses": losses},
            "score_result_correlation": round(self.correlation, 4),
        }


@dataclass
class Dataset:
    """Records for training and for validation, never of the same game."""

    train: Tensor
    validation: Tensor
    statistics: Statistics


class Splitter:
    """Numbers games and draws the ones for validation.

    A game ends where the ply falls. Two games that meet without a fall count as
    one, which can only keep more positions together.
    """

    def __init__(self, fraction: float, seed: int):
        if not 0.0 <= fraction < 1.0:
            raise DataError(f"a validation share of {fraction} is not in 0 to 1")
        self._share = round(fraction * (1 << 24))
        self._seed = seed
        self._last_ply: int | None = None
        self.games = 0

    def end_game(self) -> None:
        """The next record begins a game, whatever its ply."""
        self._last_ply = None

    def validation(self, records: Tensor) -> Tensor:
        """A mask of the records of validation games, bool [N], N at least 1."""
        ply = record_fields.ply(records)
        begins = torch.zeros(ply.shape[0], dtype=torch.int64, device=records.device)
        begins[1:] = ply[1:] < ply[:-1]
        if self._last_ply is None or int(ply[0]) < self._last_ply:
            begins[0] = 1
        game = begins.cumsum(0) + self.games
        self.games = int(game[-1])
        self._last_ply = int(ply[-1])
        return _mix(game, self._seed) < self._share


def _mix(number: Tensor, seed: int) -> Tensor:
    """24 well-mixed bits of each number, the same on every device."""
    low = 0xFFFFFFFF
    value = (number + (seed & 0xFFFF) * 0x9E3779B1) & low
    for factor in (0x45D9F3B, 0x45D9F3B):
        value = ((value ^ (value >> 16)) * factor) & low
    return (value ^ (value >> 16)) & 0xFFFFFF


def prepare(
    records: Tensor,
    *,
    keep: Filter | None = None,
    validation: float = 0.01,
    seed: int = 1,
    checked: bool = False,
) -> Dataset:
    """Makes resident records, u8 [N, 32], ready; `checked` skips the check of each.

    The result holds copies: the caller may overwrite the records.
    """
    if records.dtype != torch.uint8 or records.dim() != 2 or records.shape[1] != RECORD_BYTES:
        raise DataError(
            f"records are {records.dtype} of shape {tuple(records.shape)}, not uint8 [N, 32]"
        )
    parts = _Parts(keep or Filter(), Splitter(validation, seed))
    for start in range(0, records.shape[0], CHUNK):
        parts.add(records[start : start + CHUNK], "records", start, checked)
    return parts.finish(records.device)


class _Parts:
    def __init__(self, keep: Filter, splitter: Splitter):
        self._keep = keep
        self._splitter = splitter
        self._train: list[Tensor] = []
        self._validation: list[Tensor] = []
        self.statistics = Statistics()

    def add(self, records: Tensor, name: str, start: int, checked: bool = False) -> Statistics:
        if not checked and (fault := record_fields.fault(records)):
            index, reason = fault
            raise DataError(f"{name}: record {start + index} has {reason}")
        games = self._splitter.games
        held_out = self._splitter.validation(records)
        kept = self._keep.keep(records)
        train = records[kept & ~held_out]
        validation = records[kept & held_out]
        self._train.append(train)
        self._validation.append(validation)
        found = Statistics(read=records.shape[0], validation=validation.shape[0])
        found.games = self._splitter.games - games
        found.add(train)
        found.add(validation)
        self.statistics.merge(found)
        return found

    def end_file(self) -> None:
        self._splitter.end_game()

    def finish(self, device: torch.device) -> Dataset:
        empty = torch.empty((0, RECORD_BYTES), dtype=torch.uint8, device=device)
        # One list at a time, so that only one of them is ever held twice.
        train = torch.cat(self._train or [empty])
        self._train.clear()
        validation = torch.cat(self._validation or [empty])
        self._validation.clear()
        return Dataset(train, validation, self.statistics)


@dataclass(frozen=True)
class FileSummary:
    """A data file, for the manifest."""

    name: str
    sha256: str | None
    statistics: Statistics


def load(
    paths: list[Path],
    device: torch.device,
    *,
    keep: Filter | None = None,
    validation: float = 0.01,
    seed: int = 1,
    hashed: bool = True,
) -> tuple[Dataset, list[FileSummary]]:
    """Reads `.pos` files to the device, checking every record."""
    parts = _Parts(keep or Filter(), Splitter(validation, seed))
    files = []
    for path in paths:
        digest = hashlib.sha256() if hashed else None
        total = Statistics()
        for start, chunk in _chunks(Path(path)):
            if digest:
                digest.update(chunk.data)
            records = torch.from_numpy(chunk).to(device)
            total.merge(parts.add(records, str(path), start))
        parts.end_file()
        files.append(FileSummary(Path(path).name, digest.hexdigest() if digest else None, total))
    data = parts.finish(device)
    if data.train.shape[0] == 0:
        raise DataError(
            f"none of {data.statistics.read} positions is left to train on after the filter"
        )
    return data, files


def _chunks(path: Path) -> Iterator[tuple[int, Array]]:
    """The records of a file in arrays [N, 32], each with the number of its first."""
    try:
        size = path.stat().st_size
        if size == 0:
            raise DataError(f"{path}: the file is empty")
        if size % RECORD_BYTES:
            raise DataError(
                f"{path}: {size} bytes are no whole number of {RECORD_BYTES}-byte records; "
                "cut short, or not a .pos file"
            )
        with open(path, "rb") as file:
            for start in range(0, size // RECORD_BYTES, CHUNK):
                count = min(CHUNK, size // RECORD_BYTES - start)
                chunk = numpy.fromfile(file, numpy.uint8, count * RECORD_BYTES)
                if chunk.size != count * RECORD_BYTES:
                    raise DataError(f"{path}: ends at record {start + chunk.size // RECORD_BYTES}")
                yield start, chunk.reshape(count, RECORD_BYTES)
    except OSError as error:
        raise DataError(f"{path}: {error.strerror}") from error
