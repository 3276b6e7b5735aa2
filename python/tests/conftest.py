"""Games for the tests, written by python-chess."""

from __future__ import annotations

import io
import random
from pathlib import Path

import chess
import chess.pgn
import pytest


def random_game(generator: random.Random, number: int) -> chess.pgn.Game:
    game = chess.pgn.Game()
    chess960 = number % 7 == 3
    board = chess.Board()
    if chess960:
        board = chess.Board.from_chess960_pos(generator.randrange(960))
    elif number % 5 == 2:
        board = chess.Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
    game.setup(board)
    game.headers["Event"] = f"Game {number}"
    game.headers["White"] = generator.choice(["Réti, R.", 'The "Rook"', "Ōyama", "A\\B"])
    game.headers["WhiteElo"] = str(1000 + number)
    node: chess.pgn.GameNode = game
    for _ in range(generator.randrange(60)):
        moves = sorted(node.board().legal_moves, key=chess.Move.uci)
        if not moves:
            break
        node = node.add_variation(generator.choice(moves))
        if generator.random() < 0.3:
            node.set_clock(generator.randrange(6000))
        if generator.random() < 0.3:
            score = chess.engine.Cp(generator.randrange(-900, 900))
            mate = chess.engine.Mate(generator.choice([-3, 2]))
            value = generator.choice([score, mate])
            node.set_eval(chess.engine.PovScore(value, chess.WHITE))
        if generator.random() < 0.1:
            node.parent.add_variation(generator.choice(moves), comment="[%clk 9:00:00] aside")
    game.headers["Result"] = generator.choice(["1-0", "0-1", "1/2-1/2", "*"])
    return game


@pytest.fixture(scope="session")
def pgn_games() -> list[chess.pgn.Game]:
    import chess.engine  # noqa: F401

    generator = random.Random(17)
    return [random_game(generator, number) for number in range(60)]


@pytest.fixture(scope="session")
def pgn(pgn_games: list[chess.pgn.Game]) -> bytes:
    out = io.StringIO()
    for game in pgn_games:
        print(game, file=out, end="\n\n")
    return out.getvalue().encode()


@pytest.fixture(scope="session")
def pgn_file(pgn: bytes, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pgn") / "games.pgn"
    path.write_bytes(pgn)
    return path
