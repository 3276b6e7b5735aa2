"""Erawan as a process that is asked about games, one line each."""

import collections
import json
import pathlib
import queue
import subprocess
import sys
import threading

ROOT = pathlib.Path(__file__).resolve().parents[2]

# One game: where it starts, the moves played, in UCI.
Game = collections.namedtuple("Game", "variant start moves")


def request(game):
    """The line that asks about every position of a game."""
    return f"{game.variant}|{game.start}|{' '.join(game.moves)}"


def parse_request(line):
    """The game behind such a line."""
    variant, start, moves = (part.strip() for part in line.split("|"))
    return Game(variant, start, moves.split())


def build():
    """Builds the program that answers and returns its path."""
    command = ["cargo", "build", "--release", "-p", "erawan-notation", "--example", "oracle",
               "--message-format", "json-render-diagnostics"]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit("the oracle example does not build")
    for line in done.stdout.splitlines():
        message = json.loads(line)
        if message.get("executable") and message["target"]["name"] == "oracle":
            return message["executable"]
    sys.exit("cargo did not say where the oracle example is")


class Erawan:
    """The running program. Questions are written ahead; a thread collects the
    answers, so that neither side waits for a full pipe."""

    def __init__(self, executable):
        self.process = subprocess.Popen(
            [executable], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.answers = queue.SimpleQueue()
        threading.Thread(target=self._collect, daemon=True).start()

    def _collect(self):
        for line in self.process.stdout:
            self.answers.put(line)
        self.answers.put(None)

    def ask(self, game):
        """Asks about a game; as many answers follow as it has positions."""
        self.process.stdin.write(request(game) + "\n")
        self.process.stdin.flush()

    def answer(self):
        """The next answer."""
        line = self.answers.get()
        if line is None:
            raise RuntimeError(f"the program ended with status {self.process.wait()}")
        return json.loads(line)

    def close(self):
        self.process.stdin.close()
        self.process.wait()
