"""The methods of solving side by side: each on the same puzzle, with the time it takes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from html import escape

from dueldoku.board.grid import Grid
from dueldoku.solvers.registry import METHODS
from dueldoku.solvers.result import Solved
from dueldoku.web import jobs, layout


class Methods:
    """A sheet of the page. ``ask`` has a worker do something; ``puzzle`` tells which one it is about by now."""

    def __init__(self, ask: Callable[..., Awaitable[Solved | None]], puzzle: Callable[[], Grid]) -> None:
        self._ask, self._puzzle = ask, puzzle
        with layout.sheet():
            with layout.box("line end"):
                layout.heading("Methods, side by side")
                self._button = layout.button("Compare", self._on_compare, icon="timer")
            layout.words(
                "Each solves the puzzle above and looks for a second solution; the time is that of a warm run.",
                "hint-text",
            )
            self._table = layout.html("", "scroll").props("tabindex=0 role=group aria-label=Comparison")

    def clear(self) -> None:
        """Forget the last comparison: it was about another puzzle."""
        self._table.set_content("")

    async def _on_compare(self) -> None:
        head, rows = ["method", "verdict", "time", "nodes", "guesses", "<what it is"], []
        grid = self._puzzle()
        with layout.telling(self._button):
            for name, method in METHODS.items():
                if not method.shapes or str(grid.geometry) in method.shapes:
                    found = await self._ask(jobs.time_method, str(grid), name, 2.0)
                    if grid is not self._puzzle():
                        return  # another puzzle is looked at by now
                    rows.append(_row(name, method.about, found))
                    self._table.set_content(layout.table_html(head, rows))


def _row(name: str, about: str, found: Solved | None) -> list[str]:
    told = f'<span class="soft small">{escape(about)}</span>'
    if found is None:
        return [name, "no answer in time", "", "", "", told]
    numbers = [f"{number:,}".replace(",", " ") for number in (found.work.nodes, found.work.guesses)]
    return [name, found.verdict, time_words(found.seconds), *numbers, told]


def time_words(seconds: float) -> str:
    """A short time, for people.

    >>> time_words(0.0000123), time_words(0.0123), time_words(1.5)
    ('12 µs', '12.3 ms', '1.50 s')
    """
    if seconds < 0.001:
        return f"{seconds * 1e6:.0f} µs"
    return f"{seconds * 1000:.3g} ms" if seconds < 1 else f"{seconds:.2f} s"
