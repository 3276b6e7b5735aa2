"""Tunes the numbers of the search (cuda/numbers.h) by playing games on the GPU.

    python3 -m erawan_train.selfplay.tune --game chess --net small.net --seconds 120
    python3 -m erawan_train.selfplay.tune --net small.net --match reduction=600 bonus=200
    python3 -m erawan_train.selfplay.tune --net small.net --each reduction=600 bonus=200

Every game has two players. For each number one of them, by lot, has a step more
than the present value and the other a step less; a few thousand games end every
second, and the points of those who had more say which way to go. It needs a
library of its own (TUNING), a third slower, in which the numbers are no constants.

`--match` plays one set of numbers against the usual ones, `--each` every change
by itself.
"""

from __future__ import annotations

import argparse
import ctypes
import dataclasses
import json
import math
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple, Protocol

from erawan_train.facts import GAMES
from erawan_train.selfplay.contest import logistic
from erawan_train.selfplay.generator import Generator, Library, SelfplayError, Settings
from erawan_train.selfplay.room import Room


@dataclasses.dataclass
class Number:
    """What is tuned."""

    name: str
    usual: int
    step: int


class Points(NamedTuple):
    """Games that ended meanwhile, how many of them were drawn, and for each number the
    points (wins less losses) of those who had the second value."""

    games: int
    draws: int
    of: dict[str, int]


class Arena(Protocol):
    """Where numbers are tried."""

    numbers: list[Number]

    def set(self, first: Mapping[str, int], second: Mapping[str, int], as_one: bool) -> None:
        """The two values of each number."""

    def play(self, seconds: float) -> Points:
        """Games between them."""


class Lab:
    """Games between two sets of numbers."""

    def __init__(
        self,
        game: str,
        net: bytes,
        nodes: int,
        warps: int = 0,
        seed: int = 1,
        backend: str = "auto",
        path: Path | None = None,
        **settings: int,
    ):
        self.library = Library(backend, path=path, defines=("TUNING",))
        c, i32, u32 = self.library.c, ctypes.POINTER(ctypes.c_int32), ctypes.c_uint32
        c.selfplay_number.restype = ctypes.c_char_p
        c.selfplay_number.argtypes = (u32, ctypes.c_int, i32, i32)
        c.selfplay_set_numbers.restype = c.selfplay_sums.restype = ctypes.c_int64
        c.selfplay_set_numbers.argtypes = (ctypes.c_void_p, i32, u32)
        c.selfplay_sums.argtypes = (ctypes.c_void_p, ctypes.c_void_p)
        self.c = c
        self.numbers: list[Number] = []
        for index in range(c.selfplay_number_count()):
            usual, step = ctypes.c_int32(), ctypes.c_int32()
            name = c.selfplay_number(index, GAMES.index(game), usual, step).decode()
            self.numbers.append(Number(name, usual.value, step.value))
        chosen = Settings.of(game, soft_nodes=nodes, hard_nodes=nodes, only_training=1, **settings)
        chosen.first_ply = chosen.max_plies  # nobody wants the records
        self.generator = Generator(game, net, chosen, warps, seed, self.library)
        self.room = Room(self.library.backend, 1000)

    def set(self, first: Mapping[str, int], second: Mapping[str, int], as_one: bool) -> None:
        """The two values of each number, by name; those that are missing are the usual ones."""
        self.require({*first, *second})
        pairs = [
            values.get(number.name, number.usual)
            for number in self.numbers
            for values in (first, second)
        ]
        self.library.check(
            self.c.selfplay_set_numbers(
                self.generator.handle, (ctypes.c_int32 * len(pairs))(*pairs), as_one
            )
        )

    def require(self, names: Iterable[str]) -> None:
        """Ends the program if one of the names is no number."""
        unknown = sorted(set(names) - {number.name for number in self.numbers})
        if unknown:
            raise SystemExit(f"no such number: {', '.join(unknown)}")

    def play(self, seconds: float = 0.0, moves: int = 0) -> Points:
        """Games for a time, or for a number of moves of each."""
        before, old = self.generator.stats(), self._sums()
        self.generator.generate(self.room.address, self.room.capacity, seconds=seconds, moves=moves)
        after, new = self.generator.stats(), self._sums()
        changes = zip(self.numbers, old, new, strict=True)
        return Points(
            after["games"] - before["games"],
            after["draws"] - before["draws"],
            {number.name: b - a for number, a, b in changes},
        )

    def _sums(self) -> list[int]:
        sums = (ctypes.c_int64 * len(self.numbers))()
        self.library.check(self.c.selfplay_sums(self.generator.handle, sums))
        return list(sums)


def elo(points: int, draws: int, games: int) -> tuple[float, float]:
    """What the points mean, and how far that may be off (95 %)."""
    games = max(games, 1)
    mean = points / games
    error = 1.96 * math.sqrt(max(1 - draws / games - mean * mean, 0.0) / games)
    low, middle, high = (logistic(0.5 + (mean + change) / 2) for change in (-error, 0.0, error))
    return middle, (high - low) / 2


def match(lab: Arena, first: Mapping[str, int], second: Mapping[str, int], seconds: float) -> str:
    """A line of the result of the second set against the first. Games that
    were on their way when the numbers changed are played out first."""
    lab.set(first, second, True)
    lab.play(seconds=min(seconds / 3, 2.0))
    games, draws, points = lab.play(seconds=seconds)
    difference, error = elo(next(iter(points.values())), draws, games)
    drawn = draws / max(games, 1)
    return f"{difference:+.1f} +- {error:.1f} Elo, {games} games, {drawn:.0%} drawn"


Report = Callable[[int, int, Mapping[str, float]], None]
"""Hears of rounds, games and the numbers."""


def tune(
    lab: Arena,
    names: Iterable[str],
    values: dict[str, float],
    seconds: float,
    pause: float,
    pace: float,
    report: Report,
) -> dict[str, int]:
    """Moves the numbers uphill for some time, or until interrupted, and returns
    them. `report` hears of them every ten rounds and at the end."""
    wanted = set(names)
    tuned = [number for number in lab.numbers if number.name in wanted]
    begun, rounds, games_in_all = time.perf_counter(), 0, 0
    try:
        while (spent := time.perf_counter() - begun) < seconds:
            # In the end a step is a third of what it was, and so is the pace.
            width = 1 - spent / seconds * 2 / 3
            steps = {number.name: max(number.step * width, 1) for number in tuned}
            up = {name: round(values[name] + step) for name, step in steps.items()}
            down = {name: round(values[name] - step) for name, step in steps.items()}
            lab.set({**rounded(values), **down}, {**rounded(values), **up}, False)
            games, _, points = lab.play(seconds=pause)
            rounds, games_in_all = rounds + 1, games_in_all + games
            for name, step in steps.items():
                values[name] += pace * width * step * points[name] / max(games, 1)
            if rounds % 10 == 0:
                report(rounds, games_in_all, values)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    report(rounds, games_in_all, values)
    return rounded(values)


def rounded(values: Mapping[str, float]) -> dict[str, int]:
    """As the library takes them."""
    return {name: round(value) for name, value in values.items()}


def changes(words: Iterable[str]) -> dict[str, int]:
    """name=value, of each word."""
    try:
        return {name: int(value) for name, value in (word.split("=") for word in words)}
    except ValueError:
        raise SystemExit("a change is NAME=VALUE") from None


def arguments() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python3 -m erawan_train.selfplay.tune",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    change = "NAME=VALUE"
    parser.add_argument("--game", choices=GAMES, default="chess")
    parser.add_argument("--net", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=60, help="of tuning, or of each match")
    parser.add_argument("--nodes", type=int, default=700, help="a move")
    parser.add_argument(
        "--shuffled", type=int, default=200, help="games of 1000 from shuffled back ranks"
    )
    parser.add_argument(
        "--pause", type=float, default=1.0, help="seconds between two changes of the numbers"
    )
    parser.add_argument("--pace", type=float, default=20.0, help="steps for a point a game")
    parser.add_argument(
        "--only", nargs="*", help="numbers to tune; all that are not zero if nothing is said"
    )
    parser.add_argument(
        "--start",
        nargs="*",
        default=[],
        metavar=change,
        help="where tuning begins, or who the other player is",
    )
    parser.add_argument(
        "--match", nargs="+", metavar=change, help="play these against the usual ones"
    )
    parser.add_argument(
        "--each", nargs="+", metavar=change, help="play each of these against the usual ones"
    )
    parser.add_argument("--library", type=Path)
    parser.add_argument("--backend", default="auto")
    parser.add_argument("--warps", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="write the numbers there, as JSON")
    return parser


def main(words: list[str] | None = None) -> None:
    """What the command line asks for; what is wrong ends the program with a line."""
    options = arguments().parse_args(words)
    try:
        run(options)
    except (OSError, SelfplayError) as error:
        raise SystemExit(str(error)) from None
    except KeyboardInterrupt:
        raise SystemExit("interrupted") from None


def run(options: argparse.Namespace) -> None:
    """A match, some matches, or tuning."""
    start = changes(options.start)
    lab = Lab(
        options.game,
        options.net.read_bytes(),
        options.nodes,
        options.warps,
        options.seed,
        options.backend,
        options.library,
        shuffled_per_mille=options.shuffled if options.game == "chess" else 0,
    )
    if options.match:
        other = {**start, **changes(options.match)}
        print(match(lab, start, other, options.seconds), flush=True)
        return
    if options.each:
        for word in options.each:
            result = match(lab, start, {**start, **changes([word])}, options.seconds)
            print(f"{word}: {result}", flush=True)
        return
    lab.require({*start, *(options.only or ())})
    values = {number.name: float(number.usual) for number in lab.numbers} | start
    names = options.only or [name for name, value in values.items() if value]

    def report(rounds: int, games: int, now: Mapping[str, float]) -> None:
        numbers = " ".join(f"{name}={round(now[name])}" for name in names)
        print(f"{rounds} rounds, {games} games: {numbers}", flush=True)
        if options.out:
            options.out.write_text(json.dumps(rounded(now), indent=1) + "\n")

    if options.out:
        options.out.touch()  # rather fail now than after an hour
    found = tune(lab, names, values, options.seconds, options.pause, options.pace, report)
    result = match(lab, start, found, max(options.seconds / 8, 1))
    print(f"against where it began: {result}", flush=True)


if __name__ == "__main__":
    main()
