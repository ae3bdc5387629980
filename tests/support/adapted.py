"""What the tests of the adapters share: starts of every rule set and size, and actions that suit them or do not."""

from __future__ import annotations

from random import Random

import slow_rules as slow
from hypothesis import assume
from hypothesis import strategies as st
from random_games import positions

from dueldoku.adapters.encoding import count_actions
from dueldoku.duel.position import Position
from dueldoku.duel.rules import RULE_SETS
from dueldoku.game.game import Game

SIZES = ("1x2", "2x2", "2x3", "3x2", "3x3", "3x4", "4x4", "5x5")
BOARDS = [(f"generate:size={size},empty=0.4", rules) for size in SIZES for rules in RULE_SETS]


@st.composite
def starts(draw: st.DrawFn) -> Position:
    """Positions on which somebody can play, small enough for the slow referee."""
    start = draw(positions(spoil=False))
    start = Position(start.grid, start.rules, start.turn, start.scores, start.owners, start.regions)
    assume(not Game(start).is_over())
    return start


def slow_actions(state: slow.State) -> list[int]:
    """The legal actions as the slow referee knows them."""
    side = state.m * state.n
    return sorted((row * side + col) * side + digit - 1 for row, col, digit in slow.legal_moves(state))


def choose(game: Game, legal: list[int], chance: Random, offences: float = 0.0) -> int:
    """An action: legal, or with this share any."""
    if chance.random() < offences:
        return chance.randrange(count_actions(game.geometry))
    return chance.choice(legal)
