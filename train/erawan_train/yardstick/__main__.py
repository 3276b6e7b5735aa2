"""`python3 -m erawan_train.yardstick`: see the package."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from erawan_train.yardstick.label import LabelError, label, read, read_positions, write
from erawan_train.yardstick.measure import measure, scores
from erawan_train.yardstick.uci import EngineError


def arguments() -> argparse.ArgumentParser:
    """The parser of the command line."""
    parser = argparse.ArgumentParser(prog="python3 -m erawan_train.yardstick")
    commands = parser.add_subparsers(dest="command", required=True)
    labels = commands.add_parser("label", help="search positions deeply")
    labels.add_argument("--positions", type=Path, required=True, help="EPD or FEN")
    labels.add_argument("--out", type=Path, required=True)
    labels.add_argument("--engine", action="append", required=True, help="UCI, with UCI_ShowWDL")
    labels.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    labels.add_argument("--nodes", type=int, default=100_000)
    labels.add_argument("--most", type=int, default=5000, help="positions")
    labels.add_argument("--concurrency", type=int, default=1)
    measured = commands.add_parser("measure", help="how well an evaluator foresees them")
    measured.add_argument("--labels", type=Path, required=True)
    measured.add_argument("--evaluator", required=True, help="a program with `eval`")
    measured.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    return parser


def main(words: list[str] | None = None) -> int:
    """Exit codes: 0 fine, 1 an error."""
    options = arguments().parse_args(words)
    try:
        if options.command == "label":
            fens = read_positions(options.positions, options.most)
            found = label(fens, options.engine, options.option, options.nodes, options.concurrency)
            write(options.out, found)
            quiet = sum(entry.quiet for entry in found)
            print(f"{len(found)} positions, {quiet} of them quiet")
            return 0
        labels = read(options.labels)
        result = measure(labels, scores(labels, options.evaluator, options.option))
        print(f"scale {result.scale:.3f} a pawn")
        for kind, (count, error) in result.errors.items():
            print(f"{kind:12} {count:6} positions, error {error:.4f}")
    except (LabelError, EngineError, OSError) as error:
        print(f"yardstick: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
