"""Quantised nets: file round trip, overflow checks, and one arithmetic everywhere."""

import dataclasses
import random
import tempfile
import unittest
from pathlib import Path

import numpy
import torch

from erawan_train import netfile, reference, seal
from erawan_train.architecture import Architecture
from erawan_train.export import (
    ExportError,
    QuantisedNetwork,
    accumulator_bound,
    check,
    difference,
    output_bound,
    quantise,
)
from erawan_train.netfile import Net, NetFileError
from erawan_train.network import LARGEST_SUM, Network
from erawan_train.position import Position
from erawan_train.synthetic import material_records
from tests import synthetic


def random_net(shape, seed, largest=60):
    source = numpy.random.default_rng(seed)

    def integers(bound, *size):
        return source.integers(-bound, bound + 1, size)

    return Net(
        shape,
        integers(largest, shape.inputs, shape.hidden).astype("i2"),
        integers(largest, shape.hidden).astype("i2"),
        integers(127, shape.out_buckets, 2, shape.hidden).astype("i2"),
        integers(40000, shape.out_buckets).astype("i4"),
        "a net of noise, only for tests é",
    )


SHAPES = [
    Architecture("chess", 64, 1, 8),
    Architecture("chess", 32, 4, 1),
    Architecture("makruk", 96, 4, 8),
]


class Arithmetic(unittest.TestCase):
    def test_quantised_equals_the_reference_on_every_position(self):
        for number, shape in enumerate(SHAPES):
            source = random.Random(number)
            net = random_net(shape, number)
            check(net)
            boards = [synthetic.position(source, shape.game) for _ in range(400)]
            records = synthetic.tensor(b"".join(board.to_record() for board in boards))
            found = QuantisedNetwork(net, "cpu").evaluate(records, batch=150).tolist()
            expected = [reference.evaluate(net, board) for board in boards]
            self.assertEqual(found, expected)
            # Both signs, so that truncation toward zero is seen to matter.
            self.assertTrue(min(expected) < -50 and max(expected) > 50)

    def test_colour_flip_gives_the_same_evaluation(self):
        source = random.Random(5)
        net = random_net(SHAPES[2], 9)
        for _ in range(100):
            board = synthetic.position(source, "makruk")
            value = reference.evaluate(net, board)
            self.assertEqual(value, reference.evaluate(net, synthetic.mirrored(board)))
            self.assertEqual(value, reference.evaluate(net, synthetic.reflected(board)))

    def test_division_truncates(self):
        cases = [(7, 2, 3), (-7, 2, -3), (6, 3, 2), (-6, 3, -2), (0, 5, 0), (-1, 255, 0)]
        for dividend, divisor, quotient in cases:
            self.assertEqual(reference.divide(dividend, divisor), quotient)

    def test_worked_example(self):
        """One neuron a half that sees its own king, by hand."""
        shape = Architecture("chess", 32, 1, 1)
        zero = random_net(shape, 0, 0)
        ft, out = zero.ft.copy(), zero.out * 0
        ft[5 * 64 : 6 * 64, 3] = 100
        out[0, 0, 3], out[0, 1, 3] = 50, -20
        net = Net(shape, ft, zero.ft_bias, out, numpy.array([-1000], "i4"))
        board = Position.from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "chess")
        # (100*100*50 - 100*100*20) / 255 = 1176; (1176 - 1000) * 400 / 16320 = 4.3
        self.assertEqual(reference.evaluate(net, board), 4)

    def test_floats_are_close(self):
        source = random.Random(8)
        boards = [synthetic.position(source, "chess") for _ in range(300)]
        records = synthetic.tensor(b"".join(board.to_record() for board in boards))
        for shape in SHAPES[:2]:
            network = Network(shape, factorised=True, seed=4)
            net = quantise(network)
            apart = difference(network, net, records)
            self.assertLess(apart["mean"], 2.0)
            self.assertGreater(apart["largest"], 0.0)


class Rounding(unittest.TestCase):
    def setUp(self):
        self.network = Network(Architecture("chess", 128, 1, 2), factorised=False, seed=4)
        with torch.no_grad():
            self.network.ft_bias += 0.4

    def test_snapped_weights_are_those_of_the_file(self):
        self.network.snap.fill_(1.0)
        exported = torch.from_numpy(quantise(self.network).out).view(2, -1) / 64
        self.assertTrue(torch.equal(self.network.output_weights(), exported))
        self.network.snap.fill_(0.0)
        self.assertTrue(torch.equal(self.network.output_weights(), self.network.out))

    def test_gradients_pass_through_the_rounding(self):
        self.network.snap.fill_(1.0)
        self.network.output_weights().sum().backward()
        self.assertTrue(bool((self.network.out.grad == 1.0).all()))

    def test_snapping_brings_floats_and_integers_together(self):
        records = material_records(2000, "chess", seed=5)
        apart = []
        for snap in (0.0, 1.0):
            self.network.snap.fill_(snap)
            apart.append(difference(self.network, quantise(self.network), records)["mean"])
        self.assertLess(apart[1], 0.6 * apart[0])


class Loading(unittest.TestCase):
    def test_a_network_survives_export_and_import(self):
        for factorised in (False, True):
            shape = Architecture("chess", 32, 4, 8)
            net = quantise(Network(shape, factorised=factorised, seed=2))
            again = Network(shape, factorised=factorised, seed=3)
            again.load_net(net)
            self.assertEqual(quantise(again).to_bytes(), net.to_bytes())

    def test_one_bucket_starts_four(self):
        net = random_net(Architecture("chess", 32, 1, 8), 1)
        source = random.Random(2)
        for factorised in (False, True):
            network = Network(Architecture("chess", 32, 4, 8), factorised=factorised)
            network.load_net(net)
            wide = quantise(network)
            for _ in range(30):
                board = synthetic.position(source, "chess")
                self.assertEqual(reference.evaluate(net, board), reference.evaluate(wide, board))

    def test_another_shape_is_refused(self):
        net = random_net(Architecture("chess", 32, 1, 8), 1)
        for shape in (
            Architecture("makruk", 32, 1, 8),
            Architecture("chess", 64, 1, 8),
            Architecture("chess", 32, 1, 1),
        ):
            with self.assertRaisesRegex(ValueError, "cannot start"):
                Network(shape, factorised=False).load_net(net)


class File(unittest.TestCase):
    def setUp(self):
        self.net = random_net(Architecture("makruk", 32, 4, 8), 3)
        self.data = self.net.to_bytes()

    def test_round_trip(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "nets" / "test.net"
            self.net.write(path)
            again = Net.read(path)
            self.assertEqual([found.name for found in path.parent.iterdir()], ["test.net"])
        self.assertEqual(again.architecture, self.net.architecture)
        self.assertEqual(again.summary, self.net.summary)
        for name in ("ft", "ft_bias", "out", "out_bias"):
            numpy.testing.assert_array_equal(getattr(again, name), getattr(self.net, name))

    def test_scale(self):
        """Another scale stands in the header and changes nothing else."""
        scaled = dataclasses.replace(self.net, scale=280)
        data = scaled.to_bytes()
        self.assertEqual(data[24:26], (280).to_bytes(2, "little"))
        self.assertNotEqual(data[92:100], self.data[92:100])
        for start, end in ((0, 24), (26, 92), (100, len(data))):
            self.assertEqual(data[start:end], self.data[start:end])
        self.assertEqual(Net.from_bytes(data).scale, 280)

    def test_layout(self):
        """The offsets as the format describes them, read without the code under test."""
        data = self.data
        length = int.from_bytes(data[8:12], "little")
        self.assertEqual(data[:8], b"ERAWANN1")
        self.assertEqual(length % 64, 0)
        numbers = [int.from_bytes(data[at : at + 2], "little") for at in range(14, 28, 2)]
        self.assertEqual(list(data[12:14]), [1, 0])
        self.assertEqual(numbers, [32, 4, 8, 255, 64, 400, 1])
        plain = data[:92] + bytes(8) + data[100:]
        self.assertEqual(int.from_bytes(data[92:100], "little"), netfile.fnv1a(plain))
        self.assertEqual(data[28:92], self.net.architecture.bucket_table)
        summary = int.from_bytes(data[100:104], "little")
        self.assertEqual(data[104 : 104 + summary].decode(), self.net.summary)
        row, column = 1000, 17
        at = length + (row * 32 + column) * 2
        value = int.from_bytes(data[at : at + 2], "little", signed=True)
        self.assertEqual(value, self.net.ft[row, column])
        last = int.from_bytes(data[-4:], "little", signed=True)
        self.assertEqual(last, self.net.out_bias[-1])
        self.assertEqual(len(data) - length, 2 * (3072 * 32 + 32 + 8 * 2 * 32) + 4 * 8)

    def test_known_hashes(self):
        """From the published test vectors of FNV-1a."""
        self.assertEqual(netfile.fnv1a(b""), 0xCBF29CE484222325)
        self.assertEqual(netfile.fnv1a(b"a"), 0xAF63DC4C8601EC8C)
        self.assertEqual(netfile.fnv1a(b"foobar"), 0x85944171F73967E8)

    def refused(self, data, text):
        with self.assertRaisesRegex(NetFileError, text):
            Net.from_bytes(bytes(data))

    def changed(self, at, value):
        data = bytearray(self.data)
        data[at] = value
        return data

    def test_bad_files(self):
        self.refused(b"", "too few")
        self.refused(self.data[:103], "too few")
        self.refused(self.changed(0, 0), "begins with")
        self.refused(self.changed(8, 1), "header of")
        self.refused(self.changed(11, 1), "header of")
        self.refused(self.changed(12, 2), "game 2")
        self.refused(self.changed(13, 1), "activation 1")
        self.refused(self.changed(14, 33), "multiple of 32")
        self.refused(self.changed(16, 0), "king buckets")
        self.refused(self.changed(18, 9), "bytes of weights")
        self.refused(self.changed(20, 254), "quantisation")
        self.refused(self.changed(25, 255), "scale")
        self.refused(self.data[:24] + bytes(2) + self.data[26:], "a scale of 0")
        self.refused(self.changed(38, 9), "bucket 9")
        self.refused(self.changed(92, self.data[92] ^ 1), "hash")
        self.refused(netfile.sealed(bytes(self.changed(104, 0xFF)), 92), "UTF-8")
        self.refused(self.changed(26, 0), "erawan_train.seal")
        self.refused(self.changed(27, 1), "no hash of kind 257")
        self.refused(self.changed(len(self.data) - 1, 77), "hash")
        self.refused(self.data[:-1], "bytes of weights")
        self.refused(self.data + b"\0", "bytes of weights")
        with self.assertRaisesRegex(NetFileError, "missing.net"):
            Net.read("missing.net")

    def test_no_flipped_bit_goes_unnoticed(self):
        """All bits of the header, some of the weights, in a file as small as can be."""
        data = bytearray(random_net(Architecture("chess", 32, 1, 1), 3).to_bytes())
        header = int.from_bytes(data[8:12], "little")
        flips = [(at, bit) for at in range(header) for bit in range(8)]
        flips += [(at, at % 8) for at in range(header, len(data), 2003)]
        # The hash in pure Python takes some milliseconds, so only a share of them.
        for at, bit in [*flips[::7], (12, 0), (24, 3), (28, 0), (91, 7), (104, 0)]:
            data[at] ^= 1 << bit
            with self.assertRaises(NetFileError, msg=f"bit {bit} of byte {at}"):
                Net.from_bytes(bytes(data))
            data[at] ^= 1 << bit
        Net.from_bytes(bytes(data))

    def test_old_files_are_sealed(self):
        """Files of before had a hash of the weights alone."""
        old = bytearray(self.data)
        length = int.from_bytes(old[8:12], "little")
        old[26:28] = bytes(2)
        old[92:100] = netfile.fnv1a(old[length:]).to_bytes(8, "little")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "old.net"
            path.write_bytes(old)
            seal.seal(path)
            self.assertEqual(path.read_bytes(), self.data)
            with self.assertRaisesRegex(NetFileError, "no old network"):
                seal.seal(path)
            old[-1] ^= 1
            path.write_bytes(old)
            with self.assertRaisesRegex(NetFileError, "damaged"):
                seal.seal(path)
            # However little is left of it.
            for length in range(0, 130, 3):
                path.write_bytes(old[:length])
                with self.assertRaises(NetFileError, msg=f"{length} bytes"):
                    seal.seal(path)


class Overflow(unittest.TestCase):
    def test_accumulators(self):
        shape = Architecture("chess", 32, 1, 1)
        net = random_net(shape, 0, 0)
        net.out[:] = 0
        net.ft[:, 5] = 505
        net.ft_bias[5] = 505
        self.assertEqual(accumulator_bound(net), 33 * 505)
        check(net)
        net.ft[:, 5] = -1050
        with self.assertRaisesRegex(ExportError, "16 bits"):
            check(net)
        # On 31 squares only, there is room again.
        net.ft.reshape(12, 64, 32)[:, 31:, 5] = 0
        self.assertEqual(accumulator_bound(net), 31 * 1050 - 505)
        check(net)

    def test_output_sums(self):
        shape = Architecture("chess", 512, 1, 1)
        net = random_net(shape, 0, 0)
        net.out[:] = 32
        self.assertEqual(output_bound(net), 32768)
        check(net)
        net.out[0, 0, :] = -65
        net.out[0, 1, :] = 33
        with self.assertRaisesRegex(ExportError, "32 bits"):
            check(net)
        net.out[:] = 0
        net.out[0, 0, 0] = 128
        with self.assertRaisesRegex(ExportError, "above 127"):
            check(net)

    def test_sums_are_bounded_before_export(self):
        network = Network(Architecture("chess", 512, 1, 2), factorised=False)
        with torch.no_grad():
            network.out[0] = 1.9
            network.out[1] = -1.9
        with self.assertRaisesRegex(ExportError, "32 bits"):
            quantise(network)
        network.bound_output_sums()
        bound = output_bound(quantise(network))
        self.assertTrue(LARGEST_SUM - 2 * 512 <= bound <= LARGEST_SUM, bound)

    def test_sums_below_the_bound_are_left_alone(self):
        network = Network(Architecture("chess", 64, 1, 8), factorised=False)
        before = network.out.clone()
        network.bound_output_sums()
        self.assertTrue(torch.equal(before, network.out))

    def test_clipping_keeps_the_sum_of_both_blocks(self):
        network = Network(Architecture("chess", 32, 4, 8), factorised=True)
        with torch.no_grad():
            network.shared.normal_(0, 3)
            network.ft.normal_(0, 3)
        network.clip()
        self.assertLessEqual(float(network.transformer().abs().max()), 1.98 + 1e-6)
        quantise(network)

    def test_divergence_is_refused(self):
        network = Network(Architecture("chess", 32), factorised=False)
        with torch.no_grad():
            network.ft_bias[3] = float("nan")
        with self.assertRaisesRegex(ExportError, "finite"):
            quantise(network)


if __name__ == "__main__":
    unittest.main()
