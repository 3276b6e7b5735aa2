"""The yardstick: labels by engines that say what they are told, errors by hand."""

import contextlib
import io
import math
import os
import stat
import sys
import tempfile
import unittest
from pathlib import Path

from erawan_train.yardstick.__main__ import main
from erawan_train.yardstick.label import Label, is_noisy, read
from erawan_train.yardstick.measure import measure

# An engine that expects a chance of its own and evaluates by the number of men.
ENGINE = """#!{python}
import sys
for line in sys.stdin:
    words = line.split()
    if words[0] == "uci": print("uciok")
    elif words[0] == "isready": print("readyok")
    elif words[0] == "position": fen = words[2:]
    elif words[0] == "go":
        print("info depth 3 score cp 10 wdl {win} {draw} {loss} nodes 5 pv {best}")
        print("bestmove {best}")
    elif words[0] == "eval":
        men = sum(letter.isalpha() for letter in fen[0])
        print(f"Evaluation: {{men * 10}} centipawns (White's side), by the network")
    elif words[0] == "d": print("Checkers:")
    elif words[0] == "quit": break
    sys.stdout.flush()
"""


def engine(path: Path, win: int, draw: int, best: str) -> str:
    loss = 1000 - win - draw
    path.write_text(ENGINE.format(python=sys.executable, win=win, draw=draw, loss=loss, best=best))
    os.chmod(path, stat.S_IRWXU)
    return str(path)


def run(*words: str) -> tuple[int, str]:
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        code = main(list(words))
    return code, said.getvalue()


class YardstickTest(unittest.TestCase):
    def test_labels_and_errors(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            positions = folder / "some.epd"
            positions.write_text(
                "8/8/8/3k4/8/3K4/8/R7 w - - bm Ra5+;\n"
                "8/8/3p4/3k4/8/3K4/8/R7 b - - 0 9\n"
                "no position\n"
            )
            first = engine(folder / "first", 600, 200, "a1a5")
            second = engine(folder / "second", 400, 200, "d3d4")
            labels = folder / "labels.json"
            words = ("--positions", str(positions), "--out", str(labels), "--nodes", "9")
            code, said = run("label", *words, "--engine", first, "--engine", second)
            self.assertEqual((code, said), (0, "2 positions, 2 of them quiet\n"))
            found = read(labels)
            self.assertEqual(found[0].fen, "8/8/8/3k4/8/3K4/8/R7 w - - 0 1")
            self.assertEqual([found[1].men, found[1].chances], [4, [0.7, 0.5]])
            self.assertAlmostEqual(found[0].truth, 0.6)
            code, said = run("measure", "--labels", str(labels), "--evaluator", first)
            self.assertEqual(code, 0)
            self.assertIn("quiet             2 positions", said)

    def test_the_scale_is_the_one_that_fits(self):
        # Chances that are exactly the logistic curve with 0.9 a pawn leave no error.
        scores = [-3.0, -1.0, 0.0, 0.5, 2.0]
        truth = [1.0 / (1.0 + math.exp(-0.9 * score)) for score in scores]
        labels = [Label("", [chance], index % 2 == 0, 10) for index, chance in enumerate(truth)]
        found = measure(labels, scores)
        self.assertAlmostEqual(found.scale, 0.9, places=4)
        self.assertLess(found.errors["all"][1], 1e-6)
        self.assertEqual(found.errors["quiet"][0], 3)
        # One score that is off by a chance of a tenth or so.
        off = measure(labels, [*scores[:2], 0.45, *scores[3:]])
        self.assertGreater(off.errors["all"][1], 0.03)

    def test_captures_and_promotions_are_noisy(self):
        fen = "8/8/3p4/3k4/8/3K4/8/3R4 w - - 0 1"
        self.assertTrue(is_noisy(fen, "d1d6"))
        self.assertFalse(is_noisy(fen, "d3e3"))
        self.assertTrue(is_noisy(fen, "a7a8q"))

    def test_bad_input_is_named(self):
        with tempfile.TemporaryDirectory() as name:
            labels = Path(name) / "labels.json"
            labels.write_text("[{}]")
            self.assertEqual(run("measure", "--labels", str(labels), "--evaluator", "no")[0], 1)
            labels.write_text("[]")
            code, said = run("measure", "--labels", str(labels), "--evaluator", "/no/engine")
            self.assertEqual(code, 1)
            self.assertIn("/no/engine", said)
            empty = Path(name) / "empty.epd"
            empty.write_text("\n")
            words = ("--positions", str(empty), "--out", str(labels), "--engine", "x")
            code, said = run("label", *words)
            self.assertEqual(code, 1)
            self.assertIn("no positions", said)
