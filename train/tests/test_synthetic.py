"""Made-up positions are valid records whose score is their material."""

import json
import tempfile
import unittest
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import torch

from erawan_train import dataset, match_result
from erawan_train import records as record_fields
from erawan_train.position import Position
from erawan_train.synthetic import WORTH, material_records


class Synthetic(unittest.TestCase):
    def test_records_are_valid_and_scored_by_material(self):
        for game in ("chess", "makruk"):
            records = material_records(3000, game, seed=2)
            self.assertIsNone(record_fields.fault(records))
            scores = record_fields.score(records).tolist()
            men = set()
            for record, score in zip(records[:300], scores[:300], strict=True):
                board = Position.from_record(bytes(record.tolist()), game)
                worth = (*WORTH[game], 0)
                balance = sum(
                    worth[man.role] * (1 if man.colour == board.turn else -1)
                    for man in board.men.values()
                )
                self.assertEqual(max(-9000, min(9000, balance)), score)
                self.assertEqual(Position.from_record(board.to_record(), game), board)
                men.add(len(board.men))
            self.assertTrue(min(men) <= 4 and max(men) >= 30, men)
            found = dataset.prepare(records).statistics
            self.assertGreater(found.correlation, 0.4)
            self.assertEqual((found.kept, found.games), (3000, 3000))

    def test_the_seed_decides(self):
        first, again, other = (material_records(100, "chess", seed=seed) for seed in (1, 1, 2))
        self.assertTrue(torch.equal(first, again))
        self.assertFalse(torch.equal(first, other))


class MatchResult(unittest.TestCase):
    def test_elo(self):
        value, error = match_result.figures(100, 0, 100)
        self.assertAlmostEqual(value, 0.0)
        # 200 decided games: 1.96 * 0.5 / sqrt(200) of a point either way.
        self.assertAlmostEqual(error, match_result.elo(0.5 + 0.0692965), places=3)
        self.assertAlmostEqual(match_result.figures(3, 0, 1)[0], 190.848, places=2)

    def test_manifest_is_filled(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "net.json"
            words = [str(path), "--opponent", "old", "--conditions", "2+0.02"]
            words += ["--wins", "60", "--draws", "30", "--losses", "10"]
            path.write_text('{"format": 1, "seed": 5, "match": {}}')
            with redirect_stdout(StringIO()):
                self.assertEqual(match_result.main(words), 0)
                first = json.loads(path.read_text())
                self.assertEqual(
                    match_result.main([*words, "--wins", "61", "--by", "a first net"]), 0
                )
            content = json.loads(path.read_text())
        self.assertNotIn("earlier_matches", first)
        self.assertEqual(content["earlier_matches"], [first["match"]])
        self.assertEqual((content["match"]["wins"], content["match"]["by"]), (61, "a first net"))
        content = first
        self.assertEqual((content["seed"], content["match"]["games"]), (5, 100))
        self.assertAlmostEqual(content["match"]["elo"], 190.8)


if __name__ == "__main__":
    unittest.main()
