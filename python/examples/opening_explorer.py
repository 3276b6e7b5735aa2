"""Moves that were played in a position, with their results, by DuckDB.

    python opening_explorer.py GAMES.pgn[.zst] [FEN]

Instead of games it also takes a folder of Parquet that the job "positions" has written.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import duckdb

import erawan

SQL = """
select san,
       count(*) as games,
       count(*) filter (result = '1-0') as white,
       count(*) filter (result = '1/2-1/2') as draws,
       count(*) filter (result = '0-1') as black
from positions
where key in (?, ?) and san is not null
group by san
order by games desc, san
"""


def explore(source: Any, fen: str = erawan.STARTING_FEN, threads: int = 0) -> list[tuple[Any, ...]]:
    connection = duckdb.connect()
    if isinstance(source, (str, Path)) and Path(source).is_dir():
        connection.read_parquet(f"{source}/*.parquet").create_view("positions")
    else:
        positions = erawan.positions(source, ["key", "san", "result"], threads=threads)
        connection.register("positions", positions)
    # The jobs write the same 64 bits as a signed number, which Spark needs.
    key = erawan.Board(fen).key
    return connection.execute(SQL, [key, key - 2**64]).fetchall()


def main(path: str, fen: str) -> None:
    print("move     games   white   draws   black")
    for san, *counts in explore(path, fen):
        print(f"{san:8}" + "".join(f"{count:6}  " for count in counts))


if __name__ == "__main__":
    _, path, fen = [*sys.argv, erawan.STARTING_FEN][:3]
    main(path, fen)
