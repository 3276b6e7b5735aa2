"""A piece of the long run, in small: trunks that go on, branches, the record."""

import contextlib
import io
import json
import shutil
import tempfile
import unittest
from pathlib import Path

from erawan_train.architecture import Architecture
from erawan_train.netfile import Net
from erawan_train.piece.__main__ import main
from erawan_train.piece.state import read_net
from erawan_train.trainer import Trainer

SMALL = [
    "--backend",
    "emulator",
    "--device",
    "cpu",
    "--warps",
    "3",
    "--moves",
    "60",
    "--nodes",
    "30",
    "--round-seconds",
    "2",
    "--batch",
    "64",
    "--buffer",
    "20000",
    "--small-hidden",
    "128",
    "--validation",
    "0.2",
    "--small-visits",
    "1",
]


@unittest.skipUnless(shutil.which("g++"), "the emulator needs g++")
class PieceTest(unittest.TestCase):
    def run_piece(self, state: Path, *more: str, code: int = 0) -> str:
        words = ["--game", "makruk", "--state", str(state), "--seconds", "4", *SMALL, *more]
        said = io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            left = main(words)
        self.assertEqual(left, code, said.getvalue())
        return said.getvalue()

    def test_ways_to_learn_are_compared(self):
        with tempfile.TemporaryDirectory() as folder:
            state = Path(folder) / "state"
            seed, trunk = Path(folder) / "seed.net", Path(folder) / "trunk.net"
            Trainer(Architecture("makruk", 128), batch=64).export(seed)
            Trainer(Architecture("makruk", 32, king_buckets=4), batch=64).export(trunk)
            names = ("flat-32x4", "flat-32x4-rate1e-4", "flat-32x4-visits2")
            starts = [f"--start={name}={trunk}" for name in names]
            few = ("--batch", "16")
            said = self.run_piece(state, f"--start=small={seed}", *starts, *few, "--trunks", *names)
            nets = {read_net(state / f"{name}.trunk.net").to_bytes() for name in names}
            self.assertEqual(len(nets), 3, said)
            rounds = json.loads((state / "record.json").read_text())[0]["rounds"]
            # A round may end before there is anything to learn from.
            learned = [
                sum(figures[name]["learned"] for figures in rounds if name in figures)
                for name in names
            ]
            self.assertEqual(learned[0], learned[1])
            self.assertGreater(learned[2], learned[0])
            manifest = json.loads((state / "flat-32x4-rate1e-4.branch.json").read_text())
            self.assertEqual(manifest["training"]["rate"], 1e-4)

    def test_pieces_add_up(self):
        with tempfile.TemporaryDirectory() as folder:
            state = Path(folder) / "state"
            seed = Path(folder) / "seed.net"
            Trainer(Architecture("makruk", 128), batch=64).export(seed)
            trunks = ("--trunks", "layered-64x4", "flat-32x4")
            said = self.run_piece(state, f"--start=small={seed}", *trunks)
            self.assertIn("layered-64x4: is born", said)
            first = read_net(state / "layered-64x4.trunk.net")
            said = self.run_piece(state, *trunks)
            self.assertIn("layered-64x4: goes on", said)
            self.assertIn("flat-32x4: goes on", said)
            second = read_net(state / "layered-64x4.trunk.net")
            self.assertEqual(first.architecture, second.architecture)
            self.assertEqual(second.architecture.output_rule, "count")
            self.assertNotEqual(first.to_bytes(), second.to_bytes())
            # The branch is another net than the trunk it left.
            branch = read_net(state / "layered-64x4.branch.net")
            self.assertNotEqual(branch.to_bytes(), second.to_bytes())
            record = json.loads((state / "record.json").read_text())
            self.assertEqual(len(record), 2)
            self.assertNotEqual(record[0]["seed"], record[1]["seed"])
            played = sum(piece["played"]["positions"] for piece in record)
            manifest = json.loads((state / "layered-64x4.branch.json").read_text())
            self.assertEqual(manifest["data"]["positions"], played)
            self.assertEqual(manifest["data"]["pieces"], 2)
            self.assertIsInstance(read_net(state / "small.net"), Net)

    def test_what_is_missing_or_broken_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            state = Path(folder) / "state"
            self.assertIn("--start small=NET", self.run_piece(state, code=1))
            bad = Path(folder) / "bad.net"
            bad.write_bytes(b"nothing")
            self.assertIn("bad.net", self.run_piece(state, f"--start=small={bad}", code=1))
            state.mkdir(exist_ok=True)
            (state / "record.json").write_text("{")
            self.assertIn("record.json", self.run_piece(state, code=1))
