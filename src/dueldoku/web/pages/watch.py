"""Games between agents, live: start a match or a tournament here, or follow one that a terminal plays."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from html import escape
from typing import Any

from nicegui import background_tasks, ui

from dueldoku.arena.feed import LiveGame, LiveRun
from dueldoku.arena.task import split_limits
from dueldoku.errors import DueldokuError
from dueldoku.game.boards import bundled_board
from dueldoku.game.game import Game, follow
from dueldoku.web import choices, layout, narration, tables
from dueldoku.web.board import BoardElement, game_state, line_of
from dueldoku.web.evaluation import eval_bar
from dueldoku.web.pages.games import game_row
from dueldoku.web.pages.standings import leaderboard
from dueldoku.web.services import services
from dueldoku.words import counted

_EVERY = 0.4  # seconds between two looks
_TABLES_EVERY = 3.0
_EVALUATE_SECONDS = 0.3


@ui.page("/watch")
def watch_page() -> None:
    """What is being played, and a form to start more."""
    with layout.frame("Watch", "/watch"):
        _Watch()


class _Watch:
    def __init__(self) -> None:
        self.visitor = layout.visitor()
        self.key, self.turns = "", -1  # the game that is shown
        self.listed: list[str] = []  # the games that are offered
        self.tournament, self.played = "", 0
        self.tables_at = 0.0
        self.evaluating = False
        with layout.box("line end"):
            layout.heading("Watch", 1)
            with layout.box("line"):
                layout.link_button("Projector", "/projector")
                layout.button("Start a match or tournament", self._ask, "primary", icon="play_arrow")
        self.trouble = layout.html().props("role=alert")
        self.empty = layout.sheet()
        with self.empty:
            layout.words("Nothing is being played at the moment.")
            layout.words(
                "Start something here, or in a terminal: dueldoku match greedy_player mcts-cells --watch",
                "hint-text mono",
            )
        with layout.box("two-col") as self.scene:
            with layout.box("stack"):
                self.bar = layout.html()
                self.board = BoardElement(game_state(Game(bundled_board("empty-2x3"))), "Live board", passive=True)
            with layout.box("stack side"):
                self.players = layout.html("", "players")
                self.news = layout.html()
                with layout.sheet():
                    self.run = layout.html()
                    self.stop = layout.button("Stop", self._stop, icon="stop")
                with layout.sheet("Games under way", 3):
                    self.others = layout.box("steps")
        with layout.sheet("Standings") as self.results:
            self.standings = layout.html("", "scroll")
            self.link = layout.words("", "hint-text")
            layout.heading("Last games")
            self.last = layout.html("", "scroll")
        for part in (self.scene, self.results):
            part.set_visibility(False)
        ui.timer(_EVERY, self._look)

    # -- looking -----------------------------------------------------------------------------------------------------

    async def _look(self) -> None:
        runs, games = await asyncio.to_thread(services().runs.live)
        if trouble := services().runs.trouble():
            self.trouble.set_content(layout.bad(trouble))
        self.empty.set_visibility(not runs)
        self.scene.set_visibility(bool(runs))
        if runs:
            self._show_games(runs, games)
        if (runs or self.tournament) and time.monotonic() - self.tables_at > _TABLES_EVERY:
            self.tables_at = time.monotonic()
            background_tasks.create(self._show_tables(final=not runs))

    def _show_games(self, runs: list[LiveRun], games: list[LiveGame]) -> None:
        shown = next((game for game in games if game.key == self.key), None) or next(iter(games), None)
        current = next((one for one in runs if shown and one.process == shown.process), runs[-1])
        self.tournament, self.process = current.tournament, current.process
        self._show_run(current, len(runs))
        if shown is None:
            return
        if shown.key != self.key or len(shown.record.turns) != self.turns:
            self.key, self.turns = shown.key, len(shown.record.turns)
            self._show_game(shown)
        listed = [game.key for game in games]
        if listed != self.listed:
            self.listed = listed
            self.others.clear()
            with self.others:
                for game in games:
                    one, two = map(narration.shown_name, game.record.players)
                    text = f"▴ {one} – ▾ {two} · {game.board}"
                    row = layout.row(f'<span class="live"></span> {escape(text)}', partial(self._choose, game.key))
                    row.props(f"aria-current={str(game.key == self.key).lower()}")

    def _choose(self, key: str) -> None:
        self.key, self.turns, self.listed = key, -1, []

    def _show_run(self, current: LiveRun, count: int) -> None:
        played = max(0, self.played - current.stored)
        share = 100 * played / current.total if current.total else 0
        more = f" · {count} runs" if count > 1 else ""
        passed = narration.clock(time.time() - current.started)
        games = f"{played} of {counted(current.total, 'game')}" if current.total else counted(played, "game")
        self.run.set_content(
            f'<div class="line end"><b><span class="live"></span> {escape(current.tournament)}</b></div>'
            f'<p class="soft small num">{games} · {passed}{more}</p>'
            f'<div class="bar" role="progressbar" aria-valuenow="{share:.0f}" aria-valuemin="0" aria-valuemax="100">'
            f'<div style="width:{share:.1f}%"></div></div>'
        )
        self.stop.set_visibility(services().runs.is_ours(current.process))

    def _show_game(self, live: LiveGame) -> None:
        game = follow(live.record)
        self.board.renew(game_state(game))
        mover = 0 if game.is_over() else game.turn
        limits = split_limits(live.limit)
        doing = [
            f"{'thinks · ' * (player == mover)}{narration.clock(live.spent[player - 1])}, {limits[player - 1]} a turn"
            for player in (1, 2)
        ]
        self.players.set_content(narration.cards(game, live.record.players, doing))
        if game.history:
            text = narration.last_turn(game, live.record.players)
            self.news.set_content(f'<p class="news"><b class="num">{len(game.history)}.</b> {escape(text)}</p>')
        if mover and not self.evaluating:
            self.evaluating = True
            background_tasks.create(self._evaluate(game))

    async def _evaluate(self, game: Game) -> None:
        try:
            found = await services().analyse(self.visitor, line_of(game), _EVALUATE_SECONDS)
            with self.board:
                self.bar.set_content(eval_bar(found.lead, known=True))
        except DueldokuError:
            return  # the next position will be asked about again
        finally:
            self.evaluating = False

    async def _show_tables(self, *, final: bool) -> None:
        chosen = tables.Filter(tournament=self.tournament)
        try:
            told = await services().read(self.visitor, tables.standings, chosen)
            last = await services().read(self.visitor, tables.list_games, chosen, 0, 8)
        except DueldokuError:
            return
        with self.board:
            self.played = told.standings.games + told.standings.repeats
            self.results.set_visibility(bool(self.played))
            if self.played:
                self.standings.set_content(leaderboard(told.standings.agents))
                rows = [game_row(game)[:5] for game in last.games]
                self.last.set_content(
                    layout.table_html(["game", "<players", "result", "<board", "<rules"], rows, "linked")
                )
                self.link.set_text(f"{self.tournament}: {counted(self.played, 'game')}")
        if final:
            self.tournament = ""

    # -- acting ------------------------------------------------------------------------------------------------------

    def _stop(self) -> None:
        with layout.telling(self.stop):
            services().runs.stop(self.process)

    def _ask(self) -> None:
        wish: dict[str, Any] = {"agents": ["greedy_player", "minimax-cells"], "boards": ["random-2x3"], "seconds": 0.3,
                                "rounds": 2, "rules": "", "name": ""}  # fmt: skip

        async def start() -> None:
            agents = [await services().lobby.opponent(str(agent), self.visitor) for agent in wish["agents"]]
            cleared = {"agents": agents, "rounds": int(wish["rounds"] or 1), "name": str(wish["name"] or "")}
            await asyncio.to_thread(services().runs.start, **wish | cleared)
            self.trouble.set_content("")
            layout.notify("It begins in a moment.")

        with layout.dialog("Start", start, width="38rem"):
            layout.heading("A match or a tournament")
            layout.words(
                "Everybody meets everybody on every board, both seats in turn, in a cage and under the clock.",
                "hint-text",
            )
            for name, offered in (("agents", choices.agents()), ("boards", choices.boards())):
                field = layout.select(offered, wish[name], name.capitalize(), multiple=True).props("use-chips")
                field.bind_value(wish, name)
            with layout.box("fields"):
                layout.select(choices.TIMES, 0.3, "Time for a turn").bind_value(wish, "seconds")
                layout.number("Rounds", 2, 1, 100).bind_value(wish, "rounds")
                layout.select(choices.rules(), "", "Rules").bind_value(wish, "rules")
                ui.input("Name").props("outlined dense maxlength=40").bind_value(wish, "name")
