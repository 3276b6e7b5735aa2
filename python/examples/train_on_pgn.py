"""A small network that learns from games how they will end, by PyTorch.

    python train_on_pgn.py GAMES.pgn...
"""

from __future__ import annotations

import sys
from typing import Sequence

import torch
from torch import nn
from torch.utils.data import DataLoader

from erawan.torch import Positions


def network() -> nn.Module:
    return nn.Sequential(
        nn.Conv2d(20, 16, 3, padding=1),
        nn.ReLU(),
        nn.Conv2d(16, 4, 1),
        nn.ReLU(),
        nn.Flatten(),
        nn.Linear(4 * 64, 1),
        nn.Flatten(0),
    )


def train(paths: Sequence[str], epochs: int = 10, workers: int = 2) -> list[float]:
    """Trains, and gives the mean loss of each epoch."""
    torch.manual_seed(1)
    dataset = Positions(paths, batch_size=64, seed=1)
    net, loss = network(), nn.BCEWithLogitsLoss()
    optimizer = torch.optim.Adam(net.parameters(), lr=4e-3)
    means = []
    # Workers that stay begin each epoch with another order.
    loader = DataLoader(
        dataset, batch_size=None, num_workers=workers, persistent_workers=workers > 0
    )
    for _ in range(epochs):
        total, count = 0.0, 0
        for planes, results in loader:
            optimizer.zero_grad()
            error = loss(net(planes), results)
            error.backward()
            optimizer.step()
            total, count = total + error.item() * len(planes), count + len(planes)
        means.append(total / max(count, 1))
    return means


if __name__ == "__main__":
    for epoch, mean in enumerate(train(sys.argv[1:]), 1):
        print(f"epoch {epoch:2}: loss {mean:.4f}")
