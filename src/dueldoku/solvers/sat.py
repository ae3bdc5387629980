"""A SAT solver for the hardest boards: CaDiCaL, if python-sat is installed (``pip install dueldoku[sat]``).

It takes over from clause learning with all that is worth knowing of what that has learnt, and goes on in the same way:
some contradictions at a time. In between its caller looks at the clock. It cannot be stopped within such a slice, which
takes a tenth of a second or two, and other threads of Python wait for that long.

python-sat catches Ctrl-C itself if it is called from the main thread, and jumps out of CaDiCaL in the midst of its
work. So it is called from a thread of our own.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from typing import TYPE_CHECKING, Self

import numpy as np
from numpy.typing import NDArray

from dueldoku.kernels.solving.learn import OVER, PAUSED, SOLVED

if TYPE_CHECKING:
    from dueldoku.kernels.solving.clause_state import Clauses

_SETTINGS = {"stabilizeonly": 1}  # seldom starting over: faster than changing modes on the 25x25 boards tried
_MOST_PAIRS = 300_000  # clauses of two literals that are written down in a fifth of a second


def is_installed() -> bool:
    """Whether there is a SAT solver that we can use."""
    return find_spec("pysat") is not None


class Cadical:
    """CaDiCaL on its way to the solutions that the clauses leave. It can be used where a ``Learner`` can."""

    def __init__(self, clauses: Clauses) -> None:
        from pysat.solvers import Cadical195

        self.right = clauses.options[:0]  # the options that are right in the solution that was found last
        self._options = clauses.options
        self._solver = Cadical195()
        self._solver.configure(_SETTINGS)
        self._solver.append_formula(formula(clauses))
        self._thread = ThreadPoolExecutor(1)

    def proceed(self, most_conflicts: int) -> int:
        """Go on with the search, up to so many contradictions: SOLVED, OVER or PAUSED, as in ``learn.py``.

        Raises NotImplementedError if python-sat is too old.
        """
        self._solver.conf_budget(most_conflicts)
        answer = self._thread.submit(self._solver.solve_limited).result()
        if answer is None:
            return PAUSED
        if not answer:
            return OVER
        model = np.array(self._solver.get_model())
        self.right = self._options[model > 0]
        self._solver.add_clause((-model[model > 0]).tolist())
        return SOLVED

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._thread.shutdown()
        self._solver.delete()


def fits(clauses: Clauses) -> bool:
    """Whether the formula is not too large: one of a nearly empty board would take longer to write than to solve."""
    first = clauses.tables["first"].astype(np.int64)
    sizes = first[1:] - first[:-1]
    return int(sizes @ (sizes - 1)) // 2 <= _MOST_PAIRS


def formula(clauses: Clauses) -> list[list[int]]:
    """All clauses as SAT solvers write them: 5 for the fifth variable, -5 for its opposite."""
    signed = [[(literal // 2 + 1) * (-1) ** literal for literal in clause] for clause in clauses.lasting()]
    pairs: list[list[int]] = _pairs(clauses).tolist()
    return signed + pairs


def _pairs(clauses: Clauses) -> NDArray[np.int64]:
    """Not two of a group. Two cells of a block may share a row as well, but they need only be told once."""
    of_size: dict[int, list[list[int]]] = {}
    for group in clauses.groups():
        of_size.setdefault(len(group), []).append(group)
    keys = []  # a pair as one number
    for size, groups in of_size.items():
        members, (first, second) = np.array(groups, np.int64), np.triu_indices(size, 1)
        keys.append((members[:, first] * len(clauses.options) + members[:, second]).ravel())
    return -1 - np.stack(np.divmod(np.unique(np.concatenate(keys)), len(clauses.options)), axis=-1)
