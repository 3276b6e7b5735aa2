"""The loop, in small: generations on the emulator, a state that can be gone on from."""

import contextlib
import io
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from erawan_train import checkpoint, netfile
from erawan_train.loop.__main__ import main
from erawan_train.selfplay import build
from erawan_train.selfplay.packed import sampled_games

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
    "--generation-seconds",
    "20",
    "--pace",
    "5",
    "--batch",
    "64",
    "--material",
    "256",
    "--buffer",
    "20000",
    "--hidden",
    "32",
    "--king-buckets",
    "4",
    "--learn-positions",
    "64",
    "--validation",
    "0.2",
    "--large-seconds",
    "1",
    "--large-epochs",
    "1",
    "--anneal-seconds",
    "0.5",
    "--sample-every",
    "1",
]


@unittest.skipUnless(shutil.which("g++"), "the emulator needs g++")
class LoopTest(unittest.TestCase):
    def run_loop(self, game: str, state: str, seconds: float, *more: str, code: int = 0) -> str:
        words = ["--game", game, "--state", state, "--seconds", str(seconds), *SMALL, *more]
        said = io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            left = main(words)
        self.assertEqual(left, code, said.getvalue())
        return said.getvalue()

    def test_a_given_net_is_no_beginner(self):
        with tempfile.TemporaryDirectory() as folder:
            first, second = Path(folder) / "first", Path(folder) / "second"
            self.run_loop("makruk", str(first), 2)
            nets = [f"--start-{name}={first / name}.net" for name in ("small", "large")]
            said = self.run_loop("makruk", str(second), 2, *nets)
            self.assertNotIn("knows material", said)
            history = json.loads((second / "history.json").read_text())
            self.assertEqual(history[0]["nodes_a_move"], 30)
            self.assertEqual(history[0]["start"], "small.net")
            manifest = json.loads((second / "small.json").read_text())
            self.assertIn("small.net", manifest["data"]["source"])
            self.assertEqual(manifest["data"]["generator"], build.fingerprint())
            # A net of another shape or none at all is refused.
            bad = Path(folder) / "bad.net"
            bad.write_bytes(b"nothing")
            said = self.run_loop(
                "makruk", str(Path(folder) / "third"), 2, f"--start-small={bad}", code=1
            )
            self.assertIn("bad.net", said)

    def test_openings(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "openings.epd"
            file.write_text("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\n")
            state = Path(folder) / "state"
            more = ("--openings", str(file), "--opening-plies", "1", "2")
            self.run_loop("chess", str(state), 2, *more)
            played = list(sampled_games((state / "games.sample").read_bytes()))
            self.assertGreater(len(played), 0)
            for game in played:
                self.assertEqual(game.start.placement(), "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8")
                self.assertIn(game.opening_plies, (1, 2))
            file.write_text("8/8/8/8/8/8/8/8 w - - 0 1\n")
            self.assertIn(
                "line 1: White has 0 kings", self.run_loop("chess", str(state), 2, *more, code=1)
            )

    def test_interrupted_it_leaves_the_last_checkpoint(self):
        with tempfile.TemporaryDirectory() as folder:
            words = ["--game", "makruk", "--state", folder, "--seconds", "600", *SMALL]
            process = subprocess.Popen(
                [sys.executable, "-m", "erawan_train.loop", *words],
                env={**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parent.parent)},
                stdout=subprocess.PIPE,
                text=True,
                bufsize=1,
            )
            # Somewhere in the second generation.
            for line in process.stdout:
                if "generation 0" in line:
                    break
            time.sleep(0.3)
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=60)
            self.assertEqual(process.returncode, 130)
            history = json.loads((Path(folder) / "history.json").read_text())
            self.assertGreater(len(history), 0)
            trainer, _ = checkpoint.load(Path(folder) / "small")
            self.assertGreater(trainer.steps, 0)
            self.assertEqual(list(Path(folder).rglob("*.part")), [])
            self.assertIn("goes on after", self.run_loop("makruk", folder, 2))

    def test_generations_go_on_from_their_state(self):
        for game in ("chess", "makruk"):
            with self.subTest(game), tempfile.TemporaryDirectory() as folder:
                said = self.run_loop(game, folder, 4)
                self.assertIn("knows material", said)
                state = Path(folder)
                first = json.loads((state / "history.json").read_text())
                self.assertGreater(len(first), 0)
                said = self.run_loop(game, folder, 4)
                self.assertIn("goes on after", said)
                history = json.loads((state / "history.json").read_text())
                self.assertEqual(history[: len(first) - 1], first[:-1])
                self.assertGreater(len(history), len(first))
                numbers = [entry["generation"] for entry in history]
                self.assertEqual(numbers, list(range(len(history))))
                for entry in history:
                    self.assertEqual(sum(entry["wins_draws_losses"]), entry["games"])
                net = netfile.Net.read(state / "small.net")
                self.assertEqual(net.architecture.game, game)
                self.assertTrue(checkpoint.exists(state / "small"))
                self.assertTrue((state / "games.sample").exists())
                # On a slow machine there may be too few positions for a batch.
                self.assertEqual("annealed" in history[-1], history[-1]["window"] >= 64)
                rates = [entry["rate"] for entry in history if entry["rate"] == entry["rate"]]
                self.assertTrue(all(0.0 < rate <= 1e-3 for rate in rates))
                for path in state.rglob("*"):
                    self.assertLess(path.stat().st_size, 16 << 20, path)


if __name__ == "__main__":
    unittest.main()
