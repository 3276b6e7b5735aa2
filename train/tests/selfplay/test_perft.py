"""Perft of the positions that the Rust tests know, to a depth the emulator
can afford: the numbers are those of crates/board/tests."""

import os
import unittest

from erawan_train.position import Position
from erawan_train.selfplay.generator import Library, SelfplayError
from erawan_train.selfplay.perft_positions import POSITIONS


class Perft(unittest.TestCase):
    def check(self, game, largest):
        library = Library(os.environ.get("SELFPLAY_BACKEND", "emulator"))
        warps = 0 if library.backend == "cuda" else 1
        for fen, counts in POSITIONS[game]:
            position = Position.from_fen(fen, game)
            for depth, count in enumerate(counts, 1):
                if count > largest:
                    break
                with self.subTest(fen=fen, depth=depth):
                    self.assertEqual(library.perft([position], depth, warps), [count])

    def largest(self):
        return int(os.environ.get("SELFPLAY_PERFT_NODES", "400000"))

    def test_chess(self):
        self.check("chess", self.largest())

    def test_makruk(self):
        self.check("makruk", self.largest())

    def test_depth_0_and_shares(self):
        library = Library(os.environ.get("SELFPLAY_BACKEND", "emulator"))
        start = Position.from_fen(POSITIONS["chess"][0][0], "chess")
        self.assertEqual(library.perft([start, start], 0, 1), [1, 1])
        # Three warps count together what one counts alone.
        self.assertEqual(library.perft([start], 3, 3), [8902])
        self.assertEqual(library.perft([start], 2, 3), [400])
        with self.assertRaises(SelfplayError):
            library.perft([start], 60, 1)


if __name__ == "__main__":
    unittest.main()
