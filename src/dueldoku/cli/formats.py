"""``dueldoku formats``: what ``convert`` can read and write."""

from __future__ import annotations

import json

from dueldoku.cli.options import Json
from dueldoku.formats.detect import FORMATS


def formats(*, json_: Json = False) -> None:
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
