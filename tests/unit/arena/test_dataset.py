"""Labelled positions, and an archive as parquet."""

from __future__ import annotations

from pathlib import Path

import pandas
import polars
import pytest

from dueldoku.arena.api import match
from dueldoku.arena.archive import Archive
from dueldoku.arena.dataset import COLUMNS, Order, describe, make_dataset
from dueldoku.arena.export import TABLES, write_parquet
from dueldoku.arena.pool import Here, Processes
from dueldoku.duel.position import Position
from dueldoku.engine.label import label
from dueldoku.errors import DueldokuError
from dueldoku.game.game import Game, replay

SMALL = Order(("2x2", "2x3"), ("classic", "rows"), least=3, most=8, nodes=2000)


def test_the_same_order_gives_the_same_rows_on_however_many_cores() -> None:
    here = make_dataset(SMALL, 45, Here())
    with Processes(2) as pool:
        there = make_dataset(SMALL, 45, pool)
    assert here == there
    assert len({row["position"] for row in here.rows}) == 45
    assert here.numbers == 45 + here.left_out.total()
    other = make_dataset(Order(SMALL.sizes, SMALL.rules, 3, 8, seed=2, nodes=2000), 45, Here())
    assert other.rows != here.rows


def test_a_row_is_what_the_position_tells() -> None:
    for row in make_dataset(SMALL, 40, Here()).rows:
        assert list(row) == ["number", *COLUMNS]
        game = Game(Position.parse(row["position"]))
        assert (game.values, game.turn, str(game.geometry), game.rules) == (
            row["cells"],
            row["player"],
            row["size"],
            row["rules"],
        )
        assert 3 <= row["empty"] == game.values.count(0) <= 8
        found = label(game)
        assert found
        assert dict(zip(row["moves"], row["move_values"], strict=True)) == {
            str(move): value for move, value in found.values.items()
        }
        assert row["value"] == max(row["move_values"])
        assert row["best_moves"] == [str(move) for move in found.best]
        assert str(SMALL.draw(row["number"])) == row["position"]


def test_the_card_tells_what_it_is_and_what_is_left_out() -> None:
    drawn = make_dataset(SMALL, 30, Here())
    card = describe(SMALL, drawn, "dueldoku dataset x.parquet", "1.2.3")
    assert "30 different positions" in card
    assert "Dueldoku 1.2.3" in card
    assert f"drawn: {drawn.numbers}" in card
    assert all(f"| {name} |" in card for name in ("number", *COLUMNS))


@pytest.mark.parametrize(
    "wrong",
    [
        {"sizes": ("9x9",)},
        {"rules": ("chess",)},
        {"least": 5, "most": 4},
        {"sizes": ("2x2",), "most": 17},
        {"least": 0},
    ],
)
def test_an_order_that_cannot_be_is_told(wrong: dict[str, object]) -> None:
    with pytest.raises(DueldokuError, match="expected"):
        Order(**wrong)


def test_too_few_positions_are_told_not_made_up() -> None:
    with pytest.raises(DueldokuError, match=r"expected 200 different positions, found \d+ in 5000 tries"):
        make_dataset(Order(("1x2",), least=1, most=2), 200, Here())


def test_an_archive_as_parquet_is_what_was_played(tmp_path: Path) -> None:
    match("greedy_player", "random_player", board="random-2x3", nodes=1, games=4, archive=tmp_path / "few.db")
    match(
        "naive_player", "random_player", board="board-2x3", rules="rows", nodes=1, games=2, archive=tmp_path / "few.db"
    )
    told: list[int] = []
    with Archive(tmp_path / "few.db") as archive:
        assert write_parquet(archive, None, tmp_path / "few", 300, Here(), told.append) == 6
        records = {game.number: archive.record(game.number) for game in archive.games()}
        stored = [game.to_json() for game in archive.games()]
    assert told == [1, 2, 3, 4, 5, 6]
    games, turns, positions = (polars.read_parquet(tmp_path / "few" / f"{table}.parquet") for table in TABLES)
    assert games.to_dicts() == stored
    known = 0
    for number, record in records.items():
        rows = turns.filter(game=number).sort("turn").to_dicts()
        assert [(row["player"], row["move"], row["ruling"], row["points"]) for row in rows] == [
            (turn.player, str(turn.move), str(turn.ruling), turn.points) for turn in record.turns
        ]
        before = positions.filter(game=number).sort("turn").to_dicts()
        assert len(before) == len(rows)
        for row, game in zip(before, replay(record), strict=False):
            assert row["position"] == str(game.position())
            found = label(game, 300)
            assert row["value"] == (found.value if found else None)
            assert (row["moves"] is None) == (found is None)
            known += found is not None
    assert 0 < known < len(positions)  # some are too hard
    assert f"{known} have exact values" in (tmp_path / "few" / "README.md").read_text(encoding="utf-8")
    assert len(pandas.read_parquet(tmp_path / "few" / "positions.parquet")) == len(positions)


def test_an_empty_archive_has_empty_tables(tmp_path: Path) -> None:
    with Archive(tmp_path / "none.db", write=True) as archive:
        assert write_parquet(archive, None, tmp_path / "none", 10, Here(), lambda done: None) == 0
    assert all(polars.read_parquet(tmp_path / "none" / f"{table}.parquet").is_empty() for table in TABLES)
