"""How far an evaluator's chances are from the truth."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from erawan_train.yardstick.label import Label
from erawan_train.yardstick.uci import Engine, chance_of

PHASES = (("opening", 25, 32), ("middle game", 13, 24), ("ending", 2, 12))
"""By the number of men."""


@dataclass(frozen=True)
class Measured:
    """Root mean squared errors in chances, by kind of position, with their numbers."""

    scale: float
    errors: dict[str, tuple[int, float]]


def scores(labels: Sequence[Label], command: str, options: Sequence[str]) -> list[float | None]:
    """Static scores in pawns; none where the evaluator has none."""
    engine = Engine(command, options)
    found = [engine.static(label.fen) for label in labels]
    engine.close()
    return found


def measure(labels: Sequence[Label], found: Sequence[float | None]) -> Measured:
    """The errors with the scale that makes them least over all positions."""
    both = zip(labels, found, strict=True)
    pairs = [(label, score) for label, score in both if score is not None]

    def error(scale: float, chosen: Sequence[tuple[Label, float]]) -> float:
        total = sum((chance_of(score, scale) - label.truth) ** 2 for label, score in chosen)
        return (total / max(len(chosen), 1)) ** 0.5

    scale = least(lambda value: error(value, pairs), 0.05, 5.0)
    kinds: dict[str, Callable[[Label], bool]] = {
        "all": lambda _: True,
        "quiet": lambda label: label.quiet,
    }
    for name, low, high in PHASES:
        kinds[name] = functools.partial(_has_men, low, high)
    errors = {}
    for name, belongs in kinds.items():
        chosen = [pair for pair in pairs if belongs(pair[0])]
        errors[name] = (len(chosen), error(scale, chosen))
    return Measured(scale, errors)


def _has_men(low: int, high: int, label: Label) -> bool:
    return low <= label.men <= high


def least(function: Callable[[float], float], low: float, high: float) -> float:
    """Where a function with one valley is least, by golden section."""
    ratio = (5.0**0.5 - 1.0) / 2.0
    for _ in range(40):
        left, right = high - ratio * (high - low), low + ratio * (high - low)
        if function(left) < function(right):
            high = right
        else:
            low = left
    return (low + high) / 2.0
