"""Tuning: two players with numbers of their own in each game."""

import pathlib
import random
import tempfile
import unittest

from erawan_train.selfplay import tune
from erawan_train.selfplay.openings import opening
from tests.selfplay import support

# So far below beta it is held to be above it: no search worth the name.
HOPELESS = {"reverse_futility": -3000}

# Many random moves decide a game, and it soon ends.
SHORT = {
    "max_plies": 60,
    "opening_min": 24,
    "opening_max": 30,
    "opening_score": 20_000,
    "win_score": 30,
    "win_plies": 1,
}


class Players(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if support.on_gpu():
            raise unittest.SkipTest("the emulator is enough")
        cls.labs = {
            game: tune.Lab(
                game,
                support.network(game).to_bytes(),
                30,
                warps=4,
                seed=3,
                backend="emulator",
                **SHORT,
            )
            for game in ("chess", "makruk")
        }

    def test_numbers_have_names_and_steps(self):
        for lab in self.labs.values():
            names = [number.name for number in lab.numbers]
            self.assertEqual(len(set(names)), len(names))
            self.assertTrue(all(number.step > 0 for number in lab.numbers))
        usual = [
            {number.name: number.usual for number in lab.numbers} for lab in self.labs.values()
        ]
        self.assertEqual(usual[0].keys(), usual[1].keys())
        self.assertNotEqual(usual[0], usual[1])

    def test_each_player_searches_by_its_own_numbers(self):
        # Before a game is begun White has the first set and Black the second.
        white = opening(
            "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 1", "chess"
        )
        black = opening(
            "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 0 1", "chess"
        )
        found = []
        for second in ({}, HOPELESS):
            lab = tune.Lab(
                "chess", support.network("chess").to_bytes(), 400, warps=2, backend="emulator"
            )
            lab.set({}, second, False)
            found.append(lab.generator.search_all([(white, ()), (black, ())]))
        self.assertEqual(found[0][0], found[1][0])
        self.assertNotEqual(found[0][1], found[1][1])

    def test_points_add_up(self):
        for game, lab in self.labs.items():
            for as_one in (True, False):
                lab.set({}, {}, as_one)
                lab.play(moves=30)
                lab.set({}, {}, as_one)
                games, draws, points = lab.play(moves=60)
                self.assertGreater(games, 2, game)
                decided = games - draws
                self.assertTrue(
                    all(
                        abs(value) <= decided and (value - decided) % 2 == 0
                        for value in points.values()
                    )
                )
            # By lot each number was on the side that won or on the other.
            self.assertGreater(len(set(points.values())), 1, game)

    def test_all_numbers_of_one_player_have_the_same_points(self):
        lab = tune.Lab(
            "chess",
            support.network("chess").to_bytes(),
            30,
            warps=4,
            seed=3,
            backend="emulator",
            **SHORT,
        )
        lab.set({}, HOPELESS, True)
        games, draws, points = lab.play(moves=80)
        self.assertEqual(len(set(points.values())), 1)
        self.assertGreater(games - draws, 0)

    def test_a_number_that_is_none_is_refused(self):
        with self.assertRaisesRegex(SystemExit, "no such number: colour"):
            self.labs["chess"].set({}, {"colour": 3}, True)


class Hill:
    """Games whose players are the better the nearer their numbers are to the best."""

    def __init__(self, best):
        self.best = best
        self.numbers = [tune.Number(name, 100, 20) for name in best]
        self.lots = random.Random(5)

    def set(self, first, second, as_one):
        assert not as_one
        self.pair = first, second

    def play(self, seconds):
        points = dict.fromkeys(self.best, 0)
        for _ in range(2000):
            has_second = {name: self.lots.random() < 0.5 for name in self.best}
            one, other = (
                {name: self.pair[has_second[name] ^ swapped][name] for name in self.best}
                for swapped in (False, True)
            )
            lead = self.height(one) - self.height(other)
            result = 1 if self.lots.random() < 0.5 + lead else -1
            for name in self.best:
                points[name] += result if has_second[name] else -result
        return tune.Points(2000, 0, points)

    def height(self, values):
        return -sum(((values[name] - best) / 400) ** 2 for name, best in self.best.items())


class CommandLine(unittest.TestCase):
    def said(self, *words):
        net = pathlib.Path(self.folder.name) / "chess.net"
        net.write_bytes(support.network("chess").to_bytes())
        with self.assertRaises(SystemExit) as ended:
            tune.main(
                [
                    "--backend",
                    "emulator",
                    "--warps",
                    "2",
                    "--nodes",
                    "20",
                    "--seconds",
                    "1",
                    "--net",
                    str(net),
                    *words,
                ]
            )
        return str(ended.exception)

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def test_what_is_wrong_is_said_before_anything_is_played(self):
        folder = pathlib.Path(self.folder.name)
        (folder / "empty.net").write_bytes(b"")
        self.assertIn("No such file", self.said("--net", str(folder / "missing.net")))
        self.assertIn("not a network file", self.said("--net", str(folder / "empty.net")))
        self.assertIn("made for another game", self.said("--game", "makruk"))
        self.assertIn("no such number: colour", self.said("--only", "colour"))
        self.assertIn("no such number: colour", self.said("--match", "colour=1"))
        self.assertIn("No such file", self.said("--out", str(folder / "none" / "found.json")))

    def test_an_interruption_keeps_what_was_found(self):
        hill, reports = Hill({"one": 160}), []
        plays = hill.play

        def interrupted(seconds):
            if len(reports) == 2:
                raise KeyboardInterrupt
            return plays(seconds)

        hill.play = interrupted
        found = tune.tune(
            hill, ["one"], {"one": 100.0}, 60.0, 0.0, 20.0, lambda *line: reports.append(line)
        )
        self.assertEqual([line[0] for line in reports], [10, 20, 20])
        self.assertGreater(found["one"], 100)


class Climbing(unittest.TestCase):
    def test_it_goes_uphill(self):
        best = {"one": 160, "two": 40, "three": 100, "four": 100}
        hill, reports = Hill(best), []
        names = ["one", "two", "three"]
        found = tune.tune(
            hill,
            names,
            dict.fromkeys(best, 100.0),
            1.5,
            0.0,
            20.0,
            lambda *line: reports.append(line),
        )
        for name in names:
            self.assertAlmostEqual(found[name], best[name], delta=25, msg=name)
        self.assertEqual(found["four"], 100)
        self.assertGreater(reports[-1][1], 10_000)

    def test_what_is_not_a_change_is_refused(self):
        for word in ("bonus", "bonus=much", "=", "a=1=2"):
            with self.assertRaisesRegex(SystemExit, "NAME=VALUE"):
                tune.changes([word])
        self.assertEqual(tune.changes(["bonus=7", "reduction=-3"]), {"bonus": 7, "reduction": -3})

    def test_elo_of_points(self):
        self.assertEqual(tune.elo(0, 10, 100)[0], 0)
        # Three points of four.
        difference, error = tune.elo(500, 100, 1000)
        self.assertAlmostEqual(difference, 190.8, delta=0.1)
        self.assertTrue(10 < error < 40)
        self.assertGreater(tune.elo(0, 0, 100)[1], tune.elo(0, 90, 100)[1])


if __name__ == "__main__":
    unittest.main()
