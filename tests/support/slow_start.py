"""A game of ours as the slow referee knows it."""

from __future__ import annotations

import slow_rules as slow

from dueldoku.game.game import Game


def slow_start(game: Game) -> slow.State:
    """The start of ``game`` for the slow referee; it knows the named start regions by itself, others are passed in."""
    position, side = game.start, game.geometry.side
    squares = [divmod(cell, side) for cell in range(side * side)]
    if position.regions is None:
        regions = slow.allowed_squares(game.rules, side)
    else:
        regions = {p: frozenset(squares[c] for c in region) for p, region in enumerate(position.regions, 1)}
    owners = position.owners or (0,) * len(squares)
    return slow.start(
        game.geometry.m,
        game.geometry.n,
        dict(zip(squares, position.grid, strict=True)),
        regions,
        {p: frozenset(square for square, owner in zip(squares, owners, strict=True) if owner == p) for p in (1, 2)},
        frozenset((row, col, digit) for row, col, digit in position.taboo),
        position.scores,
        position.turn,
    )
