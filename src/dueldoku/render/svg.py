"""A board as SVG: any size, light or dark, with pencil marks, owners and the last move; or a game, which moves.

Every cell is 40 units square. The colours live in a style sheet inside the picture, under a class of their own, so
several pictures on one page do not disturb each other; ``auto`` follows what the viewer prefers.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import hypot, isqrt
from typing import Literal

from dueldoku.render.view import View

Theme = Literal["auto", "light", "dark"]

_CELL = 40
_MARGIN = 26
_LINGER = 4  # for how many views more the last one of a moving picture stays
_COLOURS = {  # on light paper and on dark
    "paper": ("#ffffff", "#0e1116"),
    "ink": ("#1b1f24", "#e9edf2"),
    "soft": ("#6e7781", "#98a2ae"),
    "line": ("#b6bdc6", "#454d57"),
    "one": ("#0b62c4", "#7ab8ff"),
    "two": ("#a94c00", "#ffb070"),
    "one-back": ("#e2eefc", "#12283f"),
    "two-back": ("#fdecdc", "#3a2616"),
    "blue": ("#c7dffa", "#17406b"),
    "red": ("#f9d3d3", "#5c2525"),
    "green": ("#cfeed3", "#1d4a29"),
    "yellow": ("#f8ecb8", "#4d4316"),
    "last": ("#c01c54", "#ff6b9d"),
}


def draw(view: View, theme: Theme = "auto", size: int = 480) -> str:
    """The picture, ``size`` pixels wide."""
    return draw_moving([view], theme, size)


def draw_moving(views: Sequence[View], theme: Theme = "auto", size: int = 480, seconds: float = 0.9) -> str:
    """A picture that moves: one view after the other, so many seconds each, the last one longer, and again.

    Viewers that do not move pictures, or whose reader asked for less motion, show the last view.
    """
    if theme not in ("auto", "light", "dark"):
        raise ValueError(f"expected the theme auto, light or dark, got {theme!r}")
    last = views[-1]
    width, height = _width(last), _height(last)
    clock = _Clock(len(views), seconds)
    layers = [
        clock.layer([layer(view) for view in views]) for layer in (_backgrounds, _lines, _arrows, _values, _last_move)
    ]
    scores = clock.layer([_scores(view, width, height) for view in views])
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{size}" '
        f'height="{round(size * height / width)}" class="dueldoku {theme}" role="img">',
        f"<title>{'A game, turn by turn. At its end: ' if len(views) > 1 else ''}{escape(_title(last))}</title>",
        f"<style>{_style(theme)}{clock.style()}</style>",
        f'<rect class="paper" width="{width}" height="{height}"/>',
        f'<g transform="translate({_MARGIN} {_MARGIN})">',
        *(part for layer in layers for part in layer),
        *_labels(last),
        "</g>",
        *scores,
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def draw_sheet(views: Sequence[View], theme: Theme = "auto", size: int = 480) -> str:
    """The pictures of several boards, numbered, side by side in as many rows as columns."""
    columns = isqrt(len(views) - 1) + 1
    rows = -(-len(views) // columns)
    tall = max((round(size * _height(view) / _width(view)) for view in views), default=size) + _MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {columns * size} {rows * tall}" '
        f'width="{columns * size}" height="{rows * tall}" class="dueldoku {theme}" role="img">',
        f"<title>{len(views)} boards</title>",
        f"<style>{_style(theme)}</style>",
        f'<rect class="paper" width="{columns * size}" height="{rows * tall}"/>',
    ]
    for at, view in enumerate(views):
        x, y = at % columns * size, at // columns * tall
        parts.append(_text(x + size / 2, y + _MARGIN * 0.7, str(at + 1), 16, "clue"))
        parts.append(draw(view, theme, size).replace("<svg ", f'<svg x="{x}" y="{y + _MARGIN}" ', 1).rstrip())
    return "\n".join([*parts, "</svg>"]) + "\n"


def _width(view: View) -> int:
    return view.grid.geometry.side * _CELL + 2 * _MARGIN


def _height(view: View) -> int:
    return _width(view) + (_width(view) // 14 if view.scores else 0)


class _Clock:
    """When each part of a moving picture is seen: from one view to another, with an animation for each such span."""

    def __init__(self, views: int, seconds: float) -> None:
        self._views, self._seconds = views, seconds
        self._spans: set[tuple[int, int]] = set()

    def layer(self, frames: Sequence[Sequence[str]]) -> list[str]:
        """The parts of a layer, of which each view has some. Those that are not always seen are in a group."""
        seen: dict[str, list[tuple[int, int]]] = {}
        for at, part in ((at, part) for at, frame in enumerate(frames) for part in frame):
            spans = seen.setdefault(part, [])
            start = spans.pop()[0] if spans and spans[-1][1] == at else at
            spans.append((start, at + 1))
        return [self._timed(part, *span) for part, spans in seen.items() for span in spans]

    def _timed(self, part: str, start: int, end: int) -> str:
        if (start, end) == (0, self._views):
            return part
        self._spans.add((start, end))
        return f'<g class="s{start}-{end}">{part}</g>'

    def style(self) -> str:
        """What is not seen at the end is hidden; where motion is welcome, every span has its time."""
        if not self._spans:
            return ""
        length = self._views + _LINGER
        hidden = ",".join(f".s{start}-{end}" for start, end in sorted(self._spans) if end < self._views)
        moves = ""
        for start, end in sorted(self._spans):
            steps = {0: 0, start: 1} | ({end: 0} if end < self._views else {})
            frames = "".join(f"{100 * at / length:.4g}%{{opacity:{seen}}}" for at, seen in steps.items())
            moves += f"@keyframes s{start}-{end}{{{frames}}}"
            moves += f".s{start}-{end}{{animation:s{start}-{end} {length * self._seconds:g}s step-end infinite}}"
        still = f"{hidden}{{opacity:0}}" if hidden else ""
        return f"{still}@media (prefers-reduced-motion: no-preference){{{moves}}}"


def _title(view: View) -> str:
    side, filled = view.grid.geometry.side, len(view.grid) - len(view.grid.holes)
    title = f"{side} by {side} Sudoku, {filled} of {len(view.grid)} cells filled"
    if view.scores:
        title += f", score {view.scores[0]} to {view.scores[1]}"
    if view.last:
        title += f", last move {view.last}{'' if view.last_placed else ' refused'}"
    return title


def _style(theme: Theme) -> str:
    def variables(paper: int) -> str:
        return f".dueldoku.{theme}{{{''.join(f'--{name}:{both[paper]};' for name, both in _COLOURS.items())}}}"

    sheet = variables(1 if theme == "dark" else 0)
    if theme == "auto":
        sheet += f"@media (prefers-color-scheme: dark){{{variables(1)}}}"
    rules = {
        "text": "font-family:Helvetica,Arial,sans-serif;text-anchor:middle;dominant-baseline:central;fill:var(--ink)",
        "text.clue": "font-weight:700",
        "text.one": "fill:var(--one)",
        "text.two": "fill:var(--two)",
        "text.soft": "fill:var(--soft)",
        "text.mark": "font-weight:700",
        "text.gone": "fill:var(--last);font-weight:700",
        "path.strong": "stroke:var(--one);stroke-width:1.6;fill:none",
        "path.weak": "stroke:var(--one);stroke-width:1.2;stroke-dasharray:4 3;fill:none",
        "path.gone": "stroke:var(--last);stroke-width:1.5;fill:none",
        "rect.paper": "fill:var(--paper)",
        "rect.one": "fill:var(--one-back)",
        "rect.two": "fill:var(--two-back)",
        **{f"rect.{tint}": f"fill:var(--{tint})" for tint in ("blue", "red", "green", "yellow")},
        "rect.last": "fill:none;stroke:var(--last);stroke-width:3",
        "path.one": "fill:var(--one)",
        "path.two": "fill:var(--two)",
        "path.last": "stroke:var(--last);stroke-width:3;fill:none",
        "path.thin": "stroke:var(--line);stroke-width:1;fill:none",
        "path.thick": "stroke:var(--ink);stroke-width:2.5;fill:none;stroke-linecap:square",
    }
    return sheet + "".join(f".dueldoku.{theme} {selector}{{{rule}}}" for selector, rule in rules.items())


def _place(view: View, cell: int) -> tuple[int, int]:
    row, col = divmod(cell, view.grid.geometry.side)
    return col * _CELL, row * _CELL


def _square(view: View, cell: int, kind: str, inset: int = 0) -> str:
    x, y = _place(view, cell)
    edge = _CELL - 2 * inset
    return f'<rect class="{kind}" x="{x + inset}" y="{y + inset}" width="{edge}" height="{edge}"/>'


def _backgrounds(view: View) -> list[str]:
    """Tints, also for owners, with a triangle so that colour is not all that tells them apart."""
    parts = [_square(view, cell, tint) for cell, tint in view.tints.items()]
    for cell in range(len(view.grid)):
        if owner := view.owner(cell):
            x, y = _place(view, cell)
            kind = ("one", "two")[owner - 1]
            corner = f"M{x} {y}h11l-11 11z" if owner == 1 else f"M{x + _CELL} {y + _CELL}h-11l11 -11z"
            parts += [_square(view, cell, kind), f'<path class="{kind}" d="{corner}"/>']
    return parts


def _lines(view: View) -> list[str]:
    geometry = view.grid.geometry
    board = geometry.side * _CELL
    paths = {"thin": "", "thick": ""}
    for at in range(geometry.side + 1):
        paths["thin" if at % geometry.m else "thick"] += f"M0 {at * _CELL}h{board}"
        paths["thin" if at % geometry.n else "thick"] += f"M{at * _CELL} 0v{board}"
    return [f'<path class="{kind}" d="{path}"/>' if path else "" for kind, path in paths.items()]


def _values(view: View) -> list[str]:
    parts = []
    for cell, value in enumerate(view.grid):
        x, y = _place(view, cell)
        if value:
            kinds = ["clue"] if view.is_clue(cell) else []
            if owner := view.owner(cell):
                kinds.append(("one", "two")[owner - 1])
            parts.append(_text(x + _CELL / 2, y + _CELL / 2, str(value), 24 if value < 10 else 20, " ".join(kinds)))
        else:
            parts += _candidates(view, cell, x, y)
    return parts


def _candidates(view: View, cell: int, x: int, y: int) -> list[str]:
    """The pencil marks of a cell, laid out like the cells of a block; what is struck out has a stroke through it."""
    m, n = view.grid.geometry.m, view.grid.geometry.n
    size = min(_CELL / n * (0.85 if m * n < 10 else 0.6), _CELL / m * 0.85, 13)
    parts = []
    for digit in view.candidates.get(cell, ()):
        middle, gone = _spot(view, cell, digit), digit in view.strikes.get(cell, ())
        kind = "gone" if gone else "mark" if digit in view.marked.get(cell, ()) else "soft"
        parts.append(_text(*middle, str(digit), size, kind))
        if gone:
            reach = size * 0.45
            parts.append(
                f'<path class="gone" d="M{middle[0] - reach:g} {middle[1] + reach:g}l{2 * reach:g} {-2 * reach:g}"/>'
            )
    return parts


def _spot(view: View, cell: int, digit: int) -> tuple[float, float]:
    """The middle of a pencil mark."""
    (x, y), m, n = _place(view, cell), view.grid.geometry.m, view.grid.geometry.n
    row, col = divmod(digit - 1, n)
    return x + (col + 0.5) * _CELL / n, y + (row + 0.5) * _CELL / m


def _arrows(view: View) -> list[str]:
    """The links between pencil marks, bent a little so that they do not run over others in their line."""
    parts = []
    for start, end, strong in view.arrows:
        (x, y), (u, v) = _spot(view, *start), _spot(view, *end)
        bend = min(0.18, 12 / max(hypot(u - x, v - y), 1))
        middle = (x + u) / 2 + bend * (y - v), (y + v) / 2 + bend * (u - x)
        kind = "strong" if strong else "weak"
        parts.append(f'<path class="{kind}" d="M{x:g} {y:g}Q{middle[0]:g} {middle[1]:g} {u:g} {v:g}"/>')
    return parts


def _last_move(view: View) -> list[str]:
    """A frame around the last move, or a cross in its cell if it was refused."""
    cell = view.last_cell
    if cell is None:
        return []
    if view.last_placed:
        return [_square(view, cell, "last", 3)]
    x, y = _place(view, cell)
    return [f'<path class="last" d="M{x + 12} {y + 12}l16 16m0 -16l-16 16"/>']


def _labels(view: View) -> list[str]:
    side = view.grid.geometry.side
    parts = []
    for at in range(side):
        middle, edge = (at + 0.5) * _CELL, -_MARGIN / 2
        parts += [_text(x, y, str(at + 1), 12, "soft") for x, y in ((middle, edge), (edge, middle))]
    return parts


def _scores(view: View, width: int, height: int) -> list[str]:
    """Both players below the board, each in one half, as large as the longer name allows."""
    if not view.scores:
        return []
    captions = [
        f"{'▴▾'[player - 1]} {view.players[player - 1]} {view.scores[player - 1]}"
        + (" to move" if view.turn == player else "")
        for player in (1, 2)
    ]
    size = min(width * 0.034, width * 0.78 / max(map(len, captions)))
    return [
        _text(width * (0.25 + 0.5 * at), height - width / 20, escape(caption), size, f"clue {('one', 'two')[at]}")
        for at, caption in enumerate(captions)
    ]


def _text(x: float, y: float, words: str, size: float, kinds: str) -> str:
    kind = f' class="{kinds}"' if kinds else ""
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}"{kind}>{words}</text>'
