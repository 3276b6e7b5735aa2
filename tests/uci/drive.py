#!/usr/bin/env python3
"""Drives the real engine through python-chess, and runs uci-test-suite on it.

    python tests/uci/drive.py [ENGINE]

The engine is target/release/erawan if none is named. What is needed is in
tests/oracle/requirements.txt. The exit code is 0 if everything holds.
"""

import asyncio
import logging
import os
import pathlib
import random
import shutil
import subprocess
import sys
import time
import traceback

import chess
import chess.engine

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
OPTIONS = """Threads, Hash, Clear Hash, Ponder, MultiPV, Move Overhead, UCI_Variant,
    UCI_Chess960, UCI_ShowWDL, UCI_LimitStrength, UCI_Elo, UCI_AnalyseMode, SyzygyPath,
    SyzygyProbeDepth, SyzygyProbeLimit, Syzygy50MoveRule, OwnBook, BookFile, BookDepth,
    BookVariety, Debug Log File"""
MATES = [
    "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1",
    "r4R2/1b2n1pp/p2Np1k1/1pn5/4pP1P/8/PPP1B1P1/2K4R w - - 1 1",
    "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1",
    "8/8/8/8/8/2k5/8/K2r4 w - - 0 1",
    "7k/8/5K2/8/8/8/8/R7 w - - 0 1",
    "4k3/8/4K3/8/8/8/8/Q7 w - - 0 1",
]
CROWDED = [
    "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1",
    "q1q1k1q1/1q1q1q1q/q1q1q1q1/8/8/1Q1Q1Q1Q/Q1Q1Q1Q1/1Q1QK1Q1 w - - 0 1",
]


class Warnings(logging.Handler):
    """Everything python-chess complains of."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.messages = []

    def emit(self, record):
        self.messages.append(record.getMessage())


def check(condition, *what):
    if not condition:
        raise AssertionError(" ".join(str(part) for part in what))


def check_line(board, info):
    """The line is legal, ends with the game, and mates when it says so."""
    board = board.copy()
    pv = info.get("pv", [])
    for index, move in enumerate(pv):
        over = index > 0 and board.is_game_over(claim_draw=False)
        check(not over, "the line goes on after the end", board.fen(), pv)
        check(move in board.legal_moves, "illegal", move, board.fen(), pv)
        board.push(move)
    score = info.get("score")
    if score is not None and score.is_mate() and pv:
        moves = score.relative.mate()
        plies = 2 * moves - 1 if moves > 0 else -2 * moves
        check(len(pv) == plies, f"mate in {moves} takes {plies} plies, not {len(pv)}:", pv)
        check(board.is_checkmate(), "no mate:", board.fen(), pv)


def open_engine(path):
    return chess.engine.SimpleEngine.popen_uci(path, timeout=20)


def test_introduction(path):
    with open_engine(path) as engine:
        check(engine.id["name"].startswith("Erawan"), engine.id)
        check("author" in engine.id)
        for name in (" ".join(name.split()) for name in OPTIONS.split(",")):
            check(name in engine.options, "no option", name)
        check(engine.options["UCI_Elo"].min == 500 and engine.options["UCI_Elo"].max == 3000)
        engine.ping()


def test_limits(path):
    board = chess.Board()
    with open_engine(path) as engine:
        for limit in (
            chess.engine.Limit(depth=6),
            chess.engine.Limit(nodes=5000),
            chess.engine.Limit(time=0.1),
            chess.engine.Limit(white_clock=1, black_clock=1, white_inc=0.1, black_inc=0.1),
            chess.engine.Limit(white_clock=0.05, black_clock=0.05),
            chess.engine.Limit(black_clock=1),
            chess.engine.Limit(white_clock=2, black_clock=2, remaining_moves=5),
            chess.engine.Limit(mate=2, time=0.2),
            chess.engine.Limit(depth=0),
        ):
            began = time.perf_counter()
            result = engine.play(board, limit, info=chess.engine.INFO_ALL)
            check(result.move in board.legal_moves, limit, result)
            check(time.perf_counter() - began < 5, limit)
            if "pv" in result.info:
                check(result.info["pv"][0] == result.move, limit, result)
        deep = engine.analyse(board, chess.engine.Limit(depth=8))
        check(deep["depth"] == 8, deep)
        few = engine.analyse(board, chess.engine.Limit(nodes=3000))
        check(few["nodes"] <= 3000, few)


def test_games(path):
    """Whole games in which every line is looked at."""
    random.seed(1)
    with open_engine(path) as engine:
        for game in range(4):
            board = chess.Board()
            for _ in range(6):
                board.push(random.choice(list(board.legal_moves)))
            while not board.is_game_over(claim_draw=True) and board.ply() < 160:
                limit = chess.engine.Limit(nodes=1500)
                result = engine.play(board, limit, game=game, info=chess.engine.INFO_ALL)
                check_line(board, result.info)
                check(result.move in board.legal_moves, board.fen(), result.move)
                board.push(result.move)


def test_mates(path):
    with open_engine(path) as engine:
        for fen in MATES:
            board = chess.Board(fen)
            with engine.analysis(board, chess.engine.Limit(depth=16, time=10)) as analysis:
                mates = 0
                for info in analysis:
                    check_line(board, info)
                    mates += "score" in info and info["score"].is_mate()
            check(mates, "no mate found in", fen)


def test_finished_games(path):
    with open_engine(path) as engine:
        for fen in ("3R2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"):
            result = engine.play(chess.Board(fen), chess.engine.Limit(time=0.1))
            check(result.move is None, result)
            engine.ping()


def test_multipv(path):
    board = chess.Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
    with open_engine(path) as engine:
        infos = engine.analyse(board, chess.engine.Limit(depth=7), multipv=5)
        check(len(infos) == 5, infos)
        check(len({info["pv"][0] for info in infos}) == 5, infos)
        scores = [info["score"].relative for info in infos]
        check(scores == sorted(scores, reverse=True), scores)
        for info in infos:
            check_line(board, info)
        roots = [chess.Move.from_uci(text) for text in ("e1g1", "a2a3")]
        infos = engine.analyse(board, chess.engine.Limit(depth=5), multipv=5, root_moves=roots)
        check({info["pv"][0] for info in infos} == set(roots), infos)


def test_every_depth(path):
    """As the Lichess client wants it."""
    with open_engine(path) as engine:
        for threads in (1, 2):
            engine.configure({"Threads": threads})
            for board in (chess.Board(), chess.Board(MATES[0])):
                next_depth = 1
                with engine.analysis(board, chess.engine.Limit(depth=10)) as analysis:
                    for info in analysis:
                        if "depth" in info and "pv" in info:
                            check(info["depth"] <= next_depth, info)
                            next_depth += info["depth"] == next_depth
                check(next_depth == 11, next_depth)


def test_stop(path):
    with open_engine(path) as engine:
        for fen in [chess.STARTING_FEN, *CROWDED]:
            best = 1.0
            for _ in range(20):
                if best < 0.1:
                    break
                analysis = engine.analysis(chess.Board(fen))
                time.sleep(0.2)
                began = time.perf_counter()
                analysis.stop()
                analysis.wait()
                best = min(best, time.perf_counter() - began)
            # The machine may be busy: one good try is enough.
            check(best < 0.1, f"{best * 1000:.0f} ms to stop", fen)


async def ponder(path):
    transport, engine = await chess.engine.popen_uci(path)
    board = chess.Board()
    limit = chess.engine.Limit(white_clock=2, black_clock=2)
    hits = 0
    game = object()
    for turn in range(12):
        result = await engine.play(board, limit, game=game, ponder=True, info=chess.engine.INFO_ALL)
        check(result.move in board.legal_moves, result)
        board.push(result.move)
        # Every other time the expected move is played: ponderhit, or stop.
        replies = list(board.legal_moves)
        if not replies:  # mated: the other replies are no good
            board.reset()
            game = object()
            continue
        reply = result.ponder if turn % 2 == 0 and result.ponder else replies[0]
        hits += reply == result.ponder
        await asyncio.sleep(0.05)
        board.push(reply)
    check(hits >= 4, "no ponder moves")
    await engine.quit()


def test_ponder(path):
    asyncio.run(ponder(path))


def test_options(path):
    board = chess.Board()
    limit = chess.engine.Limit(depth=5)
    with open_engine(path) as engine:
        for name, option in engine.options.items():
            if option.is_managed() or option.type == "string":
                continue
            values = {
                "check": [True, False],
                "combo": option.var,
                "button": [None],
                "spin": [option.default],
            }[option.type]
            if option.type == "spin" and name != "Hash" and name != "Threads":
                values = [option.min, option.max, option.default]
            for value in values:
                engine.configure({name: value})
                check(engine.play(board, limit).move in board.legal_moves, name, value)
        engine.configure({"UCI_ShowWDL": True, "Hash": 8, "Threads": 2})
        info = engine.analyse(board, limit)
        check("wdl" in info and sum(info["wdl"].relative) == 1000, info)
        engine.configure({"SyzygyPath": "", "UCI_LimitStrength": True, "UCI_Elo": 800})
        check(engine.play(board, limit).move in board.legal_moves)


def test_chess960(path):
    with open_engine(path) as engine:
        for number in (0, 5, 518, 959):
            board = chess.Board.from_chess960_pos(number)
            while not board.is_game_over() and board.ply() < 60:
                result = engine.play(board, chess.engine.Limit(nodes=800), game=number)
                check(result.move in board.legal_moves, board.fen(), result.move)
                board.push(result.move)
        castle = chess.Board("1k6/8/8/8/8/8/8/R1K4R w HA - 0 1", chess960=True)
        for text in ("c1h1", "c1a1"):
            move = chess.Move.from_uci(text)
            result = engine.play(castle, chess.engine.Limit(depth=3), root_moves=[move])
            check(result.move == move, result)
        # And classical chess after it.
        board = chess.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
        move = chess.Move.from_uci("e1g1")
        result = engine.play(board, chess.engine.Limit(depth=3), root_moves=[move])
        check(result.move == move, result)


def test_one_shot(path):
    run = subprocess.run([path, "go", "depth", "5"], capture_output=True, text=True, timeout=60)
    check(run.returncode == 0 and "bestmove" in run.stdout and not run.stderr, run)
    run = subprocess.run(
        [path, "position startpos moves e2e4", "go nodes 500", "quit"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    check(run.returncode == 0 and "bestmove" in run.stdout, run)


def test_suite(path):
    """PyPI's uci-test-suite, as its own command runs it."""
    beside = pathlib.Path(sys.executable).parent / "uci-test-suite"
    command = beside if beside.exists() else shutil.which("uci-test-suite")
    check(command, "uci-test-suite is not installed")
    run = subprocess.run([command, path, "--quiet"], capture_output=True, text=True, timeout=300)
    summary = [line for line in run.stdout.splitlines() if line.startswith("Summary")]
    check(run.returncode == 0, run.stdout, run.stderr)
    check(summary == ["Summary: 12 passed, 0 failed, 12 total."], summary)


def main():
    path = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "target/release/erawan")
    if not os.path.exists(path):
        sys.exit(f"{path}: there is no such engine; build it first")
    warnings = Warnings()
    logging.getLogger("chess.engine").addHandler(warnings)
    logging.getLogger("chess.engine").propagate = False
    tests = [(name, value) for name, value in globals().items() if name.startswith("test_")]
    failed = 0
    for name, test in tests:
        warnings.messages.clear()
        began = time.perf_counter()
        try:
            test(path)
            check(not warnings.messages, "python-chess warns:", warnings.messages[:5])
            verdict = "ok"
        except Exception:  # noqa: BLE001 - every failure is told of
            failed += 1
            verdict = "FAILED\n" + traceback.format_exc()
        print(f"{name} ({time.perf_counter() - began:.1f} s): {verdict}", flush=True)
    print(f"{len(tests) - failed} of {len(tests)} passed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
