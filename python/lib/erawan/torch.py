"""Games as data for PyTorch."""

from __future__ import annotations

import random
from typing import Any, Iterator, Optional

import pyarrow as pa
import pyarrow.compute as pc
import torch
from torch.utils.data import IterableDataset, get_worker_info

import erawan

from ._shards import Paths

_WORTH = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}


class Positions(IterableDataset):  # type: ignore[misc]
    """Positions of files of games with what became of them, batch by batch.

    A batch is a pair of tensors of float32: planes of shape (n, 20, 8, 8), as
    :func:`erawan.planes` has them, and n results for the side to move: 1 for a win, 0.5
    for a draw, 0 for a loss. Games of other variants, games without a result and what
    cannot be read are left out.

    It makes batches itself, so a loader must not: ``DataLoader(dataset, batch_size=None)``.
    The workers of a loader share the files shard by shard. With ``seed`` shards and the
    positions of each come in another order every time, the same for the same seed.
    """

    def __init__(
        self,
        paths: Paths,
        batch_size: int = 1024,
        *,
        variant: str = "chess",
        seed: Optional[int] = None,
        size: int = 4 << 20,
    ) -> None:
        if batch_size < 1:
            raise ValueError(f"a batch has at least 1 position, not {batch_size}")
        self.shards = erawan.shards(paths, size)
        self.batch_size, self.variant, self.seed, self.epoch = batch_size, variant, seed, 0

    def __iter__(self) -> Iterator[Any]:
        shards = list(self.shards)
        if self.seed is not None:
            # The same order in all workers, so that each shard has one of them.
            order = random.Random(f"{self.seed} {self.epoch}")
            order.shuffle(shards)
            generator = torch.Generator().manual_seed(order.getrandbits(60))
        worker = get_worker_info()
        if worker is not None:
            shards = shards[worker.id :: worker.num_workers]
        self.epoch += 1
        for shard in shards:
            table = self._table(shard)
            rows = torch.arange(table.num_rows)
            if self.seed is not None:
                rows = torch.randperm(table.num_rows, generator=generator)
            for part in rows.split(self.batch_size):
                if len(part):
                    yield self._batch(table.take(pa.array(part.numpy())))

    def _table(self, shard: erawan.Shard) -> Any:
        columns = ["packed", "variant", "result", "error"]
        table = pa.table(erawan.positions(shard.source(), columns))
        good = pc.and_(
            pc.and_(pc.equal(table["variant"], self.variant), pc.is_null(table["error"])),
            pc.is_in(table["result"], value_set=pa.array(list(_WORTH))),
        )
        return table.filter(good).select(["packed", "result"])

    def _batch(self, table: Any) -> tuple[torch.Tensor, torch.Tensor]:
        planes = torch.from_numpy(erawan.planes(table["packed"], variant=self.variant))
        white = torch.tensor([_WORTH[result] for result in table["result"].to_pylist()])
        # Plane 17 is all ones if Black is to move.
        return planes, torch.where(planes[:, 17, 0, 0] > 0, 1 - white, white)
