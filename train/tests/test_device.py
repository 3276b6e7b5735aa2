"""The same on a GPU: decoding bit for bit, steps within rounding. Skipped without one."""

import tempfile
import unittest
from pathlib import Path

import torch

from erawan_train import checkpoint, dataset
from erawan_train.architecture import Architecture
from erawan_train.export import QuantisedNetwork, difference
from erawan_train.features import Encoder
from erawan_train.plan import Plan
from erawan_train.synthetic import material_records
from erawan_train.trainer import Trainer
from tests import synthetic as plain

SHAPE = Architecture("makruk", 128, 4, 8)


@unittest.skipUnless(torch.cuda.is_available(), "no GPU")
class OnTheGpu(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.records = material_records(200_000, "makruk", "cuda")

    def test_inputs_equal_the_cpu_ones(self):
        records = plain.tensor(plain.games(3, 50, 20, "makruk"))
        here = Encoder(SHAPE, "cpu").dense(records, torch.float32)
        there = Encoder(SHAPE, "cuda").dense(records.cuda(), torch.float32)
        for mine, theirs in zip(here, there, strict=True):
            self.assertTrue(torch.equal(mine, theirs.cpu()))

    def test_split_equals_the_cpu_one(self):
        records = plain.tensor(plain.games(3, 50, 20, "makruk"))
        here = dataset.prepare(records, validation=0.3)
        there = dataset.prepare(records.cuda(), validation=0.3)
        self.assertTrue(torch.equal(here.validation, there.validation.cpu()))
        self.assertTrue(torch.equal(here.train, there.train.cpu()))

    def test_graph_trains_like_eager(self):
        plan = Plan(positions=300 * 1024, learning_rate=3e-3, warmup_positions=20_000, wdl=0.0)
        losses = []
        for graph in (False, True):
            trainer = Trainer(SHAPE, device="cuda", batch=1024, graph=graph)
            trainer.run(self.records[1000:], plan)
            self.assertEqual(trainer.stepper.uses_graph, graph)
            losses.append(trainer.validate(self.records[:1000]))
        self.assertLess(abs(losses[0] - losses[1]), 0.05 * losses[0], losses)
        apart = difference(trainer.network, trainer.quantised(), self.records[:1000])
        self.assertLess(apart["mean"], 2.0)

    def test_integers_equal_the_cpu_ones(self):
        net = Trainer(SHAPE, device="cuda", batch=16).quantised()
        records = self.records[:2000]
        there = QuantisedNetwork(net, "cuda").evaluate(records).cpu()
        here = QuantisedNetwork(net, "cpu").evaluate(records.cpu())
        self.assertTrue(torch.equal(here, there))

    def test_resume_under_a_graph(self):
        plan = Plan(positions=100 * 1024, wdl=0.0)
        whole = Trainer(SHAPE, device="cuda", batch=1024)
        whole.run(self.records, plan)
        half = Trainer(SHAPE, device="cuda", batch=1024)
        half.begin(plan)
        half.advance(self.records, until=50 * 1024)
        with tempfile.TemporaryDirectory() as folder:
            checkpoint.save(half, Path(folder))
            resumed, _ = checkpoint.load(folder, device="cuda")
        resumed.advance(self.records)
        losses = [each.validate(self.records[:4096]) for each in (whole, resumed)]
        self.assertLess(abs(losses[0] - losses[1]), 0.01 * losses[0], losses)


if __name__ == "__main__":
    unittest.main()
