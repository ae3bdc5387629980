"""A position with its exact value, for data sets and for measuring how far from perfect somebody plays.

>>> from dueldoku.duel.position import Position
>>> found = label(Game(Position.parse("123. 3412 21.3 .3.1")))
>>> found.value, [str(move) for move in found.best], str(found.tempo)
(2, ['r4c3=4'], 'won')
"""

from __future__ import annotations

from dataclasses import dataclass

from dueldoku.board.move import Move
from dueldoku.engine.insight import Tempo
from dueldoku.errors import StartError
from dueldoku.game.game import Game

NODES = 20_000  # of the search for exact values, if nothing is said
_MOST_EMPTY = 32  # cells with which it is worth a try
_MOST_SOLUTIONS = 1024


@dataclass(frozen=True)
class Label:
    """What is known for sure about a position.

    Values are what the player to move gains on the other one from here on. ``tempo`` tells whether that player can
    force the last move of the game: proven on classic boards, open elsewhere and where no proof was found.
    """

    values: dict[Move, int]  #: of every legal move, bombs included
    tempo: Tempo
    bombs: int  #: how many of the moves would be refused
    solutions: int  #: of the board

    @property
    def value(self) -> int:
        """The value of the position."""
        return max(self.values.values())

    @property
    def best(self) -> list[Move]:
        """All moves that are worth it."""
        return [move for move, value in self.values.items() if value == self.value]


def label(game: Game, nodes: int = NODES) -> Label | None:
    """The exact value of every move; None if the game is over, or that takes more nodes. The same on every machine."""
    from dueldoku.engine.analysis import analyse
    from dueldoku.engine.insights import load_kernels
    from dueldoku.engine.perfect import perfect_of
    from dueldoku.solvers.api import count

    if game.is_over() or game.values.count(0) > _MOST_EMPTY:
        return None
    load_kernels(("endgames", "territories"))
    try:
        search = perfect_of(game, most_solutions=_MOST_SOLUTIONS)
    except StartError:  # a board without a solution, or a move that is taboo and was never refused
        return None
    if search is None or not search.proceed_all(nodes):
        return None
    values = search.move_values()
    moves = list(game.legal_moves())
    assert set(moves) == set(values)
    tempo = Tempo.OPEN if game.regions else analyse(game, nodes=nodes).tempo
    return Label({move: values[move] for move in moves}, tempo, sum(1 for _ in game.bombs()), int(count(game.grid)))
