"""How fast the generator is: games, positions and nodes a second.

    python3 -m erawan_train.selfplay.bench [--game chess] [--net FILE] [--seconds 5] ...
    python3 -m erawan_train.selfplay.bench --variants [NAME ...] [--seconds 4]

Without a network file it plays with one made up for tests, which knows what
the pieces are worth. `--variants` builds the variants of build.py, all at once,
and measures chess and Makruk with each.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import re
import time
from dataclasses import dataclass
from pathlib import Path

from erawan_train.facts import GAMES, REASONS
from erawan_train.selfplay import build, networks
from erawan_train.selfplay.generator import Generator, Library, SelfplayError, Settings, resolve
from erawan_train.selfplay.room import Room


@dataclass(frozen=True)
class Figures:
    """Of some seconds of play; `counters` are those of the whole time."""

    at_once: int
    seconds: float
    nodes: int
    searches: int
    games: int
    records: int
    counters: dict[str, int]

    @property
    def nodes_a_second(self) -> float:
        """Nodes a second."""
        return self.nodes / self.seconds

    @property
    def searches_a_second(self) -> float:
        """Moves found a second."""
        return self.searches / self.seconds

    @property
    def nodes_a_search(self) -> float:
        """Nodes of an average search."""
        return self.nodes / self.searches


def measure(
    library: Library, game: str, net: bytes, settings: Settings, games: int, seconds: float
) -> Figures:
    """Plays for some seconds."""
    room = Room(library.backend, 4_000_000 if library.backend == "cuda" else 100_000)
    with Generator(game, net, settings, games, 1, library) as generator:
        # The first games all begin at the same time: let them drift apart.
        generator.generate(room.address, room.capacity, seconds=min(1.0, seconds / 4))
        before, begun = generator.stats(), time.perf_counter()
        written = generator.generate(room.address, room.capacity, seconds=seconds)
        spent = time.perf_counter() - begun
        after = generator.stats()
        return Figures(
            at_once=generator.games,
            seconds=spent,
            nodes=after["nodes"] - before["nodes"],
            searches=max(after["searches"] - before["searches"], 1),
            games=after["games"] - before["games"],
            records=written,
            counters=after,
        )


def compare(
    names: list[str], nets: dict[str, bytes], changes: dict[str, int], seconds: float, backend: str
) -> None:
    """A line for each variant."""
    names = names or list(build.VARIANTS)
    begun = time.perf_counter()
    with concurrent.futures.ThreadPoolExecutor(len(names)) as pool:
        found = list(pool.map(lambda name: attempt(backend, name), names))
    print(f"built in {time.perf_counter() - begun:.0f} s", flush=True)
    for name, path in zip(names, found, strict=True):
        if isinstance(path, RuntimeError):
            print(f"{name:18} not built: {str(path).splitlines()[0]}")
            continue
        log = path.with_suffix(".log")
        used = re.findall(r"Used (\d+) registers", log.read_text() if log.exists() else "")
        line = f"{name:18} {max(map(int, used), default=0):3} registers"
        try:
            library = Library(backend, path=path)
            for game, net in nets.items():
                settings = Settings.of(game, **changes)
                figures = measure(library, game, net, settings, 0, seconds)
                line += (
                    f"  {game} {figures.nodes_a_second / 1e6:6.1f} M nodes/s "
                    f"{figures.searches_a_second / 1e3:6.1f} k searches/s "
                    f"of {figures.nodes_a_search:.0f}"
                )
            print(line, flush=True)
        except SelfplayError as error:
            print(f"{name:18} failed: {error}", flush=True)


def attempt(backend: str, name: str) -> Path | RuntimeError:
    """The library of a variant, or why there is none."""
    try:
        return build.build(backend, variant=name)
    except RuntimeError as error:
        return error


def arguments() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python3 -m erawan_train.selfplay.bench",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--game", choices=GAMES, default="chess")
    parser.add_argument("--net", type=Path)
    parser.add_argument("--chess-net", type=Path, help="for --variants")
    parser.add_argument("--makruk-net", type=Path, help="for --variants")
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--library", type=Path)
    parser.add_argument("--variant", choices=build.VARIANTS, default=build.USUAL)
    parser.add_argument(
        "--variants",
        nargs="*",
        choices=build.VARIANTS,
        metavar="NAME",
        help="measure these, or all",
    )
    parser.add_argument("--backend", default="auto")
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--hidden", type=int, default=256)
    parser.add_argument("--buckets", type=int, default=1)
    parser.add_argument("--set", nargs="*", default=[], metavar="NAME=VALUE", help="settings")
    return parser


def main() -> None:
    """Prints the figures."""
    options = arguments().parse_args()
    changes = {name: int(value) for name, value in (pair.split("=") for pair in options.set)}

    def net(game: str, path: Path | None) -> bytes:
        if path:
            return path.read_bytes()
        return networks.network(game, options.hidden, options.buckets).to_bytes()

    if options.variants is not None:
        nets = {game: net(game, getattr(options, f"{game}_net")) for game in GAMES}
        compare(options.variants, nets, changes, options.seconds, resolve(options.backend))
        return
    library = Library(options.backend, path=options.library, variant=options.variant)
    settings = Settings.of(options.game, **changes)
    weights = net(options.game, options.net)
    figures = measure(library, options.game, weights, settings, options.games, options.seconds)
    print(
        f"{library.backend} {options.game} {figures.at_once} games, {figures.seconds:.2f} s: "
        f"{figures.nodes_a_second / 1e6:.1f} M nodes/s, "
        f"{figures.searches_a_second / 1e3:.1f} k searches/s, "
        f"{figures.nodes_a_search:.0f} nodes a search, "
        f"{figures.games / figures.seconds:.0f} games/s, "
        f"{figures.records / figures.seconds / 1e3:.1f} k records/s"
    )
    after = figures.counters
    games = max(after["games"], 1)
    ends = ["white_wins", "draws", "black_wins", *(reason.replace(" ", "_") for reason in REASONS)]
    shares = ", ".join(f"{name} {after[name] / games:.1%}" for name in ends if after[name])
    print(
        f"  games {after['games']}, plies {after['plies'] / games:.0f} a game, "
        f"rejected {after['rejected']}, {shares}"
    )


if __name__ == "__main__":
    main()
