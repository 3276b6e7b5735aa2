"""Bad files are refused with the place and the reason; the split keeps games whole."""

import dataclasses
import random
import tempfile
import unittest
from pathlib import Path

import torch

from erawan_train import dataset
from erawan_train import records as record_fields
from erawan_train.dataset import DataError, Filter
from erawan_train.facts import IN_CHECK, INTERIOR, NOISY
from erawan_train.position import Man, Position
from tests import synthetic


class BadData(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.good = synthetic.games(1, 3, 5)

    def refused(self, data, text):
        path = Path(self.folder.name) / "bad.pos"
        path.write_bytes(data)
        with self.assertRaisesRegex(DataError, text) as caught:
            dataset.load([path], torch.device("cpu"))
        self.assertIn("bad.pos", str(caught.exception))

    def test_files(self):
        self.refused(b"", "empty")
        self.refused(self.good[:-1], "no whole number")
        with self.assertRaisesRegex(DataError, "missing.pos"):
            dataset.load([Path(self.folder.name) / "missing.pos"], torch.device("cpu"))
        with self.assertRaisesRegex(DataError, "directory"):
            dataset.load([Path(self.folder.name)], torch.device("cpu"))

    def test_records(self):
        two_kings = Position({0: Man(0, 5), 63: Man(1, 5)})

        def changed(at, value):
            record = bytearray(two_kings.to_record(ply=20))
            record[at] = value
            return self.good + bytes(record)

        self.refused(changed(8, 0xD7), "record 15 .*unknown role")
        self.refused(changed(8, 0xD4), "record 15 .*White does not have one king")
        self.refused(changed(8, 0x55), "record 15 .*White does not have one king")
        self.refused(changed(8, 0xC5), "record 15 .*Black does not have one king")
        self.refused(changed(9, 0x01), "record 15 .*more codes than men")
        self.refused(changed(26, 3), "record 15 .*result")
        self.refused(changed(27, 16), "record 15 .*flags")
        self.refused(self.good + b"\xff" * 24 + bytes(8), "record 15 .*more than 32 men")
        self.refused(self.good + bytes(32), "record 15 .*king")

    def test_nothing_left(self):
        path = Path(self.folder.name) / "early.pos"
        path.write_bytes(Position({0: Man(0, 5), 63: Man(1, 5)}).to_record(ply=3))
        with self.assertRaisesRegex(DataError, "none of 1 positions"):
            dataset.load([path], torch.device("cpu"))

    def test_random_bytes_never_pass_and_never_crash(self):
        source = random.Random(5)
        for _ in range(50):
            data = source.randbytes(32 * source.randint(1, 40))
            with self.assertRaises(DataError):
                dataset.prepare(synthetic.tensor(data))

    def test_wrong_tensor(self):
        with self.assertRaisesRegex(DataError, "uint8"):
            dataset.prepare(torch.zeros(4, 31, dtype=torch.uint8))


class Preparing(unittest.TestCase):
    def test_filter(self):
        board = Position({0: Man(0, 5), 63: Man(1, 5)})
        cases = [
            (board.to_record(0, ply=16), True),
            (board.to_record(0, ply=15), False),
            (board.to_record(9999, ply=40), True),
            (board.to_record(-9999, ply=40), True),
            (board.to_record(10000, ply=40), False),
            (board.to_record(-32000, ply=40), False),
            (board.to_record(0, ply=40, flags=IN_CHECK), False),
            (board.to_record(0, ply=40, flags=NOISY), False),
            (board.to_record(0, ply=40, flags=INTERIOR), True),
        ]
        records = synthetic.tensor(b"".join(record for record, _ in cases))
        self.assertEqual(Filter().keep(records).tolist(), [kept for _, kept in cases])
        everything = Filter(0, 40000, True, True)
        self.assertTrue(bool(everything.keep(records).all()))

    def test_split_by_game(self):
        """The clock byte carries the game's number here, so that leaks can be seen."""
        board = Position({0: Man(0, 5), 63: Man(1, 5)})
        data = b"".join(
            dataclasses.replace(board, halfmoves=game).to_record(0, ply=ply)
            for game in range(200)
            for ply in range(16, 16 + game % 7 + 1)
        )
        records = synthetic.tensor(data)
        chunk = dataset.CHUNK
        try:
            dataset.CHUNK = 100
            pieces = dataset.prepare(records, validation=0.2, seed=3)
        finally:
            dataset.CHUNK = chunk
        whole = dataset.prepare(records, validation=0.2, seed=3)
        self.assertTrue(torch.equal(whole.validation, pieces.validation))
        self.assertTrue(torch.equal(whole.train, pieces.train))
        train = set(whole.train[:, 30].tolist())
        held_out = set(whole.validation[:, 30].tolist())
        self.assertFalse(train & held_out)
        self.assertEqual(len(train | held_out), 200)
        self.assertTrue(20 <= len(held_out) <= 60, len(held_out))
        # A game of one position followed by a longer one cannot be told apart.
        self.assertTrue(170 <= whole.statistics.games <= 200, whole.statistics.games)
        other = dataset.prepare(records, validation=0.2, seed=4)
        self.assertNotEqual(set(other.validation[:, 30].tolist()), held_out)

    def test_statistics(self):
        records = synthetic.tensor(synthetic.games(2, 40, 25))
        good = dataset.prepare(records).statistics
        self.assertEqual((good.read, good.kept, good.games), (1000, 1000, 40))
        self.assertEqual(sum(good.results), 1000)
        self.assertGreater(good.correlation, 0.8)
        wrong = records.clone()
        wrong[:, 26] = 2 - wrong[:, 26]
        self.assertLess(dataset.prepare(wrong).statistics.correlation, -0.8)
        x = torch.sigmoid(record_fields.score(records).double() / 400)
        y = record_fields.result(records).double() / 2
        expected = torch.corrcoef(torch.stack((x, y)))[0, 1]
        self.assertAlmostEqual(good.correlation, float(expected), places=9)


if __name__ == "__main__":
    unittest.main()
