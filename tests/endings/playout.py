"""Plays endings out by the tables, refereed by Fairy-Stockfish's rules (pyffish).

Random positions with few men, where the count has just begun, are played to the end
with the moves that the tables rank first. At every ply both must know the same
legal moves and the same count, and the game must end as the tables said it would.
"""

import argparse
import json
import random
import subprocess

import pyffish

GAMES = {"makruk": "makruk", "cambodian": "cambodian", "makpong": "makpong"}
# Where bia can stand.
BIA = {"P": range(16, 40), "p": range(24, 48)}


def fen_of(men: dict[int, str], turn: str, limit: int, ply: int) -> str:
    rows = []
    for rank in range(7, -1, -1):
        row, empty = "", 0
        for file in range(8):
            man = men.get(rank * 8 + file)
            if man is None:
                empty += 1
                continue
            row += (str(empty) if empty else "") + man
            empty = 0
        rows.append(row + (str(empty) if empty else ""))
    count = f"{limit} {ply}" if limit else "- 0"
    return f"{'/'.join(rows)} {turn} - {count} 1"


def position(game: str, count: int, seed: random.Random) -> str | None:
    """A random position with `count` men, or nothing if none can be taken."""
    letters = ["K", "k"] + [seed.choice("RNSMPrnsmp") for _ in range(count - 2)]
    men: dict[int, str] = {}
    for letter in letters:
        square = seed.choice(list(BIA.get(letter, range(64))))
        if square in men:
            return None
        men[square] = letter
    turn = seed.choice("wb")
    fen = fen_of(men, turn, 0, 0)
    kings = [square for square, man in men.items() if man in "Kk"]
    if max(abs(kings[0] % 8 - kings[1] % 8), abs(kings[0] // 8 - kings[1] // 8)) < 2:
        return None
    if pyffish.validate_fen(fen, game) != 1:
        return None
    other = fen_of(men, "b" if turn == "w" else "w", 0, 0)
    if pyffish.gives_check(game, other, []):
        return None
    return fen


def ask(erawan: str, game: str, path: str, fen: str) -> dict | None:
    run = subprocess.run(
        [erawan, "tb", fen, "--variant", game, "--path", path, "--json"],
        capture_output=True, text=True, check=False,
    )
    return json.loads(run.stdout) if run.returncode == 0 else None


def play(erawan: str, game: str, path: str, fen: str) -> int | None:
    """Plays a position out and returns its plies; an assertion says what is wrong."""
    told = ask(erawan, game, path, fen)
    if told is None:
        return None
    expected = {"win": 1, "draw": 0, "loss": -1}[told["result"]]
    plies, start = 0, fen
    while True:
        moves = pyffish.legal_moves(game, fen, [])
        over, value = pyffish.is_optional_game_end(game, fen, [])
        if not moves:
            value = -1 if pyffish.gives_check(game, fen, []) else 0
            break
        if over:
            value = 0
            break
        if all(pyffish.has_insufficient_material(game, fen, [])):
            value = 0
            break
        sans = {pyffish.get_san(game, fen, move): move for move in moves}
        assert set(sans) == {move["move"] for move in told["moves"]}, fen
        # Draws go on until the count ends them, or long enough.
        if expected == 0 and plies > 60:
            return plies
        fen = pyffish.get_fen(game, fen, [sans[told["moves"][0]["move"]]])
        told = ask(erawan, game, path, fen)
        assert told is not None, fen
        plies += 1
    result = value if plies % 2 == 0 else -value
    assert result == expected, f"{start}: {result}, not {expected}"
    return plies


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--erawan", required=True)
    parser.add_argument("--path", required=True, help="the folder of the tables")
    parser.add_argument("--game", default="makruk", choices=GAMES)
    parser.add_argument("--men", type=int, default=4)
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    # Two kings are in every set of tables.
    if ask(arguments.erawan, arguments.game, arguments.path, "8/8/8/3k4/8/3K4/8/8 w - - 0 1") is None:
        raise SystemExit(f"there are no tables of {arguments.game} in '{arguments.path}'")
    seed = random.Random(arguments.seed)
    decided = plies = played = tries = 0
    while played < arguments.games:
        tries += 1
        if tries > 10_000 * arguments.games:
            raise SystemExit(f"only {played} endings were found; are there tables of {arguments.men} men?")
        fen = position(arguments.game, seed.randint(3, arguments.men), seed)
        if fen is None:
            continue
        # One ply begins the count that the rules want.
        moves = pyffish.legal_moves(arguments.game, fen, [])
        if not moves:
            continue
        fen = pyffish.get_fen(arguments.game, fen, [seed.choice(moves)])
        told = ask(arguments.erawan, arguments.game, arguments.path, fen)
        if told is None or (told["result"] == "draw" and seed.random() < 0.9):
            continue
        length = play(arguments.erawan, arguments.game, arguments.path, fen)
        if length is not None:
            played += 1
            plies += length
            decided += told["result"] != "draw"
    print(f"{played} endings, {decided} of them decided, {plies} plies: all as the tables said")


if __name__ == "__main__":
    main()
