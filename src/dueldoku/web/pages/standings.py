"""The leaderboard: ratings with error bars, every pairing, and a page for each player."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from html import escape
from typing import ClassVar
from urllib.parse import quote

from nicegui import ui

from dueldoku.agents.registry import AGENTS
from dueldoku.arena.elo import elo_bar, elo_cells
from dueldoku.arena.standings import AgentStanding
from dueldoku.arena.summary import POINTS, RESULTS
from dueldoku.render.table import Table
from dueldoku.web import layout, narration, tables
from dueldoku.web.pages.games import Filtered, game_row
from dueldoku.web.services import services
from dueldoku.words import counted

_SETTLED = 10  # games with which an agent has a place


@ui.page("/standings")
def standings_page(tournament: str = "", board: str = "", limit: str = "", rules: str = "") -> None:
    """The leaderboard; what is filtered can be given in the address."""
    with layout.frame("Standings", "/standings"):
        layout.heading("Standings", 1)
        _Standings(tables.Filter(tournament, board, limit, rules))


class _Standings(Filtered):
    labels: ClassVar = {"tournament": "Tournament", "board": "Board", "limit": "Time", "rules": "Rules"}

    def __init__(self, chosen: tables.Filter) -> None:
        super().__init__(chosen, "Counting …")
        with self.sheet:
            self.note = layout.words("", "hint-text")
        self.tables = layout.box("stack")
        with layout.sheet("Tournaments") as self.below:
            self.tournaments = layout.html("", "scroll")
        self.below.set_visibility(False)  # until what stands above it is there: so it does not move

    async def _show(self) -> tables.Choices:
        told = await services().read(self.visitor, tables.standings, self.chosen)
        await self._show_tournaments()
        self.tables.clear()
        self.below.set_visibility(True)
        if not told.standings.games:
            self.rows.set_content(
                '<p class="soft">No games yet. <a href="/play">Play</a>, or <a href="/watch">begin one</a>.</p>'
            )
            self.note.set_text("")
            return told.choices
        agents = [one for one in told.standings.agents if one.name not in told.people]
        people = [one for one in told.standings.agents if one.name in told.people]
        parts = [leaderboard(agents)] if agents else []
        if people:
            parts.append(f"<h2>People</h2>{leaderboard(people)}")
        self.rows.set_content("".join(parts))
        words = [
            f"{counted(told.standings.games, 'game')}. Elo with 95 % intervals; the mean is 0.",
            f"{told.seat[:1].upper()}{told.seat[1:]}.",
            *told.notes,
        ]
        names = [one.name for one in told.standings.agents]
        self.note.set_text(narration.named(" ".join(words), names))
        with self.tables:
            crossing, *others = (_named(table, names) for table in told.tables)
            with layout.sheet(crossing.title):
                layout.table_of(crossing, "cross")
            with layout.sheet():
                for table in others:
                    with layout.fold(table.title):
                        layout.table_of(table)
        return told.choices

    async def _show_tournaments(self) -> None:
        known = await services().read(self.visitor, tables.tournaments)
        runs, _ = await asyncio.to_thread(services().runs.live)
        names, live = {one.name for one in known}, {run.tournament for run in runs}
        begun = [tables.Tournament(run.tournament, 0, run.agents, "") for run in runs if run.tournament not in names]
        rows = []
        for one in (*begun, *known):
            name = f'<a href="/standings?tournament={quote(one.name, safe="")}">{escape(one.name)}</a>'
            state = '<a href="/watch"><span class="live"></span> running</a>' if one.name in live else ""
            rows.append([name, _players(one.agents), str(one.games), one.date[:16].replace("T", " "), state])
        table = layout.table_html(["tournament", "<players", "games", "last game", ""], rows, "linked")
        self.tournaments.set_content(table if rows else '<p class="soft">None yet.</p>')


def _named(table: Table, names: Sequence[str]) -> Table:
    rows = tuple(tuple(narration.named(cell, names) for cell in row) for row in table.rows)
    return replace(table, rows=rows)


def _players(names: Sequence[str]) -> str:
    shown = ", ".join(map(narration.shown_name, names[:4]))
    return escape(shown) + (f" and {len(names) - 4} more" if len(names) > 4 else "")


def ranked(agents: Sequence[AgentStanding]) -> list[tuple[int, AgentStanding]]:
    """The agents by place. Those with few games come last: they have none yet, which is 0."""
    settled = sorted(agents, key=lambda one: one.games < _SETTLED)  # else as they came: by strength
    return [(place if one.games >= _SETTLED else 0, one) for place, one in enumerate(settled, 1)]


def leaderboard(agents: Sequence[AgentStanding]) -> str:
    """The agents by strength, with their error bars drawn, as HTML; those with few games have no place yet."""
    shown = [one for one in agents if not (one.too_few or one.bound)] or agents
    low, high = min(one.low for one in shown), max(one.high for one in shown)
    span = max(1.0, high - low)

    def bar(one: AgentStanding) -> str:
        if one.too_few or one.bound:
            return f'<span class="soft">{elo_cells(one, one.bound)[1].strip("-")}</span>'
        left, right, middle = (100 * (elo - low) / span for elo in (one.low, one.high, one.elo))
        return (
            '<svg class="elo" viewBox="-3 0 106 20" preserveAspectRatio="none" role="img"'
            f' aria-label="{elo_bar(one)}"><title>{elo_bar(one)}</title>'
            f'<line x1="{left:.1f}" x2="{right:.1f}" y1="10" y2="10" stroke="var(--accent)" stroke-width="2"'
            f' vector-effect="non-scaling-stroke"/><path d="M{left:.1f} 5v10M{right:.1f} 5v10" stroke="var(--accent)"'
            f' vector-effect="non-scaling-stroke" stroke-width="1.5"/><ellipse cx="{middle:.1f}" cy="10" rx="1.6"'
            ' ry="4.6" fill="var(--accent)"/></svg>'
        )

    rows = []
    for place, one in ranked(agents):
        who = f'<a href="/agents/{quote(one.name, safe="")}">{escape(narration.shown_name(one.name))}</a>'
        elo, _ = elo_cells(one, one.bound)
        told = f"{place}. {who}" if place else f'{who} <span class="pill">provisional</span>'
        rows.append([told, f"<b>{elo}</b>", bar(one), *(each.cell(one) for each in RESULTS)])
    return layout.table_html(["player", "Elo", "<95 % interval", *(column.head for column in RESULTS)], rows, "linked")


@ui.page("/agents/{name:path}")
def agent_page(name: str) -> None:
    """One player: results by opponent, board, seat and time."""
    with layout.frame(name[:60], "/standings"):
        layout.heading(narration.shown_name(name)[:60], 1)
        if about := AGENTS.get(name.partition(":")[0]):
            layout.words(f"{about[:1].upper()}{about[1:]}.", "lead")
        visitor, content, trouble = layout.visitor(), layout.box("stack"), layout.html()

        async def load() -> None:
            with layout.telling(place=trouble):
                told = await services().read(visitor, tables.agent, name)
                with content:
                    _show_agent(told)

        ui.timer(0.01, load, once=True)


def _show_agent(told: tables.AgentResults) -> None:
    if not told.summary.games:
        layout.words("It has not played here yet.", "soft")
        return
    columns = [*RESULTS, *POINTS]
    with layout.box("half"):
        for title, parts in told.groups.items():
            with layout.sheet(title):
                rows = [
                    [escape(narration.shown_name(name)), *(column.cell(part) for column in columns)]
                    for name, part in parts.items()
                ]
                layout.table(["", *(column.head for column in columns)], rows)
        with layout.sheet("How its games ended"):
            ends = {"did not lose": told.summary.games - told.summary.lost} | told.summary.lost_by
            layout.table(["", "games"], [[escape(why), str(count)] for why, count in ends.items()])
        with layout.sheet("Its last games"):
            layout.table(["game", "<players", "result", "<board"], [game_row(game)[:4] for game in told.last], "linked")
