"""Writes the result of a match into a net's manifest. A result that was there
before moves to `earlier_matches`.

    python3 -m erawan_train.match_result nets/chess.json --opponent "hand-written evaluation" \\
        --conditions "2+0.02, 1 thread, 16 MB" --wins 150 --draws 30 --losses 20
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from pathlib import Path

from erawan_train import manifest


def elo(score: float) -> float:
    """The difference in strength that expects that score, 0 to 1."""
    bounded = min(max(score, 1e-4), 1 - 1e-4)
    return -400.0 * math.log10(1.0 / bounded - 1.0)


def figures(wins: int, draws: int, losses: int) -> tuple[float, float]:
    """Elo and half the width of its 95 % interval."""
    games = wins + draws + losses
    score = (wins + draws / 2) / games
    variance = (wins * (1 - score) ** 2 + draws * (0.5 - score) ** 2 + losses * score**2) / games
    margin = 1.96 * math.sqrt(variance / games)
    return elo(score), (elo(score + margin) - elo(score - margin)) / 2


def main(words: list[str] | None = None) -> int:
    """Fills in the match of a manifest."""
    parser = argparse.ArgumentParser(
        prog="python3 -m erawan_train.match_result",
        description="Writes the result of a match into a net's manifest.",
    )
    parser.add_argument("manifest", type=Path)
    parser.add_argument("--opponent", required=True)
    parser.add_argument("--conditions", required=True)
    parser.add_argument("--by", help="who played, if it was an ancestor of this net")
    for name in ("wins", "draws", "losses"):
        parser.add_argument(f"--{name}", type=int, required=True)
    options = parser.parse_args(words)
    counts = (options.wins, options.draws, options.losses)
    if min(counts) < 0 or sum(counts) == 0:
        parser.error("wins, draws and losses must be counts of at least one game")
    try:
        content = json.loads(options.manifest.read_text(encoding="utf-8"))
    except (OSError, json.JSONDecodeError) as error:
        print(f"match_result: {options.manifest}: {error}", file=sys.stderr)
        return 1
    value, margin = figures(*counts)
    if content.get("match", {}).get("games"):
        content.setdefault("earlier_matches", []).append(content["match"])
    content["match"] = {
        **({"by": options.by} if options.by else {}),
        "opponent": options.opponent,
        "conditions": options.conditions,
        "games": sum(counts),
        "wins": options.wins,
        "draws": options.draws,
        "losses": options.losses,
        "elo": round(value, 1),
        "error": round(margin, 1),
    }
    manifest.write(options.manifest, content)
    print(f"{sum(counts)} games, {value:+.1f} +/- {margin:.1f} Elo")
    return 0


if __name__ == "__main__":
    sys.exit(main())
