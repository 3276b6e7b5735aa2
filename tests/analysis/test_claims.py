#!/usr/bin/env python3
"""A check that lets everything pass is none: claims that hold, and the same a
little wrong."""

import copy
import unittest

import chess
from claims import Case, Line, Scene

ROOKS = "4k3/8/8/p7/P7/8/8/R3K3 w - - 0 1"
AGAIN = ["a1b1", "e8d8", "b1a1", "d8e8"]
RACE = "8/8/4k3/8/8/8/8/3RK3 w - 32 21 1"
TAKEN = {"line": "played", "at": 1, "shown": 1, "won": [], "lost": ["knight"]}
PLAYED = {"line": "played", "at": 1}


def man(role, square):
    return {"role": role, "square": square}


def uci(fen, line):
    """Moves of chess in SAN as UCI writes them."""
    board, moves = chess.Board(fen), []
    for word in line.split():
        moves.append(board.push_san(word).uci())
    return moves


# The reason; the position; the move and what follows; the best line; the claim;
# the same claim, wrong.
CHESS = [
    (
        "leaves-en-prise",
        "4k3/8/8/3p4/4N3/8/8/4K3 w - - 0 1",
        ("Kd2 dxe4", "Nf6+"),
        {**TAKEN, "men": [man("knight", "e4")]},
        {"men": [man("knight", "e5")]},
    ),
    (
        "leaves-en-prise",
        "4k3/8/8/3p4/4N3/8/8/4K3 w - - 0 1",
        ("Kd2 dxe4", "Nf6+"),
        {**TAKEN, "men": [man("knight", "e4")]},
        {"lost": ["rook"]},
    ),
    (
        "allows-fork",
        "4k3/8/8/8/3n4/8/5PPP/2R3K1 w - - 0 1",
        ("h3 Ne2+ Kh2 Nxc1", "Rd1"),
        {**TAKEN, "at": 2, "lost": ["rook"], "men": [man("king", "g1"), man("rook", "c1")]},
        {"men": [man("rook", "c1"), man("pawn", "f2")]},
    ),
    (
        "allows-skewer",
        "4k3/8/8/r7/8/4K3/P7/4Q3 w - - 0 1",
        ("a3 Re5+ Kd2 Rxe1 Kxe1", "Qd2"),
        {
            **TAKEN,
            "at": 2,
            "lost": ["queen"],
            "won": ["rook"],
            "men": [man("queen", "e1"), man("king", "e3")],
        },
        {"men": [man("queen", "e1"), man("pawn", "a3")]},
    ),
    (
        "allows-double-check",
        "4r1k1/8/8/4n3/3Q4/8/P7/4K3 w - - 0 1",
        ("a3 Nf3+ Kf1 Nxd4", "Qd1"),
        {**TAKEN, "at": 2, "lost": ["queen"], "men": [man("queen", "d4")]},
        {"shown": 3},
    ),
    (
        "overloads",
        "2r1k3/4b3/8/8/8/P1R5/1P5P/4K3 w - - 0 1",
        ("h3 Bxa3 bxa3 Rxc3", "Kd2"),
        {
            **TAKEN,
            "lost": ["rook", "pawn"],
            "won": ["bishop"],
            "men": [man("rook", "c3"), man("pawn", "b2")],
        },
        {"men": [man("rook", "c3"), man("pawn", "h3")]},
    ),
    (
        "allows-mate",
        "3r2k1/5ppp/8/8/8/R7/5PPP/6K1 w - - 0 1",
        ("Ra4 Rd1#", "h3"),
        {**PLAYED, "number": 1, "shown": 1},
        {"number": 2},
    ),
    (
        "faces-mate",
        "5rk1/p4ppp/8/8/8/8/2B2PPP/3Q2K1 b - - 0 1",
        ("a6 Qd3", "g6"),
        {**PLAYED, "at": 2, "shown": 1, "men": [man("queen", "h7")]},
        {"men": [man("queen", "d7")]},
    ),
    (
        "weakens-king",
        "r2q1rk1/ppp1bppp/8/3p4/4n3/2N5/PPP1BPPP/R2Q1RK1 w - - 0 1",
        ("f3 Qd6 Qe1 f6", "Nxe4 dxe4"),
        {**PLAYED, "at": 4, "number": 2, "instead": 0, "men": [man("king", "g1")]},
        {"instead": 1},
    ),
    (
        "isolates-pawn",
        "r3r1k1/pp1b1ppp/1qn1p3/3pP3/3P2P1/P1PB1N2/5P1P/R2Q1RK1 w - - 0 1",
        ("Ne1 h5 gxh5 Qxd4", "Be4 f5"),
        {**PLAYED, "at": 4, "men": [man("pawn", "h5")]},
        {"men": [man("pawn", "f2")]},
    ),
    (
        "doubles-pawn",
        "2r2rk1/1b2bppp/p2ppn2/1p6/3NPP2/P1N1B3/1PP3PP/R4RK1 w - - 0 1",
        ("Nf5 exf5 exf5 h6", "Ncxb5 axb5"),
        {**PLAYED, "at": 4, "men": [man("pawn", "f4")]},
        {"men": [man("pawn", "f5")]},
    ),
    (
        "allows-passed-pawn",
        "6k1/pp3ppp/2p5/3p4/3P4/2P1P3/PP3PPP/6K1 w - - 0 1",
        ("b4 f5 c4 dxc4", "e4 dxe4"),
        {**PLAYED, "at": 4, "men": [man("pawn", "c4")]},
        {"men": [man("pawn", "f5")]},
    ),
    (
        "idles-man",
        "r2q1rk1/ppp1bppp/8/3p4/4n3/2N5/PPP1BPPP/R2Q1RK1 w - - 0 1",
        ("Nb1 d4", "Qd3"),
        {**PLAYED, "at": 2, "number": 2, "instead": 5, "men": [man("knight", "b1")]},
        {"number": 3},
    ),
]


class Claims(unittest.TestCase):
    def assert_told(self, variant, fen, history, moves, reason, claim, wrong):
        """The claim holds, and does not with what is wrong."""
        (played, *reply), best = moves
        move = {"uci": played, "reply": " ".join(reply), "best": " ".join(best)}
        before = Line(Scene(variant, fen), history)

        def told(claim):
            case = Case(before, {**move, "reason": reason, "claim": claim}, lambda _: False)
            return case.verify()

        self.assertIsNone(told(copy.deepcopy(claim)), f"{reason} in {fen}")
        self.assertIsNotNone(told({**claim, **wrong}), f"{reason} in {fen} with {wrong}")

    def test_chess(self):
        for reason, fen, (played, best), claim, wrong in CHESS:
            moves = uci(fen, played), uci(fen, best)
            self.assert_told("chess", fen, [], moves, reason, claim, wrong)

    def test_repetitions_are_counted(self):
        for variant in ("makruk", "chess"):
            for history, holds in ((AGAIN + AGAIN[:3], True), (AGAIN[:3], False)):
                before = Line(Scene(variant, ROOKS), history)
                move = {"uci": "d8e8", "best": "d8d7", "reason": "repetition", "claim": PLAYED}
                self.assertEqual(Case(before, move, None).verify() is None, holds, variant)

    def test_too_little_is_left(self):
        for last, holds in (("a7a8n", True), ("a7a8q", False)):
            before = Line(Scene("chess", "8/P7/8/8/8/4k3/8/7K w - - 0 1"), [])
            move = {"uci": last, "best": "h1g1", "reason": "too-little-left", "claim": PLAYED}
            self.assertEqual(Case(before, move, None).verify() is None, holds, last)

    def test_counts(self):
        fen = "8/8/4k3/8/3n4/8/8/3RK3 w - - 0 1"
        claim = {**PLAYED, "number": 13}
        moves = ["d1d4", "e6e5"], ["e1d2"]
        self.assert_told("makruk", fen, [], moves, "starts-count", claim, {"number": 12})
        claim = {**PLAYED, "number": 5}
        moves = ["d1d2", "e6e5"], ["e1e2"]
        self.assert_told("makruk", RACE, [], moves, "count-runs-out", claim, {"number": 4})
        # The same count neither begins here, nor is there one without it.
        for reason, start in (("starts-count", RACE), ("count-runs-out", ROOKS)):
            before = Line(Scene("makruk", start), [])
            move = {"uci": "e1d2", "best": "e1e2", "reason": reason, "claim": claim}
            self.assertIsNotNone(Case(before, move, None).verify(), reason)

    def test_what_nobody_checks_does_not_hold(self):
        before = Line(Scene("chess", chess.STARTING_FEN), [])
        move = {"uci": "e2e4", "best": "d2d4", "reason": "spoils-win", "claim": PLAYED}
        self.assertIsNotNone(Case(before, move, None).verify())


if __name__ == "__main__":
    unittest.main()
