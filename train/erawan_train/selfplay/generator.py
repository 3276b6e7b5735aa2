"""Self-play on one GPU, or in the emulator: a thin layer over the C library.

    from erawan_train.selfplay.generator import Generator, Settings
    generator = Generator("chess", open("chess.net", "rb").read(), Settings(soft_nodes=800))
    count = generator.generate(tensor.data_ptr(), capacity, seconds=5)

`tensor` is a contiguous CUDA tensor of bytes with `capacity * 32` of them; the
records lie there afterwards. With the emulator it is host memory. Games that are
not over go on with the next call, also with another network.
"""

from __future__ import annotations

import ctypes
import dataclasses
import itertools
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from erawan_train import facts
from erawan_train.facts import GAMES, REASONS, RECORD_BYTES
from erawan_train.position import Position
from erawan_train.selfplay import build, packed
from erawan_train.selfplay.packed import PACKED_BYTES


@dataclasses.dataclass
class Settings:
    """What the host decides; the order is that of Settings in cuda/game.h."""

    soft_nodes: int = 800
    hard_nodes: int = 3000
    opening_min: int = facts.OPENING_PLIES["chess"][0]
    opening_max: int = facts.OPENING_PLIES["chess"][1]
    shuffled_per_mille: int = 0
    opening_score: int = 250
    win_score: int = facts.WIN_SCORE
    win_plies: int = facts.WIN_PLIES
    draw_score: int = facts.DRAW_SCORE
    draw_plies: int = facts.DRAW_PLIES
    draw_from: int = facts.DRAW_FROM
    sample_every: int = 0
    only_training: int = 0
    table_bits: int = 13
    max_plies: int = 400
    first_ply: int = facts.FIRST_PLY

    @staticmethod
    def of(game: str, **changes: int) -> Settings:
        """The usual settings of a game."""
        fewest, most = facts.OPENING_PLIES[game]
        return Settings(**{"opening_min": fewest, "opening_max": most, **changes})


_COUNTERS = (
    *("games", "records", "nodes", "searches", "rejected", "plies"),
    *("white_wins", "draws", "black_wins"),
    *(reason.replace(" ", "_") for reason in REASONS),
)


class SelfplayError(RuntimeError):
    """The library could not do what it was asked; the message says why."""


class Found(NamedTuple):
    """What a search found, and the reason if the game is over there."""

    move: int
    value: int
    nodes: int
    over: str | None


def resolve(backend: str) -> str:
    """What "auto" means here."""
    return ("cuda" if build.find_nvcc() else "emulator") if backend == "auto" else backend


def _declarations() -> dict[str, tuple[Any, tuple[Any, ...]]]:
    """The functions of the library: what they return and take."""
    pointer, u32, u64, i64 = ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint64, ctypes.c_int64
    number, text = ctypes.c_int, ctypes.c_char_p
    return {
        "error": (text, ()),
        "backend": (text, ()),
        "create": (pointer, (number, u32, pointer, u64, u64, pointer)),
        "destroy": (None, (pointer,)),
        "games": (u32, (pointer,)),
        "set_net": (i64, (pointer, pointer, u64)),
        "set_settings": (i64, (pointer, pointer)),
        "generate": (i64, (pointer, pointer, u32, ctypes.c_double, u32)),
        "samples": (i64, (pointer, pointer, u64)),
        "stats": (i64, (pointer, pointer, u32)),
        "perft": (i64, (number, pointer, u32, number, u32, pointer)),
        "evaluate": (i64, (pointer, pointer, u32, pointer)),
        "line": (i64, (pointer, number, pointer, pointer, u32, pointer, pointer)),
        "search": (i64, (pointer, pointer, pointer, pointer, pointer, u32, pointer)),
        "set_openings": (i64, (pointer, pointer, u32)),
    }


class Library:
    """The functions of one backend: "cuda", "emulator", or "auto"."""

    def __init__(
        self,
        backend: str = "auto",
        path: str | Path | None = None,
        *,
        defines: Sequence[str] = (),
        variant: str = build.USUAL,
    ):
        if path is None:
            path = build.build(resolve(backend), defines=defines, variant=variant)
        self.c: Any = ctypes.CDLL(str(path))
        for name, (result, arguments) in _declarations().items():
            function = getattr(self.c, "selfplay_" + name)
            function.restype, function.argtypes = result, arguments
        self.backend: str = self.c.selfplay_backend().decode()

    def error(self) -> SelfplayError:
        """What went wrong last."""
        return SelfplayError(self.c.selfplay_error().decode())

    def check(self, result: int) -> int:
        """Raises the library's error if the result is negative."""
        if result < 0:
            raise self.error()
        return result

    def perft(self, positions: Sequence[Position], depth: int, warps: int = 0) -> list[int]:
        """The number of leaves below each position, all of one game."""
        game = GAMES.index(positions[0].game)
        all_packed = b"".join(map(packed.pack, positions))
        counts = (ctypes.c_uint64 * len(positions))()
        self.check(self.c.selfplay_perft(game, all_packed, len(positions), depth, warps, counts))
        return list(counts)

    def line(
        self, start: Position, moves: Sequence[int], generator: Generator | None = None
    ) -> tuple[list[Position], list[int]]:
        """The positions after each move of a line, up to one that is not legal, and
        their evaluations if there is a generator."""
        count = len(moves)
        out = ctypes.create_string_buffer(max(count, 1) * PACKED_BYTES)
        values = (ctypes.c_int32 * max(count, 1))()
        legal = self.check(
            self.c.selfplay_line(
                generator.handle if generator else None,
                GAMES.index(start.game),
                packed.pack(start),
                (ctypes.c_uint16 * count)(*moves),
                count,
                out,
                values,
            )
        )
        found = [
            packed.unpack(out.raw[at : at + PACKED_BYTES], start.game)
            for at in range(0, legal * PACKED_BYTES, PACKED_BYTES)
        ]
        return found, list(values[:legal])


class Generator:
    """Games in progress: `warps` of them at once, 0 for as many as fill the device."""

    def __init__(
        self,
        game: str,
        net: bytes,
        settings: Settings | None = None,
        warps: int = 0,
        seed: int = 1,
        library: Library | None = None,
    ):
        self.library = library or Library()
        self.c = self.library.c
        self.game = game
        self.settings = settings or Settings.of(game)
        self.handle: int | None = self.c.selfplay_create(
            GAMES.index(game), warps, net, len(net), seed, self._packed_settings()
        )
        if not self.handle:
            raise self.library.error()
        self.games: int = self.c.selfplay_games(self.handle)

    def _packed_settings(self) -> ctypes.Array[ctypes.c_uint32]:
        values = dataclasses.astuple(self.settings)
        return (ctypes.c_uint32 * len(values))(*values)

    def close(self) -> None:
        """Frees the device memory."""
        if self.handle:
            self.c.selfplay_destroy(self.handle)
            self.handle = None

    def __enter__(self) -> Generator:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def set_net(self, net: bytes) -> None:
        """Plays on with another network, of any width the library knows."""
        self.library.check(self.c.selfplay_set_net(self.handle, net, len(net)))

    def set_settings(self, settings: Settings) -> None:
        """Plays on with other settings (the size of the tables excepted)."""
        old, self.settings = self.settings, settings
        try:
            self.library.check(self.c.selfplay_set_settings(self.handle, self._packed_settings()))
        except SelfplayError:
            self.settings = old
            raise

    def generate(self, output: int, capacity: int, seconds: float = 0.0, moves: int = 0) -> int:
        """Plays for a time, or for a number of moves of every game, or until
        `capacity` records are at `output`, the address of device memory.
        Returns the number of records written."""
        return self.library.check(
            self.c.selfplay_generate(self.handle, output, capacity, seconds, moves)
        )

    def samples(self) -> bytes:
        """The games kept whole since the last call (see packed.sampled_games)."""
        size = self.library.check(self.c.selfplay_samples(self.handle, None, 0))
        out = ctypes.create_string_buffer(max(size, 1))
        size = self.library.check(self.c.selfplay_samples(self.handle, out, size))
        return out.raw[:size]

    def stats(self) -> dict[str, int]:
        """Totals since the generator was made, by name."""
        values = (ctypes.c_uint64 * len(_COUNTERS))()
        self.library.check(self.c.selfplay_stats(self.handle, values, len(_COUNTERS)))
        return dict(zip(_COUNTERS, values, strict=True))

    def evaluate(self, records: bytes) -> list[int]:
        """The network's values of records in host memory."""
        count = len(records) // RECORD_BYTES
        values = (ctypes.c_int32 * count)()
        self.library.check(self.c.selfplay_evaluate(self.handle, records, count, values))
        return list(values)

    def search(self, start: Position, moves: Sequence[int] = ()) -> Found:
        """What a search finds at the end of a line of legal moves."""
        return self.search_all([(start, moves)])[0]

    def search_all(
        self,
        lines: Sequence[tuple[Position, Sequence[int]]],
        games: Sequence[int] | None = None,
    ) -> list[Found]:
        """What `search` says of each (start, moves), all searched at once, each
        with the table and the history of one of the games: the n-th if nothing
        is said. Do not mix with `generate`: it ends those games."""
        games = range(len(lines)) if games is None else games
        starts = b"".join(packed.pack(start) for start, _ in lines)
        ends = list(itertools.accumulate(len(moves) for _, moves in lines))
        everything = [move for _, moves in lines for move in moves]
        results = (ctypes.c_uint32 * (4 * len(lines)))()
        self.library.check(
            self.c.selfplay_search(
                self.handle,
                starts,
                (ctypes.c_uint16 * len(everything))(*everything),
                (ctypes.c_uint32 * len(ends))(*ends),
                (ctypes.c_uint32 * len(games))(*games),
                len(lines),
                results,
            )
        )
        found = []
        for at in range(0, len(results), 4):
            move, value, nodes, over = results[at : at + 4]
            signed = value - ((value >> 31) << 32)
            found.append(Found(move, signed, nodes, REASONS[over - 1] if over else None))
        return found

    def set_openings(self, openings: Sequence[Position]) -> None:
        """Lets new games begin with these positions (see openings.read_openings), and
        random moves after them; with none, from the start position again."""
        all_packed = b"".join(map(packed.pack, openings))
        self.library.check(self.c.selfplay_set_openings(self.handle, all_packed, len(openings)))
