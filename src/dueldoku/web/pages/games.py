"""The games of the archive: a list to choose from, and each of them to step through."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from dataclasses import replace
from functools import partial
from html import escape
from typing import Any, ClassVar

from nicegui import ui

from dueldoku.arena.archive import StoredGame
from dueldoku.duel.turn import cause, reason_in_words
from dueldoku.errors import Busy, DueldokuError
from dueldoku.web import layout, narration, tables
from dueldoku.web.services import services
from dueldoku.web.study import Study, first_sight

PER_PAGE = 50
_READING = 10.0  # seconds


@ui.page("/games")
async def games_page(agent: str = "", tournament: str = "", board: str = "") -> None:
    """The list, newest first."""
    with layout.frame("Games", "/games"):
        layout.heading("Games", 1)
        _List(tables.Filter(agent=agent, tournament=tournament, board=board, with_unrated=True))


class Filtered(ABC):
    """What shows games of the archive, and fields to choose which of them."""

    labels: ClassVar[dict[str, str]]

    def __init__(self, chosen: tables.Filter, waiting: str = "…") -> None:
        self.chosen, self.offset, self.visitor = chosen, 0, layout.visitor()
        with layout.sheet() as self.sheet:
            with layout.box("fields"):
                self.fields = {name: self._field(name, label) for name, label in self.labels.items()}
            self.rows = layout.html(f'<p class="soft">{waiting}</p>', "scroll")
        ui.timer(0.01, self._load, once=True)

    @abstractmethod
    async def _show(self) -> tables.Choices:
        """Show what is chosen; gives what there is to choose from."""

    async def _load(self) -> None:
        try:
            self._offer(await self._show())
        except DueldokuError as error:
            self.rows.set_content(layout.bad(str(error)))

    def _field(self, name: str, label: str) -> ui.select:
        wanted = getattr(self.chosen, name)
        return layout.select(
            dict.fromkeys(("", wanted), wanted) | {"": "all"},
            wanted,
            label,
            partial(self._choose, name),
            with_input=True,
        )

    def _offer(self, choices: tables.Choices) -> None:
        """Fill the fields."""
        for name, field in self.fields.items():
            options = {"": "all"} | {value: value for value in (getattr(self.chosen, name), *choices[name]) if value}
            if options != field.options:
                field.set_options(options)

    async def _choose(self, name: str, event: Any) -> None:
        self.chosen, self.offset = replace(self.chosen, **{name: str(event.value or "")}), 0  # type: ignore[arg-type]
        await self._load()


class _List(Filtered):
    labels: ClassVar = {"tournament": "Tournament", "agent": "Player", "board": "Board"}

    def __init__(self, chosen: tables.Filter) -> None:
        super().__init__(chosen)
        with self.sheet, layout.box("line") as self.pages:
            layout.button("Newer", lambda: self._turn(-PER_PAGE), "quiet", icon="chevron_left")
            self.where = layout.words("", "soft small num")
            layout.button("Older", lambda: self._turn(PER_PAGE), "quiet", icon="chevron_right")
        self.pages.set_visibility(False)

    async def _turn(self, step: int) -> None:
        self.offset = max(0, self.offset + step)
        await self._load()

    async def _show(self) -> tables.Choices:
        told = await services().read(self.visitor, tables.list_games, self.chosen, self.offset, PER_PAGE)
        head = ["game", "<players", "result", "<board", "<rules", "time", "<tournament", "date"]
        rows = [game_row(game) for game in told.games]
        nothing = (
            '<p class="soft">No games yet. <a href="/play">Play one</a>, or <a href="/watch">start a match</a>.</p>'
        )
        self.rows.set_content(layout.table_html(head, rows, "linked") if rows else nothing)
        last = min(self.offset + PER_PAGE, told.total)
        self.where.set_text(f"{self.offset + 1}–{last} of {told.total}" if told.total else "")
        self.pages.set_visibility(told.total > PER_PAGE)
        return told.choices


def game_row(game: StoredGame) -> list[str]:
    """A stored game as a row of a table."""
    names = [escape(narration.shown_name(name)) for name in (game.agent1, game.agent2)]
    if game.winner:
        names[game.winner - 1] = f"<b>{names[game.winner - 1]}</b>"
    why = ""
    if game.fault:
        full = escape(reason_in_words(game.reason, game.detail), quote=True)
        why = f' <span class="soft small" title="{full}">{escape(cause(game.reason, game.detail))}</span>'
    return [
        f'<a href="/games/{game.number}">{game.number}</a>',
        f"▴ {names[0]} – ▾ {names[1]}",
        f"{game.points1}–{game.points2}{why}",
        escape(game.board),
        game.rules,
        game.time_limit,
        f'<span class="ell" title="{escape(game.tournament, quote=True)}">{escape(game.tournament)}</span>',
        escape(game.date[:16].replace("T", " ")),
    ]


@ui.page("/games/{number}", response_timeout=2 * _READING)
async def replay_page(number: int, turn: int | None = None) -> None:
    """One game."""
    try:
        async with asyncio.timeout(_READING):
            record = await services().read(layout.visitor(), tables.load_record, number)
    except (Busy, TimeoutError):  # Overdue, too
        layout.not_now("/games")
        return
    except DueldokuError as error:
        layout.not_found("/games", str(error).rpartition(": ")[2])
        return
    title = f"Game {number}: {' – '.join(map(narration.shown_name, record.players))}"
    with layout.frame(title, "/games", shell=first_sight(record, f'<h1 class="sr">{escape(title)}</h1>', turn)):
        layout.heading(title, 1).classes("sr")
        Study(record, number, turn)
