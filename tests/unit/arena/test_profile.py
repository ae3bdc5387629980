"""``agent profile``: where a turn's time goes, measured in the cage."""

from __future__ import annotations

from pathlib import Path

import pytest
from hosting import write_agent

from dueldoku import Game
from dueldoku.arena.entrant import resolve
from dueldoku.arena.profile import TurnProfile, profile_turn
from dueldoku.errors import PlanError
from dueldoku.game.boards import bundled_board

pytestmark = pytest.mark.arena
COURSE = """
import competitive_sudoku.sudokuai
from competitive_sudoku.execute import solve_sudoku

class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    def compute_best_move(self, game_state):
        for k in range(50):
            self.look(game_state)
        solve_sudoku("", str(game_state.board))

    def look(self, game_state):
        return [game_state.board.get((0, col)) for col in range(4)]
"""


def measured(agent: Path, seconds: float = 0.5) -> TurnProfile:
    return profile_turn(resolve(str(agent)), Game(bundled_board("easy-2x2")), seconds)


def test_own_functions_course_api_calls_and_oracle_calls_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "team").mkdir()
    (tmp_path / "team" / "sudokuai.py").write_text(COURSE)
    found = measured(tmp_path / "team", 5)
    calls = {(one.part, one.name): one.calls for one in found.functions}
    assert calls["own", "SudokuAI.compute_best_move"] == 1
    assert calls["own", "SudokuAI.look"] == 50
    assert calls["course API", "SudokuBoard.get"] == 200
    assert calls["oracle", "solve_sudoku"] == 1
    (own, *_) = [one for one in found.functions if one.part == "own"]
    assert own.place == "team/sudokuai.py:6"
    assert own.all >= own.own > 0
    assert set(found.parts) == {"own", "course API", "oracle", "Dueldoku", "Python"}
    assert found.whole
    assert found.fault == "returned without a proposal"


@pytest.mark.parametrize(
    "body",
    ["while True: pass", "while True:\n    try:\n        while True: pass\n    except Exception: pass"],
)
def test_a_turn_that_uses_all_its_time_is_measured_too(tmp_path: Path, body: str) -> None:
    found = measured(write_agent(tmp_path, f"print('hello')\ntask.propose(next(game.legal_moves()))\n{body}"), 0.3)
    (think,) = [one for one in found.functions if one.part == "own"]
    assert (think.name, think.calls) == ("Agent.think", 1)
    assert 0.25 < think.all < 1.5
    assert found.move
    assert found.printed == "hello"


def test_compiled_code_that_does_not_return_is_told_of(tmp_path: Path) -> None:
    found = measured(write_agent(tmp_path, "len('known')\ntime.sleep(60)"), 0.2)
    assert not found.whole
    assert found.fault == "no proposal in time"
    assert "built-in method builtins.len" in {one.name for one in found.functions}


def test_a_profile_that_an_agent_makes_up_is_only_text(tmp_path: Path) -> None:
    body = "import os\nos.write(1, b'dueldoku-profile {\"functions\": 5}\\n')\nos._exit(0)"
    with pytest.raises(PlanError, match="nothing could be measured: its process died"):
        measured(write_agent(tmp_path, body))
