"""The board on a page, and what it is given to show."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from nicegui import events, ui

from dueldoku.board.grid import Grid
from dueldoku.board.move import Move
from dueldoku.duel.position import Position
from dueldoku.duel.turn import Ruling
from dueldoku.game.game import Game

BoardState = dict[str, Any]


class BoardElement(ui.element, component="static/board.js"):
    """A board that people can play, read or edit; ``static/board.js`` says what ``state`` holds."""

    def __init__(
        self, state: BoardState, label: str, *, pad: bool = False, tools: bool = True, passive: bool = False
    ) -> None:
        super().__init__()
        self._props.update(state=state, label=label, pad=pad, tools=tools, passive=passive, forcePencil=False)
        self.state = state  # what is shown

    def show(self, state: BoardState) -> None:
        """Show something else."""
        self._props["state"] = self.state = state
        self.update()

    def renew(self, state: BoardState, *, pencil: bool = False) -> None:
        """Show something else that is no turn of the same game; ``pencil``: with candidates, whatever was chosen."""
        self._props["forcePencil"] = pencil
        self.show(state | {"version": self.state["version"] + 1})

    def on_edit(self, write: Callable[[int, int], None]) -> None:
        """Call ``write`` with the cell and the digit that were written; 0 erases."""

        def told(event: events.GenericEventArguments) -> None:
            side = self.state["m"] * self.state["n"]
            match event.args:
                case {"cell": int(cell), "digit": int(digit)} if 0 <= cell < side**2 and 0 <= digit <= side:
                    write(cell, digit)

        self.on("edit", told)


def cell_of(move: Move, side: int) -> int:
    """The move's cell, or -1 if it is off the board."""
    return move.row * side + move.col if 0 <= move.row < side and 0 <= move.col < side else -1


def game_state(game: Game, me: Sequence[int] = (), marks: Mapping[int, Mapping[str, str]] | None = None) -> BoardState:
    """A game as the board shows it; ``me`` are the players who may move from here."""
    side, over = game.geometry.side, game.is_over()
    state = position_state(game.position()) | {
        "clues": clues_of(game.start.grid),
        "worth": [0 if value or over else game.points(cell) for cell, value in enumerate(game.values)],
        "taboo": [[cell_of(move, side), move.digit] for move in game.taboo],
        "last": None,
        "turn": 0 if over else game.turn,
        "me": list(me),
        "version": len(game.history),
        "marks": {str(cell): mark for cell, mark in (marks or {}).items()},
    }
    if reach := game.reach:
        state["open"] = [bool(one) | bool(two) << 1 for one, two in zip(*reach, strict=True)]
    if game.history and (move := game.history[-1].move):
        last = game.history[-1]
        facts = {"placed": last.ruling is Ruling.PLACED, "player": last.player, "points": last.points}
        state["last"] = {"cell": cell_of(move, side), "digit": move.digit} | facts
    return state


def line_of(game: Game) -> str:
    """The position as a line, without the turns that led to it."""
    return str(replace(game.position(), past=()))


def clues_of(grid: Grid) -> list[int]:
    """Which cells are filled: 1 for each of them."""
    return [int(bool(value)) for value in grid]


def position_state(position: Position, **more: Any) -> BoardState:
    """A position as the board shows it: nothing to play, perhaps something to edit."""
    geometry = position.grid.geometry
    return {
        "m": geometry.m,
        "n": geometry.n,
        "values": list(position.grid),
        "clues": clues_of(position.grid),
        "owners": list(position.owners) or [0] * geometry.size,
        "version": 0,
        "me": [],
        "turn": 0,
        **more,
    }
