"""Proves that the generator is right, on a GPU or in the emulator:

    python3 -m erawan_train.selfplay.prove --erawan ../target/release/erawan [PART ...]

| part | holds if |
|---|---|
| same | GPU and emulator play the same games, move for move and score for score |
| perft | every position of the tests has the leaves that the Rust perft counts |
| evaluation | every position is worth what `erawan-nnue` says, made afresh and carried along |
| games | `erawan data check` finds every move of whole games legal, every result and reason right |
| search | with the same net and nodes a move the search is at most 150 Elo behind `erawan uci` |

Each prints a line for each game; the exit code is 0 if all hold. Without nets
of one's own (--chess-net, --makruk-net) it takes made-up ones, which know what
the pieces are worth. `--quick` is a version for the emulator.
"""

from __future__ import annotations

import argparse
import collections
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from erawan_train.facts import GAMES, RECORD_BYTES, SCALE
from erawan_train.netfile import Net
from erawan_train.position import Position
from erawan_train.reference import divide
from erawan_train.selfplay import build, contest, networks, perft_positions
from erawan_train.selfplay.generator import Generator, Library, Settings
from erawan_train.selfplay.packed import SampledGame, cut, sampled_games
from erawan_train.selfplay.room import Room


class Variant(NamedTuple):
    """A game, and how many in a thousand begin with shuffled back ranks."""

    game: str
    shuffled: int


VARIANTS = {
    "chess": Variant("chess", 0),
    "chess960": Variant("chess", 1000),
    "makruk": Variant("makruk", 0),
}
WEAKEST = -150.0  # Elo

# Where `-m` finds this package.
PACKAGE_ROOT = Path(__file__).resolve().parents[2]


class Options(argparse.Namespace):
    """What the command line says."""

    part: list[str]
    erawan: Path
    quick: bool
    backend: str
    variant: str
    library: Path | None
    emulator: Path | None
    chess_net: Path | None
    makruk_net: Path | None
    seed: int
    suite: list[str]
    depth: int
    leaves: int
    positions: int
    lines: int
    games: int
    game_nodes: int
    match_games: int
    nodes: int
    match_plies: int
    same_moves: int
    same_nodes: int
    warps: int


class Verdict(NamedTuple):
    """Whether something holds, and the figures."""

    holds: bool
    figures: str


class Proof:
    """What all parts share."""

    def __init__(self, options: Options, folder: Path):
        self.options = options
        self.folder = folder
        self.library = Library(options.backend, options.library, variant=options.variant)
        self.erawan = options.erawan.resolve()
        self.nets: dict[str, Path] = {}
        for game, given in zip(GAMES, (options.chess_net, options.makruk_net), strict=True):
            path = given or folder / f"{game}.net"
            if given is None:
                path.write_bytes(networks.network(game).to_bytes())
            self.nets[game] = path

    def parts(self) -> dict[str, Callable[[], Iterator[Verdict]]]:
        """What there is to prove."""
        return {
            "same": self.same,
            "perft": self.perft,
            "evaluation": self.evaluation,
            "games": self.games,
            "search": self.search,
        }

    def generator(self, variant: str, **changes: int) -> Generator:
        """Games of a variant with its net."""
        game, shuffled = VARIANTS[variant]
        settings = Settings.of(game, **{"shuffled_per_mille": shuffled, **changes})
        net = self.nets[game].read_bytes()
        options = self.options
        return Generator(game, net, settings, options.warps, options.seed, self.library)

    def run(self, *words: object) -> subprocess.CompletedProcess[str]:
        """The result of the engine's command."""
        return subprocess.run(
            [str(self.erawan), *map(str, words)], capture_output=True, text=True, check=False
        )

    def same(self) -> Iterator[Verdict]:
        """GPU and emulator play the same games."""
        emulator = Library("emulator", self.options.emulator)
        nodes = self.options.same_nodes
        for game, shuffled in (("chess", 500), ("makruk", 0)):
            settings = Settings.of(
                game,
                soft_nodes=nodes,
                hard_nodes=3 * nodes,
                sample_every=1,
                table_bits=10,
                opening_score=2000,
                shuffled_per_mille=shuffled,
            )
            ours, theirs = (
                self._played(library, game, settings) for library in (self.library, emulator)
            )
            plies = sum(len(moves) for _, moves, *_ in ours[1])
            yield Verdict(
                ours == theirs and plies > 0,
                f"{game}: {len(ours[1])} games of {plies} plies, {ours[0]} nodes, on "
                f"{self.library.backend} and {emulator.backend}",
            )

    def _played(
        self, library: Library, game: str, settings: Settings
    ) -> tuple[int, list[tuple[str, tuple[int, ...], tuple[int, ...], int, str]]]:
        """The nodes and the games of one backend."""
        room = Room(library.backend, 10_000)
        with Generator(game, self.nets[game].read_bytes(), settings, 4, 77, library) as generator:
            generator.generate(room.address, room.capacity, moves=self.options.same_moves)
            found = sorted(
                (one.start.fen(), tuple(one.moves), tuple(one.scores), one.result, one.reason)
                for one in sampled_games(generator.samples())
            )
            return generator.stats()["nodes"], found

    def _perft_rows(self) -> Iterator[tuple[str, str, tuple[int, ...]]]:
        """Game, FEN and the leaves at each depth."""
        for game, group in perft_positions.POSITIONS.items():
            for fen, counts in group:
                yield game, fen, counts
        for suite in self.options.suite:
            game, path = suite.split("=", 1)
            for line in Path(path).read_text().splitlines():
                fen, *words = (part.strip() for part in line.split(";"))
                if words:
                    yield game, fen, tuple(int(word.split()[1]) for word in words)

    def perft(self) -> Iterator[Verdict]:
        """The rules count as the Rust perft counts."""
        options = self.options
        warps = 0 if self.library.backend == "cuda" else 1
        positions: collections.Counter[str] = collections.Counter()
        total: collections.Counter[str] = collections.Counter()
        wrong: collections.Counter[str] = collections.Counter()
        seconds: dict[str, float] = dict.fromkeys(GAMES, 0.0)
        for game, fen, counts in self._perft_rows():
            affordable = [count for count in counts[: options.depth] if count <= options.leaves]
            depth = len(affordable)
            if not depth:
                continue
            begun = time.perf_counter()
            leaves = self.library.perft([Position.from_fen(fen, game)], depth, warps)[0]
            seconds[game] += time.perf_counter() - begun
            positions[game] += 1
            total[game] += leaves
            if leaves != affordable[-1]:
                wrong[game] += 1
                print(f"perft {game}: {fen} depth {depth}: {leaves}, not {affordable[-1]}")
        for game in GAMES:
            speed = total[game] / max(seconds[game], 1e-9) / 1e6
            yield Verdict(
                positions[game] > 0 and not wrong[game],
                f"{game}: {positions[game]} positions to depth {options.depth}, "
                f"{total[game]} leaves, {wrong[game]} wrong, {speed:.0f} M/s",
            )

    def expected(self, net: Path, records: bytes) -> list[int]:
        """What the engine says of records, in centipawns."""
        path = self.folder / "records.pos"
        path.write_bytes(records)
        done = self.run("net", "evaluate", net, path)
        if done.returncode:
            raise RuntimeError(f"erawan net evaluate: {done.stderr.strip()}")
        return [int(line) for line in done.stdout.split()]

    def evaluation(self) -> Iterator[Verdict]:
        """Positions are worth what the engine says."""
        wanted = self.options.positions
        for variant, (game, _) in VARIANTS.items():
            records, lines = self._positions(variant, wanted)
            wide = self.folder / f"wide-{game}.net"
            made = networks.network(game, hidden=512, king_buckets=4, noise=20, seed=3)
            wide.write_bytes(made.to_bytes())
            for net in (self.nets[game], wide):
                wrong, carried, wrong_carried = self._evaluated(game, net, records, lines)
                yield Verdict(
                    not wrong and not wrong_carried,
                    f"{variant}, {net.name}: {wanted} positions, {wrong} wrong; "
                    f"{carried} carried along a game, {wrong_carried} wrong",
                )

    def _positions(self, variant: str, wanted: int) -> tuple[bytes, list[SampledGame]]:
        """Records and whole games to evaluate."""
        room = Room(self.library.backend, wanted + 1000)
        records = b""
        with self.generator(
            variant,
            soft_nodes=20,
            hard_nodes=60,
            sample_every=1,
            table_bits=10,
            opening_score=3000,
            win_score=6000,
        ) as generator:
            while len(records) < RECORD_BYTES * wanted:
                count = generator.generate(room.address, room.capacity, moves=100)
                records += room.content(count)
            lines = list(sampled_games(generator.samples()))[: self.options.lines]
        return records[: RECORD_BYTES * wanted], lines

    def _evaluated(
        self, game: str, net: Path, records: bytes, lines: list[SampledGame]
    ) -> tuple[int, int, int]:
        """Wrong positions, positions carried along a line, wrong ones of those."""
        settings = Settings.of(game, table_bits=4)
        carried, values = b"", []
        with Generator(
            game, net.read_bytes(), settings, self.options.warps, 1, self.library
        ) as generator:
            found = generator.evaluate(records)
            for one in lines:
                line, along = self.library.line(one.start, one.moves, generator)
                # The library leaves out one in three, to jump.
                asked = [index for index in range(len(line)) if index % 3 != 1]
                carried += b"".join(line[index].to_record() for index in asked)
                values += [along[index] for index in asked]
        scale = Net.read(net).scale
        wrong = differences(centipawns(found, scale), self.expected(net, records))
        wrong_carried = differences(centipawns(values, scale), self.expected(net, carried))
        return wrong, len(values), wrong_carried

    def games(self) -> Iterator[Verdict]:
        """The engine's own rules find whole games right."""
        wanted = self.options.games
        Library("emulator", self.options.emulator)  # built once, for all that convert
        for variant in VARIANTS:
            whole, settings = self._whole_games(variant, wanted)
            reasons = collections.Counter(one.reason for one in sampled_games(b"".join(whole)))
            found = bad = 0
            for checked in self._converted(variant, whole, settings):
                done = self.run("data", "check", checked, "--json")
                *faults, last = done.stdout.splitlines() or ['{"games":0,"bad":0}']
                for fault in faults[:5]:
                    print(f"games {variant}: {fault}")
                verdict = json.loads(last)
                found += verdict["games"]
                bad += verdict["bad"]
            ends = ", ".join(f"{reason} {count}" for reason, count in reasons.most_common())
            yield Verdict(
                found == wanted and not bad, f"{variant}: {found} games, {bad} bad: {ends}"
            )

    def _whole_games(self, variant: str, wanted: int) -> tuple[list[bytes], Settings]:
        nodes = self.options.game_nodes
        room = Room(self.library.backend, 4_000_000 if self.library.backend == "cuda" else 100_000)
        whole: list[bytes] = []
        with self.generator(
            variant, soft_nodes=nodes, hard_nodes=4 * nodes, sample_every=1
        ) as generator:
            while len(whole) < wanted:
                generator.generate(room.address, room.capacity, moves=50)
                whole += cut(generator.samples())
            return whole[:wanted], generator.settings

    def _converted(self, variant: str, whole: list[bytes], settings: Settings) -> list[Path]:
        """Files of games, converted by as many processes as there are processors."""
        words = [f"{name}={value}" for name, value in vars(settings).items()]
        emulator = self.options.emulator
        given = ["--emulator", str(emulator.resolve())] if emulator else []
        shares = max(1, min(os.cpu_count() or 1, len(whole) // 100))
        running = []
        for share in range(shares):
            path = self.folder / f"{variant}-{share}.sample"
            path.write_bytes(b"".join(whole[share::shares]))
            checked = path.with_suffix(".games")
            convert = [sys.executable, "-m", "erawan_train.selfplay.convert"]
            command = [*convert, str(path), str(checked), *given, "--set", *words]
            running.append((checked, subprocess.Popen(command, cwd=PACKAGE_ROOT)))
        # All of them end, whatever one of them says.
        codes = [process.wait() for _, process in running]
        if any(codes):
            raise RuntimeError("the conversion failed")
        return [checked for checked, _ in running]

    def search(self) -> Iterator[Verdict]:
        """The search is not much weaker than the engine's."""
        options = self.options
        for variant, (game, _) in VARIANTS.items():
            begun = time.perf_counter()
            net = self.nets[game]
            result = contest.contest(
                self.library,
                self.erawan,
                variant,
                net,
                options.match_games,
                options.nodes,
                options.seed,
                options.match_plies,
            )
            elo, error = result.elo
            yield Verdict(
                elo >= WEAKEST,
                f"{variant}, {net.name}, {options.nodes} nodes a move: +{result.wins} "
                f"={result.draws} -{result.losses}, Elo {elo:+.0f} +- {error:.0f} "
                f"({time.perf_counter() - begun:.0f} s)",
            )


def centipawns(values: list[int], scale: int) -> list[int]:
    """What the engine makes of values in the network's own unit."""
    return [divide(value * scale, SCALE) for value in values]


def differences(found: list[int], expected: list[int]) -> int:
    """How many of the values differ."""
    return sum(a != b for a, b in zip(found, expected, strict=True))


class Figure(NamedTuple):
    """A number of the command line: the usual value, that of --quick, and what it is."""

    usual: int
    quick: int
    meaning: str


PARTS = ("same", "perft", "evaluation", "games", "search")
NUMBERS = {
    "depth": Figure(5, 5, "of perft"),
    "leaves": Figure(1 << 62, 20_000, "most for a position"),
    "positions": Figure(100_000, 300, "to evaluate"),
    "lines": Figure(100, 2, "games to carry evaluations along"),
    "games": Figure(10_000, 6, "to check"),
    "game_nodes": Figure(200, 10, "soft limit in them"),
    "match_games": Figure(200, 2, "against the engine"),
    "nodes": Figure(1000, 30, "in that match"),
    "match_plies": Figure(contest.LONGEST, 12, "longest game of it"),
    "same_moves": Figure(180, 180, "in each game on both"),
    "same_nodes": Figure(100, 10, "soft limit in them"),
    "warps": Figure(0, 3, "games at once; 0: as many as fit"),
}


def arguments() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python3 -m erawan_train.selfplay.prove",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("part", nargs="*", choices=[[], *PARTS], default=[])
    parser.add_argument("--erawan", type=Path, required=True, metavar="PROGRAM")
    parser.add_argument("--quick", action="store_true", help="a little of everything")
    parser.add_argument("--backend", default="auto")
    parser.add_argument("--variant", choices=build.VARIANTS, default=build.USUAL)
    parser.add_argument("--library", type=Path)
    parser.add_argument("--emulator", type=Path)
    parser.add_argument("--chess-net", type=Path)
    parser.add_argument("--makruk-net", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    for name, (usual, _, meaning) in NUMBERS.items():
        option = "--" + name.replace("_", "-")
        parser.add_argument(option, type=int, metavar="N", help=f"{meaning} (usually {usual})")
    parser.add_argument(
        "--suite",
        action="append",
        default=[],
        metavar="GAME=FILE",
        help="more perft positions, as 'FEN ;D1 20'",
    )
    return parser


def main(words: list[str] | None = None) -> int:
    """Exit codes: 0 if all holds, 1 if not."""
    options = arguments().parse_args(words, namespace=Options())
    for name, figure in NUMBERS.items():
        if getattr(options, name) is None:
            setattr(options, name, figure.quick if options.quick else figure.usual)
    begun = time.perf_counter()
    failed = 0

    def say(text: str) -> None:
        print(f"{text} [{time.perf_counter() - begun:.1f} s]", flush=True)

    with tempfile.TemporaryDirectory() as folder:
        proof = Proof(options, Path(folder))
        parts = proof.parts()
        for part in options.part or PARTS:
            try:
                for holds, figures in parts[part]():
                    say(f"{'holds' if holds else 'FAILS'} {part} {figures}")
                    failed += not holds
            except (RuntimeError, OSError, subprocess.SubprocessError) as error:
                say(f"FAILS {part}: {error}")
                failed += 1
    print(f"{failed} failed" if failed else "all holds")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
