"""What a player opens with, and how it went, by DuckDB.

    python repertoire.py GAMES.pgn[.zst] "Carlsen, Magnus" [white|black]

Instead of games it also takes a folder of Parquet that the job "positions" has written.
"""

from __future__ import annotations

import sys
from pathlib import Path
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

GAMES = """
create view games as
select any_value(White) as White, any_value(Black) as Black, any_value(result) as result,
       count(san) as plies, any_value(error) as error,
       list(san order by ply) filter (san is not null) as sans
from positions group by shard, game
"""


def repertoire(
    source: Any, player: str, side: str = "white", plies: int = 6, threads: int = 0
) -> list[tuple[Any, ...]]:
    columns = ["White", "Black", "result", "plies", "sans", "error"]
    connection = duckdb.connect()
    if isinstance(source, (str, Path)) and Path(source).is_dir():
        connection.read_parquet(f"{source}/*.parquet").create_view("positions")
        connection.execute(GAMES)
    else:
        connection.register("games", erawan.games(source, columns, threads=threads))
    wins = {"white": "1-0", "black": "0-1"}[side]
    return connection.execute(SQL.format(side=side), [plies, wins, player]).fetchall()


if __name__ == "__main__":
    _, path, name, color = [*sys.argv, "white"][:4]
    for opening, games, score in repertoire(path, name, color):
        print(f"{games:5}  {100 * score:5.1f} %  {opening}")
