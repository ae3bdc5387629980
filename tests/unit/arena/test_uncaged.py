"""One's own agents in the fast lane: in this process, with a warning, and otherwise as in the cage."""

from __future__ import annotations

import logging
import os
import random
import sys
from pathlib import Path

import pytest
from hosting import write_agent

from dueldoku import match, play
from dueldoku.arena import uncaged
from dueldoku.arena.archive import Archive
from dueldoku.arena.plan import make_plan
from dueldoku.arena.pool import Where
from dueldoku.arena.run import Run
from dueldoku.errors import PlanError

PLAYS = """
import random, helper
moves = [move for move in game.legal_moves() if game.judge(move).ruling.value == "placed"]
print("turn of", helper.NAME)
task.save((task.load() or 0) + 1)
task.propose(random.choice(moves))
"""
COURSE = """
import competitive_sudoku.sudokuai
from competitive_sudoku.sudoku import Move
from team.words import WORD

class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    def compute_best_move(self, game_state):
        import team.words
        print(team.words.WORD)
        self.save(WORD)
        assert self.load() == WORD
        squares = [k for k, value in enumerate(game_state.board.squares) if value == 0]
        self.propose_move(Move((squares[0] // 4, squares[0] % 4), 1))
        self.propose_move(Move((squares[0] // 4, squares[0] % 4), {"one": 1, "two": 2}[WORD]))
"""


@pytest.fixture(autouse=True)
def _unwarned() -> None:
    uncaged._warn.cache_clear()


def test_nodes_takes_ones_own_agents_with_a_warning_that_nothing_is_caged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "helper.py").write_text("NAME = 'mine'")
    agent = str(write_agent(tmp_path, PLAYS))
    with caplog.at_level(logging.WARNING, "dueldoku"):
        state, here, modules = random.getstate(), Path.cwd(), set(sys.modules)
        one, again = (play(agent, "random_player", board="random-2x3", nodes=1, seed=5) for _ in range(2))
    assert one.reason == "board full"
    assert one.level == "none"
    assert one.record == again.record  # the same seed plays the same game
    assert one.record.output[1] == "turn of mine"
    assert (random.getstate(), Path.cwd()) == (state, here)
    assert not {"helper", "probe_agent"} & (set(sys.modules) - modules)
    assert str(tmp_path) not in sys.path
    (warning,) = caplog.messages  # once
    assert warning.startswith("with a limit of nodes nothing is caged: probe_agent can do here what you can")


def test_bundled_agents_need_no_warning(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "dueldoku"):
        match("greedy_player", "random_player", board="easy-2x2", nodes=1, games=2)
    assert not caplog.messages


def test_two_folders_of_one_name_are_two_agents(tmp_path: Path) -> None:
    for word in ("one", "two"):
        folder = tmp_path / word / "team"
        folder.mkdir(parents=True)
        (folder / "__init__.py").touch()
        (folder / "words.py").write_text(f"WORD = {word!r}")
        (folder / "sudokuai.py").write_text(COURSE)
    result = play(str(tmp_path / "one" / "team"), str(tmp_path / "two" / "team"), board="empty-2x2", nodes=1)
    assert [str(turn) for turn in result.record.turns[:2]] == ["1 r1c1=1", "2 r1c2=2"]
    assert result.record.output[1].splitlines()[0] == "one"
    assert result.record.output[2].splitlines()[0] == "two"
    assert not [name for name in sys.modules if name.partition(".")[0] == "team"]


@pytest.mark.parametrize(
    ("body", "reason", "detail"),
    [
        ("raise KeyError('x')", "raised an exception", "KeyError in mine/agent.py:8: 'x'"),
        ("import sys; sys.exit('bye')", "raised an exception", "SystemExit in mine/agent.py:8: bye"),
        ("task.propose(None)", "proposed what is not a move", "it proposed None"),
        ("return", "returned without a proposal", ""),
        ("task.propose(Move(0, 0, 9))", "invalid", "r1c1=9 is not a digit from 1 to 4"),
    ],
)
def test_it_loses_for_the_same_reasons_as_in_the_cage(tmp_path: Path, body: str, reason: str, detail: str) -> None:
    (tmp_path / "mine").mkdir()
    agent = str(write_agent(tmp_path / "mine", body, name="agent"))
    fast = play(agent, "random_player", board="empty-2x2", nodes=1)
    assert (fast.fault, fast.reason, fast.detail) == (1, reason, detail)


def test_a_proposal_before_an_exception_counts(tmp_path: Path) -> None:
    agent = str(write_agent(tmp_path, "task.propose(next(game.legal_moves()))\nraise KeyError('x')"))
    result = play(agent, "random_player", board="empty-2x2", nodes=1)
    assert str(result.record.turns[0]) == "1 r1c1=1"
    assert "KeyError: 'x'" in result.record.output[1]


def test_an_agent_that_cannot_start_is_named_with_its_cause(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    agent = str(write_agent(tmp_path / "mine", "return", top="import nowhere", name="agent"))
    with pytest.raises(PlanError, match=r"could not start: ModuleNotFoundError in mine/agent.py:1: No module named"):
        match(agent, "random_player", board="easy-2x2", nodes=1, games=2)


def test_ctrl_c_ends_an_endless_turn(tmp_path: Path) -> None:
    agent = str(write_agent(tmp_path, "import os, signal\nos.kill(os.getpid(), signal.SIGINT)\nwhile True: pass"))
    here = Path.cwd()
    with pytest.raises(KeyboardInterrupt):
        play(agent, "random_player", board="easy-2x2", nodes=1)
    assert Path.cwd() == here
    assert os.environ.get("PYTEST_CURRENT_TEST")
    assert not hasattr(sys.stdout, "take")


def test_a_cluster_plays_them_in_cages_only(tmp_path: Path) -> None:
    plan = make_plan([str(write_agent(tmp_path, "return")), "random_player"], "easy-2x2", nodes=1)
    with Archive(tmp_path / "games.db", write=True) as archive:
        run = Run(plan, archive, "test", Where(cluster="tcp://127.0.0.1:1"))
        with pytest.raises(PlanError, match="a cluster plays agents that are not bundled in cages only"):
            run.play(run.missing())
