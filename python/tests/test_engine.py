"""The engine from Python."""

from __future__ import annotations

from pathlib import Path

import chess
import pytest

import erawan

MATE = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"
FENS = [
    erawan.STARTING_FEN,
    MATE,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1",
]


def test_evaluations() -> None:
    values = erawan.evaluate(FENS)
    assert values == [erawan.Engine().evaluate(erawan.Board(fen)) for fen in FENS]
    queen, lost = "4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1", "4k3/8/8/8/8/8/3Q4/4K3 b - - 0 1"
    assert erawan.evaluate(queen)[0] > 300 > -300 > erawan.evaluate(lost)[0]
    assert len(erawan.evaluate(erawan.Board(variant="makruk"), "makruk")) == 1


NETWORK = Path(__file__).parents[2] / "nets" / "chess.net"


def test_evaluations_on_threads() -> None:
    values = erawan.evaluate(FENS * 5)
    for threads in (2, 3, 0):
        assert erawan.evaluate(FENS * 5, threads=threads) == values
    assert erawan.evaluate([], threads=2) == []
    assert erawan.evaluate(FENS[:1], threads=7) == values[:1]
    with pytest.raises(ValueError):
        erawan.evaluate(FENS, threads=-1)


def test_networks_of_files(tmp_path: Path) -> None:
    # The repository's network is the one that is built in.
    assert erawan.evaluate(FENS, network=NETWORK, threads=2) == erawan.evaluate(FENS)

    def seen(lines: list[list[erawan.Analysis]]) -> list[object]:
        return [[(line.score, line.mate, line.nodes, line.pv) for line in found] for found in lines]

    built_in = erawan.analyse(FENS, nodes=2000)
    assert seen(erawan.analyse(FENS, nodes=2000, threads=2, network=NETWORK)) == seen(built_in)
    game = b"1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0"
    assert erawan.review(game, nodes=500, network=NETWORK) == erawan.review(game, nodes=500)
    foreign = NETWORK.with_name("makruk.net")
    (broken := tmp_path / "broken.net").write_bytes(NETWORK.read_bytes()[:-1])
    for wrong in (foreign, broken, tmp_path / "missing.net"):
        with pytest.raises(ValueError, match=wrong.name):
            erawan.evaluate(FENS, network=wrong)
        with pytest.raises(ValueError, match=wrong.name):
            erawan.analyse(FENS, nodes=10, network=wrong)
        with pytest.raises(ValueError, match=wrong.name):
            erawan.review(game, nodes=10, network=wrong)
    start = erawan.Board(variant="makruk")
    by_file = erawan.evaluate(start, "makruk", network=foreign)
    assert by_file == erawan.evaluate(start, "makruk")


def test_analyses_are_the_same_on_every_number_of_threads() -> None:
    def seen(threads: int) -> list[object]:
        found = erawan.analyse(FENS * 2, nodes=3000, multipv=2, threads=threads)
        return [
            [(line.score, line.mate, line.depth, line.nodes, line.wdl, line.pv) for line in lines]
            for lines in found
        ]

    once = seen(1)
    assert once == seen(2) == seen(1) and once[:4] == once[4:]
    mate = erawan.analyse(MATE, nodes=3000)[0][0]
    assert (mate.mate, mate.score) == (1, None)
    assert mate.move is not None and mate.move.uci() == "d1d8"
    assert "mate=1" in repr(mate) and sum(mate.wdl) == 1000


def test_lines_are_legal_and_the_best_comes_first() -> None:
    lines = erawan.analyse(FENS[2], nodes=20000, multipv=5)[0]
    assert len(lines) == 5 and len({line.move for line in lines}) == 5
    scores = [line.score for line in lines if line.score is not None]
    # A search that ends in mid-iteration leaves the others as they were.
    assert scores[0] == max(scores)
    by_depth = erawan.analyse(FENS[2], depth=6, multipv=5)[0]
    scores = [line.score for line in by_depth if line.score is not None]
    assert len(scores) == 5 and scores == sorted(scores, reverse=True)
    for line in [*lines, *by_depth]:
        board = chess.Board(FENS[2])
        for move in line.pv:
            board.push(board.parse_uci(move.uci()))


def test_the_engine_plays_every_game() -> None:
    for variant in erawan.VARIANTS:
        engine, board = erawan.Engine(hash=1), erawan.Board(variant=variant)
        for _ in range(6):
            move = engine.play(board, nodes=500)
            assert move is not None and move in board.legal_moves
            board.push(move)
    mated = erawan.Board("7k/5KQ1/8/8/8/8/8/8 b - - 0 1")
    assert erawan.Engine().play(mated, depth=3) is None


def test_boards_with_a_history() -> None:
    board = erawan.Board("7k/5K2/8/6Q1/8/8/8/8 w - - 0 1")
    fresh = erawan.Engine().analyse(board, depth=4)[0]
    assert fresh.mate == 1
    board.push(erawan.Move.null())
    board.push_san("Kh7")
    lines = erawan.Engine().analyse(board, nodes=2000, multipv=3)
    assert [line.move in board.legal_moves for line in lines] == [True] * 3
    # With the moves that led there the engine sees that it would repeat.
    shuffled = erawan.Board("7k/8/8/8/8/5q2/8/7K w - - 0 1")
    for uci in ("h1g1", "f3e3", "g1h1", "e3f3") * 2:
        shuffled.push_uci(uci)
    assert shuffled.can_claim_draw()
    repeated = erawan.Engine().analyse(shuffled, depth=8)[0]
    plain = erawan.Engine().analyse(shuffled.copy(stack=False), depth=8)[0]
    assert repeated.score is not None and plain.score is not None
    assert plain.score < -1000 and abs(repeated.score) < 100


def test_wrong_arguments(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="nodes, depth or seconds"):
        erawan.analyse(FENS)
    with pytest.raises(ValueError):
        erawan.analyse(FENS, nodes=10, multipv=0)
    with pytest.raises(ValueError):
        erawan.analyse(FENS, seconds=-1)
    with pytest.raises(ValueError, match="position 0"):
        erawan.analyse(["nonsense"], nodes=10)
    bad = tmp_path / "bad.net"
    bad.write_bytes(b"no network")
    with pytest.raises(ValueError, match="bad.net"):
        erawan.Engine().load_network(bad)
    assert erawan.analyse([], nodes=10) == []


def test_reviews() -> None:
    pgn = b"1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n\n1. e4 Ke5 *\n\n1. d4 d5 2. c4 dxc4 *\n"
    games = erawan.review(pgn, nodes=2000)
    assert games == erawan.review(pgn, nodes=2000, threads=2)
    assert [move["san"] for move in games[0]["moves"]] == ["e4", "e5", "Qh5", "Ke7", "Qxe5#"]
    assert games[0]["moves"][3]["judgement"] == "blunder"
    assert games[1]["game"] == 2 and "Ke5" in games[1]["error"]
    assert len(games[2]["moves"]) == 4
    with pytest.raises(ValueError):
        erawan.review(pgn, effort="hard")
    with pytest.raises(ValueError):
        erawan.review(pgn, effort="quick", nodes=10)
