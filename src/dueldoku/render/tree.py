"""A search tree as a picture: as SVG, laid out here, and as DOT for Graphviz.

Leaves stand side by side in their order, a parent above the middle of its children, so that no two lines cross:

             start
          ┌────┴────┐
        r1c1=2    r3c4=1
                ┌────┴────┐
             r2c2=4     r2c3=4
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

_BOX = 88, 64  # width and height
_STEP = 98, 106  # from one to the next, across and down
_LINE = 14
_MARGIN = 12
_STYLE = """
.tree { font: 11px Helvetica, Arial, sans-serif; --paper: #fff; --ink: #1b1f24; --own: #0b7a3b; --own-back: #e3f5ea }
@media (prefers-color-scheme: dark) {
  .tree { --paper: #0e1116; --ink: #e9edf2; --own: #5ed492; --own-back: #11301f }
}
.tree .paper { fill: var(--paper) } .tree text { fill: var(--ink); text-anchor: middle }
.tree .box { fill: var(--paper); stroke: var(--ink) }
.tree .own { fill: var(--own-back); stroke: var(--own); stroke-width: 2 }
.tree path { fill: none; stroke: var(--ink); opacity: 0.5 }
"""


@dataclass(frozen=True)
class Branch:
    """A node with lines of text in it, and what is below. ``own``: it is a move of the player who searches."""

    lines: tuple[str, ...]
    own: bool = False
    children: tuple[Branch, ...] = ()

    def nodes(self) -> Iterator[Branch]:
        """The node itself and all below."""
        yield self
        for child in self.children:
            yield from child.nodes()


def draw_dot(root: Branch) -> str:
    """The tree in Graphviz's language."""
    lines = ["digraph tree {", "  node [shape=box, fontname=Helvetica]"]
    edges = []
    numbers = {id(branch): number for number, branch in enumerate(root.nodes())}
    for branch in root.nodes():
        here = numbers[id(branch)]
        text = "\\n".join(line.replace("\\", "\\\\").replace('"', '\\"') for line in branch.lines)
        lines.append(f'  {here} [label="{text}", color={"green" if branch.own else "black"}]')
        edges += [f"  {here} -> {numbers[id(child)]}" for child in branch.children]
    return "\n".join([*lines, *edges, "}"]) + "\n"


def draw_svg(root: Branch, title: str) -> str:
    """The tree as a picture that follows the viewer's light or dark theme."""
    places = _lay_out(root)
    width = max(x for x, _ in places.values()) + _BOX[0] / 2 + _MARGIN
    height = max(y for _, y in places.values()) + _BOX[1] + _MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" class="tree" role="img">',
        f"<title>{escape(title)}</title>",
        f"<style>{_STYLE}</style>",
        f'<rect class="paper" width="{width:g}" height="{height:g}"/>',
    ]
    for branch in root.nodes():
        x, y = places[id(branch)]
        bottom, middle = y + _BOX[1], y + (_BOX[1] + _STEP[1]) / 2
        for child in branch.children:
            to, top = places[id(child)]
            parts.append(f'<path d="M{x:g} {bottom}C{x:g} {middle:g} {to:g} {middle:g} {to:g} {top}"/>')
    for branch in root.nodes():
        x, y = places[id(branch)]
        kind = "own" if branch.own else "box"
        parts.append(
            f'<rect class="{kind}" x="{x - _BOX[0] / 2:g}" y="{y}" width="{_BOX[0]}" height="{_BOX[1]}" rx="5"/>'
        )
        over = y + (_BOX[1] - len(branch.lines) * _LINE) / 2 - 4  # letters stand on their line
        for at, line in enumerate(branch.lines, 1):
            parts.append(f'<text x="{x:g}" y="{over + at * _LINE:g}">{escape(line)}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _lay_out(root: Branch) -> dict[int, tuple[float, int]]:
    """For each node, by its identity, the middle of its upper edge."""
    places: dict[int, tuple[float, int]] = {}
    leaves = 0

    def place(branch: Branch, level: int) -> float:
        nonlocal leaves
        if branch.children:
            across = [place(child, level + 1) for child in branch.children]
            x = (across[0] + across[-1]) / 2
        else:
            x = _MARGIN + _BOX[0] / 2 + leaves * float(_STEP[0])
            leaves += 1
        places[id(branch)] = x, _MARGIN + level * _STEP[1]
        return x

    place(root, 0)
    return places
