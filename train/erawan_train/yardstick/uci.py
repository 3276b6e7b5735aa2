"""Just enough of UCI to ask an engine for a score."""

from __future__ import annotations

import math
import queue
import re
import subprocess
import threading
from collections.abc import Sequence
from dataclasses import dataclass


class EngineError(RuntimeError):
    """An engine that does not answer as it should, with what was asked."""


@dataclass(frozen=True)
class Searched:
    """The end of a search, for the side to move."""

    chance: float
    """The expected result, 0 to 1."""
    best: str


class Engine:
    """A UCI engine in a process of its own."""

    def __init__(self, command: str, options: Sequence[str] = (), patience: float = 60.0):
        self.command = command
        self._patience = patience
        try:
            self._process = subprocess.Popen(
                [command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
            )
        except OSError as error:
            raise EngineError(f"{command}: {error.strerror}") from error
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self._ask("uci", "uciok")
        for option in ("UCI_ShowWDL=true", *options):
            name, _, value = option.partition("=")
            self._send(f"setoption name {name} value {value}")
        self._ask("isready", "readyok")

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line.rstrip("\n"))
        self._lines.put(None)

    def _send(self, text: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(text + "\n")
            self._process.stdin.flush()
        except OSError as error:
            raise EngineError(f"{self.command}: gone at {text!r}") from error

    def _ask(self, text: str, last: str) -> list[str]:
        """The lines up to and with the one that begins with `last`."""
        self._send(text)
        lines: list[str] = []
        while True:
            try:
                line = self._lines.get(timeout=self._patience)
            except queue.Empty:
                raise EngineError(f"{self.command}: no {last!r} after {text!r}") from None
            if line is None:
                raise EngineError(f"{self.command}: ended after {text!r}")
            lines.append(line)
            if line.strip().lower().startswith(last.lower()):
                return lines

    def search(self, fen: str, nodes: int) -> Searched:
        """What the engine expects after a number of nodes."""
        self._send("ucinewgame")
        self._ask("isready", "readyok")
        self._send(f"position fen {fen}")
        lines = self._ask(f"go nodes {nodes}", "bestmove")
        chance = None
        for line in lines:
            words = line.split()
            if "wdl" in words and "multipv 2" not in line:
                at = words.index("wdl")
                win, draw = int(words[at + 1]), int(words[at + 2])
                chance = (win + draw / 2.0) / 1000.0
        if chance is None:
            raise EngineError(f"{self.command}: no chances of {fen!r}; it must have UCI_ShowWDL")
        return Searched(chance, lines[-1].split()[1])

    def static(self, fen: str) -> float | None:
        """The static evaluation in pawns for the side to move, as `eval` prints it."""
        self._send(f"position fen {fen}")
        self._send("eval")
        for line in self._ask("isready", "readyok"):
            # Ours in centipawns, Stockfish's in pawns; none in check.
            found = re.match(r"Evaluation: (-?\d+) centipawns|Final evaluation +([+-][\d.]+)", line)
            if found:
                pawns = int(found[1]) / 100.0 if found[1] else float(found[2])
                return pawns if fen.split()[1] == "w" else -pawns
        return None

    def in_check(self, fen: str) -> bool:
        """Whether the side to move is in check, as `d` tells."""
        self._send(f"position fen {fen}")
        self._send("d")
        lines = self._ask("isready", "readyok")
        return any(line.startswith("Checkers:") and line.split()[1:] for line in lines)

    def close(self) -> None:
        """Ends the process."""
        try:
            self._send("quit")
            self._process.wait(5.0)
        except (EngineError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        self._reader.join(5.0)
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()


def chance_of(pawns: float, scale: float) -> float:
    """The expected result of a score."""
    return 1.0 / (1.0 + math.exp(-max(min(scale * pawns, 50.0), -50.0)))
