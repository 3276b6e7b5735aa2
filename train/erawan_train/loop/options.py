"""The command line of the loop."""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

from erawan_train.selfplay import build


class Options(argparse.Namespace):
    """What the command line says; `--help` tells what each is."""

    game: str
    seconds: float
    state: Path
    seed: int
    device: str

    nodes: int
    hard_factor: int
    generation_seconds: float
    first_factor: float
    pace: float
    moves: int
    shuffled: int
    first_ply: int
    warps: int
    openings: Path | None
    opening_plies: list[int] | None
    variant: str
    backend: str
    sample_every: int
    buffer: int

    small_hidden: int
    small_king_buckets: int
    small_lr: float
    learn_share: float
    learn_epochs: float
    learn_positions: int
    anneal_seconds: float
    anneal_epochs: float
    anneal_lr: float
    hidden: int
    king_buckets: int
    large_seconds: float
    large_epochs: float
    lr: float
    lr_again: float
    wdl: float
    final_wdl: float
    batch: int
    validation: float
    material: int
    start_small: Path | None
    start_large: Path | None


def arguments() -> argparse.ArgumentParser:
    """The parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="python3 -m erawan_train.loop",
        description="The learning loop on one GPU: play, learn, play with what was learnt.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    parser.add_argument("--game", choices=("chess", "makruk"), required=True)
    parser.add_argument("--seconds", type=float, required=True, help="for everything")
    parser.add_argument(
        "--state", type=Path, required=True, help="folder to go on from and to write to"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    _add_play(parser.add_argument_group("play"))
    _add_learn(parser.add_argument_group("learn"))
    return parser


def _add_play(play: argparse._ArgumentGroup) -> None:
    play.add_argument("--nodes", type=int, default=200, help="soft limit a move, after the start")
    play.add_argument("--hard-factor", type=int, default=4, help="hard limit in soft limits")
    play.add_argument("--generation-seconds", type=float, default=25.0)
    play.add_argument(
        "--first-factor", type=float, default=2.0, help="the first generation when going on"
    )
    play.add_argument("--pace", type=float, default=1.0, help="scales the first generations' time")
    play.add_argument("--moves", type=int, default=0, help="moves of each game a generation")
    play.add_argument("--shuffled", type=int, default=150, help="per mille of DFRC starts")
    play.add_argument(
        "--first-ply", type=int, default=16, help="learn from positions of a game from here on"
    )
    play.add_argument("--warps", type=int, default=0, help="games at once; 0: as many as fit")
    play.add_argument("--openings", type=Path, metavar="FILE", help="EPD that games begin with")
    play.add_argument(
        "--opening-plies",
        type=int,
        nargs=2,
        metavar=("MIN", "MAX"),
        help="random plies; usually 8 9, Makruk 6 12, after a file 0 3",
    )
    play.add_argument(
        "--variant", choices=build.VARIANTS, default=build.USUAL, help="of the GPU's code"
    )
    play.add_argument("--backend", default="auto", help="cuda, emulator or auto")
    play.add_argument(
        "--sample-every", type=int, default=0, metavar="N", help="keep one whole game in N"
    )
    play.add_argument("--buffer", type=int, default=600_000_000, help="most positions in memory")


def _add_learn(learn: argparse._ArgumentGroup) -> None:
    learn.add_argument("--small-hidden", type=int, default=256)
    learn.add_argument("--small-king-buckets", type=int, default=1)
    learn.add_argument("--small-lr", type=float, default=1e-3)
    learn.add_argument("--learn-share", type=float, default=0.3, help="of the time of play")
    learn.add_argument("--learn-epochs", type=float, default=3.0, help="at most, a generation")
    learn.add_argument("--learn-positions", type=int, default=0, help="instead of a share")
    learn.add_argument("--anneal-seconds", type=float, default=30.0, help="the small net's end")
    learn.add_argument("--anneal-epochs", type=float, default=8.0, help="at most")
    learn.add_argument("--anneal-lr", type=float, default=0.5, help="in --small-lr")
    learn.add_argument("--hidden", type=int, default=512)
    learn.add_argument("--king-buckets", type=int, default=4)
    learn.add_argument("--large-seconds", type=float, default=90.0, help="at most")
    learn.add_argument("--large-epochs", type=float, default=5.0, help="at most")
    learn.add_argument("--lr", type=float, default=1e-3)
    learn.add_argument("--lr-again", type=float, default=5e-4, help="when it goes on")
    learn.add_argument("--wdl", type=float, default=0.3)
    learn.add_argument("--final-wdl", type=float, default=0.3)
    learn.add_argument("--batch", type=int, default=16384)
    learn.add_argument("--validation", type=float, default=0.003)
    learn.add_argument("--material", type=int, default=1 << 22)
    learn.add_argument("--start-small", type=Path, metavar="NET")
    learn.add_argument("--start-large", type=Path, metavar="NET")
