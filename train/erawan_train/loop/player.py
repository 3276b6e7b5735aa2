"""Whole games by the small network, as records in memory of the device."""

from __future__ import annotations

import time
from dataclasses import dataclass

import torch
from torch import Tensor

from erawan_train.loop.options import Options
from erawan_train.loop.schedule import Generation
from erawan_train.selfplay.generator import Generator, Library, Settings
from erawan_train.selfplay.openings import read_openings

# A call of the generator; signals wait for its end.
LONGEST_CALL = 4.0

# The most records of one generation.
ROOM = 1 << 26

# A game without room for its records waits: nothing more comes then.
LEAST_ROOM = 512


@dataclass(frozen=True)
class Played:
    """What a generation has played: its records, seconds, and the generator's counters."""

    records: Tensor
    seconds: float
    counters: dict[str, int]

    @property
    def count(self) -> int:
        """Positions recorded."""
        return int(self.records.shape[0])


class Player:
    """The games in progress."""

    def __init__(self, options: Options, device: torch.device):
        self._options = options
        room = min(options.buffer, ROOM)
        self._room = torch.empty((room, 32), dtype=torch.uint8, device=device)
        self._generator: Generator | None = None
        self._openings = read_openings(options.openings, options.game) if options.openings else []

    def play(self, generation: Generation, net: bytes) -> Played:
        """Plays on with another network for the time of a generation."""
        until = time.monotonic() + generation.seconds
        generator = self._prepare(generation, net)
        before = generator.stats()
        begun = time.monotonic()
        count = self._fill(generator, until)
        seconds = max(time.monotonic() - begun, 1e-9)
        after = generator.stats()
        counters = {name: after[name] - before[name] for name in after}
        return Played(self._room[:count], seconds, counters)

    def samples(self) -> bytes:
        """The games kept whole since the last call."""
        return self._generator.samples() if self._generator else b""

    def _prepare(self, generation: Generation, net: bytes) -> Generator:
        options = self._options
        settings = self._settings(generation.nodes)
        if self._generator is None:
            self._generator = Generator(
                options.game,
                net,
                settings=settings,
                warps=options.warps,
                seed=options.seed + 1000 * generation.number,
                library=Library(options.backend, variant=options.variant),
            )
            self._generator.set_openings(self._openings)
        else:
            self._generator.set_net(net)
            self._generator.set_settings(settings)
        return self._generator

    def _settings(self, nodes: int) -> Settings:
        options = self._options
        settings = Settings.of(
            options.game,
            soft_nodes=nodes,
            hard_nodes=options.hard_factor * nodes,
            shuffled_per_mille=options.shuffled if options.game == "chess" else 0,
            only_training=1,
            first_ply=options.first_ply,
            sample_every=options.sample_every,
        )
        plies = options.opening_plies or ([0, 3] if self._openings else None)
        if plies:
            settings.opening_min, settings.opening_max = plies
        return settings

    def _fill(self, generator: Generator, until: float) -> int:
        """Fills the room with records until a time, and says how many there are."""
        count, size = 0, self._room.shape[0]
        while True:
            left = until - time.monotonic()
            count += generator.generate(
                self._room[count:].data_ptr(),
                size - count,
                seconds=max(min(left, LONGEST_CALL), 0.01),
                moves=self._options.moves,
            )
            if self._options.moves or time.monotonic() >= until - 0.05 or size - count < LEAST_ROOM:
                return count
