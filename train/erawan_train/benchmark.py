"""Measures the trainer on this machine, with made-up positions: no data needed.

    python3 -m erawan_train.benchmark --hidden 1024 --king-buckets 4

Runs eagerly and, on a GPU, as a CUDA graph, from the same seed: the losses
printed must agree but for rounding.
"""

from __future__ import annotations

import argparse

import torch

from erawan_train.architecture import Architecture
from erawan_train.plan import Plan
from erawan_train.synthetic import material_records
from erawan_train.trainer import Trainer


def main() -> None:
    """Prints positions a second."""
    parser = argparse.ArgumentParser(
        prog="python3 -m erawan_train.benchmark",
        description="Measures the trainer on this machine, with made-up positions.",
    )
    parser.add_argument("--game", choices=("chess", "makruk"), default="chess")
    parser.add_argument("--hidden", type=int, default=1024)
    parser.add_argument("--king-buckets", type=int, default=4)
    parser.add_argument("--batch", type=int, default=16384)
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--positions", type=int, default=20_000_000, help="positions to make up")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    options = parser.parse_args()
    shape = Architecture(options.game, options.hidden, options.king_buckets, 8)
    records = material_records(options.positions, options.game, options.device)
    print(f"{shape}; torch {torch.__version__}; {options.device}; batch {options.batch}")
    for graph in (False, True) if options.device.startswith("cuda") else (False,):
        trainer = Trainer(shape, device=options.device, batch=options.batch, graph=graph)
        # The first steps pay for allocation, library start-up and recording.
        warm_up = Plan(positions=64 * options.batch, learning_rate=1e-3)
        trainer.run(records, warm_up)
        figures = trainer.run(records, Plan(positions=options.steps * options.batch))
        kind = "graph" if trainer.stepper.uses_graph else "eager"
        print(f"{kind}: {figures.speed / 1e6:.3f} M positions/s, loss {figures.loss:.6f}")


if __name__ == "__main__":
    main()
