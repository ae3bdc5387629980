"""Open challenges: who waits for an opponent, to be taken with a click."""

from __future__ import annotations

from functools import partial
from html import escape

from nicegui import ui

from dueldoku.web import layout
from dueldoku.web.duel import Duel
from dueldoku.web.lobby import HALL
from dueldoku.web.services import services

_EVERY = 1.0  # seconds between two looks


class Challenges:
    """The list as one visitor sees it. Whoever waits here for an answer is taken to the game when it comes."""

    def __init__(self) -> None:
        self._visitor = layout.visitor()
        self._shown: list[str] | None = None
        self._mine: list[Duel] = []
        with layout.sheet("Open challenges"):
            self._rows = layout.box("challenges").props("aria-live=polite")
            self._told = layout.html()
        layout.attend(services().lobby.presence, HALL)
        self._look()
        ui.timer(_EVERY, self._look)

    def _look(self) -> None:
        for duel in self._mine:
            if not duel.is_waiting:
                ui.navigate.to(f"/game/{duel.key}")
        found = services().lobby.challenges()
        self._mine = [duel for duel in found if duel.players_of(self._visitor)]
        if (keys := [duel.key for duel in found]) != self._shown:
            self._shown = keys
            self._rows.clear()
            with self._rows:
                if not found:
                    layout.words(
                        "Nobody waits at the moment. To wait yourself, choose “anybody” as your opponent.", "soft"
                    )
                for duel in found:
                    self._row(duel)

    def _row(self, duel: Duel) -> None:
        waiting = next(player for player, seat in enumerate(duel.seats, 1) if not seat.is_free)
        side, is_mine = duel.game.geometry.side, duel in self._mine
        who = "You wait for an opponent" if is_mine else duel.seats[waiting - 1].name
        order = "first" if (waiting == 1) == is_mine else "second"
        facts = (
            f"{side} × {side}, {duel.board}",
            f"rules: {duel.game.rules}",
            duel.clock.words,
            f"you move {order}",
        )
        with layout.box("challenge"):
            layout.html(f'<b>{escape(who)}</b><div class="soft small">{escape(" · ".join(facts))}</div>')
            if is_mine:
                layout.button("Withdraw", partial(self._withdraw, duel))
            else:
                take = partial(self._take, duel.key)
                layout.button("Play", take, "primary", icon="play_arrow").props(
                    f'aria-label="Play against {escape(who, quote=True)}"'
                )

    async def _take(self, key: str) -> None:
        with layout.telling(place=self._told):
            duel = await services().lobby.take(key, self._visitor, services().name_of(self._visitor))
            ui.navigate.to(f"/game/{duel.key}")

    async def _withdraw(self, duel: Duel) -> None:
        with layout.telling(place=self._told):
            await services().lobby.withdraw(duel)
