"""What the match against the engine is made of, apart from the engine."""

import unittest

from erawan_train import moves
from erawan_train.facts import TAG_PAWN_CAPTURE, TAG_PROMOTE_QUEEN
from erawan_train.position import Position
from erawan_train.selfplay import contest
from tests.selfplay.support import library, play_games


class Positions(unittest.TestCase):
    def test_moves_are_played_as_the_library_plays_them(self):
        for game, plies in (("chess", 240), ("makruk", 300)):
            _, _, games = play_games(
                game, plies, count=8, seed=11, soft_nodes=15, shuffled_per_mille=700, win_plies=0
            )
            self.assertGreater(len(games), 1)
            tags = set()
            for played in games:
                line, _ = library().line(played.start, played.moves)
                now = played.start
                for move, expected in zip(played.moves, line, strict=True):
                    tags.add(moves.parts(move)[2])
                    # What goes to the engine comes back as the same move.
                    self.assertEqual(moves.from_uci(moves.uci(move, game), now), move)
                    now = moves.play(now, move)
                    self.assertEqual(now.men, expected.men)
                    self.assertEqual(now.turn, expected.turn)
            # Captures of pawns and promotions were among them.
            self.assertTrue(tags >= {TAG_PAWN_CAPTURE, TAG_PROMOTE_QUEEN}, tags)

    def test_castling(self):
        for fen, line in (
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", ("e1h1", "e8a8")),
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", ("e1c1", "e8g8")),
            ("1r2k2r/8/8/8/8/8/8/1RK4R w HBhb - 0 1", ("c1b1", "h8h1")),
        ):
            now = Position.from_fen(fen, "chess")
            for text in line:
                move = moves.from_uci(text, now)
                expected, _ = library().line(now, [move])
                now = moves.play(now, move)
                self.assertEqual(now.men, expected[0].men)


class Results(unittest.TestCase):
    def test_elo(self):
        even = contest.Result(1, 2, 1, [1.0, 1.0])
        self.assertEqual(even.elo, (0.0, 0.0))
        # Three points of four are 191 Elo.
        ahead = contest.Result(6, 0, 2, [2.0, 1.0, 2.0, 1.0])
        elo, error = ahead.elo
        self.assertAlmostEqual(elo, 190.8, places=1)
        self.assertTrue(100 < error < 700)
        lost = contest.Result(0, 0, 4, [0.0, 0.0])
        self.assertLess(lost.elo[0], -1000)


if __name__ == "__main__":
    unittest.main()
