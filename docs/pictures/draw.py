"""Draws the diagrams of the documents: ``make pictures`` writes them beside this file; a test sees that they are new.

They stand for figures of the reports that are lost in our copies, and show what the text says of them: report 000,
figure 1, and report 004, figures 1 to 3. And the moving picture of the README: a real game, kept in ``moving.jsonl``.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from dueldoku import Geometry, Grid, read_records, replay
from dueldoku.render import svg
from dueldoku.render.view import View

NINE = Geometry.of(3, 3)
WIDE, HIGH = 240, 92  # from one box to the next
BOX_WIDE, BOX_HIGH = 192, 58
STYLE = """<style>
.diagram{--paper:#fff;--ink:#1b1f24;--soft:#6e7781;--step:#e2eefc;--choice:#fdecdc;--end:#cfeed3}
@media (prefers-color-scheme:dark){
.diagram{--paper:#0e1116;--ink:#e9edf2;--soft:#98a2ae;--step:#12283f;--choice:#3a2616;--end:#1d4a29}}
.diagram text{font:14px Helvetica,Arial,sans-serif;text-anchor:middle;dominant-baseline:central;fill:var(--ink)}
.diagram text.head{font-weight:700}.diagram text.soft{fill:var(--soft);font-size:13px}
.diagram .paper{fill:var(--paper)}
.diagram .step{fill:var(--step)}.diagram .choice{fill:var(--choice)}.diagram .end{fill:var(--end)}
.diagram .line{fill:none;stroke:var(--soft);stroke-width:1.5}.diagram .tip{fill:var(--soft)}
</style>"""


class Box(NamedTuple):
    """Words in a box: a step, a choice (with round ends) or an end. Its middle is counted in boxes, from 0."""

    x: float
    y: float
    words: str
    kind: str = "step"


class Arrow(NamedTuple):
    """From one box to another: straight, or around by the column ``bend`` if it has one."""

    start: str
    end: str
    words: str = ""
    bend: float | None = None


def diagram(title: str, boxes: dict[str, Box], arrows: Sequence[Arrow], heads: Sequence[Box] = ()) -> str:
    """Boxes with arrows between them; ``heads`` are words without a box."""
    everything = [*boxes.values(), *heads]
    edges = [box.x for box in everything] + [arrow.bend for arrow in arrows if arrow.bend is not None]
    width = (max(edges) - min(edges) + 1) * WIDE
    height = (max(box.y for box in everything) + 1) * HIGH
    left = (min(edges) - 0.5) * WIDE
    drawn = [part for arrow in arrows for part in _arrow(arrow, boxes[arrow.start], boxes[arrow.end])]
    drawn += [part for box in boxes.values() for part in _box(box)]
    drawn += [_words(head.x * WIDE, (head.y + 0.5) * HIGH, head.words, "head") for head in heads]
    return _document(title, width, height, [f'<g transform="translate({-left:g} 0)">', *drawn, "</g>"])


def _document(title: str, width: float, height: float, parts: list[str]) -> str:
    size = f'width="{width:g}" height="{height:g}"'
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" {size} class="diagram" role="img">'
    )
    paper = f'<rect class="paper" {size}/>'
    return "\n".join([head, f"<title>{escape(title)}</title>", STYLE, paper, *parts, "</svg>\n"])


def _box(box: Box) -> list[str]:
    x, y = box.x * WIDE, (box.y + 0.5) * HIGH
    corner = BOX_HIGH / 2 if box.kind == "choice" else 6
    place = f'x="{x - BOX_WIDE / 2:g}" y="{y - BOX_HIGH / 2:g}" width="{BOX_WIDE}" height="{BOX_HIGH}" rx="{corner:g}"'
    return [f'<rect class="{box.kind}" {place}/>', _words(x, y, box.words)]


def _words(x: float, y: float, words: str, kind: str = "") -> str:
    lines = words.split("\n")
    top = y - 9 * (len(lines) - 1)
    spans = [f'<tspan x="{x:g}" y="{top + 18 * at:g}">{escape(line)}</tspan>' for at, line in enumerate(lines)]
    return f'<text class="{kind}">{"".join(spans)}</text>'


def _arrow(arrow: Arrow, start: Box, end: Box) -> list[str]:
    """A line with a tip, from box to box: between the sides that face each other, or those that face the bend."""
    x1, y1, x2, y2 = start.x * WIDE, (start.y + 0.5) * HIGH, end.x * WIDE, (end.y + 0.5) * HIGH
    if arrow.bend is not None:
        x = arrow.bend * WIDE
        side = 1 if x > x1 else -1
        path = f"M{x1 + side * BOX_WIDE / 2:g} {y1:g}H{x:g}V{y2:g}H{x2 + side * (BOX_WIDE / 2 + 8):g}"
        tip, label = (x2 + side * BOX_WIDE / 2, y2, -side, 0), (x1 + side * (BOX_WIDE / 2 + 20), y1 - 12)
    elif start.x == end.x:
        down = 1 if y2 > y1 else -1
        path = f"M{x1:g} {y1 + down * BOX_HIGH / 2:g}V{y2 - down * (BOX_HIGH / 2 + 8):g}"
        tip, label = (x2, y2 - down * BOX_HIGH / 2, 0, down), (x1 + 22, y1 + down * HIGH / 2)
    else:
        right = 1 if x2 > x1 else -1
        path = f"M{x1 + right * BOX_WIDE / 2:g} {y1:g}H{x2 - right * (BOX_WIDE / 2 + 8):g}"
        tip, label = (x2 - right * BOX_WIDE / 2, y2, right, 0), ((x1 + x2) / 2, y1 - 12)
    x, y, dx, dy = tip
    wing = f"{x - 9 * dx + 5 * dy:g} {y - 9 * dy + 5 * dx:g} {x - 9 * dx - 5 * dy:g} {y - 9 * dy - 5 * dx:g}"
    parts = [f'<path class="line" d="{path}"/>', f'<path class="tip" d="M{x:g} {y:g}L{wing}z"/>']
    return [*parts, _words(*label, arrow.words, "soft")] if arrow.words else parts


# -- report 000, figure 1 --------------------------------------------------------------------------------------------


def blocked_rows() -> list[View]:
    """Boards whose first block has no place for a 4: its second row has three cells filled, two, and one."""
    return [_blocked(filled) for filled in (3, 2, 1)]


def blocked_columns() -> list[View]:
    """The same with rows and columns exchanged."""
    return [_transposed(view) for view in blocked_rows()]


def _blocked(filled: int) -> View:
    """The row of the block blue, the rest of the block red; green the lines in which a 4 stands."""
    values, tints = [0] * 81, {}
    for cell in NINE.units[18]:  # the first block
        tints[cell] = "blue" if cell // 9 == 1 else "red"
    for line in (0, 2, *range(9 + filled, 12)):  # the other two rows, and the columns of the row's empty cells
        tints |= {cell: "green" for cell in NINE.units[line] if cell not in tints}
    for col in range(filled):
        values[9 + col] = col + 1
    for cell in (4, 2 * 9 + 7, *(5 * 9 + 2, 7 * 9 + 1)[: 3 - filled]):
        values[cell] = 4
    return View(Grid(NINE, tuple(values)), tints=tints)


def _transposed(view: View) -> View:
    turned = [cell % 9 * 9 + cell // 9 for cell in range(81)]
    grid = Grid(NINE, tuple(view.grid[cell] for cell in turned))
    return View(grid, tints={turned[cell]: tint for cell, tint in view.tints.items()})


def beside(title: str, views: list[View], captions: list[str]) -> str:
    """Boards side by side, a line of words below each."""
    parts = []
    for at, (view, caption) in enumerate(zip(views, captions, strict=True)):
        parts += [svg.draw(view, size=300).replace("<svg ", f'<svg x="{at * 310}" y="0" ', 1)]
        parts += [_words(at * 310 + 150, 316, caption)]
    return _document(title, 310 * len(views) - 10, 340, parts)


# -- report 004, figures 1 to 3 --------------------------------------------------------------------------------------


def classes() -> str:
    """Report 004, figure 1: its functions, by what they are for."""
    boxes = {
        "mrv": Box(0, 1, "minimum remaining values\nvariables=mrv"),
        "degree": Box(0, 2, "degree heuristic\nvariables=degree"),
        "least": Box(1, 1, "least constraining value\nvalues=least-004"),
        "trivial": Box(2, 1, "constraint propagation\ntrivial=yes"),
        "single": Box(2, 2, "update by single value\nsingle=yes"),
        "pairs": Box(2, 3, "two cells, two values\npairs=yes"),
    }
    words = ["1: which cell is next", "2: which digit is first", "3: fewer digits to try"]
    heads = [Box(at, 0.3, head) for at, head in enumerate(words)]
    return diagram("The functions of report 004 in their classes, and the options of csp", boxes, [], heads)


def mixture() -> str:
    """Report 004, figure 2: its pruning rules, over and over."""
    boxes = {
        "before": Box(0, 0, "the digits that each\ncell may take: D1", "end"),
        "trivial": Box(0, 1, "constraint propagation"),
        "single": Box(0, 2, "update by single value"),
        "pairs": Box(0, 3, "two cells, two values"),
        "same": Box(0, 4, "what is left, D2:\nthe same as D1?", "choice"),
        "after": Box(1, 4, "done", "end"),
    }
    arrows = [Arrow(start, end) for start, end in pairwise(["before", "trivial", "single", "pairs", "same"])]
    arrows += [Arrow("same", "after", "yes"), Arrow("same", "before", "no", bend=-0.7)]
    return diagram("The pruning mixture of report 004", boxes, arrows)


def flow() -> str:
    """Report 004, figure 3: the method that it proposes."""
    boxes = {
        "before": Box(1, 0, "pruning mixture"),
        "solved": Box(1, 1, "all cells filled?", "choice"),
        "done": Box(2, 1, "solved", "end"),
        "cell": Box(1, 2, "next cell:\nminimum remaining values"),
        "left": Box(1, 3, "a digit left to try?", "choice"),
        "digit": Box(1, 4, "next digit:\nleast constraining value"),
        "during": Box(1, 5, "put it in,\nthen pruning mixture"),
        "dead": Box(1, 6, "a cell without a digit?", "choice"),
        "undo": Box(2, 3, "take back the digit and\nwhat was pruned since"),
        "none": Box(0, 3, "back to the cell before;\nat the first: no solution", "end"),
    }
    arrows = [
        Arrow("before", "solved"),
        Arrow("solved", "done", "yes"),
        Arrow("solved", "cell", "no"),
        Arrow("cell", "left"),
        Arrow("left", "none", "no"),
        Arrow("left", "digit", "yes"),
        Arrow("digit", "during"),
        Arrow("during", "dead"),
        Arrow("dead", "undo", "yes", bend=2.6),
        Arrow("undo", "left"),
        Arrow("dead", "solved", "no", bend=-0.6),
    ]
    return diagram("The method that report 004 proposes", boxes, arrows)


def moving() -> str:
    """The game of the README, turn by turn."""
    (record,) = read_records(Path(__file__).with_name("moving.jsonl").read_text(encoding="utf-8"))
    return svg.draw_moving([game.view(record.players) for game in replay(record)])


def pictures() -> dict[str, str]:
    """All of them, by the names of their files."""
    captions = ["three cells filled", "two cells filled", "one cell filled"]
    return {
        "blocked-rows.svg": beside("Three block rows that leave no place for a 4", blocked_rows(), captions),
        "blocked-columns.svg": beside("Three block columns that leave no place for a 4", blocked_columns(), captions),
        "csp-classes.svg": classes(),
        "csp-mixture.svg": mixture(),
        "csp-flow.svg": flow(),
        "moving.svg": moving(),
    }


if __name__ == "__main__":
    for name, picture in pictures().items():
        Path(__file__).with_name(name).write_text(picture, encoding="utf-8")
