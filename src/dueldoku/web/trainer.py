"""A board with a task beside it: what lessons, puzzles and mistakes have in common."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from html import escape
from weakref import WeakMethod

from nicegui import events, ui

from dueldoku.board.move import Move
from dueldoku.dojo.puzzle import take
from dueldoku.dojo.telling import starved
from dueldoku.duel.position import Position
from dueldoku.errors import DueldokuError
from dueldoku.game.game import Game
from dueldoku.web import layout
from dueldoku.web.board import BoardElement, cell_of, game_state


class Trainer:
    """Shows a position and hands a visitor's legal move to ``judge``. It knows no search: who judges knows all."""

    def __init__(self, position: Position, judge: Callable[[Move], Awaitable[None]]) -> None:
        self.game = Game(position)
        self._judge = WeakMethod(judge)  # else its page and this would keep each other when the page is closed
        self.marks: dict[int, dict[str, str]] = {}
        self._pushed = 0  # how often something was shown: the board tells a late answer by it
        self.board = BoardElement(self._state(open_=True), "Board with a task", pad=True)
        self.board.on("move", self._on_move)

    @contextmanager
    def build_side(self) -> Iterator[None]:
        """Room for the task and for what is said, and below it for buttons: on a phone both stay in sight."""
        self.task = layout.html("", "task")
        with layout.box("stack foot"):
            self.told = layout.html("", "told").props("aria-live=polite")
            with layout.box("line"):
                yield

    def pose(self, position: Position, task: str) -> None:
        """Begin anew."""
        self.game, self.marks = Game(position), {}
        self.task.set_content(f"<p>{escape(task)}</p>")
        self.say("")
        self.show(open_=True)

    def play(self, move: Move, is_bomb: bool) -> None:
        """Make a move that was judged; a refused one marks the cell that it would starve."""
        if is_bomb and (why := starved(self.game.geometry, self.game.values, move)):
            self.marks = {why.cell: {"kind": "bomb", "text": "✹"}}
        take(self.game, move, is_bomb)
        self.show()

    def mark(self, move: Move, kind: str, text: str) -> None:
        """Mark a move's cell."""
        self.marks[cell_of(move, self.game.geometry.side)] = {"kind": kind, "text": text}

    def show(self, open_: bool = False) -> None:
        """Show the board as it is; ``open_``: whoever is to move may."""
        self._pushed += 1
        self.board.show(self._state(open_))

    def say(self, text: str, kind: str = "") -> None:
        """Say something: ``good`` or ``refused``, or nothing special."""
        self.told.set_content(f'<p class="news {kind}">{escape(text)}</p>' if text else "")

    def _state(self, open_: bool) -> dict[str, object]:
        me = [self.game.turn] if open_ else []
        return game_state(self.game, me, self.marks) | {"version": self._pushed}

    async def _on_move(self, event: events.GenericEventArguments) -> None:
        try:
            cell, digit, version = (int(event.args[name]) for name in ("cell", "digit", "version"))
            if version != self._pushed:
                return
            if judge := self._judge():
                await judge(self.game.geometry.move(cell, digit))
        except (DueldokuError, KeyError, TypeError, ValueError, IndexError):
            with self.board:
                self.board.run_method("reject", "That was no move.")


def focus_board() -> None:
    """Let the keys go to the board."""
    ui.run_javascript("document.querySelector('.dd-cell[tabindex=\"0\"]')?.focus({preventScroll: true})")
