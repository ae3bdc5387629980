"""Any position or game: pasted, edited, analysed, shared as a link."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from nicegui import ui

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.duel.position import Position
from dueldoku.duel.record import GameRecord
from dueldoku.duel.rules import RULE_SETS
from dueldoku.errors import DueldokuError
from dueldoku.game.boards import bundled_board
from dueldoku.web import choices, jobs, layout
from dueldoku.web.board import BoardElement, BoardState, position_state
from dueldoku.web.services import services
from dueldoku.web.study import Study, first_sight
from dueldoku.web.tree import Tree

_EXAMPLE = "12.4 .4.2 21.3 ...1"
_NAMES = "player 1", "player 2"
_READ_SECONDS = 10.0


@ui.page("/analyse")
def analyse_page(position: str = "", line: str = "", at: int = 0) -> None:
    """A position, by default a small example; perhaps with moves and variations, and the one of them to begin with."""
    known = None if line else _plain(position)
    head = "<h1>Analyse</h1>"
    shell = first_sight(GameRecord(_NAMES, known), head) if known else head
    with layout.frame("Analyse", "/analyse", shell=shell):
        page = _Page(known)
        # Not before the page is there: whoever reads it may have to be loaded first.
        ui.timer(0.01, lambda: page.begin(position[:20_000] or _EXAMPLE, line, at), once=True)


def _plain(text: str) -> Position | None:
    """The position of the address if it is a plain line: the page begins with it, so that nothing moves later."""
    with suppress(DueldokuError):
        return Position.parse(text[:1000] or _EXAMPLE)
    return None


class _Page:
    def __init__(self, known: Position | None) -> None:
        self.visitor = layout.visitor()
        self.position = known or Position.parse(_EXAMPLE)
        self.study: Study | None = None
        with layout.box("line end"):
            layout.heading("Analyse", 1)
            with layout.box("line"):
                layout.button("Paste a game or position", self._ask_text, icon="content_paste")
                self.switch = layout.button("Edit", self._toggle, icon="edit")
        self.trouble = layout.html().props("role=alert")
        self.content = ui.element("div")
        with self.content:  # until the position is read
            layout.words("").bind_text_from(services().workers.compiling, "words")
        self.editing = False
        if known:
            self._show()

    # -- loading -----------------------------------------------------------------------------------------------------

    async def begin(self, text: str, line: str, at: int) -> None:
        """Take what the address tells."""
        if not line:
            await self.load(text, first=True)
            return
        try:
            tree = await services().workers.slow(self.visitor, _READ_SECONDS, jobs.read_tree, text, line)
            self.position = tree.start
            self._show(tree=tree, at=at)
        except DueldokuError as error:
            await self.load(text, first=True)
            self._fail(f"The moves of the link cannot be read: {error}")

    async def load(self, text: str, *, first: bool = False) -> None:
        """Take what the text is: a game with its turns, or a position."""
        try:
            if text.lstrip().startswith(("Dueldoku game", '{"dueldoku"')):
                self._show(await services().workers.slow(self.visitor, _READ_SECONDS, jobs.read_game, text))
                return
            if text.strip() in choices.boards():
                text = str(bundled_board(text.strip()))
            position = Position.parse(await services().workers.quick(jobs.read_position, text))
            is_shown = first and self.study is not None and position == self.position
            self.position = position
            if not is_shown:
                self._show()
        except DueldokuError as error:
            if first:
                self.position = Position.parse(_EXAMPLE)
                self._show()
            self._fail(str(error))

    def _fail(self, why: str) -> None:
        self.trouble.set_content(layout.bad(why[:300]))

    def _show(self, record: GameRecord | None = None, tree: Tree | None = None, at: int = 0) -> None:
        self.editing = False
        self.switch.set_text("Edit")
        self.trouble.set_content("")
        self.content.clear()
        shown = record or GameRecord(_NAMES, self.position)
        with self.content:
            self.study = Study(shown, at=None if record else at, tree=tree)

    def _ask_text(self) -> None:
        with layout.dialog("Analyse", lambda: self.load(text.value or ""), width="40rem"):
            layout.heading("A game or a position, in any format")
            text = layout.text_area("One line, rows of digits, a course file, a record, …", most=200_000)
            text.style("max-height: 50vh; overflow: auto")

    # -- editing -----------------------------------------------------------------------------------------------------

    async def _toggle(self) -> None:
        if self.editing:
            await self.load(str(self.position))
            return
        assert self.study
        self.position = replace(self.study.game.position(), past=())
        self.editing, self.pen = True, 0
        self.switch.set_text("Done")
        self.content.clear()
        with self.content, layout.box("two-col"):
            with layout.box("stack"):
                self.board = BoardElement(self._state(), "Position to edit", pad=True)
                self.board.on_edit(self._write)
            with layout.sheet():
                self._build_editor()

    def _state(self) -> BoardState:
        owners = self._owners()
        clues = [int(bool(value) and not owner) for value, owner in zip(self.position.grid, owners, strict=True)]
        return position_state(self.position, edit=True, clues=clues)

    def _owners(self) -> list[int]:
        return list(self.position.owners) or [0] * len(self.position.grid)

    def _build_editor(self) -> None:
        layout.heading("Edit the position")
        layout.words("Choose a cell and write; Backspace erases.", "hint-text")
        with layout.box("line"):
            layout.words("Digits written are")
            layout.segment({0: "given", 1: "▴", 2: "▾"}, 0, partial(setattr, self, "pen"), "Who writes")
        with layout.box("line"):
            layout.words("To move")
            players = {1: "▴ player 1", 2: "▾ player 2"}
            layout.segment(players, self.position.turn, lambda turn: self._change(turn=turn), "To move")
        with layout.box("fields"):
            rules, points = list(RULE_SETS), self.position.scores
            layout.select(rules, self.position.rules, "Rules", lambda e: self._change(rules=e.value, regions=None))
            for player in (1, 2):
                score = layout.number(f"Points of player {player}", points[player - 1], 0, 9999)
                score.on_value_change(lambda e, player=player: self._set_score(player, e.value))
            layout.select(choices.SIZES, str(self.position.grid.geometry), "Empty board of", self._resize)
        with layout.box("line"):
            layout.button("Done", self._toggle, "primary")
        self.fault = layout.html()

    def _set_score(self, player: int, value: Any) -> None:
        scores = list(self.position.scores)
        scores[player - 1] = int(value or 0)
        self._change(scores=(scores[0], scores[1]))

    def _resize(self, event: Any) -> None:
        self._change(grid=Grid.empty(Geometry.parse(str(event.value))), owners=(), regions=None, taboo=())

    def _write(self, cell: int, digit: int) -> None:
        owners = self._owners()
        owners[cell] = self.pen if digit else 0
        self._change(grid=self.position.grid.with_value(cell, digit), owners=tuple(owners), taboo=())

    def _change(self, **fields: Any) -> None:
        try:
            self.position = replace(self.position, **fields)
        except DueldokuError as error:
            self.fault.set_content(layout.bad(str(error)))
            return
        self.fault.set_content(layout.bad(self.position.grid.clash))
        self.board.renew(self._state())
