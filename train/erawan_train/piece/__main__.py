"""`python3 -m erawan_train.piece`: see the package."""

from __future__ import annotations

import signal
import sys

from erawan_train.netfile import NetFileError
from erawan_train.piece.options import PieceOptions, arguments
from erawan_train.piece.piece import Piece
from erawan_train.selfplay.generator import SelfplayError


class Stopped(Exception):
    """Asked to end: the nets written last stay."""


def main(words: list[str] | None = None) -> int:
    """Exit codes: 0 fine, 1 an error, 130 interrupted."""
    options = arguments().parse_args(words, namespace=PieceOptions())

    def stop(*_: object) -> None:
        raise Stopped

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    try:
        Piece(options).run()
    except Stopped:
        print("piece: interrupted; the nets written last are whole", file=sys.stderr)
        return 130
    except (SelfplayError, NetFileError, ValueError, OSError) as error:
        print(f"piece: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
