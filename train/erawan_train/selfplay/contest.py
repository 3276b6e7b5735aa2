"""A match between the search on the GPU and the engine `erawan uci`, both with
the same network and the same number of nodes a move.

All games are played at once: in each round the positions in which the GPU is
to move are searched as one batch, and every game has an engine process of its
own for the others. Each opening is played twice, with colours swapped.
"""

from __future__ import annotations

import dataclasses
import math
import subprocess
from pathlib import Path

from erawan_train import moves
from erawan_train.position import Position, PositionError
from erawan_train.selfplay.generator import Generator, Library, Settings
from erawan_train.selfplay.openings import opening

VARIANTS = {"chess": "chess", "chess960": "chess", "makruk": "makruk"}
LONGEST = 400  # plies; longer games are drawn


class Engine:
    """An engine that speaks UCI."""

    def __init__(self, program: Path, variant: str, net: Path):
        process = subprocess.Popen(
            [str(program), "uci"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1 << 16,
        )
        assert process.stdin and process.stdout
        self.process, self._input, self._output = process, process.stdin, process.stdout
        makruk = variant == "makruk"
        for name, value in (
            ("Hash", 1),
            ("UCI_Variant", "makruk" if makruk else "chess"),
            # Castling is then the king taking its rook in any game.
            ("UCI_Chess960", "false" if makruk else "true"),
            ("EvalFileMakruk" if makruk else "EvalFile", net),
        ):
            self.say(f"setoption name {name} value {value}")
        self.say("isready")
        heard = self.until("readyok")
        complaints = [line for line in heard if "EvalFile" in line or "error" in line.lower()]
        if complaints:
            raise RuntimeError(f"{program}: {complaints[0]}")

    def say(self, line: str) -> None:
        """A line to the engine."""
        self._input.write(line + "\n")
        self._input.flush()

    def until(self, start: str) -> list[str]:
        """The lines up to one that begins so."""
        lines: list[str] = []
        while not lines or not lines[-1].startswith(start):
            line = self._output.readline()
            if not line:
                last = lines[-1] if lines else "nothing"
                raise RuntimeError(f"the engine is gone; it said last: {last}")
            lines.append(line.strip())
        return lines

    def ask(self, fen: str, line: list[str], nodes: int) -> None:
        """Begins to think."""
        self.say(f"position fen {fen}" + (" moves " + " ".join(line) if line else ""))
        self.say(f"go nodes {nodes}")

    def answer(self) -> str:
        """The move it thinks best."""
        return self.until("bestmove")[-1].split()[1]

    def close(self) -> None:
        """Lets it end."""
        self._input.close()
        self.process.wait(timeout=10)


@dataclasses.dataclass
class Game:
    """A game on its way; `gpu_side` is the side the GPU has."""

    start: Position
    gpu_side: int
    now: Position
    engine: Engine
    moves: list[int] = dataclasses.field(default_factory=list)
    points: float | None = None
    """Of the GPU: 1, 0.5, 0."""
    reason: str = ""

    @property
    def is_gpu_to_move(self) -> bool:
        """Whether the GPU is to move."""
        return self.now.turn == self.gpu_side

    def play(self, move: int) -> None:
        """A move of either side."""
        self.moves.append(move)
        self.now = moves.play(self.now, move)


@dataclasses.dataclass
class Result:
    """Wins, draws and losses of the GPU, and its points in each pair of games."""

    wins: int
    draws: int
    losses: int
    pairs: list[float]

    @property
    def elo(self) -> tuple[float, float]:
        """The difference in strength, and how far it may be off (95 %)."""
        count = len(self.pairs)
        mean = sum(self.pairs) / (2 * count)
        variance = sum((pair / 2 - mean) ** 2 for pair in self.pairs) / max(count - 1, 1)
        error = 1.96 * math.sqrt(variance / count)
        low, middle, high = (logistic(mean + change) for change in (-error, 0.0, error))
        return middle, (high - low) / 2


def logistic(score: float) -> float:
    """The difference in Elo that expects that score."""
    score = min(max(score, 0.001), 0.999)
    return 400 * math.log10(score / (1 - score))


def openings(program: Path, variant: str, count: int, seed: int) -> list[str]:
    """Random balanced openings, by the engine itself."""
    done = subprocess.run(
        [str(program), "genfens", str(count), "seed", str(seed), "variant", variant],
        capture_output=True,
        text=True,
        check=True,
    )
    lines = done.stdout.splitlines()
    return [line.split("genfens ", 1)[1] for line in lines if "genfens " in line]


def contest(
    library: Library,
    program: Path,
    variant: str,
    net_path: Path,
    games: int,
    nodes: int,
    seed: int = 1,
    longest: int = LONGEST,
) -> Result:
    """Plays the match."""
    rules = VARIANTS[variant]
    net = net_path.read_bytes()
    fens = openings(program, variant, (games + 1) // 2, seed)
    starts = [opening(fen, rules) for fen in fens]
    all_games: list[Game] = []
    usual = Settings.of(rules, soft_nodes=nodes, hard_nodes=nodes)
    short = Settings.of(rules, soft_nodes=1, hard_nodes=1, table_bits=4)
    count = 2 * len(starts)
    try:
        for start in starts:
            for side in (0, 1):
                all_games.append(Game(start, side, start, Engine(program, variant, net_path)))
        with (
            Generator(rules, net, usual, count, seed, library) as searcher,
            Generator(rules, net, short, count, seed, library) as referee,
        ):
            while play_round(all_games, searcher, referee, nodes, longest):
                pass
    finally:
        for game in all_games:
            game.engine.close()
    points = [game.points or 0.0 for game in all_games]
    pairs = [points[i] + points[i + 1] for i in range(0, len(points), 2)]
    return Result(points.count(1.0), points.count(0.5), points.count(0.0), pairs)


def play_round(
    all_games: list[Game], searcher: Generator, referee: Generator, nodes: int, longest: int
) -> bool:
    """A move in every game that is not over; False if there is none."""
    _end_games(all_games, referee, longest)
    live = [index for index, game in enumerate(all_games) if game.points is None]
    ours = [index for index in live if all_games[index].is_gpu_to_move]
    theirs = [index for index in live if not all_games[index].is_gpu_to_move]
    for index in theirs:
        game = all_games[index]
        line = [moves.uci(move, game.start.game) for move in game.moves]
        game.engine.ask(game.start.fen(), line, nodes)
    lines = [(all_games[index].start, all_games[index].moves) for index in ours]
    for index, found in zip(ours, searcher.search_all(lines, ours), strict=True):
        all_games[index].play(found.move)
    for index in theirs:
        game = all_games[index]
        text = game.engine.answer()
        try:
            game.play(moves.from_uci(text, game.now))
        except (KeyError, ValueError, PositionError):
            raise RuntimeError(f"the engine plays {text} in {game.now.fen()}") from None
    return bool(live)


def _end_games(all_games: list[Game], referee: Generator, longest: int) -> None:
    """One node is enough to hear whether a game is over."""
    live = [index for index, game in enumerate(all_games) if game.points is None]
    lines = [(all_games[index].start, all_games[index].moves) for index in live]
    for index, found in zip(live, referee.search_all(lines, live), strict=True):
        game = all_games[index]
        if found.over == "checkmate":
            game.points = 0.0 if game.is_gpu_to_move else 1.0
        elif found.over or len(game.moves) >= longest:
            game.points = 0.5
        game.reason = found.over or ""
