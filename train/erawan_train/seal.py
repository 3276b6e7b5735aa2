"""Writes old network files anew, with a hash of the whole file.

    python3 -m erawan_train.seal FILE ...

The hash of the first files of version 1 left their header out: a flipped bit
could make chess of Makruk. The engine refuses them. Look at what the header
says before trusting it again.
"""

from __future__ import annotations

import struct
import sys
from pathlib import Path

from .facts import NET_1_HASH, NET_1_HEADER, NET_1_MAGIC, NET_1_WHOLE_FILE
from .netfile import Net, NetFileError, fnv1a, sealed, write_beside

_HEADER = struct.Struct(NET_1_HEADER)
_COVER, _STORED = 10, 12
"""The places of what the hash covers, and of the hash, among the fields of the header."""


def seal(path: Path) -> Net:
    """Writes a file anew and returns its network."""
    data = path.read_bytes()
    fields = list(_HEADER.unpack_from(data.ljust(_HEADER.size, b"\0")))
    if fields[0] != NET_1_MAGIC or fields[_COVER] != 0:
        raise NetFileError("no old network of version 1")
    if fnv1a(data[fields[1] :]) != fields[_STORED]:
        raise NetFileError("the weights are damaged")
    fields[_COVER] = NET_1_WHOLE_FILE
    whole = sealed(_HEADER.pack(*fields) + data[_HEADER.size :], NET_1_HASH)
    net = Net.from_bytes(whole)
    write_beside(path, whole)
    return net


def main() -> None:
    """The command line."""
    if len(sys.argv) < 2:
        sys.exit("usage: python3 -m erawan_train.seal FILE ...")
    for name in sys.argv[1:]:
        try:
            net = seal(Path(name))
        except NetFileError as error:
            sys.exit(f"{name}: {error}")
        except OSError as error:
            sys.exit(f"{name}: {error.strerror}")
        print(f"{name}: {net.architecture}; {net.summary}")


if __name__ == "__main__":
    main()
