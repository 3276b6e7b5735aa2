"""Vectorised decoding against the plain implementation, and symmetries of the inputs."""

import dataclasses
import random
import struct
import unittest

import torch

from erawan_train import records as record_fields
from erawan_train.architecture import Architecture, ArchitectureError, king_bucket_table
from erawan_train.facts import IN_CHECK, NOISY, RECORD_FLAGS
from erawan_train.features import Encoder
from erawan_train.position import KING, Man, Position, PositionError
from tests import examples, synthetic

SHAPES = [
    Architecture("chess", 32, 1, 8),
    Architecture("chess", 32, 4, 8),
    Architecture("makruk", 32, 4, 8),
    Architecture("makruk", 32, 8, 1),
]


def active(encoder, position):
    """The inputs that are on in the dense matrix, by perspective."""
    inputs, _ = encoder.dense(synthetic.tensor(position.to_record()), torch.float32)
    assert set(inputs.unique().tolist()) <= {0.0, 1.0}
    return [sorted(row.nonzero().flatten().tolist()) for row in inputs]


class Decoding(unittest.TestCase):
    def test_dense_inputs_equal_the_plain_ones(self):
        for number, shape in enumerate(SHAPES):
            source = random.Random(number)
            boards = [synthetic.position(source, shape.game) for _ in range(500)]
            data = b"".join(board.to_record() for board in boards)
            inputs, buckets = Encoder(shape, "cpu").dense(synthetic.tensor(data), torch.float32)
            for index, board in enumerate(boards):
                self.assertEqual(int(buckets[index]), shape.out_bucket(len(board.men)))
                for half, colour in enumerate((board.turn, 1 - board.turn)):
                    row = inputs[2 * index + half]
                    expected = sorted(board.features(colour, shape.bucket_table))
                    self.assertEqual(row.nonzero().flatten().tolist(), expected)
                    self.assertEqual(float(row.sum()), len(board.men))

    def test_known_inputs(self):
        """White king g1, pawn a2; Black king b8, queen h5; worked out by hand."""
        board = Position({6: Man(0, 5), 8: Man(0, 0), 57: Man(1, 5), 39: Man(1, 4)}, turn=1)
        expected = [
            # Black to move: ranks turned, king b1, no mirror. Own king b1, own
            # queen h4, their king g8, their pawn a7.
            sorted([5 * 64 + 1, 4 * 64 + 31, 384 + 5 * 64 + 62, 384 + 48]),
            # White: king g1 is mirrored to b1, the pawn to h2, queen to a5, king to g8.
            sorted([5 * 64 + 1, 15, 384 + 4 * 64 + 32, 384 + 5 * 64 + 62]),
        ]
        self.assertEqual(active(Encoder(Architecture("chess", 32), "cpu"), board), expected)

    def test_marked_men(self):
        """Role 6 is a rook in chess and a met in Makruk."""
        board = Position({0: Man(0, 5), 63: Man(1, 5), 18: Man(0, 6)})
        for game, role in (("chess", 3), ("makruk", 4)):
            board = dataclasses.replace(board, game=game)
            plain = Position({**board.men, 18: Man(0, role)}, game=game)
            encoder = Encoder(Architecture(game, 32), "cpu")
            self.assertEqual(active(encoder, board), active(encoder, plain))

    def test_symmetries(self):
        source = random.Random(7)
        for shape in SHAPES:
            encoder = Encoder(shape, "cpu")
            for _ in range(50):
                board = synthetic.position(source, shape.game)
                here = active(encoder, board)
                self.assertEqual(here, active(encoder, synthetic.mirrored(board)))
                self.assertEqual(here, active(encoder, synthetic.reflected(board)))

    def test_fields(self):
        source = random.Random(3)
        values = [
            (source.randint(-32000, 32000), source.randint(0, 2), source.randint(0, 65535))
            for _ in range(200)
        ] + [(-32768, 0, 0), (32767, 2, 65535), (-1, 1, 255), (-256, 1, 256)]
        board = Position({0: Man(0, 5), 63: Man(1, 5)}, turn=1)
        data = [board.to_record(score, result, ply=ply) for score, result, ply in values]
        tensor = synthetic.tensor(b"".join(data))
        found = zip(
            record_fields.score(tensor).tolist(),
            record_fields.result(tensor).tolist(),
            record_fields.ply(tensor).tolist(),
            strict=True,
        )
        self.assertEqual(list(found), values)
        self.assertEqual(struct.unpack_from("<h", data[0], 24)[0], values[0][0])

    def test_out_buckets(self):
        eight = Architecture("chess", 32, 1, 8)
        for men in range(2, 33):
            self.assertEqual(eight.out_bucket(men), min((men - 2) // 4, 7))
        one = Architecture("chess", 32, 1, 1)
        self.assertEqual({one.out_bucket(men) for men in range(2, 33)}, {0})

    def test_a_record_survives_the_round_trip(self):
        source = random.Random(11)
        for _ in range(200):
            board = synthetic.position(source, "makruk")
            self.assertEqual(Position.from_record(board.to_record(), "makruk"), board)


class Examples(unittest.TestCase):
    """What Rust says of some records and inputs."""

    def test_records(self):
        for sample in examples.SAMPLES:
            position = Position.from_fen(sample.fen, sample.game)
            flags = NOISY * sample.noisy
            # Whether the king is in check is for the rules to say.
            record = bytes.fromhex(sample.record)
            flags |= record[RECORD_FLAGS] & IN_CHECK
            black = position.turn
            result = 2 - sample.white_result if black else sample.white_result
            written = position.to_record(sample.score, result, flags=flags, ply=sample.ply)
            self.assertEqual(written.hex(), sample.record, sample.fen)
            found = Position.from_record(record, sample.game)
            expected = dataclasses.replace(position, count_limit=0, count_ply=0)
            self.assertEqual(found, expected)
            tensor = synthetic.tensor(record)
            self.assertIsNone(record_fields.fault(tensor))
            self.assertEqual(int(record_fields.score(tensor)), sample.score)
            self.assertEqual(int(record_fields.ply(tensor)), sample.ply)
            self.assertEqual(int(record_fields.result(tensor)), result)

    def test_inputs(self):
        table = bytes(examples.INPUT_BUCKETS)
        encoder = Encoder(Architecture("chess", 32, 8, 8, table), "cpu")
        for example in examples.INPUTS:
            men = {example.square: Man(example.colour, example.role)}
            men[example.king] = Man(example.perspective, KING)
            far = next(square for square in range(64) if square not in men)
            men[far] = Man(1 - example.perspective, KING)
            position = Position(men, example.perspective)
            features = position.features(example.perspective, table)
            self.assertEqual(features[sorted(men).index(example.square)], example.number)
            self.assertIn(example.number, active(encoder, position)[0])


class Fen(unittest.TestCase):
    def test_start_positions(self):
        chess = Position.from_fen(
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "chess"
        )
        self.assertEqual((len(chess.men), chess.men[3], chess.turn), (32, Man(0, 4), 0))
        makruk = Position.from_fen(
            "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR b - - 0 1", "makruk"
        )
        self.assertEqual((len(makruk.men), makruk.men[3], makruk.turn), (32, Man(0, 5), 1))
        promoted = Position.from_fen("4k3/8/3M~4/8/8/8/8/4K3 w - - 0 1", "makruk")
        self.assertEqual(promoted.men[43], Man(0, 6))

    def test_bad_text(self):
        for fen in (
            "",
            "8/8/8/8/8/8/8/8",
            "8/8/8/8/8/8/8/8 w",
            "4k3/8/8/8/8/8/8/4KK2 w - - 0 1",
            "4k3/9/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/4K2X w - - 0 1",
            "4k3/8/8/8/8/8/8/4K3RRR w - - 0 1",
            "4k3/~8/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/4K3 w - - 0 1",
            "rnbqkbnr/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/RNBQKBNR w - - 0 1",
        ):
            with self.assertRaises(PositionError, msg=fen):
                Position.from_fen(fen, "chess")


class Shapes(unittest.TestCase):
    def test_layouts(self):
        table = king_bucket_table("chess", 4)
        self.assertEqual(list(table[:8]), [0, 0, 1, 1, 1, 1, 0, 0])
        self.assertEqual(max(table), 3)

    def test_refused(self):
        for arguments in (
            ("shogi", 32),
            ("chess", 33),
            ("chess", 0),
            ("chess", 32, 5),
            ("chess", 32, 0),
            ("chess", 32, 1, 0),
            ("chess", 32, 1, 8, bytes(63)),
            ("chess", 32, 1, 8, bytes(59) + b"\1" + bytes(4)),
            ("chess", 4128),
            ("chess", 32, 33, 8, bytes(64)),
        ):
            with self.assertRaises(ArchitectureError, msg=arguments):
                Architecture(*arguments)
        with self.assertRaises(ArchitectureError):
            king_bucket_table("chess", 4, "0123 0123")

    def test_files_that_nothing_reads_may_say_anything(self):
        Architecture("chess", 32, 1, 8, (bytes(4) + b"\xff" * 4) * 8)


if __name__ == "__main__":
    unittest.main()
