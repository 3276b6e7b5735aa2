"""Proves that the generator is right, on a GPU or in the emulator:

    python3 -m erawan_train.selfplay.prove --erawan target/release/erawan [PART ...]

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

import argparse
import collections
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import time

from erawan_train.architecture import SCALE
from erawan_train.selfplay import bench, build, contest, networks, perft_positions, positions
from erawan_train.selfplay.generator import GAMES, Generator, Library, Settings

# The three games, and how many in a thousand begin with shuffled back ranks.
VARIANTS = {"chess": ("chess", 0), "chess960": ("chess", 1000), "makruk": ("makruk", 0)}
WEAKEST = -150.0  # Elo

# Where `-m` finds this package.
PACKAGE_ROOT = pathlib.Path(__file__).resolve().parents[2]


def centipawns(net, values):
    """What the engine makes of values in the network's own unit."""
    (scale,) = struct.unpack_from("<H", net.read_bytes(), 24)
    return [abs(value) * scale // SCALE * (1 if value >= 0 else -1) for value in values]


class Proof:
    """What all parts share."""

    def __init__(self, options, folder):
        self.options = options
        self.folder = folder
        self.library = Library(options.backend, path=options.library, variant=options.variant)
        self.erawan = options.erawan
        self.nets = {}
        for game in GAMES:
            path = getattr(options, f"{game}_net")
            if path is None:
                path = folder / f"{game}.net"
                path.write_bytes(networks.Network(GAMES[game]).file())
            self.nets[game] = path

    def generator(self, variant, **changes):
        """Games of a variant with its net."""
        game, shuffled = VARIANTS[variant]
        settings = Settings.of(game, **{"shuffled_per_mille": shuffled, **changes})
        return Generator(game, self.nets[game].read_bytes(), settings, self.options.warps, self.options.seed,
                                  self.library)

    def run(self, *words):
        """The result of the engine's command."""
        return subprocess.run([str(self.erawan), *map(str, words)], capture_output=True, text=True)

    def same(self):
        emulator = Library("emulator", path=self.options.emulator)
        for game, shuffled in (("chess", 500), ("makruk", 0)):
            played = []
            for library in (self.library, emulator):
                settings = Settings.of(game, soft_nodes=self.options.same_nodes,
                                                hard_nodes=3 * self.options.same_nodes, sample_every=1, table_bits=10,
                                                opening_score=2000, shuffled_per_mille=shuffled)
                with Generator(game, self.nets[game].read_bytes(), settings, 4, 77, library) as generator:
                    memory, address = bench.room(library, 10000)
                    generator.generate(address, 10000, moves=self.options.same_moves)
                    nodes = generator.stats()["nodes"]
                    found = sorted((one.start.fen(), tuple(one.moves), tuple(one.scores), one.result, one.reason)
                                   for one in positions.sampled_games(generator.samples()))
                    played.append((nodes, found))
            plies = sum(len(one[1]) for one in played[0][1])
            yield (played[0] == played[1] and plies > 0,
                   f"{game}: {len(played[0][1])} games of {plies} plies, {played[0][0]} nodes, on "
                   f"{self.library.backend} and {emulator.backend}")

    def perft(self):
        rows = [(game, fen, counts) for game, group in perft_positions.POSITIONS.items() for fen, counts in group]
        for suite in self.options.suite:
            game, path = suite.split("=", 1)
            for line in pathlib.Path(path).read_text().splitlines():
                fen, *counts = (part.strip() for part in line.split(";"))
                if counts:
                    rows.append((game, fen, tuple(int(count.split()[1]) for count in counts)))
        found = {game: [0, 0, 0, 0] for game in GAMES}
        warps = 0 if self.library.backend == "cuda" else 1
        for game, fen, counts in rows:
            depth = max((d for d in range(1, len(counts) + 1)
                         if d <= self.options.depth and counts[d - 1] <= self.options.leaves), default=0)
            if not depth:
                continue
            begun = time.perf_counter()
            leaves = self.library.perft(game, [positions.Position.from_fen(GAMES[game], fen)], depth, warps)[0]
            total = found[game]
            total[0] += 1
            total[1] += leaves
            total[2] += leaves != counts[depth - 1]
            total[3] += time.perf_counter() - begun
            if leaves != counts[depth - 1]:
                print(f"perft {game}: {fen} depth {depth}: {leaves}, not {counts[depth - 1]}")
        for game, (count, leaves, wrong, seconds) in found.items():
            yield (count > 0 and not wrong, f"{game}: {count} positions to depth {self.options.depth}, {leaves} leaves, "
                   f"{wrong} wrong, {leaves / max(seconds, 1e-9) / 1e6:.0f} M/s")

    def expected(self, net, records):
        """What the engine says of records, in centipawns."""
        path = self.folder / "records.pos"
        path.write_bytes(records)
        done = self.run("net", "evaluate", net, path)
        if done.returncode:
            raise RuntimeError(f"erawan net evaluate: {done.stderr.strip()}")
        return [int(line) for line in done.stdout.split()]

    def evaluation(self):
        wanted = self.options.positions
        for variant, (game, _) in VARIANTS.items():
            records, lines = b"", []
            memory, address = bench.room(self.library, wanted + 1000)
            with self.generator(variant, soft_nodes=20, hard_nodes=60, sample_every=1, table_bits=10,
                                opening_score=3000, win_score=6000) as generator:
                while len(records) < 32 * wanted:
                    count = generator.generate(address, wanted + 1000, moves=100)
                    records += bench.content(self.library, memory, count)
                lines = list(positions.sampled_games(generator.samples()))[:self.options.lines]
            records = records[:32 * wanted]
            number = GAMES[game]
            wide = self.folder / f"wide-{game}.net"
            wide.write_bytes(networks.Network(number, hidden=512, king_buckets=4, noise=20, seed=3).file())
            for net in (self.nets[game], wide):
                settings = Settings.of(game, table_bits=4)
                with Generator(game, net.read_bytes(), settings, self.options.warps, 1, self.library) as generator:
                    wrong = sum(a != b for a, b in zip(centipawns(net, generator.evaluate(records)), self.expected(net, records), strict=True))
                    carried = b""
                    values = []
                    for one in lines:
                        line, found = self.library.line(game, one.start, one.moves, generator)
                        # The library leaves out one in three, to jump.
                        asked = [i for i in range(len(line)) if i % 3 != 1]
                        carried += b"".join(line[i].pack()[:32] for i in asked)
                        values += [found[i] for i in asked]
                wrong_carried = sum(a != b for a, b in zip(centipawns(net, values), self.expected(net, carried), strict=True))
                yield (not wrong and not wrong_carried, f"{variant}, {net.name}: {wanted} positions, {wrong} wrong; "
                       f"{len(values)} carried along a game, {wrong_carried} wrong")

    def games(self):
        wanted = self.options.games
        Library("emulator", path=self.options.emulator)  # built once, for all that convert
        for variant, (game, shuffled) in VARIANTS.items():
            changes = {"soft_nodes": self.options.game_nodes, "hard_nodes": 4 * self.options.game_nodes,
                       "sample_every": 1, "shuffled_per_mille": shuffled}
            memory, address = bench.room(self.library, 4_000_000 if self.library.backend == "cuda" else 100_000)
            whole = []
            with self.generator(variant, **changes) as generator:
                settings = generator.settings
                while len(whole) < wanted:
                    generator.generate(address, len(memory) // 32, moves=50)
                    whole += cut(generator.samples())
            whole = whole[:wanted]
            reasons = collections.Counter(positions.REASONS[one[40]] for one in whole)
            words = [f"{name}={value}" for name, value in vars(settings).items()]
            shares = max(1, min(os.cpu_count() or 1, len(whole) // 100))
            running = []
            for share in range(shares):
                path = self.folder / f"{variant}-{share}.sample"
                path.write_bytes(b"".join(whole[share::shares]))
                checked = path.with_suffix(".games")
                running.append((checked, subprocess.Popen([sys.executable, "-m", "erawan_train.selfplay.convert", str(path), str(checked),
                                                           *(["--emulator", str(self.options.emulator)] if self.options.emulator else []),
                                                           "--set", *words], cwd=PACKAGE_ROOT)))
            found = bad = 0
            for checked, process in running:
                if process.wait():
                    raise RuntimeError("the conversion failed")
                done = self.run("data", "check", checked, "--json")
                *faults, last = done.stdout.splitlines() or ['{"games":0,"bad":0}']
                for fault in faults[:5]:
                    print(f"games {variant}: {fault}")
                verdict = json.loads(last)
                found += verdict["games"]
                bad += verdict["bad"]
            yield (found == wanted and not bad, f"{variant}: {found} games, {bad} bad: " +
                   ", ".join(f"{reason} {count}" for reason, count in reasons.most_common()))

    def search(self):
        for variant, (game, _) in VARIANTS.items():
            begun = time.perf_counter()
            result = contest.contest(self.library, self.erawan, variant, self.nets[game], self.options.match_games,
                                     self.options.nodes, self.options.seed, self.options.match_plies)
            elo, error = result.elo
            yield (elo >= WEAKEST, f"{variant}, {self.nets[game].name}, {self.options.nodes} nodes a move: +{result.wins} "
                   f"={result.draws} -{result.losses}, Elo {elo:+.0f} +- {error:.0f} ({time.perf_counter() - begun:.0f} s)")


PARTS = ("same", "perft", "evaluation", "games", "search")
QUICK = {"leaves": 20_000, "positions": 300, "lines": 2, "games": 6, "game_nodes": 10, "match_games": 2, "nodes": 30,
         "match_plies": 12, "same_nodes": 10, "warps": 3}


def cut(data):
    """The bytes of each sampled game."""
    at, found = 0, []
    while at < len(data):
        size = int.from_bytes(data[at + 32:at + 36], "little")
        found.append(data[at:at + size])
        at += size
    return found


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", nargs="*", choices=[[], *PARTS], default=[])
    parser.add_argument("--erawan", type=pathlib.Path, required=True, metavar="PROGRAM")
    parser.add_argument("--quick", action="store_true", help="a little of everything")
    parser.add_argument("--backend", default="auto")
    parser.add_argument("--variant", choices=build.VARIANTS, default=build.USUAL)
    parser.add_argument("--library", type=pathlib.Path)
    parser.add_argument("--emulator", type=pathlib.Path)
    parser.add_argument("--chess-net", type=pathlib.Path)
    parser.add_argument("--makruk-net", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=1)
    numbers = {"depth": (5, "of perft"), "leaves": (1 << 62, "most for a position"), "positions": (100_000, "to evaluate"),
               "lines": (100, "games to carry evaluations along"), "games": (10_000, "to check"),
               "game_nodes": (200, "soft limit in them"), "match_games": (200, "against the engine"),
               "nodes": (1000, "in that match"), "match_plies": (contest.LONGEST, "longest game of it"),
               "same_moves": (180, "in each game on both"),
               "same_nodes": (100, "soft limit in them"), "warps": (0, "games at once; 0: as many as fit")}
    for name, (value, text) in numbers.items():
        parser.add_argument("--" + name.replace("_", "-"), type=int, metavar="N", help=f"{text} (usually {value})")
    parser.add_argument("--suite", action="append", default=[], metavar="GAME=FILE", help="more perft positions, as 'FEN ;D1 20'")
    return parser, numbers


def main(words=None):
    parser, numbers = arguments()
    options = parser.parse_args(words)
    for name, (value, _) in numbers.items():
        if getattr(options, name) is None:
            setattr(options, name, QUICK.get(name, value) if options.quick else value)
    begun = time.perf_counter()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        proof = Proof(options, pathlib.Path(folder))
        for part in options.part or PARTS:
            try:
                for holds, figures in getattr(proof, part)():
                    print(f"{'holds' if holds else 'FAILS'} {part} {figures} [{time.perf_counter() - begun:.1f} s]", flush=True)
                    failed += not holds
            except (RuntimeError, OSError, subprocess.SubprocessError) as error:
                print(f"FAILS {part}: {error} [{time.perf_counter() - begun:.1f} s]", flush=True)
                failed += 1
    print(f"{failed} failed" if failed else "all holds")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
