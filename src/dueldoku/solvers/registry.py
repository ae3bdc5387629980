"""The methods by name. A method is written ``name`` or ``name:option=value,option=value``.

>>> name, options = parse_method("csp:variables=degree,prune=before")
>>> name, options["variables"], options["values"]
('csp', 'degree', 'ascending')
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib import import_module

from dueldoku.board.grid import Grid
from dueldoku.errors import UnknownName


@dataclass(frozen=True)
class Method:
    """One way to solve: what it is, its options (the first value of each is its default), the boards it takes."""

    name: str
    about: str
    module: str
    options: dict[str, tuple[str, ...]] = field(default_factory=dict)
    shapes: tuple[str, ...] = ()  # the block shapes it takes; () for all
    keeps_marks: bool = False  # whether it takes boards with pencil marks

    @property
    def solutions(self) -> Callable[..., Iterator[Grid]]:
        """The generator itself: ``solutions(grid, meter, **options)``."""
        found: Callable[..., Iterator[Grid]] = import_module(f"dueldoku.solvers.{self.module}").solutions
        return found


YES_NO = ("yes", "no")

METHODS = {
    method.name: method
    for method in (
        Method(
            "bitboard", "bands of bits, all digits at once, compiled; the default for 9x9", "bitboard", shapes=("3x3",)
        ),
        Method(
            "wide",
            "propagation and search, clause learning for hard boards, compiled; the default for all other boards",
            "wide",
            {"sat": YES_NO},  # the hardest boards to CaDiCaL, if python-sat is installed
        ),
        Method(
            "plain",
            "what is forced, then guesses where there is least choice; in plain Python",
            "teaching.backtrack",
            keeps_marks=True,
        ),
        Method("brute-force", "every digit in every empty cell, in order (report 003)", "teaching.brute_force"),
        Method(
            "csp",
            "constraint satisfaction with switchable heuristics (reports 003 and 004)",
            "teaching.csp",
            {
                "variables": ("mrv+degree", "first", "mrv", "degree", "mrv+degree-003"),
                "values": ("ascending", "least-003", "least-004"),
                "forward": YES_NO,
                "prune": ("during", "before", "none"),  # when to apply the three rules that follow
                "trivial": YES_NO,
                "single": YES_NO,
                "pairs": YES_NO,
                "table": YES_NO,
                "done": ("full", "at-most-one"),
            },
        ),
        Method(
            "exact-cover",
            "Algorithm X, with sets (report 002) or dancing links",
            "teaching.exact_cover",
            {"structure": ("sets", "links")},
        ),
        Method("guess-and-fill", "fill what is certain, else guess (report 001's first solver)", "teaching.guess_fill"),
        Method(
            "human",
            "the techniques people use, each step with its reason; no guessing",
            "human",
            {"trust_uniqueness": ("no", "yes")},
            keeps_marks=True,
        ),
    )
}


def parse_method(text: str) -> tuple[str, dict[str, str]]:
    """A method's name and all its options. Raises UnknownName, which lists what there is."""
    name, _, rest = text.partition(":")
    if name not in METHODS:
        raise UnknownName(f"expected a method out of {', '.join(METHODS)}, got {name!r}")
    known = METHODS[name].options
    options = {option: values[0] for option, values in known.items()}
    for word in rest.split(",") if rest else []:
        option, _, value = word.partition("=")
        if option not in known:
            listed = ", ".join(known) or "none"
            raise UnknownName(f"expected an option of {name} out of {listed}, got {option!r}")
        if value not in known[option]:
            raise UnknownName(f"expected {option} out of {', '.join(known[option])}, got {value!r}")
        options[option] = value
    return name, options
