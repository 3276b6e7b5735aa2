"""Deep chances of positions, by several engines."""

from __future__ import annotations

import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import local

from erawan_train.netfile import write_beside
from erawan_train.position import letters_of, square_name
from erawan_train.yardstick.uci import Engine


class LabelError(ValueError):
    """A file of positions or labels that cannot be used, with the place."""


@dataclass(frozen=True)
class Label:
    """A position and what deep searches expect of it, for the side to move."""

    fen: str
    chances: list[float]
    quiet: bool
    men: int

    @property
    def truth(self) -> float:
        """What the engines expect together."""
        return sum(self.chances) / len(self.chances)


def read_positions(path: Path, most: int) -> list[str]:
    """FENs of an EPD or FEN file, every n-th line so that `most` remain."""
    fens = []
    for line in path.read_text().splitlines():
        fields = line.split(";")[0].split()
        if len(fields) < 4 or "/" not in fields[0]:
            continue
        clocks = fields[4:6] if len(fields) >= 6 and fields[4].isdigit() else ["0", "1"]
        fens.append(" ".join(fields[:4] + clocks))
    if not fens:
        raise LabelError(f"{path}: no positions")
    step = max(len(fens) // most, 1)
    return fens[::step][:most]


def occupied(fen: str) -> set[str]:
    """The squares with a man, by name."""
    return {square_name(square) for square in letters_of(fen.split()[0])}


def is_noisy(fen: str, move: str) -> bool:
    """Whether a move captures (castling as king takes rook does not) or promotes."""
    return move[2:4] in occupied(fen) or len(move) > 4


def label(
    fens: Sequence[str],
    engines: Sequence[str],
    options: Sequence[str],
    nodes: int,
    concurrency: int,
) -> list[Label]:
    """Searches every position with every engine."""
    mine = local()
    started: list[Engine] = []

    def one(fen: str) -> Label | None:
        if not hasattr(mine, "engines"):
            mine.engines = [Engine(command, options) for command in engines]
            started.extend(mine.engines)
        found = [engine.search(fen, nodes) for engine in mine.engines]
        noisy = mine.engines[0].in_check(fen) or any(is_noisy(fen, end.best) for end in found)
        return Label(fen, [end.chance for end in found], not noisy, len(occupied(fen)))

    with ThreadPoolExecutor(concurrency) as pool:
        labels = [found for found in pool.map(one, fens) if found]
    for engine in started:
        engine.close()
    return labels


def write(path: Path, labels: Sequence[Label]) -> None:
    """Labels as JSON."""
    write_beside(path, json.dumps([asdict(found) for found in labels], indent=0).encode())


def read(path: Path) -> list[Label]:
    """Labels of a file."""
    try:
        return [Label(**entry) for entry in json.loads(path.read_text())]
    except (OSError, json.JSONDecodeError, TypeError) as error:
        raise LabelError(f"{path}: {error}") from error
