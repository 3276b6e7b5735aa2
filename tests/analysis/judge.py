"""An engine that knows nothing of Erawan as judge of moves, with a memory.

Every answer goes into a file, one JSON object a line, so that a search is paid
for once. The formulas are Lichess's, written down here a second time.
"""

import json
import math
import pathlib
import subprocess
import threading

# What a blunder, a mistake and an inaccuracy cost at least, in winning chances
# on a scale from -1 to 1.
THRESHOLDS = ((0.3, "blunder"), (0.2, "mistake"), (0.1, "inaccuracy"))
BOUND = 1000
MATE = 100_000


def chances(score):
    """What a score in centipawns is worth, from -1 to 1."""
    score = max(-BOUND, min(BOUND, score))
    return 2 / (1 + math.exp(-0.00368208 * score)) - 1


def is_mate(score):
    return abs(score) > MATE // 2


def loss(before, after):
    """The winning chances that a move has cost the one who made it; both
    scores are his."""
    return chances(before) - chances(after)


def fault(before, after):
    """`blunder`, `mistake`, `inaccuracy` or nothing, as Lichess has it."""
    mates, mated = is_mate(before) and before > 0, is_mate(after) and after < 0
    by_bounds = None
    if mates and not (is_mate(after) and after > 0):
        by_bounds = -BOUND if mated else after
    elif mated and not is_mate(before):
        by_bounds = -before
    if by_bounds is not None:
        return "inaccuracy" if by_bounds > 999 else "mistake" if by_bounds > 700 else "blunder"
    lost = loss(before, after)
    return next((name for least, name in THRESHOLDS if lost >= least), None)


class Memory:
    """Answers by question, in a file."""

    def __init__(self, path):
        self.path, self.known, self.lock = pathlib.Path(path), {}, threading.Lock()
        if self.path.exists():
            for line in self.path.read_text().splitlines():
                # The last line of a run that was cut off.
                if line.endswith("}"):
                    found = json.loads(line)
                    self.known[found.pop("q")] = found
        self.file = self.path.open("a")

    def get(self, question):
        return self.known.get(question)

    def put(self, question, answer):
        with self.lock:
            self.known[question] = answer
            self.file.write(json.dumps({"q": question, **answer}) + "\n")
            self.file.flush()


class Judge:
    """One engine process. Scores are those of the side to move."""

    def __init__(self, path, variant, memory):
        self.variant, self.memory, self.process = variant, memory, None
        self.path = path

    def start(self):
        self.process = subprocess.Popen(
            [self.path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.say("uci")
        self.until("uciok")
        self.say("setoption name Hash value 64")
        if self.variant != "chess":
            self.say(f"setoption name UCI_Variant value {self.variant}")

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, word):
        lines = []
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError(f"{self.path} ended: {lines[-1:]}")
            lines.append(line.strip())
            if line.startswith(word):
                return lines

    @staticmethod
    def question(variant, fen, moves, nodes, only=None):
        return f"{variant}|{fen}|{' '.join(moves)}|{nodes}|{only or ''}"

    def ask(self, fen, moves, nodes, only=None):
        """The score, the first choice and the line after some moves."""
        question = self.question(self.variant, fen, moves, nodes, only)
        known = self.memory.get(question)
        if known is not None:
            return known
        if self.process is None:
            self.start()
        self.say("ucinewgame")
        self.say(f"position fen {fen} moves {' '.join(moves)}")
        self.say(f"go nodes {nodes}" + (f" searchmoves {only}" if only else ""))
        answer = self.read()
        self.memory.put(question, answer)
        return answer

    def read(self):
        lines = self.until("bestmove")
        answer = {"score": 0, "depth": 0, "best": lines[-1].split()[1], "pv": []}
        for line in lines:
            words = line.split()
            if " score " not in line or " pv " not in line or "bound" in line:
                continue
            kind, value = words[words.index("score") + 1 :][:2]
            value = int(value)
            if kind == "mate":
                value = MATE - value if value > 0 else -MATE - value
            answer["score"] = value
            answer["depth"] = int(words[words.index("depth") + 1])
            answer["pv"] = words[words.index("pv") + 1 :][:24]
        return answer

    def close(self):
        if self.process is not None and self.process.poll() is None:
            self.say("quit")
            self.process.wait()
