"""A view on its way out: to the terminal, or to an SVG file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from cyclopts import Parameter

from dueldoku.errors import FormatError
from dueldoku.formats.source import write_out
from dueldoku.render import svg
from dueldoku.render.view import View

SvgFile = Annotated[str, Parameter(name="--svg", allow_leading_hyphen=True)]
Theme = Annotated[svg.Theme, Parameter(help="The colours of the SVG; auto follows the viewer's preference.")]


def show_view(view: View) -> None:
    """Show the board in the terminal."""
    from rich.console import Console

    from dueldoku.render import text

    console = Console(highlight=False)
    console.print(text.draw(view, console.width), soft_wrap=True)


def write_svg(views: Sequence[View], file: str, theme: svg.Theme, moving: bool = False) -> None:
    """Write the picture, or all on one sheet or one after the other, to ``file``, or to standard output for ``-``."""
    if file != "-" and not file.lower().endswith(".svg"):
        raise FormatError(
            f"expected a file for --svg that ends in .svg, got {file!r}: pictures are written as SVG, which browsers "
            "show and Inkscape or rsvg-convert turn into PNG"
        )
    drawn = svg.draw_moving(views, theme) if moving or len(views) == 1 else svg.draw_sheet(views, theme)
    write_out(drawn, file)
