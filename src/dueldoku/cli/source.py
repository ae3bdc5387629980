"""The boards that a command line names."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

BoardName = Annotated[str, Parameter(allow_leading_hyphen=True)]  # "-" is standard input, and boards may start with it
