"""Why a move is refused, and how a wrong try is refuted, in words. Nothing is searched for: singles tell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dueldoku.board.geometry import Geometry
from dueldoku.board.move import Move
from dueldoku.dojo.puzzle import Puzzle, Try
from dueldoku.words import counted

_MOST_FORCED = 40  # digits that follow from a move, one by one, before its end is left untold
_LARGEST = 16  # side of a board whose forced digits are followed


class Starved(NamedTuple):
    """Why a board has no solution: a cell without a digit, or a unit without a place for one."""

    cell: int  # to look at
    words: str


def starved(geometry: Geometry, values: Sequence[int], move: Move) -> Starved | None:
    """What is left without a digit or a place after a bomb; None if single digits do not tell.

    >>> from dueldoku.board.grid import Grid
    >>> grid = Grid.parse("12.4.4.221.3...1")
    >>> starved(grid.geometry, grid.values, Move.parse("r4c3=4")).words
    'r3c3 would have no digit left'
    """
    board = list(values)
    board[geometry.cell_of(move)] = move.digit
    for forced in range(_MOST_FORCED if geometry.side <= _LARGEST else 1):
        left = {cell: _digits(geometry, board, cell) for cell, value in enumerate(board) if not value}
        if (end := _dead_end(geometry, board, left)) is not None:
            cell, words = end
            return Starved(cell, f"{words}{' in the end' if forced else ''}")
        single = next(((cell, digits) for cell, digits in left.items() if len(digits) == 1), None)
        single = single or _only_place(geometry, left)
        if single is None:
            return None
        cell, (digit,) = single
        board[cell] = digit
    return None


def _digits(geometry: Geometry, board: Sequence[int], cell: int) -> set[int]:
    return set(range(1, geometry.side + 1)) - {board[peer] for peer in geometry.peers[cell]}


def _dead_end(geometry: Geometry, board: Sequence[int], left: dict[int, set[int]]) -> tuple[int, str] | None:
    for cell, digits in left.items():
        if not digits:
            return cell, f"{geometry.name(cell)} would have no digit left"
    for number, unit in enumerate(geometry.units):
        empty = [cell for cell in unit if cell in left]
        missing = set(range(1, geometry.side + 1)) - {board[cell] for cell in unit}
        for digit in sorted(missing - set[int]().union(*(left[cell] for cell in empty))):
            return empty[0], f"{geometry.unit_name(number)} would have no place left for {digit}"
    return None


def _only_place(geometry: Geometry, left: dict[int, set[int]]) -> tuple[int, set[int]] | None:
    for unit in geometry.units:
        for digit in range(1, geometry.side + 1):
            places = [cell for cell in unit if cell in left and digit in left[cell]]
            if len(places) == 1:
                return places[0], {digit}
    return None


def refutation(puzzle: Puzzle, wrong: Try) -> str:
    """Why this try does not win: what is answered, who makes the last move, and how it ends."""
    geometry, told = puzzle.position.grid.geometry, []
    if wrong.is_bomb:
        why = starved(geometry, puzzle.position.grid.values, wrong.move)
        told.append(f"{wrong.move} is refused: {why.words if why else 'no solution would be left'}. It only passes.")
    if wrong.reply:
        passes = ", a bomb, and you have to move" if wrong.reply_is_bomb else ""
        told.append(f"The answer is {wrong.reply}{passes}.")
    lost = " The last move is gone." if puzzle.solution.is_last and not wrong.is_last else ""
    ends = "a draw" if not wrong.margin else f"a loss by {counted(-wrong.margin, 'point')}"
    told.append(f"With best play it ends in {ends}.{lost}")
    return " ".join(told)


def praise(puzzle: Puzzle) -> str:
    """Why the solution wins."""
    best, why = puzzle.solution, ""
    if best.is_bomb:
        told = starved(puzzle.position.grid.geometry, puzzle.position.grid.values, best.move)
        words = told.words if told else "no solution would be left"
        why = f" It is refused, as {words}: you pass, and the other one has to move."
    last = " The last move is yours." if best.is_last else ""
    return f"{best.move} it is.{why}{last} With best play you win by {counted(best.margin, 'point')}."
