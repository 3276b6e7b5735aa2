"""Trains a network: position records in, a `.net` file and its manifest out.

    python3 -m erawan_train.train --data data/*.pos --game chess --hidden 256 \\
        --superbatches 40 --out nets/chess.net
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from erawan_train.command import RunError, train
from erawan_train.facts import FIRST_PLY, MAX_SCORE


def share(text: str) -> tuple[float, float | None]:
    """`0.3`, or `0.2:0.4` for a share that moves along the run."""
    start, _, end = text.partition(":")
    return float(start), float(end) if end else None


def arguments() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python3 -m erawan_train.train",
        description="Trains a network: position records in, a .net file and its manifest out.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    _add_data(parser.add_argument_group("data"))
    _add_shape(parser.add_argument_group("network"))
    _add_course(parser.add_argument_group("course of training"))
    _add_results(parser.add_argument_group("results"))
    return parser


def _add_data(data: argparse._ArgumentGroup) -> None:
    data.add_argument("--data", nargs="+", required=True, type=Path, help="files of records")
    data.add_argument("--validation", type=float, default=0.01, help="share of games held out")
    data.add_argument(
        "--min-ply", type=int, default=FIRST_PLY, help="drop positions before this ply"
    )
    data.add_argument("--max-score", type=int, default=MAX_SCORE, help="drop larger scores")
    data.add_argument("--keep-noisy", action="store_true", help="keep captures and promotions")
    data.add_argument("--keep-in-check", action="store_true", help="keep positions in check")
    data.add_argument(
        "--min-correlation",
        type=float,
        default=-0.05,
        help="refuse data whose scores and results agree less; below 0.5 there is a warning",
    )
    data.add_argument("--skip-data-hash", action="store_true", help="no SHA-256 in the manifest")
    data.add_argument("--data-nodes", help="nodes a move of the self-play, for the manifest")
    data.add_argument("--data-version", help="version that played it, for the manifest")


def _add_shape(shape: argparse._ArgumentGroup) -> None:
    shape.add_argument("--game", choices=("chess", "makruk"), default="chess")
    shape.add_argument("--hidden", type=int, default=256, help="width, a multiple of 32")
    shape.add_argument("--king-buckets", type=int, default=1)
    shape.add_argument(
        "--king-layout",
        help="eight groups of four digits: the bucket of each king square, rank 8 first, "
        "files a to d; the built-in table if not given",
    )
    shape.add_argument("--out-buckets", type=int, default=8)
    shape.add_argument("--no-factoriser", action="store_true", help="no block shared by buckets")
    shape.add_argument("--start", type=Path, metavar="NET", help="begin with this net's weights")


def _add_course(course: argparse._ArgumentGroup) -> None:
    length = course.add_mutually_exclusive_group()
    length.add_argument("--superbatches", type=int, default=40)
    length.add_argument("--seconds", type=float, help="train for a time instead")
    course.add_argument("--superbatch-positions", type=int, default=100_000_000)
    course.add_argument("--batch", type=int, default=16384)
    course.add_argument("--lr", type=float, default=1e-3)
    course.add_argument("--final-lr", type=float, default=2.4e-6)
    course.add_argument("--warmup-positions", type=int, default=2_000_000)
    course.add_argument(
        "--wdl",
        type=share,
        default=(0.3, None),
        metavar="SHARE",
        help="share of the game's result in the target; START:END moves it",
    )
    course.add_argument(
        "--snap",
        type=float,
        default=0.75,
        help="part of the run after which output weights are rounded in use; above 1 for never",
    )
    course.add_argument("--weight-decay", type=float, default=0.01)
    course.add_argument("--seed", type=int, default=1)
    course.add_argument("--device", help="cuda or cpu; the GPU if there is one")
    course.add_argument("--no-graph", action="store_true", help="no CUDA graphs")


def _add_results(results: argparse._ArgumentGroup) -> None:
    results.add_argument("--out", type=Path, required=True, help="the .net file to write")
    results.add_argument("--manifest", type=Path, help="JSON; beside the net if not given")
    results.add_argument("--curve", type=Path, help="SVG of the loss; beside the net")
    results.add_argument("--checkpoint", type=Path, metavar="DIR", help="save the state here")
    results.add_argument("--compact", action="store_true", help="checkpoints of a third the size")
    results.add_argument("--resume", action="store_true", help="go on from the checkpoint")
    results.add_argument(
        "--max-difference",
        type=float,
        default=2.0,
        help="units that integers may differ from floats on average before the run fails",
    )
    results.add_argument("--summary", default="", help="text to store in the net")
    results.add_argument("--report-seconds", type=float, default=5.0)


def main(words: list[str] | None = None) -> int:
    """Exit codes: 0 fine, 1 bad data or a failed check, 2 wrong use, 130 interrupted."""
    parser = arguments()
    options = parser.parse_args(words)
    if options.resume and not options.checkpoint:
        parser.error("--resume needs --checkpoint DIR")
    try:
        train(options)
    except RunError as error:
        print(f"train: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("train: interrupted", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
