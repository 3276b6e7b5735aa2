#!/usr/bin/env python3
"""Makes puzzles with `erawan puzzles make` and checks them with other programs.

Every puzzle is replayed by python-chess, or in Makruk by pyffish (Fairy-Stockfish's
rules): its moves must be legal, and one that is said to mate must mate in as many moves
as it says. Of a sample Stockfish, or Fairy-Stockfish for Makruk, is asked for its choice
in the solver's first position; it must be the solution nearly always. Ends with status 1
if something does not hold.
"""

import argparse
import csv
import io
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

import chess
import chess.engine
import pyffish

HERE = pathlib.Path(__file__).resolve().parent
# What other engines must agree with. Two engines at some depth never agree on all.
AGREEMENT = {"chess": 0.9, "makruk": 0.8}


def make(erawan, games, count, nodes, folder):
    """The puzzles of a file of games, by the names of the columns."""
    to = pathlib.Path(folder) / f"{games.stem}.erawan"
    command = [erawan, "puzzles", "make", str(games), "--games", str(count)]
    command += ["--nodes", str(nodes), "--to", str(to)]
    out = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    # Bad games among those of others are told and left out.
    assert out.returncode in (0, 1), out.returncode
    exported = subprocess.run(
        [erawan, "puzzles", "export", "--to", str(to)], stdout=subprocess.PIPE, text=True, check=True
    ).stdout
    found = list(csv.DictReader(io.StringIO(exported)))
    told = {line.split(",")[0] for line in out.stdout.splitlines()}
    assert told == {row["PuzzleId"] for row in found}, "what was told is what was kept"
    return found


def replay_chess(row):
    """Where the puzzle ends."""
    board = chess.Board(row["FEN"], chess960="chess960" in row["Themes"].split())
    assert board.is_valid(), board.status()
    for text in row["Moves"].split():
        move = board.parse_uci(text)
        assert move in board.legal_moves, text
        board.push(move)
    return board.is_checkmate()


def replay_makruk(row):
    """The same in Makruk."""
    moves = row["Moves"].split()
    for index, move in enumerate(moves):
        assert move in pyffish.legal_moves("makruk", row["FEN"], moves[:index]), move
    return makruk_mate(row["FEN"], moves)


def makruk_mate(fen, moves):
    """Whether moves of Makruk mate."""
    fen = pyffish.get_fen("makruk", fen, moves)
    return not pyffish.legal_moves("makruk", fen, []) and pyffish.gives_check("makruk", fen, [])


def check(row, variant):
    """Replays a puzzle; an error says what is wrong with it."""
    moves, themes = row["Moves"].split(), row["Themes"].split()
    assert len(moves) % 2 == 0, "the solver has the last word"
    mated = replay_makruk(row) if variant == "makruk" else replay_chess(row)
    assert mated == ("mate" in themes), themes
    if mated:
        assert f"mateIn{min(len(moves) // 2, 5)}" in themes, themes
    else:
        assert len(moves) >= 4, "a single move that does not mate"
    assert 400 <= int(row["Rating"]) <= 3000, row["Rating"]


def makruk_choice(engine, position, nodes):
    """What Fairy-Stockfish plays."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen([engine], **pipes) as other:
        lines = ["uci", "setoption name UCI_Variant value makruk", f"position {position}"]
        other.stdin.write("\n".join([*lines, f"go nodes {nodes}", ""]))
        other.stdin.flush()
        found = next(line for line in other.stdout if line.startswith("bestmove"))
        other.stdin.write("quit\n")
    return found.split()[1]


def agrees(engine, row, variant, nodes):
    """Whether another engine would begin as the solution does."""
    lead, first = row["Moves"].split()[:2]
    if variant == "makruk":
        found = makruk_choice(engine, f"fen {row['FEN']} moves {lead}", nodes)
        return found == first or makruk_mate(row["FEN"], [lead, found])
    board = chess.Board(row["FEN"])
    board.push_uci(lead)
    with chess.engine.SimpleEngine.popen_uci(engine) as other:
        played = other.play(board, chess.engine.Limit(nodes=nodes)).move
    if played.uci() == first:
        return True
    # Any mate will do where mate ends it.
    board.push(played)
    return board.is_checkmate()


def compare(rows, variant, nodes, sample):
    """Asks another engine about a sample."""
    name = "fairy-stockfish" if variant == "makruk" else "stockfish"
    engine = shutil.which(name) or shutil.which(f"/usr/games/{name}")
    if not engine:
        print(f"SKIPPED: {variant}: there is no {name}")
        return True
    chosen = random.Random(1).sample(rows, min(sample, len(rows)))
    same = [row for row in chosen if agrees(engine, row, variant, nodes)]
    print(f"{variant}: {name} agrees with {len(same)} of {len(chosen)}")
    for row in chosen:
        if row not in same:
            print(f"  not with {row['PuzzleId']}: {row['FEN']} {row['Moves']}")
    return len(same) >= AGREEMENT[variant] * len(chosen)


def main():
    """Checks chess and Makruk."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--erawan", default="target/release/erawan")
    parser.add_argument("--data", type=pathlib.Path, help="a folder with lichess.pgn and makruk.pgn")
    parser.add_argument("--games", type=int, default=80)
    parser.add_argument("--nodes", type=int, default=40_000)
    parser.add_argument("--sample", type=int, default=20)
    args = parser.parse_args()
    fine = True
    with tempfile.TemporaryDirectory() as folder:
        for variant, name in (("chess", "lichess.pgn"), ("makruk", "makruk.pgn")):
            games = args.data / name if args.data else HERE.parent / "analysis" / "games.pgn"
            if not games.exists() or (variant == "makruk" and not args.data):
                print(f"SKIPPED: {variant}: there are no games at {games}")
                continue
            found = make(args.erawan, games, args.games, args.nodes, folder)
            rows = [row for row in found if ("makruk" in row["Themes"].split()) == (variant == "makruk")]
            for row in rows:
                try:
                    check(row, variant)
                except (AssertionError, ValueError) as error:
                    print(f"{row['PuzzleId']}: {row['FEN']} {row['Moves']}: {error}")
                    fine = False
            print(f"{variant}: {len(rows)} puzzles of {args.games} games replayed")
            fine = fine and len(rows) > 0
            fine = compare(rows, variant, 20 * args.nodes, args.sample) and fine
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main()
