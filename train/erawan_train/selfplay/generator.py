"""Self-play on one GPU, or in the emulator: a thin layer over the C library.

    from erawan_train.selfplay.generator import Generator, Settings
    generator = Generator("chess", open("chess.net", "rb").read(), settings=Settings(soft_nodes=800))
    count = generator.generate(tensor.data_ptr(), capacity, seconds=5)

`tensor` is a contiguous CUDA tensor of bytes with `capacity * 32` of them; the
records (see cuda/records.h) lie there afterwards. With the emulator it is host
memory. Games that are not over go on with the next call, also with another
network.
"""

import ctypes
import dataclasses
import itertools

from erawan_train.selfplay import build as _build
from erawan_train.selfplay import positions as _positions

GAMES = {"chess": _positions.CHESS, "makruk": _positions.MAKRUK}


@dataclasses.dataclass
class Settings:
    """What the host decides; the order is that of Settings in cuda/game.h."""

    soft_nodes: int = 800
    hard_nodes: int = 3000
    opening_min: int = 8
    opening_max: int = 9
    shuffled_per_mille: int = 0
    opening_score: int = 250
    win_score: int = 2000
    win_plies: int = 5
    draw_score: int = 10
    draw_plies: int = 10
    draw_from: int = 80
    sample_every: int = 0
    only_training: int = 0
    table_bits: int = 13
    max_plies: int = 400
    first_ply: int = 16

    @staticmethod
    def of(game, **changes):
        """The usual settings of a game."""
        if game == "makruk":
            changes = {"opening_min": 6, "opening_max": 12, **changes}
        return Settings(**changes)


_NAMES = ("games", "records", "nodes", "searches", "rejected", "plies", "white_wins", "draws", "black_wins",
          *(reason.replace(" ", "_") for reason in _positions.REASONS))


class SelfplayError(RuntimeError):
    """The library could not do what it was asked; the message says why."""


def resolve(backend):
    """What "auto" means here."""
    return ("cuda" if _build.find_nvcc() else "emulator") if backend == "auto" else backend


class Library:
    """The functions of one backend: "cuda", "emulator", or "auto"; options are
    those of build.build."""

    def __init__(self, backend="auto", path=None, **options):
        if path is None:
            path = _build.build(resolve(backend), **options)
        self.c = ctypes.CDLL(str(path))
        pointer, u32, u64, i64 = ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint64, ctypes.c_int64
        for name, result, arguments in (
            ("error", ctypes.c_char_p, ()),
            ("backend", ctypes.c_char_p, ()),
            ("create", pointer, (ctypes.c_int, u32, pointer, u64, u64, pointer)),
            ("destroy", None, (pointer,)),
            ("games", u32, (pointer,)),
            ("set_net", i64, (pointer, pointer, u64)),
            ("set_settings", i64, (pointer, pointer)),
            ("generate", i64, (pointer, pointer, u32, ctypes.c_double, u32)),
            ("samples", i64, (pointer, pointer, u64)),
            ("stats", i64, (pointer, pointer, u32)),
            ("perft", i64, (ctypes.c_int, pointer, u32, ctypes.c_int, u32, pointer)),
            ("evaluate", i64, (pointer, pointer, u32, pointer)),
            ("line", i64, (pointer, ctypes.c_int, pointer, pointer, u32, pointer, pointer)),
            ("search", i64, (pointer, pointer, pointer, pointer, pointer, u32, pointer)),
            ("set_openings", i64, (pointer, pointer, u32)),
        ):
            function = getattr(self.c, "selfplay_" + name)
            function.restype, function.argtypes = result, arguments
        self.backend = self.c.selfplay_backend().decode()

    def check(self, result):
        """Raises the library's error if the result is negative."""
        if result is None or result < 0:
            raise SelfplayError(self.c.selfplay_error().decode())
        return result

    def perft(self, game, positions, depth, warps=0):
        """The number of leaves below each position."""
        packed = b"".join(position.pack() for position in positions)
        counts = (ctypes.c_uint64 * len(positions))()
        self.check(self.c.selfplay_perft(GAMES[game], packed, len(positions), depth, warps, counts))
        return list(counts)

    def line(self, game, start, moves, generator=None):
        """The positions after each move of a line, up to one that is not
        legal, and their evaluations if there is a generator."""
        count = len(moves)
        out = ctypes.create_string_buffer(max(count, 1) * _positions.PACKED_SIZE)
        values = (ctypes.c_int32 * max(count, 1))()
        handle = generator.handle if generator else None
        legal = self.check(self.c.selfplay_line(handle, GAMES[game], start.pack(), (ctypes.c_uint16 * count)(*moves),
                                                count, out, values))
        size = _positions.PACKED_SIZE
        found = [_positions.Position.unpack(GAMES[game], out.raw[i * size:(i + 1) * size]) for i in range(legal)]
        return found, list(values[:legal])


class Generator:
    """Games in progress: `warps` of them at once, 0 for as many as fill the device."""

    def __init__(self, game, net, settings=None, warps=0, seed=1, library=None):
        self.library = library or Library()
        self.c = self.library.c
        self.game = game
        self.settings = settings or Settings.of(game)
        self.handle = self.c.selfplay_create(GAMES[game], warps, bytes(net), len(net), seed, self._packed())
        if not self.handle:
            raise SelfplayError(self.c.selfplay_error().decode())
        self.games = self.c.selfplay_games(self.handle)

    def _packed(self):
        values = dataclasses.astuple(self.settings)
        return (ctypes.c_uint32 * len(values))(*values)

    def close(self):
        """Frees the device memory."""
        if self.handle:
            self.c.selfplay_destroy(self.handle)
            self.handle = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def set_net(self, net):
        """Plays on with another network, of any width the library knows."""
        self.library.check(self.c.selfplay_set_net(self.handle, bytes(net), len(net)))

    def set_settings(self, settings):
        """Plays on with other settings (the size of the tables excepted)."""
        old, self.settings = self.settings, settings
        try:
            self.library.check(self.c.selfplay_set_settings(self.handle, self._packed()))
        except SelfplayError:
            self.settings = old
            raise

    def generate(self, output, capacity, seconds=0.0, moves=0):
        """Plays for a time, or for a number of moves of every game, or until
        `capacity` records are at `output`, the address of device memory.
        Returns the number of records written."""
        return self.library.check(self.c.selfplay_generate(self.handle, output, capacity, seconds, moves))

    def samples(self):
        """The games kept whole since the last call, as bytes (see
        positions.sampled_games)."""
        size = self.library.check(self.c.selfplay_samples(self.handle, None, 0))
        out = ctypes.create_string_buffer(max(size, 1))
        size = self.library.check(self.c.selfplay_samples(self.handle, out, size))
        return out.raw[:size]

    def stats(self):
        """Totals since the generator was made, by name."""
        values = (ctypes.c_uint64 * len(_NAMES))()
        self.library.check(self.c.selfplay_stats(self.handle, values, len(_NAMES)))
        return dict(zip(_NAMES, values))

    def evaluate(self, records):
        """The network's values of records in host memory (bytes)."""
        count = len(records) // _positions.RECORD_SIZE
        values = (ctypes.c_int32 * count)()
        self.library.check(self.c.selfplay_evaluate(self.handle, bytes(records), count, values))
        return list(values)

    def search(self, start, moves=()):
        """Move, value and nodes of a search at the end of a line of legal
        moves, and the reason if the game is over there."""
        return self.search_all([(start, moves)])[0]

    def search_all(self, lines, games=None):
        """What `search` says of each (start, moves), all searched at once, each
        with the table and the history of one of the games: the n-th if nothing
        is said. Do not mix with `generate`: it ends those games."""
        games = list(range(len(lines))) if games is None else games
        starts = b"".join(start.pack() for start, _ in lines)
        ends = list(itertools.accumulate(len(moves) for _, moves in lines))
        everything = [move for _, moves in lines for move in moves]
        results = (ctypes.c_uint32 * (4 * len(lines)))()
        self.library.check(self.c.selfplay_search(
            self.handle, starts, (ctypes.c_uint16 * len(everything))(*everything),
            (ctypes.c_uint32 * len(ends))(*ends), (ctypes.c_uint32 * len(games))(*games), len(lines), results))
        found = []
        for at in range(0, len(results), 4):
            move, value, nodes, over = results[at:at + 4]
            value -= (value >> 31) << 32
            found.append((move, value, nodes, _positions.REASONS[over - 1] if over else None))
        return found

    def set_openings(self, openings):
        """Lets new games begin with these positions (see
        positions.read_openings), and random moves after them; with none, from
        the start position again."""
        packed = b"".join(position.pack() for position in openings)
        self.library.check(self.c.selfplay_set_openings(self.handle, packed, len(openings)))
