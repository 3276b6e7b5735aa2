"""Examples of what Rust says, for the tests.

`cargo run -p erawan-facts` writes this file from the Rust crates: do not edit it.
"""

from __future__ import annotations

from typing import NamedTuple


class Input(NamedTuple):
    """A man that one side sees, with its own king somewhere: it switches `number` on."""

    perspective: int
    king: int
    colour: int
    role: int
    square: int
    number: int


class Sample(NamedTuple):
    """A position, what it is labelled with (for White: the result), and its record."""

    game: str
    fen: str
    score: int
    white_result: int
    noisy: bool
    ply: int
    record: str


INPUT_BUCKETS = (
    0, 0, 0, 0, 0, 0, 0, 0,
    1, 1, 1, 1, 1, 1, 1, 1,
    2, 2, 2, 2, 2, 2, 2, 2,
    3, 3, 3, 3, 3, 3, 3, 3,
    4, 4, 4, 4, 4, 4, 4, 4,
    5, 5, 5, 5, 5, 5, 5, 5,
    6, 6, 6, 6, 6, 6, 6, 6,
    7, 7, 7, 7, 7, 7, 7, 7,
)
"""The king buckets of the inputs below, by square."""
INPUTS = (
    Input(0, 0, 0, 0, 11, 11),
    Input(1, 37, 0, 1, 40, 2775),
    Input(0, 10, 1, 2, 5, 1285),
    Input(1, 47, 1, 3, 34, 1757),
    Input(0, 20, 0, 4, 63, 1848),
    Input(1, 57, 0, 0, 28, 420),
    Input(0, 30, 1, 1, 57, 2814),
    Input(1, 3, 1, 2, 22, 5550),
    Input(0, 40, 0, 3, 51, 4083),
    Input(1, 13, 0, 4, 16, 5295),
    Input(0, 50, 1, 0, 45, 5037),
    Input(1, 23, 1, 1, 10, 3957),
    Input(0, 60, 0, 2, 39, 5536),
    Input(1, 33, 0, 3, 4, 2940),
    Input(0, 6, 1, 4, 33, 678),
    Input(1, 43, 1, 0, 62, 1542),
    Input(0, 16, 0, 1, 27, 1627),
    Input(1, 53, 0, 2, 56, 1287),
    Input(0, 26, 1, 3, 21, 2901),
    Input(1, 63, 1, 4, 50, 269),
    Input(0, 36, 0, 0, 15, 3080),
    Input(1, 9, 0, 1, 44, 5076),
    Input(0, 46, 1, 2, 9, 4366),
    Input(1, 19, 1, 3, 38, 4062),
    Input(0, 56, 0, 4, 3, 5635),
    Input(1, 29, 0, 0, 32, 3487),
    Input(0, 2, 1, 1, 61, 509),
    Input(1, 39, 1, 2, 26, 2469),
    Input(0, 12, 0, 3, 55, 1008),
    Input(1, 49, 0, 4, 20, 1452),
    Input(0, 22, 1, 0, 49, 1974),
    Input(1, 59, 1, 1, 14, 118),
    Input(0, 32, 0, 2, 43, 3243),
    Input(1, 5, 0, 3, 8, 6007),
    Input(0, 42, 1, 4, 37, 4517),
    Input(1, 15, 1, 0, 2, 4669),
    Input(0, 52, 0, 1, 31, 4696),
    Input(1, 25, 0, 2, 60, 3588),
    Input(0, 62, 1, 3, 25, 5982),
    Input(1, 35, 1, 4, 54, 2574),
    Input(0, 8, 0, 0, 19, 787),
    Input(1, 45, 0, 1, 48, 1999),
    Input(0, 18, 1, 2, 13, 2061),
    Input(1, 55, 1, 3, 42, 981),
    Input(0, 28, 0, 4, 7, 2560),
    Input(1, 1, 0, 0, 36, 5788),
    Input(0, 38, 1, 1, 1, 3526),
    Input(1, 11, 1, 2, 30, 4774),
    Input(0, 48, 0, 3, 59, 4859),
    Input(1, 21, 0, 4, 24, 4519),
    Input(0, 58, 1, 0, 53, 5813),
    Input(1, 31, 1, 1, 18, 3181),
    Input(0, 4, 0, 2, 47, 168),
    Input(1, 41, 0, 3, 12, 2164),
    Input(0, 14, 1, 4, 41, 1454),
    Input(1, 51, 1, 0, 6, 830),
    Input(0, 24, 0, 1, 35, 2403),
    Input(1, 61, 0, 2, 0, 575),
    Input(0, 34, 1, 3, 29, 3677),
    Input(1, 7, 1, 4, 58, 5637),
    Input(0, 44, 0, 0, 23, 3856),
    Input(1, 17, 0, 1, 52, 4300),
    Input(0, 54, 1, 2, 17, 5142),
    Input(1, 27, 1, 3, 46, 3286),
)
"""What Rust says of some men."""
SAMPLES = (
    Sample(
        "chess",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        31,
        1,
        False,
        0,
        "ffff00000000ffff1642256100000000888888889ecaade91f00010000000000",
    ),
    Sample(
        "chess",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1pP1P3/5Q1p/PP1BBPPP/RN2K2R b KQkq c3 0 1",
        -75,
        2,
        True,
        33,
        "93fba01618737d911665002200408800109a9888888ceaedb5ff000521000003",
    ),
    Sample(
        "chess",
        "8/8/8/8/k2Pp2Q/8/8/3K4 w - - 17 90",
        -2,
        1,
        False,
        178,
        "0800009900000000d5800400000000000000000000000000feff0100b2001100",
    ),
    Sample(
        "chess",
        "1rk4r/8/8/8/8/8/3q4/1RK4R w HBhb - 3 60",
        -31999,
        0,
        True,
        700,
        "860800000000008656c6de0e00000000000000000000000001830006bc020300",
    ),
    Sample(
        "makruk",
        "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR b - - 0 1",
        -12,
        1,
        False,
        1,
        "ff00ff0000ff00ff1352243100000000888888889bcaadb9f4ff010101000000",
    ),
    Sample(
        "makruk",
        "8/8/4kM~2/8/8/2RMK3/8/8 b - 32 10 50",
        -900,
        2,
        False,
        99,
        "00001c000030000043d506000000000000000000000000007cfc00016300000b",
    ),
    Sample(
        "makruk",
        "3k4/2m5/5M~2/4M3/3KS3/8/8/8 w - 128 127 33",
        400,
        1,
        True,
        300,
        "00000018102004082564dc00000000000000000000000000900101042c010001",
    ),
)
"""Records that Rust writes."""
