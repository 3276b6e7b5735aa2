"""Types that need nothing of the compiled half."""

from __future__ import annotations

import dataclasses
import enum
from typing import Optional


class Termination(enum.Enum):
    """How a game has ended."""

    CHECKMATE = 1
    STALEMATE = 2
    INSUFFICIENT_MATERIAL = 3
    SEVENTYFIVE_MOVES = 4
    FIVEFOLD_REPETITION = 5
    FIFTY_MOVES = 6
    THREEFOLD_REPETITION = 7
    COUNTING = 8
    """The count of Makruk and Ouk Chatrang has run out."""


@dataclasses.dataclass
class Outcome:
    """How a game has ended, and who has won."""

    termination: Termination
    winner: Optional[bool]

    def result(self) -> str:
        """1-0, 0-1 or 1/2-1/2."""
        if self.winner is None:
            return "1/2-1/2"
        return "1-0" if self.winner else "0-1"


def make_outcome(name: str, winner: Optional[bool]) -> Outcome:
    return Outcome(Termination[name], winner)


def rebuild_board(fen: str, variant: str, moves: list[str]) -> object:
    """A board from its start and its moves, for pickle."""
    from ._erawan import Board, Move

    board = Board(fen, variant)
    for move in moves:
        board.push(Move.from_uci(move))
    return board
