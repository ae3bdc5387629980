"""Counting cells, where there are territories."""

from __future__ import annotations

import pytest

from dueldoku import Game, Position, analyse
from dueldoku.bench.last_move import last_mover, measure_last_move
from dueldoku.engine.last_move import Case, grown, last_move
from dueldoku.errors import UnknownName


def game(text: str) -> Game:
    return Game(Position.parse(text))


def test_own_cells_are_those_that_the_other_player_is_walled_off_from() -> None:
    walled = game("....3412214343.1 rules=rows")
    assert (grown(walled, walled.cells(1)), grown(walled, walled.cells(2))) == ({0, 1, 2, 3}, {14})
    assert last_move(walled) == (Case.OWN, 1)
    assert last_mover(walled) == 1


@pytest.mark.parametrize(
    ("text", "case", "player"),
    [
        ("................ rules=rows", Case.LEVEL, 2),
        ("1............... rules=rows", Case.ODD, 1),
        ("1............... rules=rows turn=2", Case.ODD, 2),
        ("12.............. rules=rows owners=++..............", Case.OPEN, 1),
        ("12.............. rules=rows turn=2 owners=++..............", Case.OPEN, 1),
        ("1..............2 rules=rows owners=+..............-", Case.LEVEL, 2),
    ],
)
def test_shared_cells_are_counted(text: str, case: Case, player: int) -> None:
    assert last_move(game(text)) == (case, player)


def test_it_is_mostly_right() -> None:
    found = [one for one in measure_last_move(12, ["empty-2x3 rows"]) if one.case == "all"]
    assert found[0].positions >= 10
    assert found[0].right >= 0.8 * found[0].positions
    with pytest.raises(UnknownName, match="expected boards out of empty-2x3 rows, "):
        list(measure_last_move(1, ["nowhere"]))


def test_an_analysis_tells_it_to_whoever_wants_more() -> None:
    found = analyse(game("....3412214343.1 rules=rows"))
    words = "By the count of cells player 1, to move, should make the last move: more cells are theirs alone to get to."
    assert words in found.more
    assert not any("count of cells" in line for line in analyse("123. 3412 21.3 .3.1").more)
