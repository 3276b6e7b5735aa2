"""Writes sampled games as a file of games that `erawan data` reads.

    python3 -m erawan_train.selfplay.convert SAMPLES OUT [--set NAME=VALUE ...]

SAMPLES is what `Generator.samples` returned; the settings must be those the
games were played with, for the check of adjudicated games.
"""

import argparse
import pathlib
import struct


from erawan_train.selfplay import positions
from erawan_train.selfplay.generator import Library, Settings

MAGIC = b"ERAWANG1"
DOUBLE_CHESS960, MAKRUK = 2, 3  # kinds of openings
MOST_GAMES = 1000  # in a chunk


def fnv1a(data):
    digest = 0xCBF29CE484222325
    for byte in data:
        digest = (digest ^ byte) * 0x100000001B3 & (1 << 64) - 1
    return digest


def encode_game(game, library):
    """The bytes of a game, which begins after its random opening."""
    name = "makruk" if game.game == positions.MAKRUK else "chess"
    start = game.start
    if game.opening_plies:
        line, _ = library.line(name, start, game.moves[:game.opening_plies])
        if len(line) != game.opening_plies:
            raise ValueError("a move of the opening is not legal")
        start = line[-1]
    en_passant = 0 if start.en_passant is None else start.en_passant % 8 + 1
    packed = start.pack()[:24] + struct.pack("<BBHHBB", start.black_to_move, en_passant, start.halfmoves,
                                             1 + game.opening_plies // 2, start.count_limit, start.count_ply)
    plies = list(zip(game.moves, game.scores))[game.opening_plies:]
    packed += struct.pack("<HBBHH", len(plies), game.result, positions.REASONS.index(game.reason), 0, 0)
    return packed + b"".join(struct.pack("<Hh", *ply) for ply in plies)


def encode_chunk(makruk, games, settings):
    """A chunk of a file of games: header, checksum, games."""
    payload = b"".join(games)
    header = MAGIC + struct.pack("<IIBBHBBBBIIQQH6x", len(payload), len(games), MAKRUK if makruk else DOUBLE_CHESS960,
                                 0, settings.win_score, settings.win_plies, settings.draw_score, settings.draw_plies,
                                 settings.draw_from, settings.soft_nodes, settings.hard_nodes, 0, 0, settings.max_plies)
    return header + struct.pack("<Q", fnv1a(header + payload)) + payload


def convert(data, settings, library):
    """The bytes of a file with these sampled games."""
    out = []
    for number in (positions.CHESS, positions.MAKRUK):
        games = [encode_game(game, library) for game in positions.sampled_games(data) if game.game == number]
        for at in range(0, len(games), MOST_GAMES):
            out.append(encode_chunk(number == positions.MAKRUK, games[at:at + MOST_GAMES], settings))
    return b"".join(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("samples", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--emulator", type=pathlib.Path, help="the library, if it is built already")
    parser.add_argument("--set", nargs="*", default=[], metavar="NAME=VALUE", help="settings")
    options = parser.parse_args()
    settings = Settings(**{name: int(value) for name, value in (pair.split("=") for pair in options.set)})
    library = Library("emulator", path=options.emulator)
    options.out.write_bytes(convert(options.samples.read_bytes(), settings, library))


if __name__ == "__main__":
    main()
