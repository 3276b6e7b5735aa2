"""The loss curve as an SVG picture, drawn by hand: no plotting library needed."""

from __future__ import annotations

import math
from html import escape

WIDTH, HEIGHT = 800, 420
LEFT, RIGHT, TOP, BOTTOM = 76, 20, 48, 52
_COLOURS = ("#1f6fb4", "#d1491b", "#3c8f3c", "#7a4fa3")

Series = dict[str, list[tuple[float, float]]]


def picture(series: Series, title: str, x_label: str, y_label: str = "loss") -> str:
    """An SVG of named series of points; points that are no numbers are left out."""
    drawn = {
        name: [(x, y) for x, y in points if math.isfinite(x) and math.isfinite(y)]
        for name, points in series.items()
    }
    everything = [point for points in drawn.values() for point in points] or [(0.0, 0.0)]
    x_ticks = ticks(0.0, max(x for x, _ in everything))
    y_ticks = ticks(*_body(drawn, everything))
    x_from, x_to = x_ticks[0], x_ticks[-1]
    y_from, y_to = y_ticks[0], y_ticks[-1]

    def across(x: float) -> float:
        return LEFT + (x - x_from) / (x_to - x_from) * (WIDTH - LEFT - RIGHT)

    def down(y: float) -> float:
        inside = min(max(y, y_from), y_to)
        return HEIGHT - BOTTOM - (inside - y_from) / (y_to - y_from) * (HEIGHT - TOP - BOTTOM)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{LEFT}" y="22" font-size="15">{escape(title)}</text>',
    ]
    for tick in y_ticks:
        y = down(tick)
        parts.append(
            f'<line x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}" stroke="#ddd"/>'
        )
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{tick:.6g}</text>')
    for tick in x_ticks:
        x = across(tick)
        parts.append(
            f'<line x1="{x:.1f}" y1="{TOP}" x2="{x:.1f}" y2="{HEIGHT - BOTTOM}" stroke="#eee"/>'
        )
        parts.append(
            f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{tick:.6g}</text>'
        )
    middle = (TOP + HEIGHT - BOTTOM) / 2
    parts.append(
        f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 12}" text-anchor="middle">'
        f"{escape(x_label)}</text>"
    )
    parts.append(
        f'<text x="16" y="{middle}" text-anchor="middle" '
        f'transform="rotate(-90 16 {middle})">{escape(y_label)}</text>'
    )
    for number, (name, points) in enumerate(drawn.items()):
        colour = _COLOURS[number % len(_COLOURS)]
        path = " ".join(f"{across(x):.1f},{down(y):.1f}" for x, y in points)
        parts.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.6"/>'
        )
        if len(points) <= 60:
            parts += [
                f'<circle cx="{across(x):.1f}" cy="{down(y):.1f}" r="2.2" fill="{colour}"/>'
                for x, y in points
            ]
        last = f" {points[-1][1]:.5f}" if points else ""
        x = LEFT + number * 190
        parts.append(f'<rect x="{x}" y="32" width="14" height="4" fill="{colour}"/>')
        parts.append(f'<text x="{x + 20}" y="38">{escape(name)}{last}</text>')
    parts.append("</svg>\n")
    return "\n".join(parts)


def _body(drawn: Series, everything: list[tuple[float, float]]) -> tuple[float, float]:
    """The range of losses worth showing.

    The first moments of a run are so high that the rest would be a flat line:
    what lies above the first tenth's lowest point is cut off, with a margin.
    """
    lowest = min(y for _, y in everything)
    highest = lowest
    for points in drawn.values():
        if points:
            early = points[: max(1, len(points) // 10)]
            later = points[len(points) // 10 :]
            top = max(min(y for _, y in early), *(y for _, y in later))
            highest = max(highest, top)
    return lowest, highest


def ticks(lowest: float, highest: float, wanted: int = 6) -> list[float]:
    """Round numbers that enclose the range, at least two of them."""
    if highest <= lowest:
        highest = lowest + (abs(lowest) * 0.1 or 1.0)
    rough = (highest - lowest) / wanted
    unit = 10.0 ** math.floor(math.log10(rough))
    step = next(unit * factor for factor in (1, 2, 5, 10) if unit * factor >= rough * 0.999)
    first = math.floor(lowest / step + 1e-9)
    last = math.ceil(highest / step - 1e-9)
    return [number * step for number in range(first, max(last, first + 1) + 1)]
