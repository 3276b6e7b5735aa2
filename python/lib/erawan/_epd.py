"""Operations of EPD: what follows a position, such as ``bm Nf3; id "a";``."""

from __future__ import annotations

import re
from typing import Any, Iterator, Optional, Union

from ._erawan import Board, Move

#: What an operation says.
Operand = Union[None, str, int, float, Move, list[Move]]

_OPCODE = re.compile(r"[A-Za-z_]\w*")
#: A word, or a text in quotes, which may lack its end.
_OPERAND = re.compile(r'\s*(?:"((?:[^"\\]|\\.)*)"?|([^\s;"]+))')
#: The operations whose moves follow each other; those of the others are for one position.
_LINES = {"pv"}
_MOVES = {"am", "bm", "pv"}


def _sans(board: Board, opcode: str, moves: list[Move]) -> list[str]:
    if opcode not in _LINES:
        return sorted(board.san(move) for move in moves)
    board = board.copy()
    return [board.san_and_push(move) for move in moves]


def _written(board: Board, opcode: str, operand: Any) -> str:
    if operand is None:
        return ""
    if isinstance(operand, Move):
        return " " + board.san(operand)
    if isinstance(operand, (int, float)):
        return f" {operand}"
    if isinstance(operand, str):
        text = operand.replace("\\", "\\\\").replace('"', '\\"')
        return f' "{text}"'
    return "".join(f" {san}" for san in _sans(board, opcode, list(operand)))


def write(board: Board, operations: dict[str, Operand]) -> str:
    """Operations as they follow a position."""
    for opcode in operations:
        if not _OPCODE.fullmatch(opcode):
            raise ValueError(f"{opcode!r} is no opcode")
    return "".join(f" {opcode}{_written(board, opcode, operand)};" for opcode, operand in operations.items())


def _split(text: str) -> Iterator[tuple[str, list[tuple[bool, str]]]]:
    """Opcodes with their operands, of each whether it is in quotes."""
    at = 0
    while at < len(text):
        # Some files have more dashes than fields.
        if text[at].isspace() or text[at] in ";-":
            at += 1
            continue
        opcode = _OPCODE.match(text, at)
        if opcode is None:
            raise ValueError(f"no opcode begins with {text[at]!r}: {text!r}")
        at, operands = opcode.end(), []
        while found := _OPERAND.match(text, at):
            at = found.end()
            quoted, plain = found.groups()
            operands.append((plain is None, re.sub(r"\\(.)", r"\1", quoted) if plain is None else plain))
        yield opcode[0], operands


def _number(text: str) -> Union[None, int, float]:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return None


def _read(board: Board, opcode: str, operands: list[tuple[bool, str]]) -> Operand:
    if opcode in _MOVES:
        board, line = board.copy(), []
        for _, san in operands:
            line.append(board.push_san(san) if opcode in _LINES else board.parse_san(san))
        return line
    if not operands:
        return None
    (is_quoted, text), *more = operands
    if is_quoted or more:
        return " ".join(text for _, text in operands)
    number = _number(text)
    if number is not None:
        return number
    try:
        return board.parse_san(text)
    except ValueError:
        return text


def read(board: Board, epd: str) -> dict[str, Operand]:
    """Puts up the position of an EPD, and returns its operations."""
    *fields, text = (epd.strip().split(None, 4) + [""] * 5)[:5]
    operations = list(_split(text))
    clocks = {"hmvc": "0", "fmvn": "1"}
    clocks.update((opcode, operands[0][1]) for opcode, operands in operations if operands and opcode in clocks)
    board.set_fen(" ".join([*fields, clocks["hmvc"], clocks["fmvn"]]).strip())
    return {opcode: _read(board, opcode, operands) for opcode, operands in operations}
