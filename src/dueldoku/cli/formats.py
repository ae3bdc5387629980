"""``dueldoku formats``: what ``convert`` can read and write."""

from __future__ import annotations

import json
from typing import Annotated

from cyclopts import Parameter

from dueldoku.formats.detect import FORMATS


def formats(*, json_: Annotated[bool, Parameter(name="--json", negative=())] = False) -> None:
    """List the board formats.

    Parameters
    ----------
    json_
        Write a JSON object: what each format is, by name.

    """
    if json_:
        print(json.dumps({format.name: format.about for format in FORMATS.values()}))
        return
    for format in FORMATS.values():
        print(f"{format.name:12} {format.about}")
