"""python-chess at the work of `erawan db`, for comparison.

    python3 tests/database/beside.py games.pgn [--games N]

Reads games with their moves (what an import does, without keeping them), then looks for
a position in the games that it holds in memory (what the explorer does). Prints
games a second of processor time for both. Needs python-chess.
"""

import argparse
import time

import chess
import chess.pgn


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file")
    parser.add_argument("--games", type=int, default=2000)
    arguments = parser.parse_args()

    begun = time.process_time()
    games = []
    with open(arguments.file, encoding="utf-8") as file:
        while len(games) < arguments.games:
            game = chess.pgn.read_game(file)
            if game is None:
                break
            games.append(game)
    took = time.process_time() - begun
    print(f"read: {len(games)} games, {len(games) / took:.0f} a second")

    target = chess.Board()
    for san in ("e4", "c5", "Nf3", "d6"):
        target.push_san(san)
    wanted = target.board_fen()
    begun = time.process_time()
    found = 0
    for game in games:
        board = game.board()
        for move in game.mainline_moves():
            board.push(move)
            # No piece comes back.
            if chess.popcount(board.occupied) < chess.popcount(target.occupied):
                break
            if (
                board.occupied == target.occupied
                and board.turn == target.turn
                and board.board_fen() == wanted
            ):
                found += 1
                break
    took = time.process_time() - begun
    rate = len(games) / took
    print(f"a position: in {found} games, {rate:.0f} a second, a million in {1e6 / rate:.0f} s")


if __name__ == "__main__":
    main()
