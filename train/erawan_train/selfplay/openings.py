"""Files of positions that games begin with: EPD or FEN, one a line."""

from __future__ import annotations

from pathlib import Path

from erawan_train.position import BLACK, PAWN, Position, PositionError


class OpeningError(ValueError):
    """A file of openings that cannot be used; the message says where and why."""


def opening(text: str, game: str) -> Position:
    """The position of a line of EPD or FEN. Raises PositionError with the reason."""
    fields = text.split()
    # Operations of an EPD come where a FEN has its clocks.
    has_clocks = len(fields) > 4 and fields[4].isdigit() and ";" not in text
    position = Position.from_fen(" ".join(fields[: 6 if has_clocks else 4]), game)
    if game == "chess":
        _check_chess(position)
    elif position.count_limit:
        raise PositionError("a count is on its way")
    if position.halfmoves > 99:
        raise PositionError("the fifty-move clock has run out")
    return position


def _check_chess(position: Position) -> None:
    if any(position.role(square) == PAWN and square // 8 in (0, 7) for square in position.men):
        raise PositionError("a pawn on the first or last rank")
    behind = 2 if position.turn == BLACK else 5
    if position.en_passant is not None and position.en_passant // 8 != behind:
        raise PositionError("en passant from the wrong rank")


def read_openings(path: Path, game: str) -> list[Position]:
    """The positions of a file; empty lines and those that begin with # are left out."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise OpeningError(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise OpeningError(f"{path}: not a text") from error
    found = []
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            found.append(opening(line, game))
        except PositionError as error:
            raise OpeningError(f"{path}: line {number}: {error}") from None
    if not found:
        raise OpeningError(f"{path}: no positions")
    return found
