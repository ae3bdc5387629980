"""Pictures in one style: readable in print, in grey and for the colour-blind, with error bars.

The colours are Okabe and Ito's; each comes with a marker and a line style of its own, so that nothing is told by colour
alone. Figures are made without pyplot, which would want a screen. Matplotlib is loaded when one is made, so that
experiments can be listed without it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from io import BytesIO
from itertools import cycle
from typing import TYPE_CHECKING, Any, NamedTuple

from dueldoku.stats.interval import Interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import XAxis, YAxis
    from matplotlib.figure import Figure

WIDTH = 8.0  # inches
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#7F7F7F")
_MARKERS = "os^DvPX*"
_LINES = ("-", "--", "-.", ":") * 2
_LOOK: dict[Any, Any] = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans", "Verdana", "Arial", "sans-serif"],
    "font.size": 10,
    "axes.titlesize": 10,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "grid.color": "#DDDDDD",
    "lines.linewidth": 1.6,
    "lines.markersize": 6,
    "errorbar.capsize": 3,
    "legend.frameon": False,
    "figure.facecolor": "white",
    "text.usetex": False,  # matplotlib takes a matplotlibrc of the current folder, and could start LaTeX by it
    "svg.fonttype": "none",  # letters stay letters: small files, and text that can be searched
    "svg.hashsalt": "dueldoku",  # the same data gives the same file
}


class Point(NamedTuple):
    """A number with its interval, somewhere along an axis."""

    x: float
    y: Interval


def look() -> AbstractContextManager[None]:
    """Draw in the house style."""
    import matplotlib as mpl

    return mpl.rc_context(_LOOK)


def panels(count: int = 1, height: float = 3.4, *, rows: int = 1) -> tuple[Figure, list[Axes]]:
    """A figure with so many panels, side by side, or in rows."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    return figure, list(figure.subplots(rows, -(-count // rows), squeeze=False).flat)[:count]


def lines(axis: Axes, series: Mapping[str, Sequence[Point]], *, spread: float = 0.0) -> None:
    """A line with error bars for each series. ``spread`` moves them apart where they would hide each other."""
    for number, ((name, points), style) in enumerate(zip(series.items(), _styles(), strict=False)):
        offset = (number - (len(series) - 1) / 2) * spread
        if axis.get_xscale() == "log":
            places = [point.x * (1 + offset) for point in points]
        else:
            places = [point.x + offset for point in points]
        heights = [point.y for point in points]
        values = [height.value for height in heights]
        axis.errorbar(places, values, yerr=_errors(heights), label=name, elinewidth=1.0, **style)


def dots(
    axis: Axes, names: Sequence[str], series: Mapping[str, Sequence[Interval | None]], *, ends: Collection[float] = ()
) -> None:
    """Names down the side, and beside each a dot with its error bar for every series; None leaves one out.

    Dots at the ``ends`` of scales are hollow: the number may be any larger one.
    """
    step = 0.7 / max(1, len(series))
    for number, ((name, row), style) in enumerate(zip(series.items(), _styles(), strict=False)):
        style["linestyle"] = "none"
        there = [(place, value) for place, value in enumerate(row) if value is not None]
        heights = [place + (number - (len(series) - 1) / 2) * step for place, _ in there]
        values = [value.value for _, value in there]
        errors = _errors([value for _, value in there])
        axis.errorbar(values, heights, xerr=errors, label=name, elinewidth=1.0, **style)
        for x, y in zip(values, heights, strict=True):
            if x in ends:
                axis.plot(x, y, markerfacecolor="white", zorder=5, **style)
    axis.set_yticks(range(len(names)), names)
    axis.set_ylim(len(names) - 0.4, -0.6)
    axis.grid(visible=False, axis="y")


def level(axis: Axes, value: float, text: str, *, upright: bool = False) -> None:
    """A line across the panel that says what it stands for."""
    draw = axis.axvline if upright else axis.axhline
    draw(value, color="#555555", linewidth=1.0, linestyle=(0, (4, 3)), zorder=1)
    if text:
        where = (value, 1.0) if upright else (1.0, value)
        axis.annotate(
            text,
            where,
            xycoords=("data", "axes fraction") if upright else ("axes fraction", "data"),
            ha="right",
            va="top" if upright else "bottom",
            fontsize=8,
            color="#555555",
            xytext=(-3, 0) if upright else (0, 1),
            textcoords="offset points",
        )


def legend(axis: Axes, *, outside: bool = False) -> None:
    """The names of the series; outside where they would cover something."""
    if outside:
        axis.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
    else:
        axis.legend(loc="best", fontsize=9)


def legend_below(axis: Axes) -> None:
    """The names of the series under the panel."""
    axis.legend(loc="upper center", bbox_to_anchor=(0.5, -0.18), fontsize=8)


def shares(axis: Axes, what: str, *, upright: bool = False, even: bool = True) -> None:
    """An axis of shares from 0 to 100 %, with the line where both are ``even``."""
    (axis.set_xlim if upright else axis.set_ylim)(-0.03, 1.03)
    (axis.set_xlabel if upright else axis.set_ylabel)(what)
    ticks = [0, 0.25, 0.5, 0.75, 1]
    (axis.set_xticks if upright else axis.set_yticks)(ticks, [f"{100 * tick:.0f} %" for tick in ticks])
    if even:
        level(axis, 0.5, "", upright=upright)


def seconds(axis: Axes, ticks: Sequence[float]) -> None:
    """A logarithmic axis of seconds for a turn."""
    axis.set_xscale("log")
    axis.set_xticks(list(ticks), [f"{tick:g}" for tick in ticks])
    axis.set_xticks([], minor=True)
    axis.set_xlabel("seconds for a turn")


def logarithmic(axis: XAxis | YAxis) -> None:
    """A logarithmic axis with its numbers written out."""
    from matplotlib.axis import XAxis
    from matplotlib.ticker import FuncFormatter, LogFormatter

    (axis.axes.set_xscale if isinstance(axis, XAxis) else axis.axes.set_yscale)("log")
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}" if value >= 1 else f"{value:g}"))
    axis.set_minor_formatter(LogFormatter(labelOnlyBase=False))  # some between the powers of ten, where these are few


def as_svg(figure: Figure) -> str:
    """The figure as SVG, without the date: the same data gives the same file."""
    file = BytesIO()
    with look():
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    return file.getvalue().decode()


def _styles() -> Iterator[dict[str, Any]]:
    """A look for each series, from the first on again when they are used up."""
    for colour, marker, line in cycle(zip(_COLOURS, _MARKERS, _LINES, strict=True)):
        yield {"color": colour, "marker": marker, "linestyle": line}


def _errors(intervals: Sequence[Interval]) -> list[list[float]]:
    below = [max(0.0, value - low) for value, low, _ in intervals]
    return [below, [max(0.0, high - value) for value, _, high in intervals]]
