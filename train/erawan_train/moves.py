"""Moves in sixteen bits, as `Move` in the board crate has them: origin, target, tag.

Castling is the king taking its own rook.
"""

from __future__ import annotations

from .facts import (
    MARKED_ROLE,
    MOVE_TAG_SHIFT,
    MOVE_TO_SHIFT,
    TAG_CASTLE,
    TAG_DOUBLE,
    TAG_EN_PASSANT,
    TAG_KNIGHT,
    TAG_PAWN_CAPTURE,
    TAG_PROMOTE_KNIGHT,
    TAG_PROMOTE_QUEEN,
    TAG_PUSH,
)
from .position import KING, KNIGHT, PAWN, ROOK, Man, Position, square_name, square_of

_PROMOTIONS = "nbrq"


def pack(start: int, end: int, tag: int) -> int:
    """The bits of a move."""
    return start | end << MOVE_TO_SHIFT | tag << MOVE_TAG_SHIFT


def parts(move: int) -> tuple[int, int, int]:
    """Origin, target and tag."""
    return move & 63, move >> MOVE_TO_SHIFT & 63, move >> MOVE_TAG_SHIFT


def uci(move: int, game: str) -> str:
    """A move in long form, castling as the king taking its rook."""
    start, end, tag = parts(move)
    suffix = ""
    if tag >= TAG_PROMOTE_KNIGHT:
        suffix = "m" if game == "makruk" else _PROMOTIONS[tag - TAG_PROMOTE_KNIGHT]
    return square_name(start) + square_name(end) + suffix


def from_uci(text: str, position: Position) -> int:
    """The bits of a move in UCI's long form; castling may be the king's own step of
    two squares or its capture of the rook."""
    start, end = square_of(text[:2]), square_of(text[2:4])
    role = position.role(start)
    if role == KING:
        rook = _castling_target(position, start, end)
        if rook is not None:
            return pack(start, rook, TAG_CASTLE)
    if role != PAWN:
        return pack(start, end, TAG_KNIGHT + role - KNIGHT)
    taken = end in position.men
    if position.game == "makruk":
        rank = end // 8 if position.men[start].colour == 0 else 7 - end // 8
        tag = TAG_PROMOTE_QUEEN if rank >= 5 else TAG_PAWN_CAPTURE if taken else TAG_PUSH
    elif len(text) > 4:
        tag = TAG_PROMOTE_KNIGHT + _PROMOTIONS.index(text[4])
    elif taken:
        tag = TAG_PAWN_CAPTURE
    elif start % 8 != end % 8:
        tag = TAG_EN_PASSANT
    else:
        tag = TAG_DOUBLE if abs(end - start) == 16 else TAG_PUSH
    return pack(start, end, tag)


def _castling_target(position: Position, king: int, end: int) -> int | None:
    """The rook that a king's move castles with, if it castles."""
    colour = position.men[king].colour
    own = [
        rook
        for rook in position.castling_rooks
        if position.men[rook].colour == colour and rook // 8 == king // 8
    ]
    if end in own:
        return end
    goes_home = end in position.men and position.men[end].colour == colour
    if abs(end - king) != 2 or goes_home:
        return None
    return next((rook for rook in own if (rook > king) == (end > king)), None)


def play(position: Position, move: int) -> Position:
    """The position after a legal move, except for clock, count and en passant."""
    start, end, tag = parts(move)
    men = dict(position.men)
    man = men.pop(start)
    role, colour = position.role(start), man.colour
    home = 56 * colour
    if tag == TAG_CASTLE:
        del men[end]
        kingside = end > start
        men[home + (6 if kingside else 2)] = Man(colour, KING)
        men[home + (5 if kingside else 3)] = Man(colour, ROOK)
    else:
        if tag == TAG_EN_PASSANT:
            del men[end + (8 if colour else -8)]
        if tag >= TAG_PROMOTE_KNIGHT:
            is_makruk = position.game == "makruk"
            role = MARKED_ROLE if is_makruk else tag - TAG_PROMOTE_KNIGHT + KNIGHT
        elif position.game == "makruk":
            role = man.role
        men[end] = Man(colour, role)
    if role == KING and position.game == "chess":
        for square in position.castling_rooks & men.keys():
            if square // 8 == home // 8 and men[square] == Man(colour, MARKED_ROLE):
                men[square] = Man(colour, ROOK)
    return Position(men, 1 - position.turn, position.game)
