"""The tempo fight in a game: which moves keep the last move of the game for the player who makes them.

With one solution left, ``kernels/duel/tempo.py`` tells. With several, a move decides between them: where it leaves one
only, the fight goes on as on a board with that solution, and a proof can be had too. For everything else there is the
parity rule: a player who is to move with even numbers of empty cells and of living bombs mostly loses.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np

from dueldoku.board.move import Move
from dueldoku.engine.effort import Effort
from dueldoku.engine.insight import Tempo
from dueldoku.engine.sight import Sight
from dueldoku.game.game import Game
from dueldoku.kernels.duel import tempo as kernel
from dueldoku.kernels.duel.bombs import Rest, rest_of

_LARGEST_TABLE = 26  # bombs
_WORDS_PER_NODE = 4
_MOST_FIGHTS = 12
_FOR_MOVER = {kernel.UNKNOWN: Tempo.OPEN, kernel.WON: Tempo.LOST, kernel.LOST: Tempo.WON}  # by the other one's verdict


class Fight:
    """The tempo fight on a board with one solution, or after any of these moves that leave only this one."""

    def __init__(self, rest: Rest, moves: Iterable[Move], effort: Effort) -> None:
        self.rest, self.moves = rest, list(moves)
        self.turn = {move: number for number, move in enumerate(rest.moves)}
        self.cells, self.bombs = (1 << len(rest.units)) - 1, (1 << len(rest.bombs)) - 1
        table = min(len(rest.bombs), _LARGEST_TABLE)
        while table > kernel.LOW and (1 << table - kernel.LOW) / _WORDS_PER_NODE > effort.worth:
            table -= 1
        self.fight = kernel.tempo_of(len(rest.units), rest.bombs, table)
        while nodes := effort.slice():
            effort.spend(min(nodes, self.fight.lost.shape[1] / _WORDS_PER_NODE))
            if kernel.build(self.fight, _WORDS_PER_NODE * nodes):
                break
        self.choices = kernel.choices_of(self.fight, self.cells, self.bombs)
        wanted = {self.turn[move] for move in self.moves}
        self.open = [choice for choice in self.choices if wanted & set(choice.turns)]
        self.open.sort(key=lambda choice: kernel.parity_rule(choice.cells.bit_count(), choice.bombs.bit_count()))
        self.verdicts: dict[int, int] = {}

    def prove(self, effort: Effort) -> bool:
        """Find out what each turn leads to; whether all of it is known. It may be asked to go on.

        One turn that wins is what matters: after that, less effort will do.
        """
        size = 1_000
        while self.open:
            remaining = []
            for choice in self.open:
                if not (nodes := effort.slice()):
                    return False
                before = int(self.fight.now.nodes)
                verdict = kernel.verdict_of(self.fight, choice.cells, choice.bombs, min(nodes, size))
                effort.spend(int(self.fight.now.nodes) - before + 1)
                if verdict == kernel.UNKNOWN:
                    remaining.append(choice)
                if verdict == kernel.LOST and kernel.LOST not in self.verdicts.values():
                    effort = effort.part(0.3)
                self.verdicts.update(dict.fromkeys(choice.turns, verdict))
            self.open, size = remaining, 4 * size
        return True

    def of(self, move: Move) -> Tempo:
        """Who makes the last move after this one, as far as it is known."""
        return _FOR_MOVER[self.verdicts.get(self.turn[move], kernel.UNKNOWN)]

    def share_of_mistakes(self, move: Move) -> float:
        """How likely the answer to this move loses the fight, if it is any fill, or one that the parity rule likes.

        Half of the players know nothing of the fight, the others go by the rule as long as they cannot prove anything.
        """
        turn = self.turn[move]
        choice = next(choice for choice in self.choices if turn in choice.turns)
        fills, ruled = [0, 0], [0, 0]  # all of them, and the mistakes
        for answer in kernel.choices_of(self.fight, choice.cells, choice.bombs):
            is_mistake = kernel.verdict_of(self.fight, answer.cells, answer.bombs) == kernel.WON
            kinds = [fills] if answer.turns[0] < len(self.rest.units) else []
            if by_rule(answer.cells.bit_count(), answer.bombs.bit_count()) is Tempo.WON:
                kinds.append(ruled)
            for counts in kinds:
                counts[0] += len(answer.turns)
                counts[1] += is_mistake * len(answer.turns)
        return sum(wrong / count if count else 1.0 for count, wrong in (fills, ruled)) / 2


class Prospect(NamedTuple):
    """How the fight stands after a move, for the player who makes it, and how many bombs then live."""

    proven: Tempo
    by_rule: Tempo
    bombs: int


def by_rule(empty: int, bombs: int) -> Tempo:
    """What the parity rule says to the player who leaves so many empty cells and living bombs to the other one."""
    return _FOR_MOVER[kernel.parity_rule(empty, bombs)]


class Listed:
    """A board whose solutions are listed: one, or several."""

    def __init__(self, game: Game, sight: Sight) -> None:
        self.game, self.sight = game, sight
        self._place = {cell: number for number, cell in enumerate(sight.empty)}
        # solution, empty cell, digit: whether that solution has that digit there
        self._has = sight.solutions[:, sight.empty, None] == np.arange(1, game.geometry.side + 1)
        self._legal = np.zeros(self._has.shape[1:], bool)
        for cell, number in self._place.items():
            self._legal[number, [digit - 1 for digit in game.digits(cell)]] = True
        for move in game.taboo:
            if (cell := game.geometry.cell_of(move)) in self._place:
                self._legal[self._place[cell], move.digit - 1] = False

    def solutions_after(self, move: Move) -> list[int]:
        """The solutions that a fill leaves."""
        cell = self._place[self.game.geometry.cell_of(move)]
        return list(np.flatnonzero(self._has[:, cell, move.digit - 1]))

    def bombs_after(self) -> dict[Move, int]:
        """How many bombs live after each fill."""
        return {move: self._count(move) for move in self.sight.fills}

    def _count(self, move: Move) -> int:
        cell = self.game.geometry.cell_of(move)
        peers = [self._place[peer] for peer in self.game.geometry.peers[cell] if peer in self._place]
        alive = self._legal & ~self._has[self.solutions_after(move)].any(axis=0)
        alive[self._place[cell]] = False
        alive[peers, move.digit - 1] = False
        return int(alive.sum())

    def fights(self, effort: Effort) -> list[Fight]:
        """The fights of the solutions to which single moves lead: those first that most moves lead to."""
        leads: dict[int, list[Move]] = {}
        for move in self.sight.fills:
            left = self.solutions_after(move)
            if len(left) == 1:
                leads.setdefault(left[0], []).append(move)
        found = []
        for number, moves in sorted(leads.items(), key=lambda item: -len(item[1]))[:_MOST_FIGHTS]:
            if not effort.slice():
                break
            solution = self.sight.solutions[number].tolist()
            rest = rest_of(self.game.geometry, self.game.values, solution, self.game.taboo)
            if rest:
                is_only = self.sight.is_unique
                found.append(Fight(rest, rest.moves if is_only else moves, effort.part(1.0 if is_only else 0.2)))
        return found


def prospects(sight: Sight, bombs_after: Mapping[Move, int], proven: Mapping[Move, Tempo]) -> dict[Move, Prospect]:
    """How each move leaves the fight: the fills of which it is known how many bombs live after them, and all bombs."""
    empty, rest = len(sight.empty), len(sight.bombs) - 1
    left = {move: (empty - 1, bombs) for move, bombs in bombs_after.items()}
    left |= dict.fromkeys(sight.bombs, (empty, rest))
    return {move: Prospect(proven.get(move, Tempo.OPEN), by_rule(*counts), counts[1]) for move, counts in left.items()}
