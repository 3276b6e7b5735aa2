"""What the tests share: the library, networks, and other programs' rules."""

import ctypes
import functools
import os
import pathlib

from erawan_train.selfplay import generator as selfplay
from erawan_train.selfplay import networks, positions

try:
    import chess
except ImportError:
    chess = None
try:
    import pyffish
except ImportError:
    pyffish = None

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]


@functools.cache
def library():
    """The backend under test."""
    return selfplay.Library(os.environ.get("SELFPLAY_BACKEND", "emulator"), os.environ.get("SELFPLAY_LIBRARY"))


@functools.cache
def network(game, **options):
    return networks.Network(selfplay.GAMES[game], **options)


def on_gpu():
    return library().backend == "cuda"


class Output:
    """Room for records where the library can write them."""

    def __init__(self, capacity):
        self.capacity = capacity
        if on_gpu():
            import torch

            self.tensor = torch.zeros(capacity * 32, dtype=torch.uint8, device="cuda")
            self.address = self.tensor.data_ptr()
        else:
            self.buffer = ctypes.create_string_buffer(capacity * 32)
            self.address = ctypes.addressof(self.buffer)

    def bytes(self, count):
        if on_gpu():
            return bytes(self.tensor[:count * 32].cpu().numpy())
        return self.buffer.raw[:count * 32]


def records(data):
    """Each record of some bytes."""
    return [data[i:i + 32] for i in range(0, len(data), 32)]


def play_games(game, moves, count=3, seed=1, **changes):
    """A generator that has played, its records and its whole games."""
    changes = {"soft_nodes": 60, "hard_nodes": 200, "sample_every": 1, "table_bits": 10, "opening_score": 2000,
               **changes}
    settings = selfplay.Settings.of(game, **changes)
    generator = selfplay.Generator(game, network(game).file(), settings, count, seed, library())
    output = Output(60000)
    count = generator.generate(output.address, output.capacity, moves=moves)
    return generator, output.bytes(count), list(positions.sampled_games(generator.samples()))
