from __future__ import annotations

import time

import pytest

from dueldoku.engine import exact
from dueldoku.engine.effort import Effort
from dueldoku.engine.memory import Memory
from dueldoku.engine.skill import Skill
from dueldoku.game.boards import one_position
from dueldoku.game.game import Game
from dueldoku.kernels.duel import endgame as kernel
from dueldoku.kernels.duel.bombs import Rest, rest_of


def board(empty: int) -> tuple[Game, Rest]:
    game = Game(one_position(f"generate:size=3x3,empty={empty},seed=1"))
    solution = game.solution()
    assert solution
    rest = rest_of(game.geometry, game.values, list(solution))
    assert rest
    return game, rest


def test_tables_that_will_not_be_ready_are_given_up_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    game, rest = board(24)
    proceed = kernel.proceed

    def starved(tables: kernel.Endgame, most: int) -> bool:
        time.sleep(1.0)  # for each of some fifty slices
        return proceed(tables, most)

    monkeypatch.setattr(kernel, "proceed", starved)
    effort = Effort(seconds=20.0)
    assert exact.solve_endgame(game, rest, effort, Skill(), Memory()) is None
    assert effort.seconds > 10.0  # are left for proofs and searches


def test_tables_are_filled_if_they_are_ready_in_time() -> None:
    game, rest = board(20)
    found, again = (
        exact.solve_endgame(game, rest, effort, Skill(), Memory()) for effort in (Effort(60.0), Effort(nodes=1e6))
    )
    assert found
    assert found == again
