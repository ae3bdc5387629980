"""The game itself: a position, the turns taken, and the exact rules for the next one.

>>> game = Game(Grid.parse("123. 3412 21.3 .3.1"))
>>> str(game.push(Move.parse("r1c4=4")).ruling), game.scores, game.turn
('placed', [7, 0], 2)
>>> game.pop().points, game.scores, game.turn
(7, [0, 0], 1)

``push`` takes any proposal, as the referee does, and an offence loses the game; ``judge`` tells beforehand what it
would be. A player who has no cell to fill is skipped by itself: ``turn`` is always the player who moves next.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import replace
from functools import lru_cache
from itertools import chain, compress, filterfalse
from operator import index

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.board.move import Move
from dueldoku.board.symbols import cell_name
from dueldoku.duel.position import Position
from dueldoku.duel.record import GameRecord
from dueldoku.duel.rules import POINTS, rule_set, start_regions
from dueldoku.duel.turn import Judgement, Outcome, Reason, Ruling, Turn
from dueldoku.errors import FormatError, StartError, TurnError
from dueldoku.game.oracle import Oracle
from dueldoku.render.view import View


class Game:
    """A duel over one board.

    Read ``values``, ``owners`` (who filled a cell: 1, 2, or 0 for nobody), ``scores``, ``turn``, ``taboo`` and
    ``history``; change them only through ``push`` and ``pop``. ``start`` is the position the game began with,
    ``geometry`` the shape of the board, ``regions`` are the players' start regions (None where every cell is open to
    both).
    """

    def __init__(
        self,
        start: Position | Grid,
        rules: str | None = None,
        *,
        seed: int | None = None,
        oracle: Oracle | None = None,
    ) -> None:
        position = Position(start) if isinstance(start, Grid) else start
        if rules is not None and rules != position.rules:
            # The regions of one rule set are not those of another; where a rule set has none, they are a wish.
            wish = None if rule_set(position.rules).regions else position.regions
            position = replace(position, rules=rules, regions=wish)
        self.geometry: Geometry = position.grid.geometry
        geometry = self.geometry
        named = start_regions(position.rules, geometry, seed)
        self.regions = named and (position.regions or named)
        told_by_name = self.regions == named and not rule_set(position.rules).by_chance
        self.start = replace(position, regions=None if told_by_name else self.regions)
        self.oracle = oracle or Oracle(geometry)
        assert self.oracle.geometry is geometry, "an oracle knows boards of one shape"
        self.values = list(position.grid)
        self.owners = list(position.owners) or [0] * geometry.size
        self.scores = list(position.scores)
        self.history: list[Turn] = []
        self._taboo = dict.fromkeys(position.taboo)
        self._empty_in = [sum(not self.values[cell] for cell in unit) for unit in geometry.units]
        # The digits of each unit: bit ``digit`` is set.
        self._used_in = [sum({1 << self.values[cell] for cell in unit}) for unit in geometry.units]
        # How often each cell is open to each player: once by their start region, once by each neighbour they own.
        self._reach = [
            _count_reach(geometry, region, self.owners, player) for player, region in enumerate(self.regions or (), 1)
        ]
        self._open = [len(self.cells(player)) for player in (1, 2)]  # how many cells each player may fill
        # The moves of each cell that no rule but the territory forbids. Those of stale cells have to be found anew.
        self._choices: list[tuple[Move, ...]] = [()] * geometry.size
        self._stale = set(range(geometry.size))
        self.turn = position.turn
        if not self._open[self.turn - 1]:
            self._pass_on()

    # -- asking ------------------------------------------------------------------------------------------------------

    @property
    def rules(self) -> str:
        """The name of the rule set."""
        return self.start.rules

    @property
    def grid(self) -> Grid:
        """The board as it stands."""
        return Grid(self.geometry, tuple(self.values))

    @property
    def taboo(self) -> tuple[Move, ...]:
        """The moves that neither player may propose any more, oldest first."""
        return tuple(self._taboo)

    @property
    def reach(self) -> list[list[int]]:
        """How often each cell is open to player 1, and to player 2; [] where every cell is open to both."""
        return [list(counts) for counts in self._reach]

    def cells(self, player: int | None = None) -> list[int]:
        """The empty cells that ``player`` (by default the one to move) may fill."""
        if not self._reach:
            return [cell for cell, value in enumerate(self.values) if not value]
        reach = self._reach[(self.turn if player is None else player) - 1]
        return [cell for cell, value in enumerate(self.values) if not value and reach[cell]]

    def digits(self, cell: int) -> list[int]:
        """The digits that do not yet stand in a unit of ``cell``."""
        return list(compress(range(1, self.geometry.side + 1), self._is_free(cell)))

    def _is_free(self, cell: int) -> tuple[bool, ...]:
        """For each digit: whether it does not yet stand in a unit of ``cell``."""
        row, col, block = self.geometry.units_of[cell]
        return _not_in(self._used_in[row] | self._used_in[col] | self._used_in[block], self.geometry.side)

    def points(self, cell: int) -> int:
        """What filling the empty ``cell`` is worth, whatever the digit."""
        row, col, block = self.geometry.units_of[cell]
        empty = self._empty_in
        return POINTS[(empty[row] == 1) + (empty[col] == 1) + (empty[block] == 1)]

    def solution(self) -> bytes | None:
        """A solution of the board, one value a byte: no digit of it is a bomb. None if there is none."""
        return self.oracle.solution(self.values)

    def legal_moves(self) -> Iterator[Move]:
        """The moves that are no offence, cell by cell: those that will be placed, and the bombs.

        Make a list of them before you push any.
        """
        if self.is_over():
            return iter(())
        if self._stale:
            self._find_choices()
        open_to_me = compress(self._choices, self._reach[self.turn - 1]) if self._reach else self._choices
        return chain.from_iterable(open_to_me)

    def _find_choices(self) -> None:
        """Find the choices of stale cells anew. Everything is looked up once: this is where playing spends its time."""
        moves, units_of, side = self.geometry.moves, self.geometry.units_of, self.geometry.side
        values, used, choices, taboo = self.values, self._used_in, self._choices, self._taboo
        for cell in self._stale:
            if values[cell]:
                choices[cell] = ()
                continue
            row, col, block = units_of[cell]
            fitting = compress(moves[cell], _not_in(used[row] | used[col] | used[block], side))
            choices[cell] = tuple(filterfalse(taboo.__contains__, fitting) if taboo else fitting)
        self._stale.clear()

    def bombs(self) -> Iterator[Move]:
        """The legal moves that leave the board without a solution: a pass each, once."""
        return (move for move in self.legal_moves() if not self._is_solvable_after(move))

    def judge(self, move: Move | None) -> Judgement:
        """What proposing ``move`` (None: nothing) would be for the player to move."""
        side = self.geometry.side
        if move is None:
            return Judgement(Ruling.NOTHING, 0, "no move was proposed")
        if move in self._taboo:
            return Judgement(Ruling.TABOO, 0, f"{move} was refused before and is taboo")
        try:
            row, col, digit = map(index, move)
        except TypeError:
            return Judgement(Ruling.INVALID, 0, f"{move} is not made of whole numbers")
        if not (0 <= row < side and 0 <= col < side):
            return Judgement(Ruling.INVALID, 0, f"{move} is outside the board of {side} rows and columns")
        if not 1 <= digit <= side:
            return Judgement(Ruling.INVALID, 0, f"{move} is not a digit from 1 to {side}")
        cell = row * side + col
        if self.values[cell]:
            return Judgement(Ruling.ILLEGAL, 0, f"{cell_name(row, col)} already holds {self.values[cell]}")
        for peer in self.geometry.peers[cell]:
            if self.values[peer] == digit:
                where = self.geometry.name(peer)
                return Judgement(Ruling.ILLEGAL, 0, f"{move} repeats the {digit} of {where}")
        if self._reach and not self._reach[self.turn - 1][cell]:
            why = f"{cell_name(row, col)} is outside the territory of player {self.turn}"
            return Judgement(Ruling.ILLEGAL, 0, why)
        if not self._is_solvable_after(move):
            return Judgement(Ruling.REFUSED, 0, f"{move} leaves the board without a solution")
        points = self.points(cell)
        return Judgement(Ruling.PLACED, points, f"{move} scores {points}")

    def is_over(self) -> bool:
        """Whether the game has ended."""
        return not any(self._open) or (bool(self.history) and self.history[-1].ruling.loses)

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        if not self.is_over():
            return None
        first, second = self.scores
        if self.history and self.history[-1].ruling.loses:
            last = self.history[-1]
            return Outcome(3 - last.player, Reason(last.ruling), (first, second))
        reason = Reason.BOTH_STUCK if 0 in self.values else Reason.BOARD_FULL
        winner = 0 if first == second else 1 if first > second else 2
        return Outcome(winner, reason, (first, second))

    # -- playing -----------------------------------------------------------------------------------------------------

    def push(self, move: Move | None, player: int | None = None) -> Turn:
        """Take a turn with this proposal and return what came of it. An offence ends the game.

        Raises TurnError if the game is over, or if ``player`` is given and it is not their turn.
        """
        self._check_turn(player)
        judgement = self.judge(move)
        return self._take(Turn(self.turn, move, judgement.ruling, judgement.points))

    def resign(self, player: int | None = None) -> Turn:
        """Give the game up for the player to move. Raises TurnError as ``push`` does."""
        self._check_turn(player)
        return self._take(Turn(self.turn, None, Ruling.RESIGNED))

    def follow(self, turn: Turn) -> Turn:
        """Take a turn that was judged before: the oracle is not asked. Raises TurnError as ``push`` does."""
        self._check_turn(turn.player)
        return self._take(turn)

    def _check_turn(self, player: int | None) -> None:
        if outcome := self.outcome():
            raise TurnError(f"the game is over: {outcome.reason}")
        if player not in (None, self.turn):
            raise TurnError(f"it is the turn of player {self.turn}, not of player {player}")

    def _take(self, turn: Turn) -> Turn:
        self.history.append(turn)
        if turn.move and turn.ruling is Ruling.PLACED:
            self._write(turn.move, turn, 1)
        elif turn.move and turn.ruling is Ruling.REFUSED:
            self._taboo[turn.move] = None
            self._stale.add(self.geometry.cell_of(turn.move))
        self._pass_on()
        return turn

    def _pass_on(self) -> None:
        """Give the turn to the other player, unless they are stuck."""
        if self._open[2 - self.turn]:
            self.turn = 3 - self.turn

    def pop(self) -> Turn:
        """Take back the last turn and return it."""
        if not self.history:
            raise TurnError("there is no turn to take back")
        turn = self.history.pop()
        self.turn = turn.player
        if turn.move and turn.ruling is Ruling.PLACED:
            self._write(turn.move, turn, -1)
        elif turn.move and turn.ruling is Ruling.REFUSED:
            del self._taboo[turn.move]
            self._stale.add(self.geometry.cell_of(turn.move))
        return turn

    def _write(self, move: Move, turn: Turn, sign: int) -> None:
        """Place the digit (``sign`` 1), or take it away again (-1)."""
        geometry = self.geometry
        cell = geometry.cell_of(move)
        self.values[cell] = move.digit if sign > 0 else 0
        self.owners[cell] = turn.player if sign > 0 else 0
        self.scores[turn.player - 1] += sign * turn.points
        for unit in geometry.units_of[cell]:
            self._empty_in[unit] -= sign
            self._used_in[unit] ^= 1 << move.digit  # the move is legal: the digit stands there once or not at all
        self._stale.add(cell)
        self._stale.update(geometry.peers[cell])
        for player in (0, 1):
            self._open[player] -= sign * (not self._reach or self._reach[player][cell] > 0)
        if self._reach:
            self._reach_out(cell, turn.player - 1, sign)

    def _reach_out(self, cell: int, player: int, sign: int) -> None:
        """Open the cells around this one to the player (0 or 1) who filled it, or take that back."""
        reach, before = self._reach[player], 0 if sign > 0 else 1
        for neighbour in self.geometry.neighbours[cell]:
            if reach[neighbour] == before and not self.values[neighbour]:
                self._open[player] += sign
            reach[neighbour] += sign

    def _is_solvable_after(self, move: Move) -> bool:
        return self.oracle.allows(self.values, self.geometry.cell_of(move), move.digit)

    # -- keeping -----------------------------------------------------------------------------------------------------

    def position(self) -> Position:
        """The position as it stands: text that parses back, and another game can start from it."""
        moves = tuple(turn.move for turn in self.history if turn.move and not turn.ruling.loses)
        return replace(
            self.start,
            grid=self.grid,
            turn=self.turn,
            scores=(self.scores[0], self.scores[1]),
            owners=tuple(self.owners) if self._reach else (),
            taboo=self.taboo,
            past=self.start.past + moves,
        )

    def record(self, players: tuple[str, str] = ("player 1", "player 2"), **tags: str) -> GameRecord:
        """The game so far, to keep."""
        outcome = self.outcome()
        return GameRecord(
            players,
            self.start,
            tuple(self.history),
            winner=outcome.winner if outcome else 0,
            scores=(self.scores[0], self.scores[1]),
            reason=str(outcome.reason) if outcome else "",
            tags=tags,
        )

    def copy(self) -> Game:
        """A game from this position on, with the same oracle. It does not remember the turns, nor who lost by one."""
        # The same as Game(self.position(), oracle=self.oracle), which would count everything anew.
        twin = copy(self)
        twin.start, twin.history = self.position(), []
        twin.values, twin.scores = self.values.copy(), self.scores.copy()
        twin.owners = self.owners.copy() if self._reach else [0] * self.geometry.size
        twin._taboo = self._taboo.copy()
        twin._empty_in, twin._used_in = self._empty_in.copy(), self._used_in.copy()
        twin._reach, twin._open = self.reach, self._open.copy()
        twin._choices, twin._stale = self._choices.copy(), self._stale.copy()
        return twin

    def view(self, players: tuple[str, str] = View.players) -> View:
        """What a picture of the game shows; ``players`` are their names."""
        last = self.history[-1] if self.history else None
        return View(
            self.grid,
            clues=frozenset(cell for cell, value in enumerate(self.start.grid) if value),
            owners=tuple(self.owners),
            last=last.move if last else None,
            last_placed=last is not None and last.ruling is Ruling.PLACED,
            scores=(self.scores[0], self.scores[1]),
            players=players,
            turn=0 if self.is_over() else self.turn,
        )

    def __str__(self) -> str:
        return str(self.position())

    def _repr_svg_(self) -> str:
        from dueldoku.render.svg import draw

        return draw(self.view())


def replay(record: GameRecord) -> Iterator[Game]:
    """The game at its start and after each recorded turn: always the same object, one turn further.

    Raises FormatError if a turn or the result does not come out as recorded.
    """
    game = Game(record.start)
    yield game
    for number, recorded in enumerate(record.turns, 1):
        try:
            resigned = recorded.ruling is Ruling.RESIGNED
            turn = game.resign(recorded.player) if resigned else game.push(recorded.move, recorded.player)
        except TurnError as error:
            raise FormatError(f"turn {number} was recorded as '{recorded}', but {error}") from None
        if turn != recorded:
            raise FormatError(f"turn {number} was recorded as '{recorded}' but comes out as '{turn}'")
        yield game
    result = game.record().result
    if result not in (record.result, record.result_by_rules):
        raise FormatError(f"the result was recorded as '{record.result}' but comes out as '{result}'")


def follow(record: GameRecord, turns: int | None = None) -> Game:
    """The game after so many recorded turns (None: after all), as they were judged then: no turn is judged again."""
    game = Game(record.start)
    for turn in record.turns[:turns]:
        game.follow(turn)
    return game


def check_start(position: Position) -> None:
    """Raise StartError, in one sentence, if a game from this position would mean nothing.

    The rules themselves allow such games (every move is refused on a board without a solution), so ``Game`` takes them.
    """
    grid = position.grid
    if grid.clash:
        raise StartError(f"the board already breaks the rules: {grid.clash}")
    if not grid.holes:
        raise StartError("the board is already full: there is nothing to play")
    if Oracle(grid.geometry).solution(grid.values) is None:
        raise StartError("the board has no solution: every move would be refused")


def _count_reach(geometry: Geometry, region: frozenset[int], owners: list[int], player: int) -> list[int]:
    reach = [int(cell in region) for cell in range(geometry.size)]
    for cell, owner in enumerate(owners):
        if owner == player:
            for neighbour in geometry.neighbours[cell]:
                reach[neighbour] += 1
    return reach


@lru_cache(1 << 16)  # all sets of digits up to 16x16
def _not_in(digits: int, side: int) -> tuple[bool, ...]:
    """For each digit from 1 to ``side``: whether it is not in a set of them (bit ``digit`` is set)."""
    return tuple(not digits >> digit & 1 for digit in range(1, side + 1))
