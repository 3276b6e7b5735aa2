"""The network, bit for bit, against plain integers in Python."""

import random
import unittest

from erawan_train import reference
from erawan_train.facts import MARKED_ROLE
from erawan_train.position import KING, QUEEN, Man, Position
from erawan_train.selfplay import generator as selfplay
from erawan_train.selfplay import networks
from tests.selfplay.support import library, network, play_games


def random_position(rng, game):
    """Any men anywhere: the network does not ask whether a game leads there."""
    squares = rng.sample(range(64), rng.randint(2, 32))
    men = {squares[0]: Man(0, KING), squares[1]: Man(1, KING)}
    for square in squares[2:]:
        role = rng.randrange(5)
        if game == "makruk" and role == QUEEN and rng.random() < 0.5:
            role = MARKED_ROLE
        men[square] = Man(rng.randrange(2), role)
    return Position(men, rng.randrange(2), game)


class Evaluation(unittest.TestCase):
    def compare(self, game, count, **options):
        net = networks.network(game, **options)
        settings = selfplay.Settings.of(game, table_bits=4)
        with selfplay.Generator(game, net.to_bytes(), settings, 2, 1, library()) as generator:
            rng = random.Random(7)
            some = [random_position(rng, game) for _ in range(count)]
            values = generator.evaluate(b"".join(p.to_record() for p in some))
        self.assertEqual(values, [reference.evaluate(net, p) for p in some])
        self.assertGreater(len(set(values)), count // 2)

    def test_widths_and_buckets(self):
        self.compare("chess", 60, hidden=256, noise=30)
        self.compare("makruk", 60, hidden=256, king_buckets=4, noise=30)
        self.compare("chess", 30, hidden=128, out_buckets=1, noise=60)
        self.compare("makruk", 30, hidden=512, king_buckets=2, noise=20)

    def test_carried_along_is_the_same_as_made_afresh(self):
        for game in ("chess", "makruk"):
            net = networks.network(game, king_buckets=4, noise=30, seed=3)
            _, _, games = play_games(
                game, 80, count=2, soft_nodes=20, shuffled_per_mille=500, win_plies=0
            )
            settings = selfplay.Settings.of(game, table_bits=4)
            with selfplay.Generator(game, net.to_bytes(), settings, 1, 1, library()) as generator:
                for played in games[:3]:
                    line, values = library().line(played.start, played.moves, generator)
                    self.assertEqual(len(line), len(played.moves))
                    afresh = generator.evaluate(b"".join(p.to_record() for p in line))
                    # The library leaves out one in three, to jump.
                    asked = [i for i in range(len(line)) if i % 3 != 1]
                    self.assertEqual([values[i] for i in asked], [afresh[i] for i in asked])
                    self.assertEqual(afresh[::9], [reference.evaluate(net, p) for p in line[::9]])


class Files(unittest.TestCase):
    def refuse(self, data, message):
        with self.assertRaisesRegex(selfplay.SelfplayError, message):
            selfplay.Generator("chess", data, selfplay.Settings(table_bits=4), 1, 1, library())

    def test_bad_files_are_refused_with_a_reason(self):
        good = network("chess", hidden=128).to_bytes()
        self.refuse(b"", "not a network")
        self.refuse(b"X" + good[1:], "not a network")
        self.refuse(good[:-1], "wrong length")
        self.refuse(good[:-5] + bytes([good[-5] ^ 1]) + good[-4:], "hash")
        self.refuse(good[:12] + b"\x02" + good[13:], "unknown game")
        self.refuse(good[:13] + b"\x01" + good[14:], "activation")
        self.refuse(good[:14] + b"\x60\x00" + good[16:], "width")
        self.refuse(good[:8] + b"\x07" + good[9:], "header length")
        self.refuse(good[:20] + b"\xfe" + good[21:], "quantisation")
        self.refuse(good[:24] + b"\x00\x00" + good[26:], "scale")
        self.refuse(good[:24] + b"\xa1\x0f" + good[26:], "scale")
        self.refuse(network("makruk", hidden=128).to_bytes(), "another game")
        heavy = networks.network("chess", hidden=128, noise=1)
        heavy.out[0, 0, 5] = 128
        self.refuse(heavy.to_bytes(), "out of range")

    def test_another_network_can_take_over(self):
        small, large = network("chess", hidden=128), network("chess", hidden=256)
        with selfplay.Generator(
            "chess", small.to_bytes(), selfplay.Settings(table_bits=4), 1, 1, library()
        ) as generator:
            start = Position.from_fen(
                "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", "chess"
            )
            self.assertEqual(
                generator.evaluate(start.to_record()), [reference.evaluate(small, start)]
            )
            generator.set_net(large.to_bytes())
            self.assertEqual(
                generator.evaluate(start.to_record()), [reference.evaluate(large, start)]
            )
            with self.assertRaises(selfplay.SelfplayError):
                generator.set_net(b"nothing")
            self.assertEqual(
                generator.evaluate(start.to_record()), [reference.evaluate(large, start)]
            )


if __name__ == "__main__":
    unittest.main()
