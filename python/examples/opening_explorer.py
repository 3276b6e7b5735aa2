"""Moves that were played in a position, with their results, by DuckDB.

    python opening_explorer.py GAMES.pgn[.zst] [FEN]
"""

from __future__ import annotations

import sys
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
where key = ? and san is not null
group by san
order by games desc, san
"""


def explore(source: Any, fen: str = erawan.STARTING_FEN, threads: int = 0) -> list[tuple[Any, ...]]:
    connection = duckdb.connect()
    positions = erawan.positions(source, ["key", "san", "result"], threads=threads)
    connection.register("positions", positions)
    return connection.execute(SQL, [erawan.Board(fen).key]).fetchall()


def main(path: str, fen: str) -> None:
    print("move     games   white   draws   black")
    for san, *counts in explore(path, fen):
        print(f"{san:8}" + "".join(f"{count:6}  " for count in counts))


if __name__ == "__main__":
    _, path, fen = [*sys.argv, erawan.STARTING_FEN][:3]
    main(path, fen)
