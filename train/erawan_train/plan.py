"""How a training run goes: its length, its learning rate, what it believes."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Plan:
    """A run of a number of positions, or of a time, whichever is given.

    The learning rate climbs to its peak over the warm-up, then falls to its end
    along a cosine. `wdl` is the share of the game's result in the target, the
    rest being the search's score; it moves from start to end along the run.
    """

    positions: int | None = None
    seconds: float | None = None
    learning_rate: float = 1e-3
    final_learning_rate: float = 2.4e-6
    warmup_positions: int = 2_000_000
    wdl: float = 0.3
    final_wdl: float | None = None
    snap: float = 0.75
    """From this part of the run on, output weights are rounded in use."""

    def __post_init__(self) -> None:
        if (self.positions is None) == (self.seconds is None):
            raise ValueError("a plan has a number of positions or of seconds, not both")
        if (self.positions or self.seconds or 0) <= 0:
            raise ValueError("a plan must not be empty")
        if not (0.0 < self.learning_rate < 1.0 and 0.0 <= self.final_learning_rate < 1.0):
            raise ValueError("learning rates lie between 0 and 1")
        for share in (self.wdl, self.wdl if self.final_wdl is None else self.final_wdl):
            if not 0.0 <= share <= 1.0:
                raise ValueError(f"a WDL share of {share} is not in 0 to 1")

    def progress(self, positions: int, seconds: float) -> float:
        """How much of the run is over, 0 to 1."""
        if self.positions is not None:
            return min(positions / self.positions, 1.0)
        return min(seconds / self.seconds, 1.0) if self.seconds else 1.0

    def rate(self, positions: int, progress: float) -> float:
        """The learning rate."""
        span = self.learning_rate - self.final_learning_rate
        rate = self.final_learning_rate + span * (1.0 + math.cos(math.pi * progress)) / 2.0
        if positions < self.warmup_positions:
            # From a tenth: the very first steps matter too.
            rate *= 0.1 + 0.9 * positions / self.warmup_positions
        return rate

    def result_share(self, progress: float) -> float:
        """The share of the result in the target."""
        end = self.wdl if self.final_wdl is None else self.final_wdl
        return self.wdl + (end - self.wdl) * progress

    def snaps(self, progress: float) -> bool:
        """Whether output weights are rounded in use."""
        return progress >= self.snap

    def as_dict(self) -> dict[str, Any]:
        """For manifest and checkpoint."""
        return asdict(self)
