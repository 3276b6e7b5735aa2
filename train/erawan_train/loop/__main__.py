"""`python3 -m erawan_train.loop`: see the package."""

from __future__ import annotations

import signal
import sys

from erawan_train import checkpoint, netfile
from erawan_train.loop.loop import Loop
from erawan_train.loop.options import Options, arguments
from erawan_train.selfplay.generator import SelfplayError
from erawan_train.selfplay.openings import OpeningError


class Stopped(Exception):
    """Asked to end: what was checkpointed last stays."""


def main(words: list[str] | None = None) -> int:
    """Exit codes: 0 fine, 1 an error, 130 interrupted."""
    options = arguments().parse_args(words, namespace=Options())

    def stop(*_: object) -> None:
        raise Stopped

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    try:
        Loop(options).run()
    except Stopped:
        print("loop: interrupted; the last checkpoint is whole", file=sys.stderr)
        return 130
    except (
        OpeningError,
        SelfplayError,
        checkpoint.CheckpointError,
        netfile.NetFileError,
        OSError,
    ) as error:
        print(f"loop: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
