"""A learning curve as a table and as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from dueldoku.agents.neat.train import Generation

_WIDTH, _HEIGHT, _MARGIN, _GAP = 640, 160, 48, 40  # of a panel, and around it
_COLOURS = ("#0b62c4", "#a94c00")


def table(curve: Sequence[Generation]) -> str:
    """The curve as CSV."""
    lines = [",".join(Generation._fields), *(",".join(f"{number:.6g}" for number in point) for point in curve)]
    return "\n".join(lines) + "\n"


def draw(curve: Sequence[Generation], exam: str) -> str:
    """The curve as SVG: the fitness above, the result of the exam below."""
    width, height = _WIDTH + 2 * _MARGIN, 2 * (_HEIGHT + _GAP) + _GAP
    fitness = {"best": [point.best for point in curve], "mean": [point.mean for point in curve]}
    low, high = min(map(min, fitness.values())), max(map(max, fitness.values()))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        "<style>text { font-size: 12px }</style>",
        *_panel("fitness: best and mean", fitness, low, high, _GAP),
        *_panel(exam, {exam: [point.exam for point in curve]}, 0.0, 1.0, 2 * _GAP + _HEIGHT),
        f'<text x="{width // 2}" y="{height - 8}" text-anchor="middle">generation 0 to {len(curve) - 1}</text>',
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _panel(title: str, lines: dict[str, list[float]], low: float, high: float, top: int) -> list[str]:
    scale = _HEIGHT / ((high - low) or 1)
    parts = [
        f'<text x="{_MARGIN}" y="{top - 8}">{escape(title)}</text>',
        f'<rect x="{_MARGIN}" y="{top}" width="{_WIDTH}" height="{_HEIGHT}" fill="none" stroke="#b6bdc6"/>',
        f'<text x="{_MARGIN - 6}" y="{top + 10}" text-anchor="end">{high:.3g}</text>',
        f'<text x="{_MARGIN - 6}" y="{top + _HEIGHT}" text-anchor="end">{low:.3g}</text>',
    ]
    for colour, values in zip(_COLOURS, lines.values(), strict=False):
        step = _WIDTH / max(len(values) - 1, 1)
        points = " ".join(
            f"{_MARGIN + number * step:.1f},{top + _HEIGHT - (value - low) * scale:.1f}"
            for number, value in enumerate(values)
        )
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
    return parts
