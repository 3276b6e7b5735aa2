"""Perft of the positions that the Rust tests know, to a depth the emulator
can afford: the numbers are those of crates/board/tests."""

import os
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import selfplay  # noqa: E402
from positions import CHESS, MAKRUK, Position  # noqa: E402

POSITIONS = {
    "chess": (
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", (20, 400, 8902, 197281, 4865609)),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", (48, 2039, 97862, 4085603, 193690690)),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", (14, 191, 2812, 43238, 674624)),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", (6, 264, 9467, 422333, 15833292)),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", (44, 1486, 62379, 2103487, 89941194)),
        ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", (46, 2079, 89890, 3894594, 164075551)),
        ("3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", (18, 92, 1670, 10138, 185429)),
        ("8/8/4k3/8/2p5/8/B2P1K2/8 w - - 0 1", (13, 102, 1284, 10375, 138886)),
        ("8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", (15, 126, 1928, 13931, 206379)),
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", (15, 66, 1198, 6399, 120330)),
        ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", (16, 71, 1286, 7418, 141077)),
        ("r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", (26, 1141, 27826, 1274206, 31912360)),
        ("r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", (44, 1494, 50509, 1720476, 58773923)),
        ("2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1", (11, 133, 1442, 19174, 266199)),
        ("8/P1k5/K7/8/8/8/8/8 w - - 0 1", (6, 27, 273, 1329, 18135)),
        ("K1k5/8/P7/8/8/8/8/8 w - - 0 1", (2, 6, 13, 63, 382)),
        # Chess960.
        ("1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9", (29, 502, 14569, 287739, 8652810)),
        ("rbbqn1kr/pp2p1pp/6n1/2pp1p2/2P4P/P7/BP1PPPP1/R1BQNNKR w HAha - 0 9", (27, 916, 25798, 890435, 26302461)),
        ("rqbbknr1/1ppp2pp/p5n1/4pp2/P7/1PP5/1Q1PPPPP/R1BBKNRN w GAga - 0 9", (24, 600, 15347, 408207, 11029596)),
        ("bbrqn1kr/1pppp1pp/4n3/5p2/p5P1/3P4/PPP1PPKP/BBRQNN1R w hc - 0 9", (24, 573, 12963, 335845, 8191054)),
        ("rbbkq1rn/pppppppp/7n/8/P7/3P3P/1PPKPPP1/RBB1QRNN w a - 3 9", (22, 417, 9900, 216855, 5505063)),
        ("qbb1rnkr/ppp3pp/4n3/3ppp2/1P3PP1/8/P1PPPN1P/QBB1RNKR w HEhe - 0 9", (28, 696, 20502, 541886, 16492398)),
    ),
    "makruk": (
        ("rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1", (23, 529, 12012, 273026, 6223994)),
        ("r1smksnr/3n4/pppp1ppp/4p3/4PP2/PPPP2PP/8/RNSKMSNR w - - 0 1", (24, 554, 13519, 318382, 7923588)),
        ("r3k2r/2s1m1s1/1n1p1p1p/P1P1P1P1/p1p1p1p1/1N1P1P1P/2S1M1S1/R3K2R w - - 0 1", (42, 1708, 68657, 2672818, 103291927)),
        ("3r4/4k1nR/8/2p1p3/3P4/8/rN1K4/4R3 w - - 0 1", (27, 760, 20522, 590013, 16414187)),
        ("3r1Rmk/8/7s/8/8/3S4/8/rM1K3R w - - 0 1", (24, 471, 12131, 277600, 7568817)),
        ("3r1Rmk/8/7s/8/8/3S4/8/rM1K3R b - - 0 1", (21, 496, 11028, 290111, 6948709)),
        ("3k4/2s1m3/3n4/8/2pRp3/1P3P2/3K4/4S3 b - - 0 1", (12, 181, 2739, 47934, 825888)),
        ("3k4/1r6/2n1p3/1P1P1P2/3N4/3R4/2s5/3K4 w - - 0 1", (5, 140, 3409, 80385, 1958606)),
        ("3mk3/r3s1R1/1psppnp1/p1pn4/1P2NP2/P1PPP1P1/4NS2/R1SKM3 w - - 0 1", (30, 792, 22879, 605119, 17906800)),
        ("8/8/4kM~2/8/8/2RMK3/8/8 b - 32 10 50", (6, 136, 625, 14573, 75024)),
        ("3k4/2m5/5M~2/4M3/3KS3/8/8/8 w - 128 0 33", (15, 90, 1481, 11442, 194488)),
        ("4k3/3S4/8/4s3/4K3/8/3s4/2S5 w - - 0 1", (5, 20, 228, 2869, 33205)),
        ("k7/2K5/8/1M6/8/8/8/8 b - 128 6 40", (1, 9, 24, 213, 716)),
        ("4r3/4k3/4s3/r2nM2R/3P4/R2SK2r/4P3/4R3 w - - 0 1", (3, 111, 2980, 106376, 3176032)),
    ),
}
GAMES = {"chess": CHESS, "makruk": MAKRUK}


class Perft(unittest.TestCase):
    def check(self, game, largest):
        library = selfplay.Library(os.environ.get("SELFPLAY_BACKEND", "emulator"))
        warps = 0 if library.backend == "cuda" else 1
        for fen, counts in POSITIONS[game]:
            position = Position.from_fen(GAMES[game], fen)
            for depth, count in enumerate(counts, 1):
                if count > largest:
                    break
                with self.subTest(fen=fen, depth=depth):
                    self.assertEqual(library.perft(game, [position], depth, warps), [count])

    def largest(self):
        return int(os.environ.get("SELFPLAY_PERFT_NODES", "400000"))

    def test_chess(self):
        self.check("chess", self.largest())

    def test_makruk(self):
        self.check("makruk", self.largest())

    def test_depth_0_and_shares(self):
        library = selfplay.Library(os.environ.get("SELFPLAY_BACKEND", "emulator"))
        start = Position.from_fen(CHESS, POSITIONS["chess"][0][0])
        self.assertEqual(library.perft("chess", [start, start], 0, 1), [1, 1])
        # Three warps count together what one counts alone.
        self.assertEqual(library.perft("chess", [start], 3, 3), [8902])
        self.assertEqual(library.perft("chess", [start], 2, 3), [400])
        with self.assertRaises(selfplay.SelfplayError):
            library.perft("chess", [start], 60, 1)


if __name__ == "__main__":
    unittest.main()
