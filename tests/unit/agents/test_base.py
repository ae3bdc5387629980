"""Options from text."""

from __future__ import annotations

import pytest

from dueldoku import Game
from dueldoku.agents.base import Agent, Task, build
from dueldoku.errors import UnknownName


class Configured(Agent):
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
        ("speed", "1", "expected an option of it out of depth, c, prune, order, got 'speed'"),
    ):
        with pytest.raises(UnknownName, match=sentence):
            build(Configured, {option: text}, "it")
