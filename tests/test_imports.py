"""Start-up stays light, and what is public is listed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import dueldoku

HEAVY = (
    *("numba", "numpy", "scipy", "rich", "cyclopts", "nicegui", "fastapi", "matplotlib"),
    *("pandas", "polars", "pyarrow", "fpdf"),
)


def modules_after(statement: str) -> set[str]:
    code = f"import sys; {statement}; print(*sys.modules)"
    return set(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split())


def test_import_dueldoku_loads_nothing_heavy() -> None:
    assert "dueldoku.game.game" not in modules_after("import dueldoku"), "the program can listen to Ctrl-C at once"
    loaded = modules_after("import dueldoku; dueldoku.Game, dueldoku.solve")
    assert "dueldoku.game.game" in loaded
    assert not loaded & set(HEAVY)


def test_the_course_package_loads_nothing_heavy() -> None:
    assert not modules_after("import competitive_sudoku.sudokuai, competitive_sudoku.execute") & set(HEAVY)


def test_the_command_line_loads_no_numbers() -> None:
    assert not modules_after("import dueldoku.cli.main, dueldoku.cli.demo") & {"numba", "numpy", "scipy", "nicegui"}


def test_an_easy_puzzle_is_solved_without_the_compiled_solvers() -> None:
    line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    solve = f"from dueldoku.cli.main import main; main(['solve', '{line}', '--to', 'line'])"
    assert not modules_after(solve) & {"numba", "numpy"}


def test_what_is_public_exists_and_is_sorted() -> None:
    assert all(hasattr(dueldoku, name) for name in dueldoku.__all__)
    assert dueldoku.__all__ == sorted(dueldoku.__all__, key=lambda name: (not name.isupper(), name[0].islower(), name))


PUBLIC = """
FORMATS RULE_SETS Agent Analysis Archive Budget Count DueldokuError Game GameRecord Geometry Grid Judgement Limit Move
Outcome PerfectPlay Position Reason Report Result Review Ruling Solved Task Turn Verdict analyse bundled_board
check_start count detect generate grade is_unique match perfect play read read_grid read_records replay review
solutions solve solve_many tournament warm_up write
"""


def test_the_list_of_public_names_is_changed_on_purpose() -> None:
    assert dueldoku.__all__ == PUBLIC.split()


def test_no_public_name_hides_a_package() -> None:
    packages = {path.parent.name for path in Path(dueldoku.__file__).parent.glob("*/__init__.py")}
    assert not packages & set(dueldoku.__all__)


def test_every_public_name_is_documented() -> None:
    documented = (Path(__file__).parent.parent / "docs/python.md").read_text(encoding="utf-8")
    assert not [
        name for name in dueldoku.__all__ if f"`{name}" not in documented and f"dueldoku.{name}" not in documented
    ]
    assert all(getattr(dueldoku, name).__doc__ for name in dueldoku.__all__ if not name.isupper())
