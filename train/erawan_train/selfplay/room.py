"""Memory for records, where a backend can write it."""

from __future__ import annotations

import ctypes
from typing import Any

from erawan_train.facts import RECORD_BYTES


class Room:
    """Room for a number of records: of the GPU, or of the host for the emulator."""

    def __init__(self, backend: str, capacity: int):
        self.capacity = capacity
        self._tensor: Any = None
        if backend == "cuda":
            import torch

            self._tensor = torch.zeros(capacity * RECORD_BYTES, dtype=torch.uint8, device="cuda")
            self.address: int = self._tensor.data_ptr()
        else:
            self._buffer = ctypes.create_string_buffer(capacity * RECORD_BYTES)
            self.address = ctypes.addressof(self._buffer)

    def content(self, count: int) -> bytes:
        """The bytes of the first records."""
        if self._tensor is not None:
            return bytes(self._tensor[: count * RECORD_BYTES].cpu().numpy())
        return ctypes.string_at(self.address, count * RECORD_BYTES)
