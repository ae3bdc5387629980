"""Who is how strong: a leaderboard with error bars, each against each, and a page for each player."""

from __future__ import annotations

import asyncio
from html import escape
from typing import Any
from urllib.parse import quote

from nicegui import ui

from dueldoku.arena.report import signed
from dueldoku.errors import DueldokuError
from dueldoku.web import layout, narration, tables
from dueldoku.web.pages.games import game_row
from dueldoku.web.services import services

_LABELS = {"tournament": "Tournament", "board": "Board", "limit": "Time", "rules": "Rules"}


@ui.page("/standings")
def standings_page(tournament: str = "", board: str = "", limit: str = "", rules: str = "") -> None:
    """The leaderboard; what is filtered can be given in the address."""
    with layout.frame("Standings", "/standings"):
        layout.heading("Standings", 1)
        _Standings(tables.Filter(tournament, board, limit, rules))


class _Standings:
    def __init__(self, chosen: tables.Filter) -> None:
        self.chosen = chosen
        self.visitor = layout.visitor()
        with layout.sheet():
            self.filters = ui.element("div").classes("fields")
            self.board = ui.html('<p class="soft">Counting …</p>', sanitize=False).classes("scroll")
            self.note = layout.words("", "hint-text")
        with layout.sheet() as self.crossing:
            layout.heading("Each against each")
            layout.words("Points out of games of the player on the left; a win is 1, a draw ½.", "hint-text")
            self.cross = ui.html("", sanitize=False).classes("scroll")
        self.crossing.set_visibility(False)
        with layout.sheet():
            layout.heading("Tournaments")
            self.tournaments = ui.html("", sanitize=False).classes("scroll")
        ui.timer(0.01, self._load, once=True)

    async def _load(self) -> None:
        path = str(services().archive)
        try:
            told = await services().workers.slow(f"{self.visitor} reads", 20.0, tables.standings, path, self.chosen)
        except DueldokuError as error:
            self.board.set_content(f'<p class="bad">{escape(str(error))}</p>')
            return
        await self._show_tournaments()
        self._build_filters(told["choices"])
        self.crossing.set_visibility(bool(told["agents"]))
        if not told["agents"]:
            self.board.set_content(
                '<p class="soft">No games yet. <a href="/watch">Start a tournament</a>, or <a href="/">play</a>.</p>'
            )
            self.note.set_text("")
            return
        self.board.set_content(leaderboard(told["agents"]))
        seat = told["seat"]
        worth = f"Moving first is worth {signed(seat['value'])} Elo ({signed(seat['low'])} to {signed(seat['high'])})."
        self.note.set_text(f"{told['games']} games. Elo with 95 % intervals; the mean is 0. {worth} {told['note']}")
        self.cross.set_content(_crosstable(told))

    async def _show_tournaments(self) -> None:
        path = str(services().archive)
        known = await services().workers.slow(f"{self.visitor} reads", 10.0, tables.tournaments, path)
        runs, _ = await asyncio.to_thread(services().runs.live)
        running = {run.tournament: run for run in runs}
        rows = []
        for one in known:
            name = f'<a href="/standings?tournament={quote(one["name"], safe="")}">{escape(one["name"])}</a>'
            run = running.pop(one["name"], None)
            state = '<a href="/watch"><span class="live"></span> running</a>' if run else ""
            rows.append([name, _players(one["agents"]), str(one["games"]), one["date"][:16].replace("T", " "), state])
        for name in running:
            state = '<a href="/watch"><span class="live"></span> running</a>'
            rows.insert(0, [escape(name), _players(list(running[name].agents)), "0", "", state])
        self.tournaments.set_content(layout.table_html(["tournament", "<players", "games", "last game", ""], rows))

    def _build_filters(self, choices: dict[str, list[str]]) -> None:
        if self.filters.default_slot.children:
            return
        with self.filters:
            for name, label in _LABELS.items():
                values = {"": "all", **{value: value for value in choices[name]}}
                value = getattr(self.chosen, name)
                layout.select(values, value if value in values else "", label, self._filter(name))

    def _filter(self, name: str) -> Any:
        async def choose(event: Any) -> None:
            self.chosen = self.chosen.with_value(name, str(event.value or ""))
            await self._load()

        return choose


def _players(names: list[str]) -> str:
    shown = ", ".join(map(narration.shown_name, names[:4]))
    return escape(shown) + (f" and {len(names) - 4} more" if len(names) > 4 else "")


def leaderboard(agents: list[dict[str, Any]], *, links: bool = True) -> str:
    """The agents by strength, with their error bars drawn, as HTML."""
    low, high = min(one["low"] for one in agents), max(one["high"] for one in agents)
    span = max(1.0, high - low)

    def bar(one: dict[str, Any]) -> str:
        left, right, middle = (100 * (one[key] - low) / span for key in ("low", "high", "elo"))
        words = f"{signed(one['low'])} to {signed(one['high'])}"
        return (
            '<svg class="elo" viewBox="-3 0 106 20" preserveAspectRatio="none" role="img"'
            f' aria-label="{words}"><title>{words}</title><line x1="{left:.1f}" x2="{right:.1f}" y1="10" y2="10"'
            ' stroke="var(--accent)" stroke-width="2"'
            f' vector-effect="non-scaling-stroke"/><path d="M{left:.1f} 5v10M{right:.1f} 5v10" stroke="var(--accent)"'
            f' vector-effect="non-scaling-stroke" stroke-width="1.5"/><ellipse cx="{middle:.1f}" cy="10" rx="1.6"'
            ' ry="4.6" fill="var(--accent)"/></svg>'
        )

    rows = []
    for place, one in enumerate(agents, 1):
        name = escape(narration.shown_name(one["name"]))
        who = f'<a href="/agents/{quote(one["name"], safe="")}">{name}</a>' if links else name
        record = f"{one['won']}–{one['drawn']}–{one['lost']}"
        shares = f"{100 * one['share']:.0f} %"
        rows.append([f"{place}. {who}", f"<b>{signed(one['elo'])}</b>", bar(one), str(one["games"]), record, shares])
    return layout.table_html(["player", "Elo", "<95 % interval", "games", "won–drawn–lost", "share"], rows)


def _crosstable(told: dict[str, Any]) -> str:
    order = [one["name"] for one in told["agents"]]
    rows = []
    for place, one in enumerate(order, 1):
        cells = []
        for other in order:
            tally = told["crosstable"][one].get(other)
            cells.append(
                "" if one == other else f"{tally['points']:g}/{tally['games']}" if tally and tally["games"] else "–"
            )
        rows.append([f"{place}. {escape(narration.shown_name(one))}", *cells])
    return layout.table_html(["player", *(f"{place}." for place in range(1, len(order) + 1))], rows, "cross")


@ui.page("/agents/{name:path}")
def agent_page(name: str) -> None:
    """One player: results by opponent, board, seat and time."""
    with layout.frame(name[:60], "/standings"):
        layout.heading(narration.shown_name(name)[:60], 1)
        about = _about(name)
        if about:
            layout.words(about, "lead")
        content = ui.element("div").classes("stack")
        visitor = layout.visitor()

        async def load() -> None:
            try:
                told = await services().workers.slow(
                    f"{visitor} reads", 10.0, tables.agent, str(services().archive), name, tables.Filter()
                )
            except DueldokuError as error:
                layout.notify(str(error), bad=True)
                return
            with content:
                _show_agent(told)

        ui.timer(0.01, load, once=True)


def _about(name: str) -> str:
    from dueldoku.agents.registry import AGENTS

    entry = AGENTS.get(name.partition(":")[0])
    return f"{entry.about[:1].upper()}{entry.about[1:]}." if entry else ""


def _show_agent(told: dict[str, Any]) -> None:
    if not told["games"]:
        layout.words("It has not played here yet.", "soft")
        return
    titles = {
        "opponent": "Against whom",
        "board": "On which board",
        "seat": "From which seat",
        "time": "With which time",
    }
    with ui.element("div").classes("half"):
        for key, title in titles.items():
            with layout.sheet():
                layout.heading(title)
                rows = [
                    [
                        escape(narration.shown_name(one["name"])),
                        str(one["games"]),
                        f"{one['won']}–{one['drawn']}–{one['lost']}",
                        f"{100 * one['share']:.0f} %",
                        f"{one['points']:.1f} : {one['conceded']:.1f}",
                    ]
                    for one in told[key]
                ]
                layout.table(["", "games", "won–drawn–lost", "share", "points"], rows)
        with layout.sheet():
            layout.heading("How its games ended")
            layout.table(["", "games"], [[escape(one["name"]), str(one["games"])] for one in told["lost"]])
        with layout.sheet():
            layout.heading("Its last games")
            layout.table(["game", "<players", "result", "<board"], [game_row(game)[:4] for game in told["last"]])
