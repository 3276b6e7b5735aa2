"""The manifest beside a net: where it comes from and what it is worth, as JSON."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

FORMAT = 1

EMPTY_MATCH = {
    "opponent": None,
    "conditions": None,
    "games": None,
    "wins": None,
    "draws": None,
    "losses": None,
    "elo": None,
    "error": None,
}
"""What a match against the predecessor fills in before a net is kept."""


def net_entry(path: Path) -> dict[str, Any]:
    """The net file itself."""
    data = path.read_bytes()
    return {
        "file": path.name,
        "bytes": len(data),
        "sha256": hashlib.sha256(data).hexdigest(),
    }


def write(path: str | os.PathLike[str], content: dict[str, Any]) -> None:
    """Writes beside the file and renames."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(path.name + ".part")
    text = json.dumps({"format": FORMAT, **content}, indent=2, ensure_ascii=False)
    beside.write_text(text + "\n", encoding="utf-8")
    os.replace(beside, path)
