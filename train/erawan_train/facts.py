"""Facts that Rust, CUDA and Python share.

`cargo run -p erawan-facts` writes this file from the Rust crates: do not edit it.
"""

from __future__ import annotations

GAMES = ("chess", "makruk")
"""In the order of their numbers in files."""
LETTERS = {"chess": "PNBRQK", "makruk": "PNSRMK"}
"""White's men in FEN, by role, pawn first."""

# Records of positions.

RECORD_BYTES = 32
"""The length of a record."""
RECORD_OCCUPIED = 0
RECORD_MEN = 8
RECORD_SCORE = 24
RECORD_RESULT = 26
RECORD_FLAGS = 27
RECORD_PLY = 28
RECORD_CLOCK = 30
RECORD_EXTRA = 31
BLACK_TO_MOVE = 1
IN_CHECK = 2
NOISY = 4
INTERIOR = 8
MARKED_ROLE = 6
"""The role of a rook that may castle, and of a promoted bia."""
MAX_MEN = 32
"""No position has more."""
FIRST_PLY = 16
"""Positions before it are not learnt from."""
MAX_SCORE = 10000
"""Nor those with scores from here on."""

# Moves in sixteen bits: origin, target, tag.

MOVE_TO_SHIFT = 6
MOVE_TAG_SHIFT = 12
TAG_PUSH = 0
TAG_DOUBLE = 1
TAG_PAWN_CAPTURE = 2
TAG_EN_PASSANT = 3
TAG_KNIGHT = 4
TAG_BISHOP = 5
TAG_ROOK = 6
TAG_QUEEN = 7
TAG_KING = 8
TAG_CASTLE = 9
TAG_PROMOTE_KNIGHT = 12
TAG_PROMOTE_BISHOP = 13
TAG_PROMOTE_ROOK = 14
TAG_PROMOTE_QUEEN = 15

# Networks.

QA = 255
"""One in the accumulator, quantised."""
QB = 64
"""One in an output weight, quantised."""
SCALE = 400
"""Units of evaluation in one unit of the network's output."""
CENTIPAWNS = {"chess": 200, "makruk": 280}
"""What one at the output is in the engine's centipawns: its margins are made for it."""
LARGEST_SCALE = 4000
"""No network's scale is larger."""
FEATURES = 768
"""Inputs of one king bucket: two sides, six roles, 64 squares."""
SHIFT = 9
"""The bits that products of two accumulators lose."""
FIRST = 16
"""Sums of the first layer of a layered network."""
SECOND = 32
"""Sums of its second layer."""
COUNT_BUCKETS = 20
"""Outputs chosen by men and by what is left of a count."""
MOVES_LEFT = (4, 10, 22)
"""The moves left of a count where a bucket ends."""
FEW_MEN = (4, 6)
"""The numbers of men where one ends."""
NET_1_MAGIC = b"ERAWANN1"
NET_1_HEADER = "<8sIBBHHHHHHH64sQI"
"""The header of version 1, for `struct`."""
NET_1_HASH = 92
"""Where its hash is."""
NET_2_MAGIC = b"ERAWANN2"
NET_2_HEADER = "<8sIBBHHHBBHHHHHf64sQII"
"""The header of version 2, for `struct`."""
NET_2_HASH = 100
"""Where its hash is."""
NET_1_WHOLE_FILE = 1
"""In the header of version 1: the hash is of the whole file."""

# Self-play.

WIN_SCORE = 2000
"""A win if the score is beyond this..."""
WIN_PLIES = 5
"""... for this many plies."""
DRAW_SCORE = 10
"""A draw if the score is no greater than this..."""
DRAW_PLIES = 10
"""... for this many plies..."""
DRAW_FROM = 80
"""... and the game has had this many."""
OPENING_PLIES = {"chess": (8, 9), "makruk": (6, 12)}
"""The fewest and the most random plies of an opening."""
OPENING_CODES = {
    "chess": 0,
    "chess960": 1,
    "dfrc": 2,
    "makruk": 3,
    "cambodian": 4,
    "makpong": 5,
}
"""Kinds of openings, by their codes in files."""
GAME_FILE_MAGIC = b"ERAWANG1"
GAME_FILE_HEADER = "<8sIIBBHBBBBIIQQH6sQ"
"""The header of a chunk in a file of games, for `struct`."""
GAME_FILE_CHECKSUM = 56
"""Where its checksum is."""
REASONS = (
    "checkmate",
    "stalemate",
    "insufficient material",
    "repetition",
    "fifty moves",
    "counting",
    "win by score",
    "draw by score",
    "too long",
)
"""Why a game ended, in the order of their codes."""
