"""``dueldoku dataset``, ``export --to parquet`` and ``bench perfect``."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import polars
import pytest
from program import Run

from dueldoku.arena.api import match

FEW = ("--count", "25", "--sizes", "2x2", "--least", "3", "--most", "8", "--workers", "1")


def test_a_table_and_its_card(run: Run) -> None:
    code, out, err = run("dataset", "few.parquet", *FEW)
    assert (code, out) == (0, "few.parquet: 25 positions; few.md tells what they are\n")
    assert "25 positions in" in err
    frame = polars.read_parquet("few.parquet")
    assert len(frame) == 25
    card = Path("few.md").read_text(encoding="utf-8")
    command = next(line for line in card.splitlines() if line.startswith("    dueldoku dataset")).split()
    assert run(*command[1:])[0] == 0  # the card's own command makes the same again
    assert polars.read_parquet("few.parquet").equals(frame)
    assert Path("few.md").read_text(encoding="utf-8") == card
    run("dataset", "few.csv", *FEW)
    rows = list(csv.DictReader(Path("few.csv").read_text(encoding="utf-8").splitlines()))
    assert [row["position"] for row in rows] == frame["position"].to_list()
    assert [row["best_moves"].split() for row in rows] == frame["best_moves"].to_list()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("few.txt",), "expected a file that ends in .parquet or .csv"),
        (("nowhere/few.parquet",), "nowhere"),
        (("few.parquet", "--sizes", "9x9"), "expected blocks"),
        (("few.parquet", "--rules", "chess"), "expected a rule set"),
        (("few.parquet", "--least", "9", "--most", "3"), "empty cells"),
        (("few.parquet", "--count", "0"), "--count"),
        (("few.parquet", "--sizes", "1x2", "--least", "1", "--most", "2", "--count", "300"), "different positions"),
    ],
)
def test_what_cannot_be_is_one_sentence(run: Run, arguments: tuple[str, ...], told: str) -> None:
    code, _, err = run("dataset", *arguments, "--workers", "1")
    assert code == 2
    assert told in err
    assert "Traceback" not in err
    assert not Path("few.parquet").exists()


def test_export_to_parquet(run: Run) -> None:
    match("greedy_player", "random_player", board="easy-2x2", nodes=1, games=2, archive="few.db")
    assert run("export", "few.db", "--to", "parquet", "-o", "few", "--workers", "1")[0] == 0
    assert sorted(path.name for path in Path("few").iterdir()) == [
        *("README.md", "games.parquet", "positions.parquet", "turns.parquet"),
    ]
    assert polars.read_parquet("few/positions.parquet")["value"].null_count() == 0
    for output in ("-", "few.db"):
        code, _, err = run("export", "few.db", "--to", "parquet", "-o", output)
        assert code == 2
        assert "expected a folder for the tables" in err


def test_bench_perfect(run: Run) -> None:
    arguments = ("bench", "perfect", "--sets", "2x2", "--only", "random_player", "sensei", "--rounds", "1")
    code, out, _ = run(*arguments, "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [row["agent"] for row in rows] == ["random_player", "sensei"]
    assert rows[1]["mean"] < rows[0]["mean"]
    table = run(*arguments)[1]
    assert "random_player" in table
    assert "points lost" in table
    assert run("bench", "perfect", "--sets", "9x9")[0] == 2
