#!/usr/bin/env python3
"""Plays matches with `erawan match` and replays every game with other programs.

The referees are those of compare.py: python-chess for chess and Chess960,
pyffish (Fairy-Stockfish) for Makruk and its sister games. For each game they must agree that every
move is legal, that the game was not over before its last move, and with the
result and the reason that Erawan gives. Start positions are random and often
endgames, so that games end in all ways. Ends with status 1 at a difference.
"""

import argparse
import collections
import io
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import chess
import chess.pgn
import pyffish

import referees
import starts

# Ask everything at every position.
referees.MakrukReferee.DULL_RATE = 1
referees.MakrukReferee.SAN_RATE = 0

Game = collections.namedtuple("Game", "tags start moves")


def openings(variant, count, rng):
    """Start positions from which there is something to play."""
    found = []
    while len(found) < count:
        fen = starts.start(variant, rng)
        answer = referees.referee(variant, fen, rng).answer()
        if answer["moves"] and not answer["outcome"] and not answer["claim"]:
            found.append(fen)
    return found


def chess_games(text, _told, _variant):
    stream = io.StringIO(text)
    while (game := chess.pgn.read_game(stream)) is not None:
        assert not game.errors, game.errors
        board, moves = game.board(), []
        start = board.fen()
        for move in game.mainline_moves():
            # How castling is spelled depends on the position.
            moves.append(board.uci(move))
            board.push(move)
        yield Game(dict(game.headers), start, moves)


def is_same_san(ours, theirs):
    """Whether two SANs name the same move. pyffish does not tell the leap of a
    met of Ouk from another met's step to the same square; Erawan does."""
    return ours == theirs or (ours[0] == "M" and ours[0] + ours[2:] == theirs)


def makruk_games(text, told, variant):
    """PGN of Makruk and its sisters: Erawan tells the moves, and pyffish writes
    the same SAN for them as the PGN has."""
    for part in re.split(r"\n(?=\[Event )", text):
        if not part.strip():
            continue
        head, body = part.split("\n\n", 1)
        tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', head, re.M))
        words = re.sub(r"\{[^}]*\}|\d+\.+", " ", body).split()
        assert words.pop() == tags["Result"], tags["Round"]
        moves = told[tags["Round"]]["moves"].split()
        theirs = pyffish.get_san_moves(variant, tags["FEN"], moves)
        assert len(words) == len(theirs), tags["Round"]
        for ours, san in zip(words, theirs):
            same = is_same_san(ours, san) if variant == "cambodian" else ours == san
            assert same, (variant, tags["Round"], ours, san)
        yield Game(tags, tags["FEN"], moves)


def check(variant, game, rng):
    """What is wrong with a game; None if nothing is."""
    referee = referees.referee(variant, game.start, rng)
    for ply, move in enumerate(game.moves):
        answer = referee.answer()
        if answer["outcome"] or answer["claim"]:
            return f"it was over after {ply} plies: {answer['outcome'] or answer['claim']}"
        if move not in referee.legal_moves():
            return f"ply {ply + 1}: {move} is not legal"
        referee.play(move)
    answer = referee.answer()
    reason = answer["outcome"] or answer["claim"]
    tags = game.tags
    if tags["Termination"] != "normal":
        return reason and f"{tags['Termination']}, but it was over: {reason}"
    turn = game.start.split()[1] == "b"
    to_move_is_white = (len(game.moves) % 2 == 1) == turn
    result = "1/2-1/2"
    if reason == referees.CHECKMATE:
        result = "0-1" if to_move_is_white else "1-0"
    if (reason, result) != (tags["Reason"], tags["Result"]):
        return f"{tags['Result']} by {tags['Reason']}, but {result} by {reason}"
    return None


def play(variant, games, args, rng, folder):
    """A match; its games as PGN, and what was printed."""
    book, pgn = folder / f"{variant}.epd", folder / f"{variant}.pgn"
    book.write_text("".join(f"{fen}\n" for fen in openings(variant, (games + 1) // 2, rng)))
    command = [
        args.erawan, "match", "--variant", variant, "--json",
        "--engine", f"builtin name=Inside nodes={args.nodes}",
        "--engine", f"cmd={args.erawan} args=uci name=Outside nodes={args.nodes}",
        "--openings", str(book), "--order", "sequential", "--games", str(games),
        "--concurrency", str(args.concurrency), "--pgn", str(pgn),
    ]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return pgn.read_text(), [json.loads(line) for line in done.stdout.splitlines()]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--erawan", default=os.environ.get("ERAWAN", "target/release/erawan"))
    parser.add_argument("--games", type=int, default=200, help="games in all (200)")
    parser.add_argument("--nodes", type=int, default=200)
    parser.add_argument("--concurrency", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    reasons = collections.Counter()
    bad = 0
    shares = {"chess": 0.3, "chess960": 0.2, "makruk": 0.2, "cambodian": 0.15, "makpong": 0.15}
    with tempfile.TemporaryDirectory() as folder:
        for variant, share in shares.items():
            games = max(2, 2 * round(args.games * share / 2))
            text, lines = play(variant, games, args, rng, pathlib.Path(folder))
            told = {line["round"]: line for line in lines if line["type"] == "game"}
            read = makruk_games if variant in starts.MAKRUK_FAMILY else chess_games
            played = list(read(text, told, variant))
            assert len(played) == len(told) == games, (variant, len(played), len(told))
            for game in played:
                line = told[game.tags["Round"]]
                assert line["plies"] == len(game.moves), line
                assert line["moves"] == " ".join(game.moves), line
                assert line["result"] == game.tags["Result"], line
                wrong = check(variant, game, rng)
                if wrong:
                    bad += 1
                    print(f"{variant}, round {game.tags['Round']}: {wrong}")
                    print(f"  {game.start} moves {' '.join(game.moves)}")
                reasons[f"{variant}: {game.tags['Reason']}"] += 1
    for reason, count in sorted(reasons.items()):
        print(f"{count:4} {reason}")
    total = sum(reasons.values())
    print(f"{total} games replayed, {bad} differ")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
