"""How fast the generator is: games, positions and nodes a second.

    python bench.py [--game chess] [--net FILE] [--seconds 5] [--library FILE] ...

Without a network file it plays with one made up for tests, which knows what
the pieces are worth.
"""

import argparse
import ctypes
import dataclasses
import pathlib
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "tests")]
import selfplay  # noqa: E402


def room(library, capacity):
    """Memory for records where the backend can write it, and its address."""
    if library.backend == "cuda":
        import torch

        memory = torch.zeros(capacity * 32, dtype=torch.uint8, device="cuda")
        return memory, memory.data_ptr()
    memory = ctypes.create_string_buffer(capacity * 32)
    return memory, ctypes.addressof(memory)


def content(library, memory, count):
    """The bytes of so many records."""
    if library.backend == "cuda":
        return bytes(memory[:count * 32].cpu().numpy())
    return memory.raw[:count * 32]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=selfplay.GAMES, default="chess")
    parser.add_argument("--net", type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--library", type=pathlib.Path)
    parser.add_argument("--backend", default="auto")
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--hidden", type=int, default=256)
    parser.add_argument("--buckets", type=int, default=1)
    parser.add_argument("--set", nargs="*", default=[], metavar="NAME=VALUE", help="settings")
    options = parser.parse_args()
    library = selfplay.Library(options.backend, path=options.library)
    if options.net:
        net = options.net.read_bytes()
    else:
        import networks

        net = networks.Network(selfplay.GAMES[options.game], options.hidden, options.buckets).file()
    changes = {name: int(value) for name, value in (pair.split("=") for pair in options.set)}
    settings = selfplay.Settings.of(options.game, **changes)
    generator = selfplay.Generator(options.game, net, settings, options.games, 1, library)
    memory, address = room(library, 4_000_000 if library.backend == "cuda" else 100_000)
    capacity = 4_000_000 if library.backend == "cuda" else 100_000
    # The first games all begin at the same time: let them drift apart.
    generator.generate(address, capacity, seconds=min(1.0, options.seconds / 4))
    before, begun = generator.stats(), time.perf_counter()
    written = generator.generate(address, capacity, seconds=options.seconds)
    seconds = time.perf_counter() - begun
    after = generator.stats()
    change = {name: after[name] - before[name] for name in after}
    searches = max(change["searches"], 1)
    print(f"{library.backend} {options.game} {generator.games} games, {seconds:.2f} s: "
          f"{change['nodes'] / seconds / 1e6:.1f} M nodes/s, {searches / seconds / 1e3:.1f} k searches/s, "
          f"{change['nodes'] / searches:.0f} nodes a search, {change['games'] / seconds:.0f} games/s, "
          f"{written / seconds / 1e3:.1f} k records/s")
    games = max(after["games"], 1)
    print(f"  games {after['games']}, plies {after['plies'] / games:.0f} a game, rejected {after['rejected']}, " +
          ", ".join(f"{name} {after[name] / games:.1%}" for name in list(after)[6:] if after[name]))
    generator.close()


if __name__ == "__main__":
    main()
