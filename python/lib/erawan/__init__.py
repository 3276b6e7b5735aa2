"""Bitboard chess, Chess960, Makruk, Ouk Chatrang and Makpong.

>>> import erawan
>>> board = erawan.Board()
>>> board.push_san("e4")
Move.from_uci('e2e4')
>>> board.legal_moves.count()
20
"""

from ._erawan import (
    AmbiguousMoveError,
    Analysis,
    Board,
    Engine,
    IllegalMoveError,
    InvalidMoveError,
    LegalMoves,
    Move,
    Piece,
    Stream,
    analyse,
    evaluate,
    games,
    pack,
    positions,
    unpack,
)
from ._learning import features, planes, review
from ._records import Record, Records, from_records, records
from ._shards import Shard, shards
from . import _squares
from ._squares import *
from ._types import Outcome, Termination

WHITE, BLACK = True, False
COLORS = [WHITE, BLACK]
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(1, 7)
PIECE_TYPES = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING]
SQUARES = list(range(64))
VARIANTS = ["chess", "chess960", "makruk", "cambodian", "makpong"]
STARTING_BOARD_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
STARTING_FEN = STARTING_BOARD_FEN + " w KQkq - 0 1"

(
    A1, B1, C1, D1, E1, F1, G1, H1,
    A2, B2, C2, D2, E2, F2, G2, H2,
    A3, B3, C3, D3, E3, F3, G3, H3,
    A4, B4, C4, D4, E4, F4, G4, H4,
    A5, B5, C5, D5, E5, F5, G5, H5,
    A6, B6, C6, D6, E6, F6, G6, H6,
    A7, B7, C7, D7, E7, F7, G7, H7,
    A8, B8, C8, D8, E8, F8, G8, H8,
) = range(64)  # fmt: skip

__all__ = [
    "AmbiguousMoveError",
    "Analysis",
    "BISHOP",
    "BLACK",
    "Board",
    "COLORS",
    "Engine",
    "IllegalMoveError",
    "InvalidMoveError",
    "KING",
    "KNIGHT",
    "LegalMoves",
    "Move",
    "Outcome",
    "PAWN",
    "PIECE_TYPES",
    "Piece",
    "QUEEN",
    "ROOK",
    "Record",
    "Records",
    "SQUARES",
    "STARTING_BOARD_FEN",
    "STARTING_FEN",
    "Shard",
    "Stream",
    "Termination",
    "VARIANTS",
    "WHITE",
    "analyse",
    "evaluate",
    "features",
    "from_records",
    "games",
    "pack",
    "planes",
    "positions",
    "records",
    "review",
    "shards",
    "unpack",
]
__all__ += _squares.__all__
