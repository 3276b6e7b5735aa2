"""Games as data for PyTorch, and a network that learns from them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import chess.pgn
import pytest

torch = pytest.importorskip("torch", reason="SKIPPED: PyTorch is not there")

from torch.utils.data import DataLoader  # noqa: E402

import erawan  # noqa: E402
from erawan.torch import Positions  # noqa: E402

sys.path.insert(0, str(Path(__file__).parent.parent / "examples"))
import train_on_pgn  # noqa: E402

GAMES = Path(__file__).parent.parent.parent / "tests/analysis/games.pgn"


def rows(batches: Any) -> list[tuple[bytes, float]]:
    found = []
    for planes, results in batches:
        assert planes.dtype == results.dtype == torch.float32 and len(planes) == len(results)
        found += [(one.numpy().tobytes(), float(result)) for one, result in zip(planes, results)]
    return found


def by_hand() -> list[tuple[bytes, float]]:
    """The same by python-chess, game by game."""
    found = []
    with GAMES.open() as file:
        while (game := chess.pgn.read_game(file)) is not None:
            if "Variant" in game.headers or game.errors or game.headers["Result"] == "*":
                continue
            white = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}[game.headers["Result"]]
            for node in [game, *game.mainline()]:
                board = node.board()
                planes = erawan.planes([board.fen()]).tobytes()
                found.append((planes, white if board.turn else 1 - white))
    return found


@pytest.mark.parametrize("workers", [0, 2])
def test_every_position_comes_once(workers: int) -> None:
    dataset = Positions(GAMES, 100, size=2000)
    assert len(dataset.shards) > 3
    found = rows(DataLoader(dataset, batch_size=None, num_workers=workers))
    expected = by_hand()
    assert len(expected) > 300 and sorted(found) == sorted(expected)
    if workers == 0:
        assert found == expected


def test_order_depends_on_seed_and_epoch() -> None:
    dataset, same = Positions([GAMES], 64, seed=1), Positions([GAMES], 64, seed=1)
    first, second = rows(dataset), rows(dataset)
    assert first != second and sorted(first) == sorted(second)
    assert rows(same) == first and rows(Positions([GAMES], 64, seed=2)) != first


def test_other_games_and_bad_arguments(tmp_path: Path) -> None:
    assert len(rows(Positions(GAMES, variant="makruk"))) > 300
    (empty := tmp_path / "empty.pgn").write_text("")
    assert rows(Positions(empty)) == []
    with pytest.raises(ValueError, match="at least 1"):
        Positions(GAMES, 0)
    with pytest.raises(FileNotFoundError):
        Positions(tmp_path / "missing.pgn")


def test_the_loss_falls() -> None:
    losses = train_on_pgn.train([str(GAMES)], epochs=30)
    # Nothing can be known better than a draw is drawn, so it does not fall to 0.
    assert losses[-1] < 0.65 * losses[0], losses
