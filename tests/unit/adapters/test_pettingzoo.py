"""The duel in PettingZoo: its own tests, and playthroughs beside the slow referee."""

from __future__ import annotations

import warnings
from random import Random
from typing import Any

import numpy as np
import pytest
import slow_rules as slow
from adapted import BOARDS, choose, slow_actions, starts
from hypothesis import given
from hypothesis import strategies as st
from pettingzoo.test import api_test, render_test, seed_test
from slow_start import slow_start

from dueldoku.adapters import pettingzoo as adapter
from dueldoku.duel.position import Position
from dueldoku.errors import ActionError, DueldokuError, UnknownName
from dueldoku.game.game import replay

# PettingZoo has a list of its own environments whose observations may be dictionaries, and warns of all others.
DICTIONARIES = ("Observation is not a NumPy array", "Observation space for each agent probably")
OVER = "Action mask numpy array is all zeros"  # as it is for a player who is not to move


def quietly() -> Any:
    caught = warnings.catch_warnings()
    caught.__enter__()
    for words in (*DICTIONARIES, OVER):
        warnings.filterwarnings("ignore", words)
    return caught


@pytest.mark.parametrize(("board", "rules"), [("random-2x3", None), ("empty-2x2", "rows"), *BOARDS[8:12]])
@pytest.mark.parametrize("reward", ["win", "lead"])
def test_pettingzoo_s_own_tests_pass(board: str, rules: str | None, reward: str) -> None:
    def make(**more: Any) -> Any:
        return adapter.env(board, rules, reward=reward, **more)

    caught = quietly()
    try:
        api_test(make(), num_cycles=200)
        seed_test(make, num_cycles=100)
    finally:
        caught.__exit__(None, None, None)


def test_every_render_mode_shows_the_board(capsys: pytest.CaptureFixture[str]) -> None:
    def make(**more: Any) -> Any:
        return adapter.env("random-2x3", **more)

    render_test(make, {"svg": lambda picture: picture.startswith("<svg "), "ansi": lambda text: "┌" in text})
    assert "┌" in capsys.readouterr().out  # human
    duel = make()
    duel.reset()
    assert duel.render() is None


def test_the_name_has_a_version() -> None:
    assert str(adapter.env().unwrapped) == adapter.NAME == "dueldoku_v0"


@given(starts(), st.integers(0, 2**32))
def test_every_turn_comes_out_as_the_slow_referee_says(start: Position, seed: int) -> None:
    duel, chance = adapter.raw_env(start), Random(seed)
    duel.reset(seed=seed)
    state = slow_start(duel.game)
    while not state.end:
        agent = duel.agent_selection
        assert agent == f"player_{state.mover}"
        legal = np.flatnonzero(duel.observe(agent)["action_mask"]).tolist()
        assert legal == slow_actions(state)
        assert not duel.observe(f"player_{3 - state.mover}")["action_mask"].any()
        action = choose(duel.game, legal, chance, offences=0.05)
        cell, digit = divmod(action, duel.game.geometry.side)
        state, ruling, points = slow.take_turn(state, (*divmod(cell, duel.game.geometry.side), digit + 1))
        duel.step(action)
        assert (duel.game.history[-1].ruling, duel.game.history[-1].points) == (ruling, points)
        assert duel.terminations == dict.fromkeys(adapter.PLAYERS, bool(state.end))
    winner = state.end[0]
    expected = {1: (1, -1), 2: (-1, 1), 0: (0, 0)}[winner]
    assert tuple(duel.rewards.values()) == expected
    duel.step(None)
    duel.step(None)
    assert duel.agents == []


@pytest.mark.slow
@pytest.mark.parametrize(("board", "rules"), BOARDS)
def test_games_of_every_size_and_rule_set_are_the_referee_s(board: str, rules: str) -> None:
    duel, chance, total = adapter.env(board, rules, reward="lead"), Random(board), 0.0
    duel.reset(seed=3)
    for agent in duel.agent_iter():
        observation, reward, over, _, _ = duel.last()
        total += reward if agent == "player_1" else 0
        assert duel.observation_space(agent).contains(observation)
        duel.step(None if over else chance.choice(np.flatnonzero(observation["action_mask"]).tolist()))
    game = duel.unwrapped.game
    assert total == game.scores[0] - game.scores[1]
    assert len(list(replay(game.record()))) == len(game.history) + 1  # which judges every turn again


def test_an_offence_loses_whatever_the_points_are() -> None:
    for reward, lost in (("win", 1), ("lead", 28)):
        duel = adapter.env("empty-2x2", reward=reward)
        duel.reset(seed=1)
        duel.step(0)
        duel.step(0)  # the cell is full
        assert duel.rewards == {"player_1": lost, "player_2": -lost}
        assert all(duel.terminations.values())


def test_bad_input_is_told_and_changes_nothing() -> None:
    duel = adapter.env("easy-2x2")
    duel.reset(seed=1)
    before = str(duel.unwrapped.game)
    for action in (64, -1, 2.0, None, "r1c1=1", True):
        with pytest.raises(ActionError, match="expected an action"):
            duel.step(action)
    with pytest.raises(UnknownName, match="player_3"):
        duel.observe("player_3")
    assert str(duel.unwrapped.game) == before
    while not duel.unwrapped.game.is_over():
        duel.step(int(np.flatnonzero(duel.observe(duel.agent_selection)["action_mask"])[0]))
    with pytest.raises(ValueError, match="None"):
        duel.step(0)
    for wrong in ({"reward": "gold"}, {"render_mode": "film"}, {"rules": "chess"}, {"board": "nope-2x2"}):
        with pytest.raises(DueldokuError, match="expected"):
            adapter.env(**wrong)
