"""Layered networks: their file, their numbers, their outputs by count, grouped inputs."""

import struct
import tempfile
import unittest
from pathlib import Path

import numpy
import torch

from erawan_train import checkpoint, layered_file
from erawan_train.architecture import Architecture, ArchitectureError
from erawan_train.layered_export import QuantisedLayered
from erawan_train.layered_file import LayeredNet
from erawan_train.netfile import NetFileError
from erawan_train.plan import Plan
from erawan_train.step import squared_error
from erawan_train.synthetic import material_records
from erawan_train.trainer import Trainer

CHESS = Architecture("chess", 64, king_buckets=8, kind="layered")
MAKRUK = Architecture(
    "makruk", 64, king_buckets=4, out_buckets=20, kind="layered", output_rule="count"
)


def trained(architecture: Architecture, positions: int = 1 << 15) -> tuple[Trainer, torch.Tensor]:
    records = material_records(1 << 13, architecture.game, torch.device("cpu"), 3)
    if architecture.game == "makruk":
        left = torch.randint(0, 65, (records.shape[0],), generator=torch.Generator().manual_seed(2))
        records[:, 31] = left.to(torch.uint8)
    trainer = Trainer(architecture, batch=512)
    plan = Plan(
        positions=positions, learning_rate=3e-3, wdl=0.0, warmup_positions=1 << 12, snap=0.5
    )
    trainer.run(records, plan)
    return trainer, records


class LayeredTest(unittest.TestCase):
    def test_it_learns_what_men_are_worth(self):
        untaught, records = trained(CHESS, 512)
        taught, _ = trained(CHESS, 1 << 17)
        before = untaught.validate(records, result_share=0.0)
        after = taught.validate(records, result_share=0.0)
        self.assertLess(after, before / 4)

    def test_the_file_says_what_the_network_says(self):
        for architecture in (CHESS, MAKRUK):
            trainer, records = trained(architecture)
            net = trainer.quantised("a summary")
            some = records[:1000]
            evaluations = QuantisedLayered(net, "cpu").evaluate(some)
            with torch.no_grad():
                outputs = trainer.network(*trainer.encoder.inputs(some, torch.float32))
            apart = numpy.abs(outputs.numpy() * net.scale - evaluations)
            # Rows are rounded for the file alone: a hundredth or so.
            self.assertLess(apart.mean(), 0.02 * numpy.abs(evaluations).mean())
            again = LayeredNet.from_bytes(net.to_bytes())
            self.assertEqual(again.summary, "a summary")
            self.assertEqual(again.to_bytes(), net.to_bytes())
            same = QuantisedLayered(again, "cpu").evaluate(some)
            self.assertTrue((same == evaluations).all())

    def test_the_header_is_where_the_format_says(self):
        data = Trainer(MAKRUK, batch=64).quantised("abc").to_bytes()
        self.assertEqual(data[:8], b"ERAWANN2")
        begin, game, kind, hidden, kings, outs, rule, encoding = struct.unpack_from(
            "<IBBHHHBB", data, 8
        )
        self.assertEqual((begin % 64, game, kind, hidden, kings), (0, 1, 1, 64, 4))
        self.assertEqual((outs, rule, encoding), (20, 1, 1))
        self.assertEqual(struct.unpack_from("<HHHHH", data, 22), (16, 32, 255, 64, 9))
        self.assertEqual(struct.unpack_from("<f", data, 32), (280.0,))
        encoded, summary = struct.unpack_from("<II", data, 108)
        self.assertEqual(data[116 : 116 + summary], b"abc")
        layers = 20 * (16 * 64 + 4 * (16 + 32 * 32 + 32 + 32 + 1))
        self.assertEqual(len(data), begin + encoded + layers)

    def test_no_flipped_byte_is_read(self):
        data = bytearray(Trainer(CHESS, batch=64).quantised().to_bytes())
        for at in [*range(128), *range(128, len(data), 997)]:
            data[at] ^= 1
            with self.assertRaises(NetFileError, msg=f"byte {at}"):
                LayeredNet.from_bytes(bytes(data))
            data[at] ^= 1

    def test_numbers_of_any_size_survive(self):
        numbers = numpy.array([0, 1, -1, 63, -64, 64, -65, 8191, -8192, 32767, -32768], "i2")
        encoded = layered_file._encode(numbers)
        self.assertEqual(encoded[:4], bytes([0, 2, 1, 126]))
        self.assertTrue((layered_file._decode(encoded) == numbers).all())
        for bad in (b"", b"\x80", b"\x80\x80\x80\x01", b"\x80\x00", b"\xff\xff\x7f"):
            with self.assertRaises(NetFileError):
                layered_file._decode(bad)

    def test_outputs_by_count(self):
        def by_plies(men: int, left: int) -> int:
            """As the format's description has it, which counts plies."""
            by_men = 0 if men <= 4 else 1 if men <= 6 else 2
            return (
                8 + 4 * by_men + (0 if left <= 8 else 1 if left <= 20 else 2 if left <= 44 else 3)
            )

        for men in range(2, 33):
            self.assertEqual(MAKRUK.out_bucket(men, 0), min((men - 2) * 8 // 31, 7))
            for plies in range(1, 129):
                moves = (plies + 1) // 2
                self.assertEqual(MAKRUK.out_bucket(men, moves), by_plies(men, plies))
        with self.assertRaises(ArchitectureError):
            Architecture("chess", 64, out_buckets=20, kind="layered", output_rule="count")

    def test_grouped_inputs_are_the_same_inputs(self):
        records = material_records(512, "chess", torch.device("cpu"), 3)
        for kind in ("flat", "layered"):
            trainer = Trainer(Architecture("chess", 64, king_buckets=8, kind=kind), batch=64)
            slopes = []
            for inputs in (
                trainer.encoder.grouped(records, torch.float32),
                trainer.encoder.dense(records, torch.float32),
                trainer.encoder.sparse(records),
            ):
                trainer.network.zero_grad()
                squared_error(trainer.network(*inputs), records, 0.0).backward()
                slopes.append([weight.grad.clone() for weight in trainer.network.parameters()])
            for others in slopes[1:]:
                for ours, theirs in zip(slopes[0], others, strict=True):
                    self.assertLess(float((ours - theirs).abs().max()), 1e-6)

    def test_a_checkpoint_goes_on(self):
        trainer, _ = trained(MAKRUK)
        with tempfile.TemporaryDirectory() as folder:
            checkpoint.save(trainer, Path(folder))
            again, _ = checkpoint.load(folder)
        self.assertEqual(again.architecture, MAKRUK)
        self.assertEqual(again.quantised().to_bytes(), trainer.quantised().to_bytes())

    def test_a_net_starts_a_trainer(self):
        trainer, _ = trained(CHESS)
        net = trainer.quantised()
        again = Trainer(CHESS, batch=512, start=net)
        self.assertEqual(again.quantised().to_bytes(), net.to_bytes())
        with self.assertRaises(ValueError):
            Trainer(MAKRUK, start=net)
