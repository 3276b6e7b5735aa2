"""The positions to learn from, in memory of the device."""

from __future__ import annotations

import torch
from torch import Tensor


class Window:
    """The positions to learn from, and those held out."""

    def __init__(self, capacity: int, device: torch.device):
        self._all = torch.empty((capacity, 32), dtype=torch.uint8, device=device)
        self._held_out: list[Tensor] = []
        self._last = 0
        self.count = 0

    @property
    def is_full(self) -> bool:
        """Whether no further generation fits."""
        return self.count == self._all.shape[0]

    @property
    def records(self) -> Tensor:
        """All positions to learn from."""
        return self._all[: self.count]

    @property
    def held_out(self) -> Tensor:
        """Those to validate with, of all generations."""
        return torch.cat(self._held_out)

    def add(self, train: Tensor, held_out: Tensor) -> None:
        """Another generation; what does not fit is left out."""
        self._last = self.count
        fits = min(train.shape[0], self._all.shape[0] - self.count)
        self._all[self.count : self.count + fits] = train[:fits]
        self.count += fits
        self._held_out.append(held_out)

    def keep_last(self) -> None:
        """Forgets all generations but the last."""
        last = self._all[self._last : self.count].clone()
        self.count = last.shape[0]
        self._all[: self.count] = last
        self._last = 0
        del self._held_out[:-1]
