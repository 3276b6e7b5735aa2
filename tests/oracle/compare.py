#!/usr/bin/env python3
"""Plays random games and compares Erawan with its referees at every position.

The referees are python-chess for chess and Chess960, pyffish for Makruk and its
sister games.
Compared are legal moves, FEN, SAN, check, repetition, insufficient material,
the end of the game, what may be claimed, counts and the Polyglot key.
Ends with status 1 at the first difference and says how to see it again.
"""

import argparse
import collections
import concurrent.futures
import os
import random
import secrets
import sys
import time

import erawan
import players
import referees
import starts

VARIANTS = ["chess", "chess960"] + starts.MAKRUK_FAMILY


def play(variant, rng, plies):
    """A random game and the referee's answers at each of its positions."""
    start, weights = starts.start(variant, rng), players.style(rng)
    referee = referees.referee(variant, start, rng)
    moves, answers = [], [referee.answer()]
    while len(moves) < plies:
        legal = referee.legal_moves()
        # Dead positions are played on for a while only.
        dead = answers[-1].get("insufficient") and rng.random() < 0.2
        if not legal or dead:
            break
        previous = moves[-2] if len(moves) > 1 else None
        move = players.choose(legal, referee.placement(), previous, weights, rng)
        referee.play(move)
        moves.append(move)
        answers.append(referee.answer())
    referee.finish(answers)
    return erawan.Game(variant, start, moves), answers


def replay(game):
    """The referee's answers at each position of a given game."""
    rng = random.Random(0)
    referee = referees.referee(game.variant, game.start, rng)
    referees.MakrukReferee.SAN_RATE = referees.MakrukReferee.DULL_RATE = 1
    answers = [referee.answer()]
    for move in game.moves:
        referee.play(move)
        answers.append(referee.answer())
    referee.finish(answers)
    return answers


def difference(expected, got, ignored):
    """The first key on which the two disagree: (key, referee's, Erawan's)."""
    if "error" in got:
        return "error", None, got["error"]
    if got["faults"]:
        return "faults", [], got["faults"]
    for key, value in expected.items():
        if key in ignored:
            continue
        theirs = got[key]
        if key == "moves":
            if set(value) != set(theirs):
                return "moves", sorted(set(value) - set(theirs)), sorted(set(theirs) - set(value))
            for move, san in value.items():
                if san is not None and san != theirs[move]:
                    return f"SAN of {move}", san, theirs[move]
        elif key == "thai":
            for move, san in value.items():
                if san != theirs[move]:
                    return f"Thai SAN of {move}", san, theirs[move]
        elif value != theirs:
            return key, value, theirs
    return None


def report(seed, number, game, ply, expected, got, found):
    key, referee, ours = found
    upto = game._replace(moves=game.moves[:ply])
    missing = " (moves only one side has)" if key == "moves" else ""
    print(f"""
Different answers: {key}{missing}
  referee: {referee}
  Erawan:  {ours}
seed {seed}, game {number}, after {ply} moves
variant:   {game.variant}
start:     {game.start}
moves:     {' '.join(upto.moves)}
position:  {expected['fen']}
again:     compare.py --game '{erawan.request(upto)}'
referee's whole answer: {expected}
Erawan's whole answer:  {got}""", file=sys.stderr)


class Totals:
    def __init__(self):
        self.positions = collections.Counter()
        self.games = collections.Counter()
        self.events = collections.Counter()

    def add(self, game, answers):
        self.games[game.variant] += 1
        self.positions[game.variant] += len(answers)
        count = self.events
        for answer in answers:
            count["moves"] += len(answer["moves"])
            count["SANs"] += sum(san is not None for san in answer["moves"].values())
            count["checks"] += answer.get("check", False)
            for key in ("outcome", "claim"):
                if answer.get(key):
                    count[answer[key]] += 1
            count["positions under a count"] += answer.get("count", [0])[0] > 0
        sans = [answers[i]["moves"][move] or "" for i, move in enumerate(game.moves)]
        count["promotions"] += sum("=" in san for san in sans)
        count["castlings"] += sum(san.startswith("O-O") for san in sans)
        count["captures"] += sum("x" in san for san in sans)
        count["en passant squares"] += sum(
            game.variant not in starts.MAKRUK_FAMILY and answer["fen"].split()[3] != "-" for answer in answers)

    def __str__(self):
        lines = [f"{variant}: {self.positions[variant]} positions of {self.games[variant]} games"
                 for variant in VARIANTS if self.games[variant]]
        lines.append(", ".join(f"{count} {name}" for name, count in self.events.most_common()))
        return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, help="repeat the games of this seed")
    parser.add_argument("--seconds", type=float, help="how long (60 unless --games is given)")
    parser.add_argument("--games", type=int, help="how many games")
    parser.add_argument("--plies", type=int, default=160, help="the longest game")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="referees at work")
    parser.add_argument("--variant", choices=VARIANTS, action="append", help="only this game")
    parser.add_argument("--game", metavar="'VARIANT|FEN|MOVES'", help="compare this game only")
    parser.add_argument("--ignore", metavar="KEY", action="append", default=[],
                        help="do not compare this part of the answers (claim, polyglot, ...)")
    parser.add_argument("--program", help="the oracle example, built already")
    options = parser.parse_args()

    program = erawan.Erawan(options.program or erawan.build())
    if options.game:
        game = erawan.parse_request(options.game)
        games = iter([(0, game, replay(game))])
        seed = None
    else:
        seed = secrets.randbits(32) if options.seed is None else options.seed
        print(f"seed {seed}", flush=True)
        games = random_games(seed, options)

    totals = Totals()
    # Erawan works on the newest game while the one before is compared.
    waiting = collections.deque()
    try:
        for entry in games:
            program.ask(entry[1])
            waiting.append(entry)
            if len(waiting) > 1 and not check(seed, waiting.popleft(), program, totals, options.ignore):
                return 1
        while waiting:
            if not check(seed, waiting.popleft(), program, totals, options.ignore):
                return 1
    finally:
        program.process.kill()
    print(f"{totals}\nno differences")
    return 0


def play_numbered(seed, variant, number, plies):
    """The game of a seed with this number, and how long it took."""
    before = time.monotonic()
    rng = random.Random(f"{seed}/{variant}/{number}")
    game, answers = play(variant, rng, rng.randrange(2, plies))
    return number, game, answers, time.monotonic() - before


def random_games(seed, options):
    """Games played by several processes, in the order they were begun."""
    variants = options.variant or VARIANTS
    seconds = options.seconds or (None if options.games else 60)
    end = None if seconds is None else time.monotonic() + seconds
    # Time is shared out evenly: a game of Makruk takes longer to referee. Each
    # variant counts its own games, so that a seed gives the same ones always.
    spent = dict.fromkeys(variants, 0.0)
    begun = dict.fromkeys(variants, 0)
    playing = collections.deque()
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        while True:
            enough = (options.games is not None and sum(begun.values()) >= options.games
                      or end is not None and time.monotonic() > end)
            while not enough and len(playing) < 2 * options.jobs:
                variant = min(variants, key=(spent if seconds else begun).get)
                # A guess until the game is over; it keeps the choice varied.
                spent[variant] += 0.01
                playing.append(
                    pool.submit(play_numbered, seed, variant, begun[variant], options.plies))
                begun[variant] += 1
                enough = options.games is not None and sum(begun.values()) >= options.games
            if not playing:
                return
            number, game, answers, took = playing.popleft().result()
            spent[game.variant] += took
            yield number, game, answers


def check(seed, entry, program, totals, ignored):
    number, game, answers = entry
    for ply, expected in enumerate(answers):
        got = program.answer()
        found = difference(expected, got, ignored)
        if found:
            report(seed, number, game, ply, expected, got, found)
            return False
    totals.add(game, answers)
    return True


if __name__ == "__main__":
    sys.exit(main())
