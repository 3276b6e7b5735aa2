"""Runs python-chess's own test cases against erawan.

    python python_chess.py test.py

``test.py`` is the file of that name in python-chess's repository; its package does not have it.
The cases for squares, moves, pieces, boards and sets are run with erawan in the place of chess.
Those of EXPECTED must fail, and all others pass: anything else is told, and an error.
"""

from __future__ import annotations

import importlib.util
import io
import sys
import types
import unittest
from pathlib import Path

import erawan

CLASSES = [
    "SquareTestCase", "MoveTestCase", "PieceTestCase", "BoardTestCase",
    "LegalMoveGeneratorTestCase", "BaseBoardTestCase", "SquareSetTestCase",
]  # fmt: skip

#: What test.py imports beside chess. Only the keys of Polyglot are used by the cases above.
OTHERS = ["engine", "gaviota", "pgn", "polyglot", "svg", "syzygy", "variant"]

UNPLAYABLE = "positions that cannot be played are refused when they are read, so there is no status"
CHANGED = "a position is made whole, from a FEN: nothing is put up, taken off or mirrored"
PSEUDO = "there are no pseudo-legal moves: the core makes legal ones at once"
DROPS = "no game here has drops"
VARIANTS = "the games of chess.variant are others"
VIEW = "legal moves are a view of a board, and of nothing else"

#: The cases that differ, and why.
EXPECTED: dict[str, str] = {
    "BaseBoardTestCase.test_set_piece_map": CHANGED,
    "BoardTestCase.test_castling_is_legal": CHANGED,
    "BoardTestCase.test_clean_castling_rights": CHANGED,
    "BoardTestCase.test_clear": CHANGED,
    "BoardTestCase.test_empty": CHANGED,
    "BoardTestCase.test_find_move": CHANGED,
    "BoardTestCase.test_get_set": CHANGED,
    "BoardTestCase.test_is_irreversible": CHANGED,
    "BoardTestCase.test_mirror": CHANGED,
    "BoardTestCase.test_xfen": CHANGED,
    "BoardTestCase.test_horizontally_skewered_en_passant": UNPLAYABLE,
    "BoardTestCase.test_impossible_check_due_to_en_passant": UNPLAYABLE,
    "BoardTestCase.test_impossible_en_passant": UNPLAYABLE,
    "BoardTestCase.test_invalid_castling_rights": UNPLAYABLE,
    "BoardTestCase.test_one_king_movegen": UNPLAYABLE,
    "BoardTestCase.test_status": UNPLAYABLE,
    "BoardTestCase.test_capture_generation": PSEUDO,
    "BoardTestCase.test_castling_move_generation_bug": PSEUDO,
    "BoardTestCase.test_diagonally_skewered_en_passant": PSEUDO,
    "BoardTestCase.test_en_passant_evasion": PSEUDO,
    "BoardTestCase.test_file_pinned_en_passant": PSEUDO,
    "BoardTestCase.test_is_legal_move": PSEUDO,
    "BoardTestCase.test_move_count": PSEUDO,
    "BoardTestCase.test_move_generation_bug": PSEUDO,
    "BoardTestCase.test_ninesixty_castling_bug": PSEUDO,
    "BoardTestCase.test_pawn_captures": PSEUDO,
    "BoardTestCase.test_pawn_move_generation": PSEUDO,
    "BoardTestCase.test_pseudo_legal_castling_masks": PSEUDO,
    "BoardTestCase.test_pseudo_legality": PSEUDO,
    "BoardTestCase.test_single_step_pawn_move": PSEUDO,
    "LegalMoveGeneratorTestCase.test_nonzero": PSEUDO,
    "LegalMoveGeneratorTestCase.test_string_conversion": PSEUDO,
    "MoveTestCase.test_copy": DROPS,
    "MoveTestCase.test_uci_parsing": DROPS,
    "MoveTestCase.test_xboard_move": DROPS,
    "BoardTestCase.test_insufficient_material": VARIANTS,
    "LegalMoveGeneratorTestCase.test_traverse_once": VIEW,
}


class Absent(types.ModuleType):
    """A module of which the file wants names where it is read, such as exceptions."""

    def __getattr__(self, name: str) -> type:
        return Exception


def load(path: Path) -> types.ModuleType:
    """test.py with erawan for chess."""
    sys.modules["chess"] = erawan
    for name in OTHERS:
        absent = Absent(f"chess.{name}")
        sys.modules[f"chess.{name}"] = absent
        setattr(erawan, name, absent)
    setattr(sys.modules["chess.polyglot"], "zobrist_hash", lambda board: board.polyglot_key)
    spec = importlib.util.spec_from_file_location("python_chess_test", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(module: types.ModuleType) -> tuple[dict[str, str], set[str]]:
    """What fails, with the last line of the reason, and what passes."""
    failed: dict[str, str] = {}
    names: set[str] = set()
    for name in CLASSES:
        for case in unittest.defaultTestLoader.loadTestsFromTestCase(getattr(module, name)):
            assert isinstance(case, unittest.TestCase)
            names.add(short := ".".join(case.id().split(".")[-2:]))
            result = unittest.TextTestRunner(stream=io.StringIO()).run(case)
            for _, trace in [*result.failures, *result.errors]:
                failed[short] = trace.strip().splitlines()[-1]
    return failed, names - set(failed)


def main(path: Path) -> int:
    failed, passed = run(load(path))
    for name in sorted(failed.keys() - EXPECTED.keys()):
        print(f"{name} fails: {failed[name]}")
    for name in sorted(EXPECTED.keys() & passed):
        print(f"{name} passes, but is listed: {EXPECTED[name]}")
    for name in sorted(EXPECTED.keys() - passed - failed.keys()):
        print(f"{name} is listed, but is not there")
    print(f"{len(passed)} pass, {len(failed)} differ, {len(EXPECTED)} of them listed")
    return int(set(failed) != set(EXPECTED))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
