"""Learned judgements as files: whole weights as JSON, with the command that trained them."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from dueldoku.board.geometry import Geometry
from dueldoku.errors import FormatError
from dueldoku.kernels.duel import outlook
from dueldoku.kernels.duel.outlook import INPUTS

BUNDLED, NONE = "bundled", "none"
_FOLDER = files("dueldoku.engine") / "networks"
_LARGEST = 1 << 30  # of a weight: it has 32 bits


class Learned(NamedTuple):
    """What was learned for boards of one size."""

    size: Geometry
    inner: tuple[tuple[int, ...], ...]  # what the nodes start from, then a row for each input
    outer: tuple[int, ...]  # of each node, and what the value starts from
    made_by: str = ""  # the command that trained it

    @property
    def network(self) -> outlook.Network:
        """The same for the search, with room of its own."""
        return outlook.network_of(self.inner, self.outer)

    def to_json(self) -> str:
        """The text of a file, a row of weights a line."""
        about = {"made by": self.made_by, "size": str(self.size), "outer": self.outer}
        rows = ",\n".join(f"  {json.dumps([name, *row])}" for name, row in zip(("", *INPUTS), self.inner, strict=True))
        return f'{json.dumps(about)[:-1]},\n "inner": [\n{rows}\n]}}\n'

    @classmethod
    def parse(cls, text: str, source: str = "") -> Learned:
        """Inverse of ``to_json``. Raises FormatError."""
        try:
            data = json.loads(text)
            learned = cls(
                Geometry.parse(data["size"]),
                tuple(tuple(row[1:]) for row in data["inner"]),
                tuple(data["outer"]),
                str(data["made by"]),
            )
            learned._check([row[0] for row in data["inner"]])
        except (KeyError, IndexError, TypeError, ValueError, RecursionError) as error:
            raise FormatError(f"expected a network of `dueldoku agent train sensei`: {error}", source=source) from None
        return learned

    def _check(self, names: list[str]) -> None:
        if names != ["", *INPUTS]:
            raise ValueError("it sees something else than our networks")
        if {len(row) for row in self.inner} != {len(self.outer) - 1}:
            raise ValueError("its rows have not a weight for each node")
        for weight in (*self.outer, *(weight for row in self.inner for weight in row)):
            if type(weight) is not int or abs(weight) > _LARGEST:
                raise ValueError(f"{weight!r} is no whole number up to {_LARGEST}")


@cache
def learned_for(name: str, size: Geometry) -> Learned | None:
    """What was learned for boards of this size: bundled, or in a file of one's own. None: weights made by hand."""
    if name == NONE:
        return None
    if name != BUNDLED:
        learned = read_learned(name)
        return learned if learned.size is size else None
    file = _FOLDER / f"{size}.json"
    return Learned.parse(file.read_text(encoding="utf-8"), f"{size}") if file.is_file() else None


def check(name: str) -> str:
    """The name, if there is such a network. Raises FormatError."""
    if name not in (BUNDLED, NONE):
        read_learned(name)
    return name


def read_learned(name: str) -> Learned:
    """What is in a file. Raises FormatError."""
    try:
        return Learned.parse(Path(name).read_text(encoding="utf-8"), name)
    except OSError as error:
        problem = f"expected {BUNDLED}, {NONE} or a file with a network: {error.strerror}"
        raise FormatError(problem, source=name) from None
