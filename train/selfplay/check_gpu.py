"""Everything about the generator that only a GPU can show, in one go:

    python check_gpu.py [--seconds 5] [--library FILE] [--emulator FILE]

Perft to depth 5 of every position of the tests, the tests themselves with the
CUDA library, the same games from GPU and emulator, and the speed.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "tests")]


def step(name):
    print(f"== {name} ({time.perf_counter() - BEGUN:.1f} s)", flush=True)


def perft(library):
    import test_perft
    from positions import Position

    wrong = counted = 0
    for game, rows in test_perft.POSITIONS.items():
        for fen, counts in rows:
            depth = len(counts)
            begun = time.perf_counter()
            found = library.perft(game, [Position.from_fen(test_perft.GAMES[game], fen)], depth)[0]
            counted += found
            seconds = time.perf_counter() - begun
            if found != counts[-1] or seconds > 3:
                print(f"{'WRONG' if found != counts[-1] else 'slow'} {game} {fen} depth {depth}: {found}, "
                      f"not {counts[-1]} ({seconds:.1f} s)")
            wrong += found != counts[-1]
    print(f"perft: {wrong} wrong, {counted} leaves")
    return wrong


def same_games(cuda, emulator):
    """GPU and emulator must play the same games, move for move."""
    import bench
    import networks
    import positions
    import selfplay

    different = 0
    for game in ("chess", "makruk"):
        net = networks.Network(selfplay.GAMES[game]).file()
        settings = selfplay.Settings.of(game, soft_nodes=100, hard_nodes=300, sample_every=1, table_bits=10,
                                        opening_score=2000, shuffled_per_mille=500)
        played = []
        for library in (cuda, emulator):
            with selfplay.Generator(game, net, settings, 4, 77, library) as generator:
                memory, address = bench.room(library, 10000)
                generator.generate(address, 10000, moves=180)
                played.append(sorted((g.start.fen(), tuple(g.moves), tuple(g.scores), g.result, g.reason)
                                     for g in positions.sampled_games(generator.samples())))
                print(game, library.backend, "games", len(played[-1]), "nodes", generator.stats()["nodes"])
        different += played[0] != played[1]
    print("the same games" if not different else "DIFFERENT games")
    return different


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--library", type=pathlib.Path)
    parser.add_argument("--emulator", type=pathlib.Path)
    options = parser.parse_args()
    import selfplay

    step("libraries")
    cuda = selfplay.Library("cuda", path=options.library)
    emulator = selfplay.Library("emulator", path=options.emulator)
    problems = 0
    step("the same games on GPU and emulator")
    problems += same_games(cuda, emulator)
    step("perft")
    problems += perft(cuda)
    step("tests")
    environment = {**os.environ, "SELFPLAY_BACKEND": "cuda"}
    if options.library:
        environment["SELFPLAY_LIBRARY"] = str(options.library)
    tests = subprocess.run([sys.executable, "-m", "unittest", "discover", "-s", str(HERE / "tests"), "-p", "test_[ng]*.py"],
                           env=environment)
    problems += tests.returncode
    step("speed")
    for game in ("chess", "makruk"):
        subprocess.run([sys.executable, str(HERE / "bench.py"), "--game", game, "--seconds", str(options.seconds),
                        "--backend", "cuda", *(["--library", str(options.library)] if options.library else [])])
    step("done")
    return 1 if problems else 0


BEGUN = time.perf_counter()
if __name__ == "__main__":
    sys.exit(main())
