"""What a player opens with, and how it went, by DuckDB.

    python repertoire.py GAMES.pgn[.zst] "Carlsen, Magnus" [white|black]
"""

from __future__ import annotations

import sys
from typing import Any

import duckdb

import erawan

SQL = """
select array_to_string(sans[1:?], ' ') as opening,
       count(*) as games,
       avg(case result when '1/2-1/2' then 0.5 when ? then 1 else 0 end) as score
from games
where {side} = ? and result <> '*' and error is null and plies > 0
group by opening
order by games desc, opening
"""


def repertoire(
    source: Any, player: str, side: str = "white", plies: int = 6, threads: int = 0
) -> list[tuple[Any, ...]]:
    columns = ["White", "Black", "result", "plies", "sans", "error"]
    connection = duckdb.connect()
    connection.register("games", erawan.games(source, columns, threads=threads))
    wins = {"white": "1-0", "black": "0-1"}[side]
    return connection.execute(SQL.format(side=side), [plies, wins, player]).fetchall()


if __name__ == "__main__":
    _, path, name, color = [*sys.argv, "white"][:4]
    for opening, games, score in repertoire(path, name, color):
        print(f"{games:5}  {100 * score:5.1f} %  {opening}")
