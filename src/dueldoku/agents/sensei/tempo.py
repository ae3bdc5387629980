"""The tempo fight in a game: which moves keep the last move of the game for the player who makes them.

With one solution left, ``kernels/tempo.py`` tells. With several, a move decides between them: where it leaves only one,
the fight goes on as on a board with that solution, and a proof can be had too. For everything else there is the
parity rule: who is to move with an even number of empty cells and an even number of living bombs mostly loses.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from dueldoku.agents.sensei.effort import Effort
from dueldoku.agents.sensei.insight import Tempo
from dueldoku.agents.sensei.sight import Sight
from dueldoku.board.move import Move
from dueldoku.game.game import Game
from dueldoku.kernels import tempo as kernel
from dueldoku.kernels.bombs import Rest, rest_of

_LARGEST_TABLE = 26  # bombs
_WORDS_PER_NODE = 4
_MOST_FIGHTS = 12
_FOR_MOVER = {kernel.UNKNOWN: Tempo.OPEN, kernel.WON: Tempo.LOST, kernel.LOST: Tempo.WON}  # by the other one's verdict


class Fight:
    """The tempo fight on a board with one solution, or after any of these moves that leave only this one."""

    def __init__(self, rest: Rest, moves: Iterable[Move], effort: Effort) -> None:
        self.rest = rest
        self.turn = {move: number for number, move in enumerate(rest.moves)}
        self.cells, self.bombs = (1 << len(rest.units)) - 1, (1 << len(rest.bombs)) - 1
        table = min(len(rest.bombs), _LARGEST_TABLE)
        while table > kernel.LOW and (1 << table - kernel.LOW) / _WORDS_PER_NODE > effort.worth:
            table -= 1
        self.tempo = kernel.tempo_of(len(rest.units), rest.bombs, table)
        while nodes := effort.slice():
            effort.spend(min(nodes, self.tempo.lost.shape[1] / _WORDS_PER_NODE))
            if kernel.build(self.tempo, _WORDS_PER_NODE * nodes):
                break
        self.choices = kernel.choices_of(self.tempo, self.cells, self.bombs)
        wanted = {self.turn[move] for move in moves}
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
                verdict = self.ask(choice.cells, choice.bombs, min(nodes, size), effort)
                if verdict == kernel.UNKNOWN:
                    remaining.append(choice)
                if verdict == kernel.LOST and kernel.LOST not in self.verdicts.values():
                    effort = effort.part(0.3)
                self.verdicts.update(dict.fromkeys(choice.turns, verdict))
            self.open, size = remaining, 4 * size
        return True

    def ask(self, cells: int, bombs: int, nodes: int, effort: Effort) -> int:
        """The kernel's verdict on the player who has to move with these cells and bombs."""
        before = int(self.tempo.counts[kernel.NODES])
        verdict = kernel.verdict_of(self.tempo, cells, bombs, nodes)
        effort.spend(int(self.tempo.counts[kernel.NODES]) - before + 1)
        return verdict

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
        for answer in kernel.choices_of(self.tempo, choice.cells, choice.bombs):
            is_mistake = kernel.verdict_of(self.tempo, answer.cells, answer.bombs) == kernel.WON
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


class Counts:
    """How many bombs live after each move, on a board with one solution or several."""

    def __init__(self, game: Game, sight: Sight) -> None:
        side = game.geometry.side
        self.sight, self.geometry = sight, game.geometry
        self._place = {cell: number for number, cell in enumerate(sight.empty)}
        digits = np.arange(1, side + 1)
        # solution, empty cell, digit: whether that solution has that digit there
        self._has = sight.solutions[:, sight.empty, None] == digits
        self._legal = np.zeros((len(sight.empty), side), bool)
        for cell, number in self._place.items():
            self._legal[number, [digit - 1 for digit in game.digits(cell)]] = True
        for move in game.taboo:
            if (cell := game.geometry.cell(move.row, move.col)) in self._place:
                self._legal[self._place[cell], move.digit - 1] = False

    def solutions_after(self, move: Move) -> list[int]:
        """The solutions that a fill leaves."""
        cell = self._place[self.geometry.cell(move.row, move.col)]
        return list(np.flatnonzero(self._has[:, cell, move.digit - 1]))

    def bombs_after(self, move: Move) -> int:
        """How many bombs live after a fill."""
        cell = self.geometry.cell(move.row, move.col)
        left = self._has[self.solutions_after(move)].any(axis=0)
        alive = self._legal & ~left
        alive[self._place[cell]] = False
        alive[[self._place[peer] for peer in self.geometry.peers[cell] if peer in self._place], move.digit - 1] = False
        return int(alive.sum())


def prospects(game: Game, sight: Sight, fights: dict[int, Fight]) -> dict[Move, Prospect]:
    """How each move leaves the fight. ``fights`` are those of single solutions, by number, as far as there are any."""
    counts, empty = Counts(game, sight), len(sight.empty)
    found = {}
    for move in sight.fills:
        left, bombs = counts.solutions_after(move), counts.bombs_after(move)
        fight = fights.get(left[0]) if len(left) == 1 else None
        found[move] = Prospect(fight.of(move) if fight else Tempo.OPEN, by_rule(empty - 1, bombs), bombs)
    fight = fights.get(0) if sight.is_unique else None
    for move in sight.bombs:
        bombs = len(sight.bombs) - 1
        found[move] = Prospect(fight.of(move) if fight else Tempo.OPEN, by_rule(empty, bombs), bombs)
    return found


def fights_of(game: Game, sight: Sight, effort: Effort) -> dict[int, Fight]:
    """The fights of the solutions to which single moves lead, by number: those first that most moves lead to."""
    counts = Counts(game, sight)
    leads: dict[int, list[Move]] = {}
    for move in sight.fills:
        left = counts.solutions_after(move)
        if len(left) == 1:
            leads.setdefault(left[0], []).append(move)
    found = {}
    for number, moves in sorted(leads.items(), key=lambda item: -len(item[1]))[:_MOST_FIGHTS]:
        if not effort.slice():
            break
        rest = rest_of(game.geometry, game.values, sight.solutions[number].tolist(), game.taboo)
        if rest:
            is_only = len(sight.solutions) == 1
            found[number] = Fight(rest, rest.moves if is_only else moves, effort.part(1.0 if is_only else 0.2))
    return found
