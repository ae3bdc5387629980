"""A view on its way out: to the terminal, or to an SVG file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter
from rich.console import Console

from dueldoku.render import svg, text
from dueldoku.render.view import View

SvgFile = Annotated[str, Parameter(name="--svg", allow_leading_hyphen=True)]
Theme = Literal["auto", "light", "dark"]


def show_view(view: View, console: Console) -> None:
    """Show the board in the terminal."""
    console.print(text.draw(view, console.width), soft_wrap=True)


def write_svg(view: View, file: str, theme: Theme) -> None:
    """Write the picture to ``file``, or to standard output for ``-``."""
    picture = svg.draw(view, theme)
    if file == "-":
        sys.stdout.write(picture)
    else:
        Path(file).write_text(picture, encoding="utf-8")
