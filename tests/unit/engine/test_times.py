"""Times that are reported, and budgets, include neither compiling nor loading.

Each kernel takes long to load here, as if it were compiled then. What is reported is shorter than a single one.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SLOW = 0.5  # seconds for each kernel
PROGRAM = f"""
import time
from dueldoku.kernels.base.store import KernelCache

load, loads = KernelCache.load_overload, []

def load_slowly(self, *given):
    time.sleep({SLOW})
    found = load(self, *given)
    assert found, "what make test has compiled ahead is here"
    loads.append(time.perf_counter())
    return found

KernelCache.load_overload = load_slowly
"""
SOLVE = """
from dueldoku import Budget, solve
puzzle = PUZZLE
budget = BUDGET
print(len(loads), (solve(puzzle, budget=budget) if budget else solve(puzzle)).seconds, len(loads))
"""
PERFECT = """
from dueldoku.engine.perfect import perfect
found = perfect("1.3. 34.. 2... ...1", seconds=60)
print(0, found.seconds, len(loads))
"""
ANALYSE = """
from dueldoku import analyse
analyse("." * 81, seconds=0.3)
print(0, 0.3 - (time.perf_counter() - loads[-1]), len(loads))  # what loading took of the budget
"""
FILE = """
import io, sys
from dueldoku.cli.main import main
sys.stdout, sys.stderr, told = io.StringIO(), io.StringIO(), sys.stdout
main(['solve', 'FILE'])
*_, line = sys.stderr.getvalue().splitlines()
print(0, line.rpartition(" in ")[2].removesuffix(" s"), len(loads), file=told)
"""
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def solving(puzzle: str, budget: str) -> str:
    return SOLVE.replace("PUZZLE", repr(puzzle)).replace("BUDGET", budget)


@pytest.mark.slow
@pytest.mark.parametrize(
    "asking",
    [
        solving(HARD, "Budget(solutions=3)"),
        solving("." * 81, "Budget(solutions=100, seconds=0.3)"),
        solving("1" + 255 * ".", "Budget(solutions=3, seconds=0.3)"),
        PERFECT,
        ANALYSE,
        FILE,
    ],
    ids=["solve", "solve with a budget", "solve 16x16 with a budget", "perfect", "analyse", "a file"],
)
def test_times_that_are_reported_include_neither_compiling_nor_loading(asking: str, tmp_path: Path) -> None:
    (tmp_path / "two.sdm").write_text(f"{HARD}\n{HARD}\n")
    asking = asking.replace("FILE", str(tmp_path / "two.sdm"))
    told = subprocess.run([sys.executable, "-P", "-c", PROGRAM + asking], capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    _, seconds, loads = told.stdout.split()
    assert int(loads) > 0
    assert float(seconds) < SLOW / 2
