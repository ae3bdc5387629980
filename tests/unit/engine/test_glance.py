from __future__ import annotations

from dueldoku import Game, Grid, Position
from dueldoku.engine.glance import glance


def test_fewer_kinds_of_units_are_seen() -> None:
    game = Game(Grid.parse("12.. 341. 2143 .3.1"))
    seen = []
    for kinds in (1, 2, 3):
        found = glance(game, kinds)
        assert found
        seen.append({str(move.move): move.value for move in found.moves if move.value})
    assert seen == [{"r2c4=2": 1}, {"r4c1=4": 1, "r2c4=2": 1}, {"r4c1=4": 3, "r4c3=2": 1, "r2c4=2": 1}]


def test_only_cells_in_reach_are_seen() -> None:
    game = Game(Position(Grid.parse(16 * ".")), "rows")
    found = glance(game, 3)
    assert found
    assert {move.move.row for move in found.moves} == {0}


def test_nothing_is_seen_where_there_is_no_solution() -> None:
    assert glance(Game(Grid.parse("123. ...4 .... ....")), 3) is None
