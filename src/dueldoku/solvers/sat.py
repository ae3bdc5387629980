"""A SAT solver for the hardest boards: CaDiCaL, if python-sat is installed (``pip install dueldoku[sat]``).

python-sat cannot interrupt CaDiCaL, so it runs in a process of its own, this module as a program. It reads the formula
as a line of JSON, writes a line of 0 and 1 for each solution, and a last word when there are no others. It is killed
when the budget ends or nobody wants more. If we are killed ourselves, its standard input is closed, and the system
sends it a signal (SIGIO) that ends it: Python could not notice while CaDiCaL is at work.
"""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import combinations
from typing import TYPE_CHECKING

from dueldoku import start

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from dueldoku.kernels.solving.clause_state import Clauses
    from dueldoku.solvers.meter import Meter

_OVER = b"over"
_LOOK = 60.0  # seconds between two looks at the budget, at most


def is_installed() -> bool:
    """Whether there is a SAT solver that we can use; not on systems without the signal."""
    return bool(sys.executable) and hasattr(signal, "SIGIO") and find_spec("pysat") is not None


def models(clauses: Clauses, meter: Meter) -> Iterator[NDArray[np.int64]]:
    """The options that are right in each solution that the clauses leave.

    Raises OSError if the solver cannot be started or dies, BudgetEnded when the time is over.
    """
    with subprocess.Popen(
        start.python("-m", "dueldoku.solvers.sat"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=start.environment(),
    ) as process:
        try:
            assert process.stdin
            assert process.stdout
            process.stdin.write(json.dumps(_formula(clauses)).encode() + b"\n")
            process.stdin.flush()
            for line in _lines(process.stdout.fileno(), meter):
                if line == _OVER:
                    return
                yield clauses.options[[sign == ord("1") for sign in line]]
            raise ChildProcessError("the SAT solver died")
        finally:
            process.kill()


def _formula(clauses: Clauses) -> tuple[list[list[int]], list[list[int]]]:
    """Groups of variables of which no two hold, and clauses, as SAT solvers write them: 5 for the fifth, -5 for not."""
    groups = [[variable + 1 for variable in group] for group in clauses.groups()]
    signed = [[(literal // 2 + 1) * (-1) ** literal for literal in clause] for clause in clauses.certain()]
    return groups, signed


def _lines(source: int, meter: Meter) -> Iterator[bytes]:
    """The lines that come from a pipe, as long as the budget lasts."""
    poll = select.poll()
    poll.register(source, select.POLLIN)
    text = b""
    while True:
        if poll.poll(1000 * meter.seconds_left(_LOOK)):
            part = os.read(source, 1 << 16)
            if not part:
                return
            *lines, text = (text + part).split(b"\n")
            yield from lines
        meter.check()


def _solve() -> None:
    """The program: the formula from standard input, the solutions to standard output."""
    import fcntl

    from pysat.solvers import Cadical195

    signal.signal(signal.SIGIO, signal.SIG_IGN)
    fcntl.fcntl(0, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(0, fcntl.F_SETFL, fcntl.fcntl(0, fcntl.F_GETFL) | os.O_ASYNC)
    groups, clauses = json.loads(sys.stdin.readline())
    signal.signal(signal.SIGIO, signal.SIG_DFL)
    if select.select([0], [], [], 0)[0]:
        return  # closed already
    with Cadical195() as solver:
        for group in groups:
            for one, other in combinations(group, 2):
                solver.add_clause([-one, -other])
        for clause in clauses:
            solver.add_clause(clause)
        while solver.solve():
            model = solver.get_model()
            print("".join("1" if literal > 0 else "0" for literal in model), flush=True)
            solver.add_clause([-literal for literal in model if literal > 0])
    print(_OVER.decode(), flush=True)


if __name__ == "__main__":
    _solve()
