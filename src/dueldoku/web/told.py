"""Games whose rulings are known already: to follow them costs no search, so the page's own process can do it."""

from __future__ import annotations

from collections.abc import Sequence

from dueldoku.board.geometry import Geometry
from dueldoku.duel.position import Position
from dueldoku.duel.record import GameRecord, RecordedTurn
from dueldoku.game.game import Game
from dueldoku.game.oracle import Oracle


class Told(Oracle):
    """An oracle that says what it was told last."""

    def __init__(self, geometry: Geometry) -> None:
        super().__init__(geometry)
        self.is_solvable = True

    def allows(self, values: Sequence[int], cell: int, digit: int) -> bool:
        """What somebody else found out."""
        return self.is_solvable


class ToldGame(Game):
    """A game that believes the rulings it is given."""

    oracle: Told

    def __init__(self, start: Position, rules: str | None = None, *, seed: int | None = None) -> None:
        super().__init__(start, rules, seed=seed, oracle=Told(start.grid.geometry))

    def follow(self, turn: RecordedTurn) -> None:
        """Take a turn whose ruling is known."""
        self.oracle.is_solvable = turn.ruling != "refused"
        self.push(turn.move, turn.player)


def retell(record: GameRecord, turns: int | None = None) -> ToldGame:
    """The game after so many turns (None: after all). The record has to be one that was replayed before."""
    game = ToldGame(record.start)
    for turn in record.turns[:turns]:
        game.follow(turn)
    return game
