"""The command line of a piece."""

from __future__ import annotations

import argparse
import re
from dataclasses import dataclass
from pathlib import Path

import torch

from erawan_train.architecture import BY_COUNT, BY_MEN, COUNT_BUCKETS, Architecture
from erawan_train.loop.options import Options

TRUNK = re.compile(
    r"(flat|layered)-(\d+)x(\d+)(?:-rate(\d+(?:\.\d+)?(?:e-\d+)?))?(?:-visits(\d+(?:\.\d+)?))?"
)


@dataclass(frozen=True)
class TrunkName:
    """A trunk as the command line names it: `layered-1024x8`, `flat-512x4`.

    `layered-1024x8-rate3e-4-visits1` learns in its own way, beside the others and
    from the same games, so that ways can be compared.
    """

    kind: str
    hidden: int
    king_buckets: int
    # As they were written, for the name is that of files.
    own_rate: str | None = None
    own_visits: str | None = None

    @staticmethod
    def parse(text: str) -> TrunkName:
        """From the command line."""
        found = TRUNK.fullmatch(text)
        if not found:
            raise argparse.ArgumentTypeError(
                f"{text!r} is not of the form layered-1024x8 or layered-1024x8-rate3e-4-visits1"
            )
        return TrunkName(found[1], int(found[2]), int(found[3]), found[4], found[5])

    def __str__(self) -> str:
        rate = f"-rate{self.own_rate}" if self.own_rate else ""
        visits = f"-visits{self.own_visits}" if self.own_visits else ""
        return f"{self.kind}-{self.hidden}x{self.king_buckets}{rate}{visits}"

    def rate(self, usual: float) -> float:
        """The rate it learns at, unless it is the usual one."""
        return float(self.own_rate) if self.own_rate else usual

    def visits(self, usual: float) -> float:
        """How often it visits a position, unless it is as usual."""
        return float(self.own_visits) if self.own_visits else usual

    def architecture(self, game: str) -> Architecture:
        """The network of that name for a game."""
        by_count = self.kind == "layered" and game == "makruk"
        return Architecture(
            game,
            self.hidden,
            king_buckets=self.king_buckets,
            out_buckets=COUNT_BUCKETS if by_count else 8,
            kind=self.kind,
            output_rule=BY_COUNT if by_count else BY_MEN,
        )


class PieceOptions(Options):
    """What the command line says; `--help` tells what each is."""

    trunks: list[TrunkName]
    start: list[str]
    round_seconds: float
    rate: float
    decay_visits: float
    visits: float
    hindsight: float
    small_rate: float
    small_visits: float
    most_clock: int
    seed_epochs: float


def share(text: str) -> float:
    """A share of less than all. A bad one is refused before anything is played."""
    number = float(text)
    if not 0.0 <= number < 1.0:
        raise argparse.ArgumentTypeError(f"{text} is not at least 0 and less than 1")
    return number


def arguments() -> argparse.ArgumentParser:
    """The parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="python3 -m erawan_train.piece",
        description="One piece of a long training run.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    parser.add_argument("--game", choices=("chess", "makruk"), required=True)
    parser.add_argument("--seconds", type=float, required=True, help="for everything")
    parser.add_argument(
        "--state", type=Path, required=True, help="folder to go on from and to write to"
    )
    parser.add_argument("--seed", type=int, default=None, help="usually the number of the piece")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    _add_play(parser.add_argument_group("play"))
    _add_learn(parser.add_argument_group("learn"))
    return parser


def _add_play(play: argparse._ArgumentGroup) -> None:
    play.add_argument("--nodes", type=int, default=500, help="soft limit a move")
    play.add_argument("--hard-factor", type=int, default=4, help="hard limit in soft limits")
    play.add_argument("--round-seconds", type=float, default=40.0, help="of play before learning")
    play.add_argument("--moves", type=int, default=0, help="moves of each game a round")
    play.add_argument("--shuffled", type=int, default=300, help="per mille of DFRC starts")
    play.add_argument(
        "--first-ply", type=int, default=1, help="learn from positions of a game from here on"
    )
    play.add_argument("--warps", type=int, default=0, help="games at once; 0: as many as fit")
    play.add_argument("--backend", default="auto", help="cuda, emulator or auto")
    play.add_argument("--buffer", type=int, default=1_200_000_000, help="most positions in memory")
    play.add_argument("--variant", default=None, help="of the GPU's code")
    # What the player of the loop knows besides.
    play.set_defaults(openings=None, opening_plies=None, sample_every=0)


def _add_learn(learn: argparse._ArgumentGroup) -> None:
    learn.add_argument(
        "--trunks",
        type=TrunkName.parse,
        nargs="+",
        metavar="KIND-WIDTHxBUCKETS[-rateR][-visitsV]",
        default=[TrunkName("layered", 1024, 8)],
    )
    learn.add_argument(
        "--start",
        action="append",
        default=[],
        metavar="NAME=NET",
        help="a net that a trunk, or `small`, begins with where the state has none",
    )
    learn.add_argument("--rate", type=float, default=7e-4, help="of the trunks, constant")
    learn.add_argument(
        "--visits",
        type=float,
        default=1.0,
        help="of each position by a trunk: once as it comes, then among all of the piece",
    )
    learn.add_argument(
        "--hindsight",
        type=share,
        default=0.75,
        help="what the score of the next ply counts in a position's score; 0: nothing",
    )
    learn.add_argument(
        "--decay-visits", type=float, default=1.0, help="of the window while a branch decays"
    )
    learn.add_argument("--small-hidden", type=int, default=256)
    learn.add_argument("--small-rate", type=float, default=5e-4)
    learn.add_argument("--small-visits", type=float, default=2.0, help="of each position")
    learn.add_argument(
        "--seed-epochs", type=float, default=8.0, help="for a small net that begins with nothing"
    )
    learn.add_argument(
        "--most-clock",
        type=int,
        default=30,
        help="plies without progress in chess above which scores are faded too much to learn from",
    )
    learn.add_argument("--wdl", type=float, default=0.15, help="share of the result in the target")
    learn.add_argument("--batch", type=int, default=16384)
    learn.add_argument("--validation", type=float, default=0.002)
