"""For a class: several running boards at once and the standings, in large type, at a pace that people can follow."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from html import escape

from nicegui import background_tasks, ui

from dueldoku.arena.standings import AgentStanding
from dueldoku.arena.summary import RECORD
from dueldoku.duel.record import GameRecord
from dueldoku.errors import DueldokuError
from dueldoku.game.game import Game, follow
from dueldoku.web import layout, narration, tables
from dueldoku.web.board import BoardElement, game_state, position_state
from dueldoku.web.duel import Duel
from dueldoku.web.lobby import RATED
from dueldoku.web.pages.standings import ranked
from dueldoku.web.services import services
from dueldoku.web.stage import Scene, Stage
from dueldoku.words import counted

_EVERY = 0.25  # seconds between two looks
_READ_EVERY = 2.0
_LAST = 4  # games of a tournament that are over, and are shown where there is a place
_PLAYERS = 9  # in the standings


@ui.page("/projector")
def projector_page() -> None:
    """It runs by itself: nothing is to be clicked."""
    with layout.frame("Projector", "/watch"):
        _Projector()


class _Projector:
    def __init__(self) -> None:
        self.visitor = layout.visitor()
        self.stage = Stage()
        self.places: list[_Place] = []
        self.tournament, self.total = "", 0  # the last one that was played, and its games; empty: people play
        self.duels: dict[str, Duel] = {}  # of people
        self.ended: dict[str, GameRecord] = {}  # the last games of the tournament
        self.read_at, self.reading = 0.0, False
        with layout.box("projector"):
            with layout.box("line end"):
                self.title = layout.heading("Games", 1)
                self.progress = layout.words("", "soft num")
            with layout.box("stage"):
                self.boards = layout.box("boards n0")
                with self.boards:
                    self.empty = layout.words(
                        "Nothing is being played. As soon as somebody plays, it is seen here.", "soft"
                    )
                with layout.box("standing"):
                    self.standings = layout.html()
        ui.timer(_EVERY, self._look)

    async def _look(self) -> None:
        runs, games = await asyncio.to_thread(services().runs.live)
        if runs:
            self.tournament, self.total = runs[-1].tournament, runs[-1].stored + runs[-1].total
        people = {duel.key: duel for duel in services().lobby.under_way()}
        on_stage = {scene.key for scene in self.stage.scenes}
        self.duels = {key: duel for key, duel in self.duels.items() if key in on_stage} | people
        live = {key: duel.record() for key, duel in people.items()} | {game.key: game.record for game in games}
        over = {key: duel.record() for key, duel in self.duels.items() if duel.is_over}
        self.stage.take(live, self.ended | over)
        self.stage.step()
        self._show()
        if not self.reading and time.monotonic() - self.read_at > _READ_EVERY:
            self.reading = True
            background_tasks.create(self._read())

    def _show(self) -> None:
        scenes = self.stage.scenes
        self.empty.set_visibility(not scenes)
        self.title.set_content(escape(self.tournament or "Games of people"))
        with self.boards:
            while len(self.places) < len(scenes):
                self.places.append(_Place(scenes[len(self.places)]))
        self.boards.classes(replace=f"boards n{len(scenes)}")
        for number, place in enumerate(self.places):
            place.box.set_visibility(number < len(scenes))
            if number < len(scenes):
                place.show(scenes[number])

    async def _read(self) -> None:
        """Read the standings and the last games."""
        chosen = tables.Filter(tournament=self.tournament or RATED)
        keys = [scene.key for scene in self.stage.scenes if not scene.record.reason]
        try:
            told = await services().read(self.visitor, tables.standings, chosen)
            if self.tournament:
                self.ended = await services().read(self.visitor, tables.ended, self.tournament, keys, _LAST)
        except DueldokuError:
            return  # the next look asks again
        finally:
            self.reading, self.read_at = False, time.monotonic()
        agents = [one for one in told.standings.agents if self.tournament or one.name in told.people]
        with self.boards:
            played = told.standings.games + told.standings.repeats
            self.progress.set_text(f"{played} of {self.total} games" if self.total else counted(played, "game"))
            self.standings.set_content(_standings(agents))


class _Place:
    """Room for a game."""

    def __init__(self, scene: Scene) -> None:
        self.key, self.turns, self.is_over = "", -1, False
        with layout.box("place") as self.box:
            self.players = layout.html("", "versus")
            self.board = BoardElement(position_state(scene.record.start), "Board", tools=False, passive=True)
            self.news = layout.html("", "said")

    def show(self, scene: Scene) -> None:
        """Show the game as far as it is to be shown."""
        if (scene.key, scene.shown, scene.is_over) == (self.key, self.turns, self.is_over):
            return
        game, names = follow(scene.record, scene.shown), scene.record.players
        is_same, self.key, self.turns, self.is_over = scene.key == self.key, scene.key, scene.shown, scene.is_over
        (self.board.show if is_same else self.board.renew)(game_state(game))
        self.players.set_content(_versus(game, names))
        self.news.set_content(escape(_said(game, scene)))


def _versus(game: Game, names: tuple[str, str]) -> str:
    """Both players and their points, in one line."""
    outcome = game.outcome()
    parts = []
    for player, name in enumerate(map(narration.shown_name, names), 1):
        on = " won" if outcome and outcome.winner == player else " turn" if not outcome and game.turn == player else ""
        parts.append(
            f'<span class="p{player}{on}"><i aria-hidden="true">{narration.SIGNS[player]}</i>'
            f'<span class="who">{escape(name)}</span><b class="num">{game.scores[player - 1]}</b></span>'
        )
    return "".join(parts)


def _said(game: Game, scene: Scene) -> str:
    """What just happened, in a sentence; players by their signs, so that it has room beside the longest names."""
    if not scene.is_over:
        return narration.last_turn(game, narration.SIGNS[1:]) if game.history else ""
    one, two = scene.record.scores
    if not scene.record.winner:
        return f"A draw, {one}–{two}."
    return f"{narration.shown_name(scene.record.players[scene.record.winner - 1])} wins {one}–{two}."


def _standings(agents: Sequence[AgentStanding]) -> str:
    rows = [
        [f"{place}." if place else "", escape(narration.shown_name(one.name)), RECORD.cell(one)]
        for place, one in ranked(agents)[:_PLAYERS]
    ]
    return "<h2>Standings</h2>" + layout.table_html(["", "<player", RECORD.head], rows) if rows else ""
