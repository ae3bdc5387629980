"""Options from text."""

from __future__ import annotations

from typing import ClassVar

import pytest

from dueldoku import Game
from dueldoku.agents.base import Agent, Task, build
from dueldoku.agents.random_player import RandomPlayer
from dueldoku.errors import UnknownName


class Configured(Agent):
    PRESETS: ClassVar = {"deep": {"depth": "9", "prune": "no"}, "flat": {"depth": "1"}}

    def __init__(self, depth: int = 2, c: float = 1.0, prune: bool = True, order: str = "best") -> None:
        self.chosen = depth, c, prune, order

    def think(self, game: Game, task: Task) -> None:
        """Never asked."""


def test_options_become_what_their_defaults_are() -> None:
    options = {"depth": "3", "c": "0.5", "prune": "no", "order": "last"}
    assert build(Configured, options, "it").chosen == (3, 0.5, False, "last")
    assert build(Configured, {}, "it").chosen == (2, 1.0, True, "best")
    for option, text, sentence in (
        ("depth", "1.5", "expected a whole number for it:depth, got '1.5'"),
        ("c", "x", "expected a number for it:c, got 'x'"),
        ("prune", "1", "expected yes or no for it:prune, got '1'"),
        ("speed", "1", "expected an option of it out of depth, c, prune, order, as, got 'speed'"),
        ("as", "high", "expected it:as to be one of deep, flat, got 'high'"),
    ):
        with pytest.raises(UnknownName, match=sentence):
            build(Configured, {option: text}, "it")


def test_a_preset_is_values_for_options_and_gives_way_to_those_that_are_named() -> None:
    assert build(Configured, {"as": "deep"}, "it").chosen == (9, 1.0, False, "best")
    for options in ({"as": "deep", "prune": "yes"}, {"prune": "yes", "as": "deep"}):
        assert build(Configured, options, "it").chosen == (9, 1.0, True, "best")


def test_without_presets_there_is_no_as() -> None:
    with pytest.raises(UnknownName, match="expected an option of it out of none, got 'as'"):
        build(RandomPlayer, {"as": "deep"}, "it")
