#!/usr/bin/env python3
"""Drives the real engine by XBoard's protocol: by hand, through python-chess, and
in XBoard itself.

    python tests/cecp/drive.py [ENGINE]

The engine is target/release/erawan if none is named. What is needed is in
tests/oracle/requirements.txt, and xboard and xvfb for its own games; without them
those are left out, and that is said. The exit code is 0 if everything holds.
"""

import io
import os
import pathlib
import queue
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback

import chess
import chess.engine
import chess.pgn
import pyffish

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PATIENCE = 60
XBOARD = shutil.which("xboard", path=os.environ.get("PATH", "") + ":/usr/games")
MAKRUK = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1"
RESULT = re.compile(r"\{([^{}]*)\}\s+(1-0|0-1|1/2-1/2)\s*$")


def check(condition, *what):
    if not condition:
        raise AssertionError(" ".join(str(part) for part in what))


class Talk:
    """A conversation with the engine, line by line."""

    def __init__(self, path, *first):
        self.process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()
        self.send("xboard", "protover 2")
        self.features = self.until("feature done=1")
        self.send("new", *first)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.send("quit")
        check(self.process.wait(PATIENCE) == 0, "quit ends with", self.process.returncode)

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))

    def send(self, *lines):
        for line in lines:
            self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def line(self):
        return self.lines.get(timeout=PATIENCE)

    def until(self, *starts):
        lines = [self.line()]
        while not lines[-1].startswith(starts):
            lines.append(self.line())
        return lines

    def answer(self, *lines):
        """What is said until all that was sent has been done."""
        self.send(*lines, "ping 7")
        return self.until("pong 7")[:-1]

    def move(self):
        return self.until("move ")[-1].split()[1]


def test_every_command(path):
    """Each command that XBoard may send, in an order in which it might."""
    with Talk(path, "variant normal", "sd 4", "post", "hard", "easy") as talk:
        check("feature usermove=1" in talk.features, talk.features)
        for line in (
            "accepted ping", "rejected san", "random", "level 40 5 0", "level 0 0:30 0.5",
            "level 0 2 12", "st 1", "sd 4", "nps 0", "memory 16", "cores 1",
            "egtpath syzygy /no/such/folder", "egtpath nalimov /no/such/folder",
            "option MultiPV=1", "option Clear Hash", "option OwnBook=0", "name A. Person",
            "rating 2000 1800", "ics -", "computer", "time 3000", "otim 3000", "draw", ".",
            "?", "result * {abandoned}", "nopost", "white", "black",
        ):  # fmt: skip
            said = talk.answer(line)
            check(all(text.startswith("# ") for text in said), line, said)
        talk.send("new", "sd 4", "post", "usermove e2e4")
        thinking = talk.until("move ")
        check(sum("\t" in line for line in thinking) >= 4, thinking)
        check(talk.answer("hint")[0].startswith("Hint: "))
        check(talk.answer("bk")[-1] == "", "bk ends with an empty line")
        talk.answer("remove", "usermove d2d4")
        talk.answer("force", "undo", "undo", "undo", "undo")
        check(talk.answer("undo") == ["Error (there is no move to take back): undo"])
        check(not talk.answer("usermove e4", "usermove e7e5", "Nf3", "playother"))
        talk.send("go")
        talk.move()
        talk.send("analyze")
        talk.until("6 ")
        check(any(line.startswith("stat01: ") for line in talk.answer(".")))
        talk.send("usermove a2a3")
        talk.until("6 ")
        talk.answer("exit")
        talk.send("hard", "st 0.2", "sd 50", "new", "usermove e2e4")
        talk.move()
        talk.send("usermove d2d4")
        talk.move()
        talk.send("force", "st 600", "go")
        time.sleep(0.2)
        talk.send("?")
        talk.move()


def test_bad_input(path):
    with Talk(path, "sd 2") as talk:
        for line, said in {
            "foo": "Error (unknown command): foo",
            "usermove": "Error (usermove has no value): usermove",
            "usermove e2e5": "Illegal move (the piece on e2 cannot legally go to e5",
            "usermove Qh5": "Illegal move (",
            "level 1 2": "Error (level has no value)",
            "level x y z": "Error ('x y z' means nothing in level)",
            "st never": "Error ('never' means nothing in st)",
            "sd -": "Error (sd is '-', not a whole number)",
            "variant draughts": "Error (the variants are ",
            "setboard 8/8/8/8/8/8/8/8 w - - 0 1": "tellusererror Illegal position: ",
            "setboard ?": "tellusererror Illegal position: ",
            "option NoSuch=1": "Error (there is no option 'NoSuch'",
            "option MultiPV=0": "Error (MultiPV must be between",
            "memory x": "Error (memory is 'x', not a whole number)",
            "exit": "Error (there is no analysis to end)",
            "ping x": "Error (ping is 'x', not a whole number)",
            "\u0e02\u0e38\u0e19": "Error (unknown command): \u0e02\u0e38\u0e19",
        }.items():
            lines = talk.answer(line)
            check(len(lines) == 1 and lines[0].startswith(said), line, lines)
        talk.send("usermove e2e4")
        talk.move()


def test_python_chess(path):
    """python-chess is the client, and looks at every move."""
    with chess.engine.SimpleEngine.popen_xboard(path, timeout=PATIENCE) as engine:
        check(engine.id["name"].startswith("Erawan"), engine.id)
        check("MultiPV" in engine.options, engine.options)
        for number in (None, 0, 959):
            board = chess.Board() if number is None else chess.Board.from_chess960_pos(number)
            while not board.is_game_over(claim_draw=True) and board.ply() < 120:
                result = engine.play(board, chess.engine.Limit(depth=4), game=number)
                check(result.move in board.legal_moves, board.fen(), result.move)
                board.push(result.move)
        for limit in (
            chess.engine.Limit(time=0.1),
            chess.engine.Limit(white_clock=2, black_clock=2, white_inc=0.1, black_inc=0.1),
            chess.engine.Limit(white_clock=2, black_clock=2, remaining_moves=10),
        ):
            check(engine.play(chess.Board(), limit).move, limit)
        info = engine.analyse(chess.Board(), chess.engine.Limit(depth=6))
        check(info["depth"] >= 6 and info["pv"], info)
        mate = chess.Board("k7/8/1K6/8/8/8/8/7Q w - - 0 1")
        info = engine.analyse(mate, chess.engine.Limit(depth=6))
        check(info["score"].relative == chess.engine.Mate(1), info)
        engine.configure({"OwnBook": True, "SyzygyProbeDepth": 2})


def test_castling_in_chess960(path):
    """Castling, spoken, in both directions and from the move of either side."""
    board = chess.Board("1rk2r2/pppppppp/8/8/8/8/PPPPPPPP/1RK2R2 w BFbf - 0 1", chess960=True)
    for text in ("O-O", "O-O-O"):
        with Talk(path, "variant fischerandom", "sd 2") as talk:
            there = board.copy()
            check(not talk.answer(f"setboard {board.fen()}", "force", f"usermove {text}"))
            there.push_san(text)
            talk.send("go")
            move = talk.move()
            check(re.fullmatch(r"O-O(-O)?|[a-h][1-8][a-h][1-8]q?", move), move)
            there.push(there.parse_san(move) if move[0] == "O" else there.parse_uci(move))


def test_makruk(path):
    """Games of Makruk under Fairy-Stockfish's rules, to their end."""
    for depth in (2, 3):
        with Talk(path, "variant makruk", f"sd {depth}") as talk:
            moves = []
            talk.send("go")
            while True:
                line = talk.until("move ", "1-0", "0-1", "1/2")[-1]
                if not line.startswith("move "):
                    break
                legal = pyffish.legal_moves("makruk", MAKRUK, moves)
                check(line.split()[1] in legal, line, moves)
                moves.append(line.split()[1])
                # The engine's own answer for the other side.
                if not talk.lines.empty() or not pyffish.legal_moves("makruk", MAKRUK, moves):
                    continue
                talk.send("go")
                check(len(moves) < 700, "no end", moves)
            over, value = pyffish.is_optional_game_end("makruk", MAKRUK, moves)
            legal = pyffish.legal_moves("makruk", MAKRUK, moves)
            if "mates" in line:
                check(not legal and pyffish.game_result("makruk", MAKRUK, moves) < 0, line)
            elif "Stalemate" in line:
                check(not legal and pyffish.game_result("makruk", MAKRUK, moves) == 0, line)
            elif "insufficient" not in line:
                immediate, result = pyffish.is_immediate_game_end("makruk", MAKRUK, moves)
                check((over and value == 0) or (immediate and result == 0), line, moves)


def run_xboard(path, variant, *extra):
    """A game of the engine against itself; its PGN and XBoard's log."""
    with tempfile.TemporaryDirectory() as folder:
        pgn, log = pathlib.Path(folder, "game.pgn"), pathlib.Path(folder, "log")
        command = ["xvfb-run", "-a", XBOARD, "-fcp", path, "-scp", path, "-mode", "TwoMachines"]
        command += ["-mg", "1", "-tc", "1", "-inc", "0.5", "-variant", variant, *extra]
        command += ["-saveGameFile", str(pgn), "-debugMode", "true"]
        command += ["-nameOfDebugFile", str(log), "-soundProgram", "true", "-size", "small"]
        # The ends that the engine tells of are to end the game, not XBoard's own.
        for name in ("checkMates", "materialDraws", "trivialDraws"):
            command += [f"-{name}", "false"]
        command += ["-ruleMoves", "0", "-repeatsToDraw", "0"]
        process = subprocess.Popen(
            command,
            cwd=folder,
            env={**os.environ, "HOME": folder},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            until = time.monotonic() + PATIENCE
            # It shows the result to a user that is not there, and waits.
            while not (pgn.exists() and RESULT.search(pgn.read_text())):
                check(process.poll() is None, "XBoard has ended")
                if time.monotonic() > until:
                    said = log.read_text()[-800:] if log.exists() else "and said nothing"
                    raise AssertionError(f"XBoard has no result: {said}")
                time.sleep(0.1)
            return pgn.read_text(), log.read_text()
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait()


def needs_xboard(test):
    """Leaves a test out, and says so, where there is no XBoard."""

    def run(path):
        if not (XBOARD and shutil.which("xvfb-run") and shutil.which("xauth")):
            return "SKIPPED: there is no xboard, xvfb or xauth"
        return test(path)

    return run


def check_log(log):
    for word in ("Illegal", "Error", "orfeit", "False", "tellusererror"):
        check(word not in log, word, [line for line in log.splitlines() if word in line][:3])


@needs_xboard
def test_xboard_chess(path):
    text, log = run_xboard(path, "normal", "-searchDepth", "5")
    check_log(log)
    game = chess.pgn.read_game(io.StringIO(text))
    check(not game.errors, game.errors)
    board = game.end().board()
    outcome = board.outcome(claim_draw=True)
    check(outcome and outcome.result() == game.headers["Result"], board.fen(), text[-200:])
    return f"{board.ply()} plies, {RESULT.search(text).group(1)}"


def sans(text):
    """The moves of a PGN in words."""
    text = text[text.index("\n\n"):]
    text = re.sub(r"\{[^{}]*\}", " ", text)
    words = re.sub(r"\d+\.+", " ", text).split()
    return [word for word in words if word not in ("1-0", "0-1", "1/2-1/2", "*")]


@needs_xboard
def test_xboard_makruk(path):
    text, log = run_xboard(path, "makruk", "-searchDepth", "4")
    check_log(log)
    moves = []
    for san in sans(text):
        legal = pyffish.legal_moves("makruk", MAKRUK, moves)
        by_name = {}
        for move in legal:
            name = pyffish.get_san("makruk", pyffish.get_fen("makruk", MAKRUK, moves), move)
            by_name[name.rstrip("+#")] = move
        check(san.rstrip("+#") in by_name, san, "is not one of", sorted(by_name))
        moves.append(by_name[san.rstrip("+#")])
    reason, result = RESULT.search(text).groups()
    if "mates" in reason:
        check(not pyffish.legal_moves("makruk", MAKRUK, moves), reason)
        check(result == ("1-0" if len(moves) % 2 else "0-1"), reason)
    # Erawan reads it as well.
    run = subprocess.run([path, "pgn", "check", "-"], input=text, text=True, capture_output=True)
    check(run.returncode == 0, run.stdout, run.stderr)
    return f"{len(moves)} plies, {reason}"


@needs_xboard
def test_xboard_counts(path):
    """Two khons against a bare king, which draws by counting: of that XBoard knows
    nothing, so that both have to agree."""
    with tempfile.NamedTemporaryFile("w", suffix=".fen") as position:
        position.write("8/8/8/3k4/8/8/3S4/3SK3 w - - 0 1\n")
        position.flush()
        text, log = run_xboard(
            path, "makruk", "-searchDepth", "2", "-loadPositionFile", position.name
        )
    check_log(log)
    check(RESULT.search(text).group(1) == "Draw agreed", text[-200:])
    # Twenty-two moves, less the four men on the board; the first to count is Black.
    check(len(sans(text[text.index("--------------}"):].replace("}", "\n\n", 1))) in range(36, 39))
    return "a draw agreed"


def main():
    path = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else ROOT / "target/release/erawan")
    if not os.path.exists(path):
        sys.exit(f"{path}: there is no such engine; build it first")
    tests = [(name, value) for name, value in globals().items() if name.startswith("test_")]
    failed = 0
    for name, test in tests:
        began = time.perf_counter()
        try:
            verdict = test(path) or "ok"
        except Exception:  # noqa: BLE001 - every failure is told of
            failed += 1
            verdict = "FAILED\n" + traceback.format_exc()
        print(f"{name} ({time.perf_counter() - began:.1f} s): {verdict}", flush=True)
    print(f"{len(tests) - failed} of {len(tests)} passed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
