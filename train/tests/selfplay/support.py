"""What the tests share: the library, networks, and other programs' rules."""

import functools
import os
import pathlib

from erawan_train.selfplay import generator as selfplay
from erawan_train.selfplay import networks
from erawan_train.selfplay.packed import sampled_games
from erawan_train.selfplay.room import Room

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
    return selfplay.Library(
        os.environ.get("SELFPLAY_BACKEND", "emulator"), os.environ.get("SELFPLAY_LIBRARY")
    )


@functools.cache
def network(game, **options):
    return networks.network(game, **options)


def on_gpu():
    return library().backend == "cuda"


def room(capacity):
    """Room for records where the library can write them."""
    return Room(library().backend, capacity)


def records(data):
    """Each record of some bytes."""
    return [data[i : i + 32] for i in range(0, len(data), 32)]


def play_games(game, moves, count=3, seed=1, **changes):
    """A generator that has played, its records and its whole games."""
    changes = {
        "soft_nodes": 60,
        "hard_nodes": 200,
        "sample_every": 1,
        "table_bits": 10,
        "opening_score": 2000,
        **changes,
    }
    settings = selfplay.Settings.of(game, **changes)
    generator = selfplay.Generator(game, network(game).to_bytes(), settings, count, seed, library())
    output = room(60000)
    count = generator.generate(output.address, output.capacity, moves=moves)
    return generator, output.content(count), list(sampled_games(generator.samples()))
