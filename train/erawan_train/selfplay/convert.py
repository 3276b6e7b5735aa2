"""Writes sampled games as a file of games that `erawan data` reads.

    python3 -m erawan_train.selfplay.convert SAMPLES OUT [--set NAME=VALUE ...]

SAMPLES is what `Generator.samples` returned; the settings must be those the
games were played with, for the check of adjudicated games.
"""

from __future__ import annotations

import argparse
import struct
from pathlib import Path

from erawan_train.facts import (
    GAME_FILE_CHECKSUM,
    GAME_FILE_HEADER,
    GAME_FILE_MAGIC,
    GAMES,
    OPENING_CODES,
    REASONS,
    RECORD_SCORE,
)
from erawan_train.netfile import fnv1a
from erawan_train.position import BLACK
from erawan_train.selfplay.generator import Library, Settings
from erawan_train.selfplay.packed import SampledGame, sampled_games

OPENINGS = {"chess": OPENING_CODES["dfrc"], "makruk": OPENING_CODES["makruk"]}
"""Kinds of openings: a start position of its own for each side, and Makruk's."""
MOST_GAMES = 1000  # in a chunk


def encode_game(game: SampledGame, library: Library) -> bytes:
    """The bytes of a game, which begins after its random opening."""
    start = game.start
    if game.opening_plies:
        line, _ = library.line(start, game.moves[: game.opening_plies])
        if len(line) != game.opening_plies:
            raise ValueError("a move of the opening is not legal")
        start = line[-1]
    en_passant = 0 if start.en_passant is None else start.en_passant % 8 + 1
    men = start.to_record()[:RECORD_SCORE]
    clocks = struct.pack(
        "<BBHHBB",
        start.turn == BLACK,
        en_passant,
        start.halfmoves,
        1 + game.opening_plies // 2,
        start.count_limit,
        start.count_ply,
    )
    plies = list(zip(game.moves, game.scores, strict=True))[game.opening_plies :]
    end = struct.pack("<HBBHH", len(plies), game.result, REASONS.index(game.reason), 0, 0)
    return men + clocks + end + b"".join(struct.pack("<Hh", *ply) for ply in plies)


def encode_chunk(kind: int, games: list[bytes], settings: Settings) -> bytes:
    """A chunk of a file of games: header, checksum, games."""
    payload = b"".join(games)
    header = struct.pack(
        GAME_FILE_HEADER,
        GAME_FILE_MAGIC,
        len(payload),
        len(games),
        kind,
        0,
        settings.win_score,
        settings.win_plies,
        settings.draw_score,
        settings.draw_plies,
        settings.draw_from,
        settings.soft_nodes,
        settings.hard_nodes,
        0,
        0,
        settings.max_plies,
        bytes(6),
        0,
    )[:GAME_FILE_CHECKSUM]
    return header + struct.pack("<Q", fnv1a(header + payload)) + payload


def convert(data: bytes, settings: Settings, library: Library) -> bytes:
    """The bytes of a file with these sampled games."""
    out = []
    for name in GAMES:
        games = [encode_game(game, library) for game in sampled_games(data) if game.game == name]
        for at in range(0, len(games), MOST_GAMES):
            out.append(encode_chunk(OPENINGS[name], games[at : at + MOST_GAMES], settings))
    return b"".join(out)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python3 -m erawan_train.selfplay.convert",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("samples", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--emulator", type=Path, help="the library, if it is built already")
    parser.add_argument("--set", nargs="*", default=[], metavar="NAME=VALUE", help="settings")
    options = parser.parse_args()
    changes = dict(pair.split("=") for pair in options.set)
    settings = Settings(**{name: int(value) for name, value in changes.items()})
    library = Library("emulator", path=options.emulator)
    options.out.write_bytes(convert(options.samples.read_bytes(), settings, library))


if __name__ == "__main__":
    main()
