"""The loop, in small: generations on the emulator, a state that can be gone on from."""

import contextlib
import io
import json
import shutil
import tempfile
import unittest
from pathlib import Path

import loop
from erawan_train import checkpoint, netfile

SMALL = (
    "--backend emulator --device cpu --warps 3 --moves 60 --nodes 30 --generation-seconds 20 --pace 5 "
    "--batch 64 --material 256 --buffer 20000 --hidden 32 --king-buckets 4 --learn-positions 64 "
    "--validation 0.2 --large-seconds 1 --large-epochs 1 --sample-every 1"
).split()


@unittest.skipUnless(shutil.which("g++"), "the emulator needs g++")
class LoopTest(unittest.TestCase):
    def run_loop(self, game: str, state: str, seconds: float) -> str:
        words = ["--game", game, "--state", state, "--seconds", str(seconds), *SMALL]
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            self.assertEqual(loop.main(words), 0)
        return said.getvalue()

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
                for path in state.rglob("*"):
                    self.assertLess(path.stat().st_size, 16 << 20, path)


if __name__ == "__main__":
    unittest.main()
