"""Whole games: every move legal, every result and reason right, as other
programs see it; records that say what happened."""

import os
import pathlib
import struct
import tempfile
import unittest
from typing import ClassVar

from erawan_train import moves
from erawan_train.position import Position
from erawan_train.selfplay import generator as selfplay
from erawan_train.selfplay.openings import OpeningError, read_openings
from erawan_train.selfplay.packed import sampled_games
from tests.selfplay.support import (
    REPOSITORY,
    chess,
    library,
    network,
    on_gpu,
    play_games,
    pyffish,
    records,
    room,
)


def makruk(fen):
    return Position.from_fen(fen, "makruk")


def chess_position(fen):
    return Position.from_fen(fen, "chess")


MOVES = int(os.environ.get("SELFPLAY_TEST_MOVES", "240"))


def replay_chess(case, game):
    """The game as python-chess plays it."""
    board = chess.Board(game.start.fen(), chess960=True)
    for move in game.moves:
        text = moves.uci(move, "chess")
        parsed = chess.Move.from_uci(text)
        case.assertTrue(board.is_legal(parsed), f"{text} in {board.fen()}")
        board.push(parsed)
    return board


class ChessGames(unittest.TestCase):
    @unittest.skipUnless(chess, "python-chess is not installed")
    def test_games_are_legal_and_end_as_they_say(self):
        _, _, games = play_games("chess", MOVES, count=5, seed=11, shuffled_per_mille=400)
        self.assertGreater(len(games), 3)
        for game in games:
            board = replay_chess(self, game)
            white = {"1-0": 2, "0-1": 0}.get(board.result(claim_draw=False), 1)
            ends = {
                "checkmate": board.is_checkmate(),
                "stalemate": board.is_stalemate(),
                "insufficient material": board.is_insufficient_material(),
                "repetition": board.is_repetition(3),
                "fifty moves": board.halfmove_clock >= 100,
            }
            if game.reason in ends:
                self.assertTrue(ends[game.reason], game.reason)
                self.assertEqual(game.result, white)
                board.pop()
                self.assertFalse(board.is_game_over(claim_draw=False) or board.is_repetition(3))
            else:
                self.assertIn(game.reason, ("win by score", "draw by score", "too long"))
                self.assertFalse(board.is_game_over(claim_draw=False))

    @unittest.skipUnless(chess, "python-chess is not installed")
    def test_positions_follow_python_chess(self):
        _, _, games = play_games(
            "chess", MOVES // 2, count=4, seed=3, shuffled_per_mille=400, win_plies=0, soft_nodes=10
        )
        for game in games:
            line, _ = library().line(game.start, game.moves)
            board = chess.Board(game.start.fen(), chess960=True)
            for move, position in zip(game.moves, line, strict=True):
                board.push(chess.Move.from_uci(moves.uci(move, "chess")))
                self.assertEqual(position.placement(), board.board_fen())
                self.assertEqual(position.halfmoves, board.halfmove_clock)
                self.assertEqual(bool(position.turn), not board.turn)
                legal = board.ep_square if board.has_legal_en_passant() else None
                self.assertEqual(position.en_passant, legal)
                self.assertEqual(
                    sum(1 << rook for rook in position.castling_rooks),
                    board.clean_castling_rights(),
                )


class MakrukGames(unittest.TestCase):
    @unittest.skipUnless(pyffish, "pyffish is not installed")
    def test_games_are_legal_and_end_as_they_say(self):
        _, _, games = play_games("makruk", MOVES, count=14, seed=11, soft_nodes=30)
        self.assertGreater(len(games), 2)
        for game in games:
            start = game.start.fen()
            played = [moves.uci(move, "makruk") for move in game.moves]
            for count in range(0, len(played), 7):
                legal = pyffish.legal_moves("makruk", start, played[:count])
                self.assertIn(played[count], legal)
            fen = pyffish.get_fen("makruk", start, played)
            over, value = pyffish.is_optional_game_end("makruk", start, played)
            insufficient = pyffish.has_insufficient_material("makruk", start, played)
            if game.reason == "checkmate":
                self.assertFalse(pyffish.legal_moves("makruk", start, played))
                self.assertEqual(game.result, 0 if fen.split()[1] == "w" else 2)
            elif game.reason == "stalemate":
                self.assertFalse(pyffish.legal_moves("makruk", start, played))
                self.assertEqual(game.result, 1)
            elif game.reason in ("repetition", "counting"):
                self.assertTrue(over and value == 0, game.reason)
                self.assertEqual(game.result, 1)
            elif game.reason == "insufficient material":
                self.assertEqual(tuple(insufficient), (True, True))
            else:
                self.assertIn(game.reason, ("win by score", "draw by score", "too long"))
                self.assertFalse(over)

    def test_vectors_of_the_board_crate(self):
        """Random games as pyffish played them, with counts and endings."""
        path = REPOSITORY / "crates/board/tests/data/makruk_games.txt"
        rows = [row for row in path.read_text().splitlines() if row and not row.startswith("#")]
        for row in rows[:60]:
            start, _, played, last, _ = (field.strip() for field in row.split(" ; "))
            position = makruk(start)
            bits, now = [], position
            for move in played.split():
                bits.append(moves.from_uci(move.split("/")[0].rstrip("+"), now))
                line, _ = library().line(now, bits[-1:])
                self.assertEqual(len(line), 1, f"{move} in {now.fen()}")
                now = line[0]
            line, _ = library().line(position, bits)
            self.assertEqual(line[-1], now)
            self.assertEqual(now.fen().split()[:5], last.split()[:5])

    def test_counts_begin_and_end(self):
        cases = (
            ("8/3k4/8/2K1S1P1/8/8/8/8 w - - 0 1", "g5g6m", (88, 8)),
            ("8/2K3k1/5m2/4S1S1/8/8/8/8 w - 128 97 1", "e5f6", (44, 8)),
            ("8/8/4k3/5P2/8/2RMK3/8/8 b - - 0 50", "e6f5", (32, 7)),
            ("2k4n/8/4K3/8/8/8/MM6/RMMM3R w - 128 40 61", "h1h8", (16, 18)),
            ("3k4/8/8/4p3/3K4/8/8/r7 w - - 5 61", "d4e5", (32, 5)),
        )
        for fen, move, count in cases:
            position = makruk(fen)
            line, _ = library().line(position, [moves.from_uci(move, position)])
            self.assertEqual((line[0].count_limit, line[0].count_ply), count, fen)


class Records(unittest.TestCase):
    def check(self, game):
        generator, data, games = play_games(game, MOVES, count=2, seed=5)
        stats = generator.stats()
        self.assertEqual(stats["records"] * 32, len(data))
        self.assertEqual(stats["games"], len(games))
        self.assertEqual(stats["games"], stats["white_wins"] + stats["draws"] + stats["black_wins"])
        # The records of each game follow each other, and tell the same story.
        found = records(data)
        at = 0
        stories = {}
        while at < len(found):
            story = [found[at]]
            at += 1
            while (
                at < len(found)
                and struct.unpack_from("<H", found[at], 28)[0]
                > struct.unpack_from("<H", story[-1], 28)[0]
            ):
                story.append(found[at])
                at += 1
            stories[tuple(story)] = True
        by_story = {}
        for played in games:
            line, _ = library().line(played.start, played.moves)
            line = [played.start, *line]
            expected = []
            for ply in range(played.opening_plies, len(line)):
                position = line[ply]
                if ply == len(played.moves):
                    continue
                record = position.to_record()
                expected.append(
                    (ply, record[:24], record[30:32], bool(position.turn), played.scores[ply])
                )
            by_story[tuple(e[1] for e in expected)] = (played, expected)
        matched = 0
        for story in stories:
            boards = tuple(record[:24] for record in story)
            if boards not in by_story:
                continue
            matched += 1
            played, expected = by_story[boards]
            for record, (ply, _, clock, black, score) in zip(story, expected, strict=True):
                value, result, flags, number = struct.unpack_from("<hBBH", record, 24)
                self.assertEqual(number, ply)
                self.assertEqual(record[30:32], clock)
                self.assertEqual(flags & 1, int(black))
                self.assertEqual(result, 2 - played.result if black else played.result)
                self.assertEqual(value, score)
        self.assertEqual(matched, len([p for p in games if len(by_story)]))
        return generator, data

    def test_chess(self):
        self.check("chess")

    def test_makruk(self):
        self.check("makruk")

    def test_filter_keeps_what_trains(self):
        _, data, _ = play_games("chess", MOVES, count=6, seed=5, only_training=1)
        _, everything, _ = play_games("chess", MOVES, count=6, seed=5)

        def trains(record):
            score, _, flags, ply = struct.unpack_from("<hBBH", record, 24)
            return ply >= 16 and not flags & 6 and abs(score) < 10000

        self.assertEqual(records(data), [r for r in records(everything) if trains(r)])
        self.assertGreater(len(data), 0)


class Interruptions(unittest.TestCase):
    """A game does not depend on how it is cut into launches, on the order of
    the lanes, or on the games beside it."""

    def play(self, calls, moves, games=2, capacity=60000, shuffle=None):
        settings = selfplay.Settings(
            soft_nodes=40,
            hard_nodes=100,
            sample_every=1,
            table_bits=8,
            opening_score=3000,
            shuffled_per_mille=500,
        )
        if shuffle:
            os.environ["SELFPLAY_SHUFFLE_LANES"] = shuffle
        try:
            with selfplay.Generator(
                "chess", network("chess").to_bytes(), settings, games, 9, library()
            ) as generator:
                output = room(capacity)
                data = []
                for _ in range(calls):
                    count = generator.generate(output.address, capacity, moves=moves)
                    data.append(output.content(count))
                games = [
                    (g.start.fen(), tuple(g.moves), tuple(g.scores), g.result, g.reason)
                    for g in sampled_games(generator.samples())
                ]
                return games, records(b"".join(data))
        finally:
            os.environ.pop("SELFPLAY_SHUFFLE_LANES", None)

    def test_short_calls_make_the_same_games(self):
        whole, whole_records = self.play(1, 240)
        parts, part_records = self.play(20, 12)
        self.assertGreater(len(whole), 1)
        self.assertEqual(sorted(whole), sorted(parts))
        self.assertEqual(sorted(whole_records), sorted(part_records))

    @unittest.skipIf(on_gpu(), "the GPU chooses the order itself")
    def test_lanes_may_run_in_any_order(self):
        self.assertEqual(self.play(1, 60), self.play(1, 60, shuffle="12345"))

    def test_neighbours_do_not_matter(self):
        alone, _ = self.play(1, 200, games=1)
        beside, _ = self.play(1, 200, games=3)
        self.assertTrue(set(alone) <= set(beside))
        self.assertGreater(len(alone), 0)

    def test_a_full_buffer_loses_nothing(self):
        _, everything = self.play(1, 100, games=1)
        _, small = self.play(40, 100, games=1, capacity=160)
        self.assertEqual(small[: len(everything)], everything)


class Search(unittest.TestCase):
    def searcher(self, game, nodes=8000):
        settings = selfplay.Settings.of(game, soft_nodes=nodes, hard_nodes=4 * nodes, table_bits=12)
        return selfplay.Generator(game, network(game).to_bytes(), settings, 1, 1, library())

    def test_mates_are_found(self):
        cases = (
            ("chess", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d1d8", 31999),
            ("chess", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", "f6a6", 31995),
            ("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "a1a6", 31997),
            ("makruk", "3k4/8/3K4/8/8/8/8/R6R w - 16 15 61", "h1h8", 31999),
        )
        for game, fen, move, value in cases:
            with self.searcher(game) as searcher:
                found, score, _, _ = searcher.search(Position.from_fen(fen, game))
                self.assertEqual((moves.uci(found, "chess")[:4], score), (move, value), fen)

    def test_the_count_is_a_draw_unless_mated(self):
        # Two rua and one move left: mate in one wins, everything else draws.
        with self.searcher("makruk") as searcher:
            lost = makruk("3k4/8/2K5/8/8/8/7R/R7 w - 16 16 61")
            self.assertEqual(searcher.search(lost)[1], 0)
            over = makruk("2k5/7R/3K4/8/8/8/8/R7 w - 16 17 62")
            self.assertEqual(searcher.search(over)[3], "counting")

    def test_repetitions_are_seen(self):
        # A rook down, White gives check for ever.
        with self.searcher("chess") as searcher:
            start = chess_position("4Q3/6pk/8/8/8/8/r1q3PK/8 w - - 0 1")
            move, value, _, reason = searcher.search(start)
            self.assertEqual((moves.uci(move, "chess"), value, reason), ("e8h5", 0, None))
        with self.searcher("chess") as searcher:
            start = chess_position("7k/8/8/8/8/8/R7/K7 w - - 0 1")
            line, now = [], start
            for text in ("a2b2", "h8g8", "b2a2", "g8h8") * 2:
                line.append(moves.from_uci(text, now))
                now = library().line(now, line[-1:])[0][0]
            self.assertEqual(searcher.search(start, line)[3], "repetition")

    def test_many_at_once_are_searched_like_one(self):
        fens = (
            "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
            "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1",
            "7k/5Q2/8/8/8/8/8/K7 b - - 0 1",
        )
        lines = [(chess_position(fen), ()) for fen in fens]
        settings = selfplay.Settings(soft_nodes=300, hard_nodes=500, table_bits=10)
        with selfplay.Generator(
            "chess", network("chess").to_bytes(), settings, 3, 1, library()
        ) as searcher:
            together = searcher.search_all(lines)
            for games in ([0, 1, 3], [0, 1, 1]):
                with self.assertRaises(selfplay.SelfplayError):
                    searcher.search_all(lines, games)
        for line, found in zip(lines, together, strict=True):
            with selfplay.Generator(
                "chess", network("chess").to_bytes(), settings, 1, 1, library()
            ) as searcher:
                self.assertEqual(searcher.search(*line), found)
        self.assertEqual([found[3] for found in together], [None, None, "stalemate"])

    def test_budgets_are_kept(self):
        for soft, hard in ((50, 60), (500, 600)):
            settings = selfplay.Settings(soft_nodes=soft, hard_nodes=hard, table_bits=10)
            with selfplay.Generator(
                "chess", network("chess").to_bytes(), settings, 1, 1, library()
            ) as searcher:
                start = chess_position(
                    "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
                )
                nodes = searcher.search(start)[2]
                self.assertLessEqual(nodes, hard)
                self.assertGreaterEqual(nodes, soft)


class Openings(unittest.TestCase):
    CASES: ClassVar = {
        "chess": (
            "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2",
            'bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - bm e4; id "a";',
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 12 30",
        ),
        "makruk": (
            "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR b - - 0 1",
            "3k4/2m5/5M~2/4M3/3KS3/8/4P3/8 w - - 3 33",
        ),
    }

    def file(self, folder, text):
        path = pathlib.Path(folder) / "openings.epd"
        path.write_text(text)
        return path

    def test_games_begin_with_them(self):
        for game, lines in self.CASES.items():
            with tempfile.TemporaryDirectory() as folder:
                path = self.file(folder, "# some\n\n" + "\n".join(lines) + "\n")
                openings = read_openings(path, game)
            self.assertEqual(len(openings), len(lines))
            settings = selfplay.Settings(
                soft_nodes=10,
                hard_nodes=30,
                sample_every=1,
                table_bits=8,
                opening_score=30000,
                opening_min=0,
                opening_max=2,
            )
            with selfplay.Generator(
                game, network(game).to_bytes(), settings, 6, 5, library()
            ) as generator:
                generator.set_openings(openings)
                output = room(60000)
                generator.generate(output.address, output.capacity, moves=300)
                played = list(sampled_games(generator.samples()))
                self.assertGreater(len(played), 3)
                known = {position.placement() for position in openings}
                begun = {one.start.placement() for one in played}
                self.assertTrue(begun <= known)
                self.assertGreater(len(begun), 1)
                self.assertEqual({one.opening_plies for one in played} - {0, 1, 2}, set())
                # No pawn can take in passing after 1.e4 c5.
                self.assertTrue(all(one.start.en_passant is None for one in played))
                for one in played:
                    line, _ = library().line(one.start, one.moves)
                    self.assertEqual(len(line), len(one.moves))
                generator.set_openings([])

    def test_bad_files_are_refused_with_the_place_and_the_reason(self):
        start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
        bad = (
            ("rnbqkbnr", "line 2: no board and side to move"),
            ("8/8/8/8/8/8/8 w - - 0 1", "line 2: 7 ranks, not 8"),
            (start.replace("RNBQKBNR", "RNBQKBN"), "does not have 8 squares"),
            (start.replace("Q", "X"), "'X' is no man"),
            (start.replace(" w ", " x "), "no board and side to move"),
            (start.replace("RNBQKBNR", "RNBQQBNR"), "White has 0 kings"),
            (start.replace("RNBQKBNR w KQkq", "RNBPKBNR w KQkq"), "a pawn on the first"),
            (start.replace("RNBQKBNR", "1NBQKBNR"), "without king and rook"),
            (start.replace("KQkq", "AZ"), "without king and rook"),
            (start.replace(" - 0 1", " e3 0 1"), "wrong rank"),
            (start.replace(" 0 1", " 100 60"), "fifty-move clock"),
        )
        with tempfile.TemporaryDirectory() as folder:
            for line, message in bad:
                path = self.file(folder, f"{start}\n{line}\n")
                with self.subTest(line), self.assertRaisesRegex(OpeningError, message):
                    read_openings(path, "chess")
            with self.assertRaisesRegex(OpeningError, "a count"):
                read_openings(self.file(folder, "3k4/8/3K4/8/8/8/8/R6R w - 16 15 61"), "makruk")
            with self.assertRaisesRegex(OpeningError, "no positions"):
                read_openings(self.file(folder, "# nothing\n"), "chess")
            with self.assertRaisesRegex(OpeningError, "No such file"):
                read_openings(pathlib.Path(folder) / "missing.epd", "chess")

    def test_positions_no_game_can_go_on_from_are_refused(self):
        good = chess_position("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1")
        bad = (
            ("k7/8/8/8/8/8/8/R6K w - - 0 1", "opening 2: the side that has moved is in check"),
            ("k7/2Q5/8/8/8/8/8/7K b - - 0 1", "opening 2: no legal move"),
        )
        with selfplay.Generator(
            "chess", network("chess").to_bytes(), selfplay.Settings(table_bits=4), 1, 1, library()
        ) as generator:
            for fen, message in bad:
                with self.assertRaisesRegex(selfplay.SelfplayError, message):
                    generator.set_openings([good, chess_position(fen)])


class Settings(unittest.TestCase):
    def test_nonsense_is_refused(self):
        for changes in (
            {"soft_nodes": 0},
            {"hard_nodes": 10, "soft_nodes": 20},
            {"opening_min": 9, "opening_max": 8},
            {"table_bits": 40},
            {"max_plies": 100000},
            {"first_ply": 100000},
        ):
            with self.assertRaises(selfplay.SelfplayError):
                selfplay.Generator(
                    "chess",
                    network("chess").to_bytes(),
                    selfplay.Settings(**changes),
                    1,
                    1,
                    library(),
                )


if __name__ == "__main__":
    unittest.main()
