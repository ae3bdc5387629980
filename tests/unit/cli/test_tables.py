"""Tables: CSV as on Kaggle, and parquet."""

from __future__ import annotations

import csv
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pytest
from program import LINE, SOLUTION, Run

from dueldoku import solve

ZEROS = LINE.replace(".", "0")
KAGGLE = f"puzzle,solution\n{ZEROS},{SOLUTION}\n{'.' * 81},\n11{'.' * 79},\n"


def rows_of(file: str) -> list[dict[str, str]]:
    with Path(file).open(newline="") as text:
        return list(csv.DictReader(text))


def test_a_kaggle_csv_is_solved_into_new_columns(run: Run) -> None:
    Path("kaggle.csv").write_text(KAGGLE)
    assert run("solve", "kaggle.csv")[1].splitlines()[0] == SOLUTION
    code, out, _ = run("solve", "kaggle.csv", "--to", "out.csv")
    assert (code, out) == (0, "out.csv: 3 rows; 1 one solution, 1 several solutions, 1 no solution\n")
    rows = rows_of("out.csv")
    assert list(rows[0]) == ["puzzle", "solution", "solved", "verdict"]
    assert rows[0] == {"puzzle": ZEROS, "solution": SOLUTION, "solved": SOLUTION, "verdict": "unique"}
    assert [row["verdict"] for row in rows] == ["unique", "multiple", "none"]
    assert run("solve", "kaggle.csv", "--to", "out.csv", "--method", "plain")[0] == 0
    assert [row["verdict"] for row in rows_of("out.csv")] == ["unique", "multiple", "none"]


def test_a_column_is_chosen_by_name(run: Run) -> None:
    Path("kaggle.csv").write_text(KAGGLE.replace("\n11" + "." * 79 + ",", ""))
    assert run("rate", "kaggle.csv", "--column", "puzzle")[1].startswith("easy: ")
    assert run("count", "kaggle.csv", "--column", "solution") == (0, "1\n", "")
    assert run("convert", "kaggle.csv", "--column", "solution") == (0, f"{SOLUTION}\n", "")
    code, _, err = run("solve", "kaggle.csv", "--column", "nothing")
    assert code == 2
    assert "expected a column out of puzzle, solution, got 'nothing'" in err
    code, _, err = run("solve", LINE, "--column", "puzzle")
    assert code == 2
    assert "expected a file with a table" in err


def test_parquet_is_read_and_written(run: Run) -> None:
    pl.DataFrame({"n": [1, 2], "quizzes": [LINE, None]}).write_parquet("in.parquet")
    code, out, _ = run("solve", "in.parquet", "--to", "out.parquet")
    assert (code, out) == (0, "out.parquet: 2 rows; 1 one solution, 1 empty\n")
    assert pl.read_parquet("out.parquet").to_dict(as_series=False) == {
        "n": [1, 2], "quizzes": [LINE, None], "solved": [SOLUTION, ""], "verdict": ["unique", ""],
    }  # fmt: skip
    assert run("rate", "in.parquet", "--to", "rated.csv")[0] == 0
    assert [row["grade"] for row in rows_of("rated.csv")] == ["easy", ""]
    Path("bad.parquet").write_text("no")
    code, _, err = run("solve", "bad.parquet")
    assert code == 2
    assert "bad.parquet: expected a parquet file" in err


def test_rate_writes_grades_as_columns(run: Run) -> None:
    Path("kaggle.csv").write_text(KAGGLE)
    code, out, _ = run("rate", "kaggle.csv", "--to", "out.csv")
    assert (code, out) == (0, "out.csv: 3 rows; 1 easy, 2 beyond\n")
    assert (
        rows_of("out.csv")[0]["techniques"].endswith("naked single") or "single" in rows_of("out.csv")[0]["techniques"]
    )


@pytest.mark.parametrize("file", ["made.csv", "made.parquet"])
def test_generate_writes_a_table_with_solutions(run: Run, file: str) -> None:
    assert run("generate", "--count", "3", "--seed", "1", "--to", file) == (0, f"{file}: 3 rows\n", "")
    frame = pl.read_csv(file, infer_schema=False) if file.endswith("csv") else pl.read_parquet(file)
    for puzzle, solution in frame.iter_rows():
        assert str(solve(puzzle).solution) == solution


def test_csv_needs_no_extra_and_parquet_names_it(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text(KAGGLE)
    blocked = "import sys; sys.modules |= dict.fromkeys(['polars', 'pandas', 'pyarrow'])"
    for file, code, sentence in (
        ("out.csv", 0, ""),
        ("out.parquet", 2, "parquet needs polars: pip install 'dueldoku[frames]'"),
    ):
        line = f"{blocked}; from dueldoku.cli.main import main; sys.exit(main(['solve', 'in.csv', '--to', '{file}']))"
        done = subprocess.run(
            [sys.executable, "-P", "-c", line], capture_output=True, text=True, check=False, cwd=tmp_path
        )
        assert done.returncode == code
        assert sentence in done.stderr
        assert (tmp_path / file).exists() == (code == 0)


ODD = {
    "semicolons and a byte-order mark": f"\ufeffid;sudoku\n7;{LINE}\n",
    "tabs": f"id\tsudoku\n7\t{LINE}\n",
    "quotes": f'"id","sudoku"\n"7","{LINE}"\n',
    "one column": f"sudoku\n{LINE}\n",
    "line ends of Windows": f"id,sudoku\r\n7,{LINE}\r\n",
    "a name that nobody uses": f"id,Rätsel 1\n7,{LINE}\n",
    "the solution first": f"solutions,quizzes\n{SOLUTION},{LINE}\n",
    "a blank line at the end": f"id,puzzle\n7,{LINE}\n\n\n",
}


@pytest.mark.parametrize("name", ODD)
def test_odd_tables_are_read(run: Run, name: str) -> None:
    Path("odd.csv").write_bytes(ODD[name].encode())
    assert run("solve", "odd.csv")[1] == f"{SOLUTION}\n"
    Path("odd.txt").write_bytes(ODD[name].encode())
    assert run("convert", "odd.txt")[1] == f"{LINE}\n"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (f"id,puzzle\n7,{LINE}\n8\n", "line 3: expected 2 fields, as the first row has, got 1"),
        (f"a,a\n7,{LINE}\n", "expected a name once for each column"),
        (f"id,puzzle\n7,{LINE}\n8,{LINE[:-1]}x\n", "line 3, column 81: expected a digit 1-9 or '.', got 'x'"),
    ],
)
def test_broken_tables_are_told_by_line(run: Run, text: str, sentence: str) -> None:
    Path("broken.csv").write_text(text)
    code, _, err = run("convert", "broken.csv")
    assert code == 2
    assert f"broken.csv, {sentence}" in err or sentence in err


def test_a_row_that_is_no_puzzle_keeps_its_place(run: Run) -> None:
    Path("some.csv").write_text(f"id,puzzle\n1,{LINE}\n2,\n3,oops\n4,{LINE}\n")
    code, out, err = run("solve", "some.csv", "--to", "out.csv")
    assert code == 2
    assert "some.csv, line 4, column 1: expected" in err
    assert [row["verdict"] for row in rows_of("out.csv")] == ["unique", "", "no puzzle", "unique"]
    assert out == "out.csv: 4 rows; 2 one solution, 1 empty, 1 no puzzle\n"


@pytest.mark.parametrize("wrong", [("--json",), ("--all",), ("--picture",), ("--trace", "--method", "plain")])
def test_a_table_is_written_alone(run: Run, wrong: tuple[str, ...]) -> None:
    code, _, err = run("solve", LINE, "--to", "out.csv", *wrong)
    assert code == 2
    assert "expected a table to be written without" in err


def test_a_matrix_of_numbers_is_no_table(run: Run) -> None:
    Path("matrix.csv").write_text("1,2,,4\n,4,,2\n2,1,,3\n,,,1\n")
    assert run("convert", "matrix.csv")[1] == "12.4.4.221.3...1\n"


@pytest.mark.slow
def test_a_table_of_100_000_rows_is_fast(run: Run) -> None:
    run("solve", LINE, "--to", "warm.csv")
    Path("big.csv").write_text("quizzes,solutions\n" + f"{ZEROS},{SOLUTION}\n" * 100_000)
    begin = time.process_time()
    assert run("solve", "big.csv", "--to", "out.csv")[1] == "out.csv: 100000 rows; 100000 one solution\n"
    assert time.process_time() - begin < 10  # seconds of all cores; it is about one and a half
