"""Agents by name, with options."""

from __future__ import annotations

import pytest

from dueldoku.agents.base import Agent
from dueldoku.agents.registry import AGENTS, load_agent
from dueldoku.errors import UnknownName


@pytest.mark.parametrize("name", ["random_player", "greedy_player", "naive_player", "random_save_player"])
def test_the_players_of_the_course_are_there_by_name(name: str) -> None:
    assert name in AGENTS
    assert isinstance(load_agent(name), Agent)
    assert load_agent(name) is not load_agent(name)


def test_another_name_is_told_which_there_are() -> None:
    with pytest.raises(UnknownName, match=r"random_player, greedy_player, .*'nobody'"):
        load_agent("nobody")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("random_player:x=1", "expected an option of random_player out of none, got 'x'"),
        ("random_player:x", "expected an agent's options as 'option=value,option=value', got 'x'"),
        ("random_player:x=1,x=2", "expected an agent's options as"),
    ],
)
def test_wrong_options_are_told(text: str, sentence: str) -> None:
    with pytest.raises(UnknownName, match=sentence):
        load_agent(text)
