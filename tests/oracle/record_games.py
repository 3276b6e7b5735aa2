#!/usr/bin/env python3
"""Records random games of Makruk and its sisters as pyffish plays them.

The games are written to crates/board/tests/data, a file a game, where the tests
of erawan-board replay them without any other program at hand.
"""

import argparse
import random

import players
import referees
import starts
from erawan import ROOT

FOLDER = ROOT / "crates/board/tests/data"

HEADER = """\
# Random games of {variant} as pyffish {version} plays them (seed {seed}).
# start ; legal moves there ; moves ; last position ; end
# A move is followed by + for a check, then / and the number of legal moves in
# the position it leads to. The end is checkmate, stalemate, counting,
# insufficient material, threefold repetition or -.
"""


def record(variant, rng, plies):
    start, weights = starts.start(variant, rng), players.style(rng)
    referee = referees.MakrukReferee(variant, start, rng)
    referee.SAN_RATE, referee.DULL_RATE = 0, 0
    first, numbers, outcome = len(referee.moves), [], None
    while len(numbers) < plies and referee.moves and outcome is None:
        previous = referee.played[-2] if len(referee.played) > 1 else None
        referee.play(
            players.choose(referee.moves, referee.placement(), previous, weights, rng))
        numbers.append(len(referee.moves))
        # Some games go on after a draw: nothing is to change then.
        if rng.random() < 0.9:
            outcome = referee.answer().get("outcome")
    referee.DULL_RATE = 1
    outcome = referee.answer()["outcome"]
    sans = referee._ask(referees.pyffish.get_san_moves)
    moves = " ".join(f"{move}{'+' * (san[-1] in '+#')}/{number}"
                     for move, san, number in zip(referee.played, sans, numbers))
    return f"{start} ; {first} ; {moves} ; {referee.fen} ; {outcome or '-'}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--variant", choices=starts.MAKRUK_FAMILY, default="makruk")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=300)
    options = parser.parse_args()
    version = ".".join(map(str, referees.pyffish.version()))
    lines = [HEADER.format(variant=options.variant, version=version, seed=options.seed)]
    for number in range(options.games):
        rng = random.Random(f"{options.seed}/{number}")
        plies = rng.choice([10, 20, 40, 60, 150])
        lines.append(record(options.variant, rng, plies) + "\n")
    path = FOLDER / f"{options.variant}_games.txt"
    path.write_text("".join(lines))
    print(f"{options.games} games, {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
