"""What sensei uses of what it could: for the levels, and for trying one thing against another."""

from __future__ import annotations

from typing import NamedTuple

from dueldoku.engine.territory import STYLE, Style


class Skill(NamedTuple):
    """How to judge and how far to see. Weights are in points."""

    tempo: float = 6.5  # what the last move of the game is worth to a player who is proven to make it
    rule_bombs: int = 8  # with up to so many bombs the parity rule is mostly right
    rule_few: float = 0.75  # the share of ``tempo`` that the rule is trusted with while there are so few bombs
    rule_many: float = 0.25  # the share with more bombs
    trap: float = 9.0  # for a move that leaves only mistakes to answer with, where the last move is lost
    depth: int = 32  # turns that a search looks ahead
    kinds: int = 3  # at depth 0: whether it sees full rows only, columns too, or blocks too
    bombs: bool = True  # whether it knows of bombs and of the tempo fight
    proofs: bool = True  # whether it proves who makes the last move
    sight: int = 1_000  # up to how many empty cells it looks for bombs
    exact: int = 62  # up to how many empty cells it plays perfectly
    territory: Style = STYLE  # how it judges games with territories
    memory: int = 512  # megabytes
    thorough: bool = False  # whether it wants to know the value of every move, not only the best
