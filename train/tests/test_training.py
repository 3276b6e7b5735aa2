"""Training learns, resumes exactly, stops when told, and one command does it all."""

import contextlib
import io
import json
import os
import signal
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree
from pathlib import Path

import torch

from erawan_train import checkpoint, dataset, reference, train
from erawan_train.architecture import Architecture
from erawan_train.checkpoint import CheckpointError
from erawan_train.command import RunError
from erawan_train.curve import picture, ticks
from erawan_train.netfile import Net
from erawan_train.network import Network, SquaredClippedRelu
from erawan_train.plan import Plan
from erawan_train.position import Position
from erawan_train.step import loss_of, targets
from erawan_train.trainer import Cursor, Trainer, TrainingError
from tests import synthetic

SHAPE = Architecture("chess", 32, 4, 8)
SMALL = Architecture("chess", 32, 1, 8)
TRAIN = [sys.executable, "-m", "erawan_train.train"]
PACKAGE = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parent.parent)}
"""So that `-m` finds the package in any folder."""


def weights(trainer):
    return torch.cat([parameter.detach().flatten() for parameter in trainer.network.parameters()])


class Learning(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        torch.set_num_threads(1)
        cls.data = dataset.prepare(synthetic.tensor(synthetic.games(1, 300, 20)), validation=0.1)

    def test_material_is_learned(self):
        trainer = Trainer(SMALL, batch=256, seed=1)
        plan = Plan(positions=60_000, learning_rate=5e-3, warmup_positions=2000, wdl=0.0)
        trainer.begin(plan)
        before = trainer.validate(self.data.validation)
        reports = []
        figures = trainer.advance(self.data.train, report=reports.append, report_seconds=0.0)
        after = trainer.validate(self.data.validation)
        self.assertLess(after, before / 3, (before, after))
        self.assertLess(reports[-1].loss, reports[0].loss / 3)
        self.assertTrue(trainer.finished)
        self.assertGreaterEqual(figures.positions, 60_000)
        mean = sum(report.loss for report in reports) / len(reports)
        self.assertAlmostEqual(figures.loss, mean, places=5)
        net = trainer.quantised()
        up = reference.evaluate(net, Position.from_fen("4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1", "chess"))
        down = reference.evaluate(
            net, Position.from_fen("4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1", "chess")
        )
        self.assertTrue(up > 100 > -100 > down, (up, down))

    def test_the_same_seed_gives_the_same_weights(self):
        plan = Plan(positions=2560)
        runs = []
        for seed in (1, 1, 2):
            trainer = Trainer(SMALL, batch=256, seed=seed)
            trainer.run(self.data.train, plan)
            runs.append(weights(trainer))
        self.assertTrue(torch.equal(runs[0], runs[1]))
        self.assertFalse(torch.equal(runs[0], runs[2]))

    def test_resuming_gives_the_same_weights(self):
        """Across an epoch's end, and past the step where output sums are bounded."""
        records = self.data.train[:2000]
        plan = Plan(positions=64 * 80, warmup_positions=1000, wdl=0.2, final_wdl=0.4)
        whole = Trainer(SHAPE, batch=64, seed=5)
        whole.run(records, plan)
        half = Trainer(SHAPE, batch=64, seed=5)
        half.begin(plan)
        half.advance(records, until=64 * 27)
        with tempfile.TemporaryDirectory() as folder:
            checkpoint.save(half, Path(folder), extra={"note": [1, 2]})
            half.advance(records, until=64 * 40)
            resumed, extra = checkpoint.load(folder)
        self.assertEqual(extra, {"note": [1, 2]})
        self.assertEqual(resumed.positions, 64 * 27)
        self.assertEqual(resumed.cursor.epoch, 0)
        resumed.advance(records)
        self.assertGreater(resumed.cursor.epoch, 0)
        self.assertTrue(torch.equal(weights(whole), weights(resumed)))
        self.assertEqual(float(resumed.network.snap), 1.0)

    def test_a_finished_run_is_loaded_with_its_rounding(self):
        trainer = Trainer(SMALL, batch=256)
        trainer.run(self.data.train, Plan(positions=2560))
        loss = trainer.validate(self.data.validation)
        with tempfile.TemporaryDirectory() as folder:
            checkpoint.save(trainer, Path(folder))
            again, _ = checkpoint.load(folder)
        self.assertEqual(again.validate(self.data.validation), loss)
        again.begin(Plan(positions=2560))
        again.advance(self.data.train, until=256)
        self.assertEqual(float(again.network.snap), 0.0)

    def test_a_compact_checkpoint_goes_on_nearly_the_same(self):
        plan = Plan(positions=256 * 160, learning_rate=5e-3, warmup_positions=2000, wdl=0.0)
        trainer = Trainer(SMALL, batch=256, seed=6)
        trainer.begin(plan)
        trainer.advance(self.data.train, until=256 * 80)
        with tempfile.TemporaryDirectory() as folder:
            checkpoint.save(trainer, Path(folder) / "full")
            checkpoint.save(trainer, Path(folder) / "compact", compact=True)
            sizes = [
                sum(file.stat().st_size for file in (Path(folder) / name).glob("*.bin"))
                for name in ("full", "compact")
            ]
            resumed, _ = checkpoint.load(Path(folder) / "compact")
        self.assertLess(sizes[1], sizes[0] * 0.34)
        self.assertLess(float((weights(trainer) - weights(resumed)).abs().max()), 1e-4)
        trainer.advance(self.data.train)
        resumed.advance(self.data.train)
        losses = [each.validate(self.data.validation) for each in (trainer, resumed)]
        self.assertLess(abs(losses[0] - losses[1]), 0.1 * losses[0], losses)

    def test_other_records_begin_a_new_epoch_and_keep_the_optimiser(self):
        trainer = Trainer(SMALL, batch=256)
        trainer.run(self.data.train, Plan(positions=2560))
        trainer.run(self.data.train[:1000], Plan(positions=2560))
        self.assertEqual(trainer.steps, 20)
        step = trainer.stepper.moments()["out"]["step"]
        self.assertEqual(float(step), 20)

    def test_a_plan_of_seconds_ends(self):
        trainer = Trainer(SHAPE, batch=256)
        figures = trainer.run(self.data.train, Plan(seconds=0.3))
        self.assertTrue(0.3 <= figures.seconds < 5.0, figures)
        self.assertLess(figures.learning_rate, 1e-3)

    def test_stop_ends_between_steps(self):
        trainer = Trainer(SHAPE, batch=256)
        trainer.begin(Plan(positions=10**9))
        trainer.advance(self.data.train, report=lambda _: trainer.stop(), report_seconds=0.0)
        self.assertEqual(trainer.positions, 256)

    def test_refusals(self):
        trainer = Trainer(SHAPE, batch=256)
        with self.assertRaisesRegex(TrainingError, "no plan"):
            trainer.advance(self.data.train)
        with self.assertRaisesRegex(TrainingError, "fewer than a batch"):
            trainer.run(self.data.train[:255], Plan(positions=256))
        with torch.no_grad():
            trainer.network.out_bias[:] = float("nan")
        with self.assertRaisesRegex(TrainingError, "no number"):
            trainer.run(self.data.train, Plan(positions=256))
        for wrong in ({}, {"positions": 5, "seconds": 5}, {"positions": 0}, {"seconds": -1}):
            with self.assertRaises(ValueError):
                Plan(**wrong)
        with self.assertRaises(ValueError):
            Plan(positions=5, wdl=1.5)


class Mathematics(unittest.TestCase):
    def test_targets(self):
        board = Position.from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "chess")
        records = synthetic.tensor(board.to_record(400, 0) + board.to_record(-400, 2))
        sigmoid = 1 / (1 + 2.718281828459045**-1)
        expected = [0.7 * sigmoid, 0.3 + 0.7 * (1 - sigmoid)]
        for found, wanted in zip(targets(records, 0.3).tolist(), expected, strict=True):
            self.assertAlmostEqual(found, wanted, places=6)

    def test_activation_slope(self):
        values = torch.tensor([-1.0, 0.25, 0.5, 0.75, 1.5], dtype=torch.double, requires_grad=True)
        self.assertTrue(torch.autograd.gradcheck(SquaredClippedRelu.apply, (values,)))

    def test_gradient_reaches_shared_and_own_rows(self):
        trainer = Trainer(SHAPE, batch=16)
        records = synthetic.tensor(synthetic.games(4, 1, 16))
        loss = loss_of(trainer.network, trainer.encoder, records, 0.5, torch.float32)
        loss.backward()
        own = trainer.network.ft.grad.view(4, 768, 32)
        self.assertTrue(torch.allclose(own.sum(0), trainer.network.shared.grad, atol=1e-7))
        self.assertGreater(float(own.abs().max()), 0.0)

    def test_dense_and_sparse_inputs_give_the_same(self):
        records = synthetic.tensor(synthetic.games(6, 4, 25))
        results = []
        for form in ("dense", "sparse"):
            trainer = Trainer(SHAPE, batch=1, seed=3)
            encode = getattr(trainer.encoder, form)
            inputs = encode(records, torch.float32) if form == "dense" else encode(records)
            output = trainer.network(*inputs)
            output.square().mean().backward()
            gradients = [parameter.grad for parameter in trainer.network.parameters()]
            results.append([output, *gradients])
        for dense, sparse in zip(*results, strict=True):
            self.assertTrue(torch.allclose(dense, sparse, atol=1e-6))
            self.assertGreater(float(dense.abs().max()), 1e-3)

    def test_bf16_is_close_to_f32(self):
        network = Network(Architecture("chess", 64), factorised=False)
        encoder = Trainer(Architecture("chess", 64), batch=1).encoder
        records = synthetic.tensor(synthetic.games(4, 10, 10))
        with torch.no_grad():
            exact = network(*encoder.dense(records, torch.float32))
            rough = network(*encoder.dense(records, torch.bfloat16))
        self.assertLess(float((exact - rough).abs().mean()), 0.01)

    def test_schedule(self):
        plan = Plan(
            positions=1000, learning_rate=1e-2, final_learning_rate=1e-4, warmup_positions=100
        )
        self.assertAlmostEqual(plan.rate(0, 0.0), 1e-3)
        self.assertAlmostEqual(plan.rate(500, 0.5), (1e-2 + 1e-4) / 2)
        self.assertAlmostEqual(plan.rate(1000, 1.0), 1e-4)
        self.assertEqual(plan.progress(2000, 0.0), 1.0)

    def test_every_epoch_is_another_permutation(self):
        cursor = Cursor(1, torch.device("cpu"))
        cursor.bind(100)
        epochs = [torch.cat([cursor.rows(10) for _ in range(10)]).tolist() for _ in range(2)]
        for epoch in epochs:
            self.assertEqual(sorted(epoch), list(range(100)))
        self.assertNotEqual(*epochs)


class Checkpoints(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = Path(self.folder.name)

    def test_large_ones_are_split(self):
        limit = checkpoint.LARGEST_FILE
        try:
            checkpoint.LARGEST_FILE = 100_000
            trainer = Trainer(SHAPE, batch=16)
            for _ in range(2):
                checkpoint.save(trainer, self.path)
                with torch.no_grad():
                    trainer.network.ft += 1.0
        finally:
            checkpoint.LARGEST_FILE = limit
        parts = list(self.path.glob("*.bin"))
        named = {
            entry["name"]
            for entry in json.loads((self.path / "checkpoint.json").read_text())["files"]
        }
        self.assertEqual({part.name for part in parts}, named)
        self.assertGreater(len(parts), 4)
        self.assertLessEqual(max(part.stat().st_size for part in parts), 100_000)
        again, _ = checkpoint.load(self.path)
        with torch.no_grad():
            trainer.network.ft -= 1.0
        self.assertTrue(torch.allclose(weights(again), weights(trainer), atol=1e-6))

    def test_broken_ones_are_refused(self):
        with self.assertRaisesRegex(CheckpointError, "checkpoint.json"):
            checkpoint.load(self.path)
        self.assertFalse(checkpoint.exists(self.path))
        checkpoint.save(Trainer(SHAPE, batch=16), self.path)
        self.assertTrue(checkpoint.exists(self.path))
        (part,) = self.path.glob("*.bin")
        data = part.read_bytes()
        part.write_bytes(data[:-1] + b"\1")
        with self.assertRaisesRegex(CheckpointError, "hash"):
            checkpoint.load(self.path)
        part.unlink()
        with self.assertRaisesRegex(CheckpointError, part.name):
            checkpoint.load(self.path)
        for text in ("{", "[]", "{}", '{"format": 9}'):
            (self.path / "checkpoint.json").write_text(text)
            with self.assertRaises(CheckpointError, msg=text):
                checkpoint.load(self.path)


class Curve(unittest.TestCase):
    def test_picture_is_xml_and_holds_every_point(self):
        points = [(float(x), 1.0 / (x + 1)) for x in range(30)]
        text = picture({"train & <test>": points, "empty": []}, "A < B", "positions")
        root = xml.etree.ElementTree.fromstring(text)
        line = root.find("{http://www.w3.org/2000/svg}polyline")
        self.assertEqual(len(line.get("points").split()), 30)
        for pair in line.get("points").split():
            x, y = map(float, pair.split(","))
            self.assertTrue(0 <= x <= 800 and 0 <= y <= 420)

    def test_ticks_enclose(self):
        for lowest, highest in ((0.0, 1.0), (0.063, 0.0711), (5.0, 5.0), (0.0, 0.0), (-3.0, 7e6)):
            found = ticks(lowest, highest)
            self.assertTrue(found[0] <= lowest + 1e-9 and found[-1] >= highest - 1e-9)
            self.assertTrue(2 <= len(found) <= 10, found)


class Command(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name)
        (self.path / "a.pos").write_bytes(synthetic.games(1, 40, 20, "makruk"))
        (self.path / "b.pos").write_bytes(synthetic.games(2, 60, 20, "makruk"))

    def arguments(self):
        return [
            "--data", "a.pos", "b.pos", "--game", "makruk", "--hidden", "32", "--king-buckets", "4",
            "--superbatches", "2", "--superbatch-positions", "4000", "--batch", "200",
            "--warmup-positions", "500", "--validation", "0.1", "--device", "cpu",
            "--data-nodes", "1000", "--data-version", "test 1", "--out", "nets/m.net",
        ]  # fmt: skip

    def run_command(self, *extra, code=0):
        done = subprocess.run(
            [*TRAIN, *self.arguments(), *extra],
            cwd=self.path,
            env=PACKAGE,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        self.assertNotIn("Traceback", done.stderr)
        return done

    def test_from_data_to_net_and_on(self):
        done = self.run_command("--checkpoint", "state")
        self.assertIn("superbatch 2 done  100.0 %", done.stdout)
        self.assertIn("validation 0.", done.stdout)
        net = Net.read(self.path / "nets/m.net")
        self.assertEqual(str(net.architecture), str(Architecture("makruk", 32, 4, 8)))
        manifest = json.loads((self.path / "nets/m.json").read_text())
        self.assertEqual(manifest["data"]["positions"], 2000)
        self.assertEqual(manifest["data"]["nodes"], "1000")
        self.assertEqual(len(manifest["data"]["files"][0]["sha256"]), 64)
        self.assertEqual(len(manifest["training"]["validation_curve"]), 2)
        self.assertLess(manifest["quantisation"]["mean_difference"], 2.0)
        self.assertIsNone(manifest["match"]["elo"])
        xml.etree.ElementTree.parse(self.path / "nets/m.svg")
        first = (self.path / "nets/m.net").read_bytes()
        self.run_command("--resume", "--checkpoint", "state")
        self.assertEqual((self.path / "nets/m.net").read_bytes(), first)
        other = self.run_command("--resume", "--checkpoint", "state", "--hidden", "64", code=1)
        self.assertIn("asked for is", other.stderr)

    def test_failures_are_one_line(self):
        (self.path / "bad.pos").write_bytes(b"no records at all")
        for extra, text in (
            (("--data", "bad.pos"), "bad.pos: 17 bytes"),
            (("--data", "none.pos"), "none.pos: No such file"),
            (("--king-buckets", "5"), "no built-in table"),
            (("--start", "none.net"), "none.net: No such file"),
            (("--min-correlation", "0.999"), "sign of the scores"),
            (("--superbatches", "0"), "must not be empty"),
            (("--device", "nonsense"), "cannot be used"),
        ):
            options = train.arguments().parse_args([*self.arguments(), *extra])
            with (
                contextlib.redirect_stdout(io.StringIO()),
                contextlib.chdir(self.path),
                self.assertRaisesRegex(RunError, text),
            ):
                train.train(options)
        self.assertFalse((self.path / "nets").exists())
        done = self.run_command("--data", "bad.pos", code=1)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)

    def test_an_interrupted_run_goes_on(self):
        words = [*TRAIN, *self.arguments()]
        words += ["--superbatches", "30", "--checkpoint", "state", "--report-seconds", "0"]
        with subprocess.Popen(
            words,
            cwd=self.path,
            env=PACKAGE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            for line in process.stdout:
                if line.startswith("superbatch 2"):
                    process.send_signal(signal.SIGINT)
                    break
            output, errors = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 130, errors)
        self.assertIn("stopped; go on with --resume", output)
        self.assertFalse((self.path / "nets").exists())
        trainer, history = checkpoint.load(self.path / "state")
        self.assertTrue(4000 <= trainer.positions < 30 * 4000)
        self.assertEqual(trainer.stepper.moments()["out"]["step"], trainer.steps)
        self.assertLessEqual(history["train"][-1][0], trainer.positions)
        refused = self.run_command("--resume", "--checkpoint", "state", code=1)
        self.assertIn("unfinished run has other settings", refused.stderr)

    def test_wrong_use(self):
        for extra in (["--resume"], ["--wdl", "x"], ["--game", "go"]):
            with contextlib.redirect_stderr(io.StringIO()), self.assertRaises(SystemExit) as caught:
                train.main([*self.arguments(), *extra])
            self.assertEqual(caught.exception.code, 2)


class ReferenceCommand(unittest.TestCase):
    def test_output(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder)
            Trainer(SHAPE, batch=1).export(path / "a.net")
            fens = ["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/4p3/8/8/8/8/8/4K3 b - - 0 1"]
            (path / "fens").write_text("\n".join(fens) + "\n\n")
            data = b"".join(Position.from_fen(fen, "chess").to_record() for fen in fens)
            (path / "a.pos").write_bytes(data)
            outputs = []
            for source in (["--fens", "fens"], ["--records", "a.pos"]):
                done = subprocess.run(
                    [sys.executable, "-m", "erawan_train.reference", "a.net", *source],
                    cwd=path,
                    env=PACKAGE,
                    capture_output=True,
                    text=True,
                    timeout=120,
                    check=False,
                )
                self.assertEqual(done.returncode, 0, done.stderr)
                outputs.append(done.stdout.split())
        self.assertEqual(outputs[0], outputs[1])
        self.assertEqual(len(outputs[0]), 2)
        self.assertEqual(outputs[0][0], outputs[0][1])


if __name__ == "__main__":
    unittest.main()
