"""A match between the search on the GPU and the engine `erawan uci`, both with
the same network and the same number of nodes a move.

All games are played at once: in each round the positions in which the GPU is
to move are searched as one batch, and every game has an engine process of its
own for the others. Each opening is played twice, with colours swapped.
"""

import dataclasses
import math
import subprocess

from erawan_train.selfplay import positions
from erawan_train.selfplay.generator import GAMES, Generator, Settings

VARIANTS = {"chess": "chess", "chess960": "chess", "makruk": "makruk"}
LONGEST = 400  # plies; longer games are drawn


class Engine:
    """An engine that speaks UCI."""

    def __init__(self, program, variant, net):
        self.process = subprocess.Popen([str(program), "uci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        bufsize=1 << 16)
        makruk = variant == "makruk"
        for name, value in (("Hash", 1), ("UCI_Variant", "makruk" if makruk else "chess"),
                            # Castling is then the king taking its rook in any game.
                            ("UCI_Chess960", "false" if makruk else "true"),
                            ("EvalFileMakruk" if makruk else "EvalFile", net)):
            self.say(f"setoption name {name} value {value}")
        self.say("isready")
        heard = self.until("readyok")
        complaints = [line for line in heard if "EvalFile" in line or "error" in line.lower()]
        if complaints:
            raise RuntimeError(f"{program}: {complaints[0]}")

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, start):
        """The lines up to one that begins so."""
        lines = []
        while not lines or not lines[-1].startswith(start):
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError(f"the engine is gone; it said last: {lines[-1] if lines else 'nothing'}")
            lines.append(line.strip())
        return lines

    def ask(self, fen, moves, nodes):
        """Begins to think."""
        self.say(f"position fen {fen}" + (" moves " + " ".join(moves) if moves else ""))
        self.say(f"go nodes {nodes}")

    def answer(self):
        """The move it thinks best."""
        return self.until("bestmove")[-1].split()[1]

    def close(self):
        self.process.stdin.close()
        self.process.wait(timeout=10)


@dataclasses.dataclass
class Game:
    """A game on its way; `gpu_black` says which side the GPU has."""

    start: positions.Position
    gpu_black: bool
    now: positions.Position
    engine: Engine
    moves: list = dataclasses.field(default_factory=list)
    points: float | None = None  # of the GPU: 1, 0.5, 0
    reason: str = ""

    def play(self, move):
        self.moves.append(move)
        self.now = self.now.play(move)


@dataclasses.dataclass
class Result:
    """Wins, draws and losses of the GPU, and its points in each pair of games."""

    wins: int
    draws: int
    losses: int
    pairs: list

    @property
    def elo(self):
        """The difference in strength, and how far it may be off (95 %)."""
        count = len(self.pairs)
        mean = sum(self.pairs) / (2 * count)
        variance = sum((pair / 2 - mean) ** 2 for pair in self.pairs) / max(count - 1, 1)
        error = 1.96 * math.sqrt(variance / count)
        low, middle, high = (logistic(mean + change) for change in (-error, 0.0, error))
        return middle, (high - low) / 2


def logistic(score):
    score = min(max(score, 0.001), 0.999)
    return 400 * math.log10(score / (1 - score))


def openings(program, variant, count, seed):
    """Random balanced openings, by the engine itself."""
    done = subprocess.run([str(program), "genfens", str(count), "seed", str(seed), "variant", variant],
                          capture_output=True, text=True, check=True)
    return [line.split("genfens ", 1)[1] for line in done.stdout.splitlines() if "genfens " in line]


def contest(library, program, variant, net_path, games, nodes, seed=1, longest=LONGEST):
    """Plays the match."""
    rules = VARIANTS[variant]
    number = GAMES[rules]
    net = net_path.read_bytes()
    starts = [positions.opening(number, fen) for fen in openings(program, variant, (games + 1) // 2, seed)]
    all_games = [Game(start, black, start, Engine(program, variant, net_path)) for start in starts for black in (False, True)]
    settings = Settings.of(rules, soft_nodes=nodes, hard_nodes=nodes)
    short = Settings.of(rules, soft_nodes=1, hard_nodes=1, table_bits=4)
    try:
        with Generator(rules, net, settings, len(all_games), seed, library) as searcher, \
                Generator(rules, net, short, len(all_games), seed, library) as referee:
            while play_round(all_games, searcher, referee, nodes, number, longest):
                pass
    finally:
        for game in all_games:
            game.engine.close()
    points = [game.points for game in all_games]
    pairs = [points[i] + points[i + 1] for i in range(0, len(points), 2)]
    return Result(points.count(1.0), points.count(0.5), points.count(0.0), pairs)


def play_round(all_games, searcher, referee, nodes, number, longest):
    """A move in every game that is not over; False if there is none."""
    live = [index for index, game in enumerate(all_games) if game.points is None]
    # One node is enough to hear whether a game is over.
    for index, (_, _, _, reason) in zip(live, referee.search_all([(all_games[i].start, all_games[i].moves) for i in live], live)):
        game = all_games[index]
        if reason == "checkmate":
            game.points = 0.0 if game.now.black_to_move == game.gpu_black else 1.0
        elif reason or len(game.moves) >= longest:
            game.points = 0.5
        game.reason = reason or ""
    live = [index for index in live if all_games[index].points is None]
    ours = [i for i in live if all_games[i].now.black_to_move == all_games[i].gpu_black]
    theirs = [i for i in live if i not in set(ours)]
    for index in theirs:
        game = all_games[index]
        game.engine.ask(game.start.fen(), [positions.uci(move, number) for move in game.moves], nodes)
    found = searcher.search_all([(all_games[i].start, all_games[i].moves) for i in ours], ours)
    for index, (move, _, _, _) in zip(ours, found):
        all_games[index].play(move)
    for index in theirs:
        game = all_games[index]
        text = game.engine.answer()
        try:
            game.play(game.now.move(text))
        except (KeyError, ValueError, IndexError):
            raise RuntimeError(f"the engine plays {text} in {game.now.fen()}") from None
    return bool(live)
