"""How fast the generator is: games, positions and nodes a second.

    python3 -m erawan_train.selfplay.bench [--game chess] [--net FILE] [--seconds 5] [--library FILE] ...
    python3 -m erawan_train.selfplay.bench --variants [NAME ...] [--seconds 4]

Without a network file it plays with one made up for tests, which knows what
the pieces are worth. `--variants` builds the variants of build.py, all at once,
and measures chess and Makruk with each.
"""

import argparse
import concurrent.futures
import ctypes
import pathlib
import re
import time

from erawan_train.selfplay import build, networks
from erawan_train.selfplay.generator import GAMES, Generator, Library, SelfplayError, Settings, resolve


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


def measure(library, game, net, settings, games, seconds):
    """The figures of some seconds of play, and all counters."""
    capacity = 4_000_000 if library.backend == "cuda" else 100_000
    memory, address = room(library, capacity)
    with Generator(game, net, settings, games, 1, library) as generator:
        # The first games all begin at the same time: let them drift apart.
        generator.generate(address, capacity, seconds=min(1.0, seconds / 4))
        before, begun = generator.stats(), time.perf_counter()
        written = generator.generate(address, capacity, seconds=seconds)
        spent = time.perf_counter() - begun
        after = generator.stats()
        change = {name: after[name] - before[name] for name in after}
        searches = max(change["searches"], 1)
        figures = {"at_once": generator.games, "seconds": spent, "nodes_a_second": change["nodes"] / spent,
                   "searches_a_second": searches / spent, "nodes_a_search": change["nodes"] / searches,
                   "games_a_second": change["games"] / spent, "records_a_second": written / spent}
    return figures, after


def compare(names, nets, changes, seconds, backend):
    """A line for each variant."""
    names = names or list(build.VARIANTS)
    begun = time.perf_counter()
    with concurrent.futures.ThreadPoolExecutor(len(names)) as pool:
        paths = dict(zip(names, pool.map(lambda name: attempt(backend, name), names)))
    print(f"built in {time.perf_counter() - begun:.0f} s", flush=True)
    for name, path in paths.items():
        if isinstance(path, Exception):
            print(f"{name:18} not built: {str(path).splitlines()[0]}")
            continue
        log = path.with_suffix(".log")
        registers = max(map(int, re.findall(r"Used (\d+) registers", log.read_text() if log.exists() else "")), default=0)
        try:
            library = Library(backend, path=path)
            line = f"{name:18} {registers:3} registers"
            for game, net in nets.items():
                figures, _ = measure(library, game, net, Settings.of(game, **changes), 0, seconds)
                line += (f"  {game} {figures['nodes_a_second'] / 1e6:6.1f} M nodes/s "
                         f"{figures['searches_a_second'] / 1e3:6.1f} k searches/s of {figures['nodes_a_search']:.0f}")
            print(line, flush=True)
        except SelfplayError as error:
            print(f"{name:18} failed: {error}", flush=True)


def attempt(backend, name):
    try:
        return build.build(backend, variant=name)
    except RuntimeError as error:
        return error


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=GAMES, default="chess")
    parser.add_argument("--net", type=pathlib.Path)
    parser.add_argument("--chess-net", type=pathlib.Path, help="for --variants")
    parser.add_argument("--makruk-net", type=pathlib.Path, help="for --variants")
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--library", type=pathlib.Path)
    parser.add_argument("--variant", choices=build.VARIANTS, default=build.USUAL)
    parser.add_argument("--variants", nargs="*", choices=build.VARIANTS, metavar="NAME", help="measure these, or all")
    parser.add_argument("--backend", default="auto")
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--hidden", type=int, default=256)
    parser.add_argument("--buckets", type=int, default=1)
    parser.add_argument("--set", nargs="*", default=[], metavar="NAME=VALUE", help="settings")
    options = parser.parse_args()
    changes = {name: int(value) for name, value in (pair.split("=") for pair in options.set)}

    def net(game, path):
        if path:
            return path.read_bytes()
        return networks.Network(GAMES[game], options.hidden, options.buckets).file()

    if options.variants is not None:
        backend = resolve(options.backend)
        nets = {game: net(game, getattr(options, f"{game}_net")) for game in GAMES}
        compare(options.variants, nets, changes, options.seconds, backend)
        return
    library = Library(options.backend, path=options.library, variant=options.variant)
    settings = Settings.of(options.game, **changes)
    figures, after = measure(library, options.game, net(options.game, options.net), settings, options.games, options.seconds)
    print(f"{library.backend} {options.game} {figures['at_once']} games, {figures['seconds']:.2f} s: "
          f"{figures['nodes_a_second'] / 1e6:.1f} M nodes/s, {figures['searches_a_second'] / 1e3:.1f} k searches/s, "
          f"{figures['nodes_a_search']:.0f} nodes a search, {figures['games_a_second']:.0f} games/s, "
          f"{figures['records_a_second'] / 1e3:.1f} k records/s")
    games = max(after["games"], 1)
    print(f"  games {after['games']}, plies {after['plies'] / games:.0f} a game, rejected {after['rejected']}, " +
          ", ".join(f"{name} {after[name] / games:.1%}" for name in list(after)[6:] if after[name]))


if __name__ == "__main__":
    main()
