#!/usr/bin/env python3
"""Sends bad input to engines and prints what they make of it as a table.

    python3 tests/uci/abuse.py NAME=ENGINE …
    python3 tests/uci/abuse.py Erawan=target/release/erawan Stockfish=/usr/games/stockfish

Every case is a process of its own. After the bad input an engine must answer
isready, search a plain position and quit; what it does instead is the entry.
Needs nothing but Python. The exit code is 1 if the first engine fails a case.
"""

import os
import pathlib
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time

# Long enough for a busy machine.
PATIENCE = 10.0
SHUFFLE = ["g1f3", "g8f6", "f3g1", "f6g8"]
# Cases that begin a search of their own, and whether it should end by itself.
ENDS, GOES_ON = "ends", "goes on"

LEAVES = "leaves"  # the input ends after the case: the engine should end too

CASES = [
    # (what, lines or bytes, kind)
    ("unknown command", ["xyzzy 1 2 3"], None),
    ("unknown option", ["setoption name Nonsense value 7"], None),
    ("option without a name", ["setoption", "setoption name", "setoption value 3"], None),
    ("Hash no number", ["setoption name Hash value big"], None),
    ("Hash 0 and -1", ["setoption name Hash value 0", "setoption name Hash value -1"], None),
    ("Hash of 32 TiB", ["setoption name Hash value 33554432", "isready"], None),
    ("Threads 100000", ["setoption name Threads value 100000", "isready"], None),
    ("FEN of nonsense", ["position fen blah"], None),
    ("FEN without kings", ["position fen 8/8/8/8/8/8/8/8 w - - 0 1", "go depth 3"], None),
    ("FEN with nine files", ["position fen k8/9/8/8/8/8/8/K7 w - - 0 1", "go depth 3"], None),
    ("FEN that takes a king", ["position fen 4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "go depth 3"], None),
    ("FEN with forty queens", ["position fen QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/8/K6k w - - 0 1", "go depth 3"], None),
    ("FEN cut off", ["position fen rnbqkbnr/pppppppp/8/8"], None),
    ("illegal move", ["position startpos moves e2e5 e7e5"], None),
    ("move of no square", ["position startpos moves z9z9 e2e4q"], None),
    ("game of 40,000 plies", ["position startpos moves " + " ".join(SHUFFLE * 10_000)], None),
    ("go wtime 1e3", ["go wtime 1e3"], ENDS),
    ("go depth", ["go depth"], ENDS),
    ("go depth -3", ["go depth -3"], ENDS),
    ("go nodes -5", ["go nodes -5"], ENDS),
    ("go movetime x", ["go movetime x"], ENDS),
    ("go with negative clocks", ["go wtime -5 btime -5 winc -1 binc -1"], ENDS),
    ("go with searchmoves illegal", ["go depth 3 searchmoves e2e5 z9z9"], ENDS),
    ("go perft 100000", ["go perft 100000"], None),
    ("go in a mated position", ["position fen 7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "go depth 3"], ENDS),
    ("go while searching", ["go infinite", "go depth 3"], ENDS),
    ("position while searching", ["go infinite", "position startpos moves e2e4"], GOES_ON),
    ("stop without go", ["stop", "stop", "ponderhit"], None),
    ("line of 20 MB", [b"x" * 20_000_000], None),
    ("NUL bytes", [b"\0\0uci\0\nposition\0startpos\0"], None),
    ("bytes that are no UTF-8", [b"\xff\xfe\x80 position startpos moves \xff\xff"], None),
    ("FIFO as EvalFile", ["setoption name EvalFile value FIFO", "isready"], None),
    ("FIFO as log file", ["setoption name Debug Log File value FIFO", "isready"], None),
    ("folder as EvalFile", ["setoption name EvalFile value .", "isready"], None),
    ("missing EvalFile", ["setoption name EvalFile value no/such.net", "isready"], None),
    ("2,001 folders of tables", ["setoption name SyzygyPath value " + ":".join(f"no-{n}" for n in range(2001))], None),
    ("quit while searching", ["go infinite", "quit"], LEAVES),
    ("input ends while searching", ["go infinite"], LEAVES),
    ("last line without a line break", [b"go depth 1"], LEAVES),
]


class Engine:
    def __init__(self, path, folder):
        self.process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            cwd=folder, start_new_session=True,
        )
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.decode(errors="replace").rstrip())
        self.lines.put(None)

    def send(self, line, end=b"\n"):
        """Sends a line; in a thread, for who does not read must not hold us up."""
        data = (line if isinstance(line, bytes) else line.encode()) + end

        def write():
            try:
                self.process.stdin.write(data)
                self.process.stdin.flush()
            except (OSError, ValueError):
                pass

        thread = threading.Thread(target=write, daemon=True)
        thread.start()
        thread.join(PATIENCE)

    def until(self, start, heard, patience=PATIENCE):
        """Waits for a line. None if the engine has ended, False if nothing comes."""
        deadline = time.monotonic() + patience
        while True:
            try:
                line = self.lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                return False
            if line is None:
                return None
            heard.append(line)
            if line.startswith(start):
                return True

    def ended(self):
        try:
            code = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            return "does not end"
        if code < 0:
            return f"crashes ({signal.Signals(-code).name})"
        return f"exits with {code}"

    def kill(self):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()


def says(heard):
    """Whether anything but answers and results was said."""
    usual = ("info depth", "info currmove", "bestmove", "readyok", "uciok", "info string NNUE")
    return any(line and not line.startswith(usual) for line in heard)


def begin(path, folder):
    engine = Engine(path, folder)
    engine.send("uci")
    if not engine.until("uciok", []):
        raise SystemExit(f"{path} does not say uciok")
    engine.send("isready")
    engine.until("readyok", [])
    return engine


def attempt(path, lines, kind):
    """What the engine makes of it; True first if that is good."""
    with tempfile.TemporaryDirectory() as folder:
        os.mkfifo(pathlib.Path(folder, "FIFO"))
        engine = begin(path, folder)
        try:
            return judge(engine, lines, kind)
        finally:
            engine.kill()


def judge(engine, lines, kind):
    heard = []
    for index, line in enumerate(lines):
        if kind == LEAVES and index == len(lines) - 1:
            engine.send(line, b"" if isinstance(line, bytes) else b"\n")
            engine.process.stdin.close()
        else:
            engine.send(line)
    if kind == LEAVES:
        result = engine.ended()
        engine.until("\0", heard)
        answer = any(line.startswith("bestmove") for line in heard)
        if result != "exits with 0":
            return False, result
        return True, "ends" + (", with a move" if answer else "")
    if kind == ENDS:
        found = engine.until("bestmove", heard)
        if found is None:
            return False, engine.ended()
        if found is False:
            engine.send("stop")
            if engine.until("bestmove", heard):
                return False, "searches until stop"
            return False, "hangs"
    if kind == GOES_ON:
        engine.send("stop")
    engine.send("isready")
    found = engine.until("readyok", heard)
    if found is None:
        return False, engine.ended()
    if found is False:
        return False, "hangs"
    # A crash may be on its way in another thread.
    engine.send("stop")
    engine.until("\0", heard, 0.3)
    engine.send("ucinewgame")
    engine.send("position startpos")
    engine.send("isready")
    found = engine.until("readyok", heard) and "searched"
    if found:
        # Some keep their remarks until a search begins.
        engine.send("go depth 2")
        found = engine.until("bestmove", heard)
    if found is None:
        return False, engine.ended()
    if not found:
        return False, "hangs"
    engine.send("quit")
    result = engine.ended()
    if result != "exits with 0":
        return False, f"lives, {result} after quit"
    return True, "lives, says why" if says(heard) else "lives"


def main():
    engines = [argument.partition("=")[::2] for argument in sys.argv[1:]]
    if not engines or not all(path for _, path in engines):
        raise SystemExit(__doc__)
    engines = [(name, str(pathlib.Path(path).resolve())) for name, path in engines]
    print("| Input | " + " | ".join(name for name, _ in engines) + " |")
    print("|---|" + "---|" * len(engines))
    failed = [0] * len(engines)
    for what, lines, kind in CASES:
        row = []
        for index, (_, path) in enumerate(engines):
            good, result = attempt(path, lines, kind)
            failed[index] += not good
            row.append(result if good else f"**{result}**")
        print(f"| {what} | " + " | ".join(row) + " |", flush=True)
    print(f"| failed of {len(CASES)} | " + " | ".join(map(str, failed)) + " |")
    sys.exit(1 if failed[0] else 0)


if __name__ == "__main__":
    main()
