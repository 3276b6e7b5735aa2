"""How often players blunder, by the time left on their clock, by polars.

    python blunders_by_clock.py GAMES.pgn[.zst]

The games must have [%eval] and [%clk], as those of Lichess have. Instead of games it
also takes a folder of Parquet that the job "positions" has written.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import polars as pl

import erawan

COLUMNS = ["game", "ply", "clock", "eval", "mate"]


def blunders(source: Any, loss: int = 300, threads: int = 0) -> pl.DataFrame:
    if isinstance(source, (str, Path)) and Path(source).is_dir():
        rows = pl.scan_parquet(f"{source}/*.parquet").select("shard", *COLUMNS)
    else:
        rows = pl.DataFrame(erawan.positions(source, COLUMNS, threads=threads)).lazy()
        rows = rows.with_columns(shard=0)
    # A mate counts as ten pawns; nobody loses more by letting one slip.
    score, mate = pl.col("eval").clip(-1000, 1000), pl.col("mate").sign() * 1000
    worth = pl.when(pl.col("mate").is_null()).then(score).otherwise(mate)
    rows = rows.with_columns(worth=worth)
    before = pl.col("worth").shift(1).over("shard", "game", order_by="ply")
    # Scores are White's: what a move of Black gains for White, Black has lost.
    sign = pl.when(pl.col("ply") % 2 == 0).then(1).otherwise(-1)
    rows = rows.with_columns(lost=(before - pl.col("worth")) * sign)
    minutes = (pl.col("clock") / 60).floor().cast(pl.Int32).alias("minutes")
    judged = rows.filter(pl.col("lost").is_not_null() & pl.col("clock").is_not_null())
    return (
        judged.group_by(minutes)
        .agg(moves=pl.len(), blunders=(pl.col("lost") >= loss).sum())
        .with_columns(rate=pl.col("blunders") / pl.col("moves"))
        .sort("minutes")
        .collect()
    )


if __name__ == "__main__":
    print(blunders(sys.argv[1]))
