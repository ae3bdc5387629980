"""The duel in Gymnasium: its own check, and playthroughs beside the slow referee and the arena."""

from __future__ import annotations

import logging
from pathlib import Path
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
import slow_rules as slow
from adapted import BOARDS, choose, slow_actions, starts
from gymnasium.utils.env_checker import check_env
from hypothesis import given
from hypothesis import strategies as st
from slow_start import slow_start

from dueldoku.adapters import encoding
from dueldoku.adapters.gymnasium import SIZES, Duel
from dueldoku.agents.base import Agent, Task
from dueldoku.agents.registry import AGENTS
from dueldoku.duel.position import Position
from dueldoku.errors import ActionError, AgentFault, DueldokuError, PlanError, TurnError
from dueldoku.game.game import Game, replay


class AnyMove(Agent):
    """Proposes a legal move by chance, now and then an offence, and remembers what it saw."""

    def __init__(self, seed: int, offences: float) -> None:
        self.chance, self.offences = Random(seed), offences

    def think(self, game: Game, task: Task) -> None:
        action = choose(game, encoding.legal_actions(game), self.chance, self.offences)
        task.propose(encoding.move_of(game, action))


@pytest.mark.parametrize("name", [f"Dueldoku-{size}-v0" for size in SIZES])
def test_gymnasium_s_own_check_passes(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    duel = gymnasium.make(name, opponent="random_player")
    check_env(duel.unwrapped)
    assert duel.spec
    assert duel.spec.id == name
    assert duel.spec.namespace is None
    assert "┌" in capsys.readouterr().out  # the render mode human


@pytest.mark.parametrize("agent", AGENTS)
def test_every_bundled_agent_sits_in_the_other_seat(agent: str) -> None:
    duel, chance = Duel("easy-2x2", opponent=agent, nodes=100, seat=2), Random(1)
    for seed in range(2):
        observation, _ = duel.reset(seed=seed)
        over = False
        while not over:
            action = chance.choice(np.flatnonzero(observation["action_mask"]).tolist())
            observation, reward, over, cut, info = duel.step(action)
            assert not cut
        assert reward == {0: 0, 1: -1, 2: 1}[info["winner"]]
        list(replay(duel.game.record()))


@given(starts(), st.integers(0, 2**32), st.sampled_from((0.0, 0.1)))
def test_every_turn_comes_out_as_the_slow_referee_says(start: Position, seed: int, offences: float) -> None:
    chance = Random(seed)
    try:
        duel = Duel(start, opponent=AnyMove(seed, offences), seat=0, nodes=1)
        observation, info = duel.reset(seed=seed)
    except PlanError as error:
        assert "before your first turn" in str(error)  # the other player can fill all the board alone
        return
    state, taken = slow_start(Game(start)), 0
    assert duel.player in (1, 2)
    over = False
    while True:
        for turn in duel.game.history[taken:]:
            assert turn.player == state.mover
            state, ruling, points = slow.take_turn(state, turn.move)
            assert (turn.ruling, turn.points) == (ruling, points)
        taken = len(duel.game.history)
        assert over == bool(state.end)
        if over:
            break
        legal = np.flatnonzero(observation["action_mask"]).tolist()
        assert legal == slow_actions(state) == np.flatnonzero(duel.action_masks()).tolist()
        assert duel.player == state.mover
        observation, reward, over, _, info = duel.step(choose(duel.game, legal, chance, offences))
    assert (info["winner"], info["reason"]) == state.end
    assert reward == (0 if not info["winner"] else 1 if info["winner"] == duel.player else -1)
    with pytest.raises(TurnError, match="the game is over"):
        duel.step(0)


@pytest.mark.slow
@pytest.mark.parametrize(("board", "rules"), BOARDS)
def test_games_of_every_size_and_rule_set_are_the_referee_s(board: str, rules: str) -> None:
    duel, chance, total = Duel(board, rules, opponent="random_player", seat=0, reward="lead"), Random(board), 0.0
    observation, _ = duel.reset(seed=3)
    total = float(np.subtract(*duel.game.scores)) * (1 if duel.player == 1 else -1)
    over = False
    while not over:
        assert duel.observation_space.contains(observation)
        action = chance.choice(np.flatnonzero(observation["action_mask"]).tolist())
        observation, reward, over, _, info = duel.step(action)
        total += float(reward)
    lead = info["scores"][0] - info["scores"][1]
    assert total == (lead if duel.player == 1 else -lead)
    list(replay(duel.game.record()))


def test_the_same_seed_plays_the_same_games() -> None:
    def games(seed: int) -> list[str]:
        duel, found = Duel("generate:size=2x3,empty=20", "random", opponent="mcts-cells", seat=0, nodes=50), []
        for number in range(3):
            observation, _ = duel.reset(seed=seed if number == 0 else None)
            over = False
            while not over:
                observation, _, over, _, _ = duel.step(int(np.flatnonzero(observation["action_mask"])[0]))
            found.append(duel.game.record().to_text())
        return found

    assert games(1) == games(1)
    assert len({*games(1), *games(2)}) == 6


def test_an_offence_of_the_opponent_is_a_win() -> None:
    duel = Duel("empty-3x3", opponent="naive_player", seat=1, reward="lead")
    observation, _ = duel.reset(seed=1)
    over, total = False, 0.0
    while not over:
        observation, reward, over, _, info = duel.step(int(np.flatnonzero(observation["action_mask"])[0]))
        total += float(reward)
    assert info["winner"] == 1
    assert info["reason"] in ("illegal", "taboo")
    assert total >= 63


AGENT = """
from competitive_sudoku.sudoku import Move
import competitive_sudoku.sudokuai

class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    def compute_best_move(self, state):
        {body}
"""


@pytest.mark.arena
def test_an_agent_of_one_s_own_plays_here_or_in_its_cage(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    file = tmp_path / "weary.py"  # warned of once, so no other test may have named it
    file.write_text(AGENT.format(body="raise ValueError('tired')"), encoding="utf-8")
    for limit, warned in (({"nodes": 10}, True), ({"seconds": 2.0}, False)):
        caplog.clear()
        with caplog.at_level(logging.WARNING, "dueldoku"):
            duel = Duel("easy-2x2", opponent=str(file), **limit)
        assert ("nothing is caged" in caplog.text) == warned
        observation, _ = duel.reset(seed=1)
        *_, over, _, info = duel.step(int(np.flatnonzero(observation["action_mask"])[0]))
        assert over
        assert info["winner"] == 1
        assert "tired" in info["reason"]
        duel.close()
    file.write_text("import nothing_there", encoding="utf-8")
    for limit in ({"nodes": 10}, {"seconds": 2.0}):
        with pytest.raises(AgentFault, match="nothing_there"):  # a broken opponent never looks like a result
            Duel("easy-2x2", opponent=str(file), **limit).reset()


@pytest.mark.parametrize(
    "wrong",
    [
        {"seat": 3},
        {"nodes": 0},
        {"seconds": -1.0},
        {"nodes": 5, "seconds": 1.0},
        {"opponent": "nobody"},
        {"opponent": AnyMove(1, 0), "seconds": 1.0},
        {"reward": "gold"},
        {"render_mode": "film"},
    ],
)
def test_wrong_settings_are_told(wrong: dict[str, Any]) -> None:
    with pytest.raises(DueldokuError, match="expected"):
        Duel("easy-2x2", **wrong)


def test_bad_input_is_told_and_changes_nothing() -> None:
    duel = Duel("random-2x3")
    with pytest.raises(TurnError, match="expected a reset"):
        duel.step(0)
    duel.reset(seed=1)
    before = str(duel.game)
    for action in (-1, 216, 1.5, None, True, np.array([1, 2])):
        with pytest.raises(ActionError, match="expected an action"):
            duel.step(action)
    assert str(duel.game) == before
