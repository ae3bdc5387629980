"""A game: the board, both players, what just happened, and what one can do."""

from __future__ import annotations

from html import escape
from typing import Any

from nicegui import events, ui

from dueldoku.dojo.learner import Mistake
from dueldoku.engine.analysis import Analysis, describe, explain
from dueldoku.errors import DueldokuError, TurnError
from dueldoku.web import address, jobs, layout, narration
from dueldoku.web.board import BoardElement, beside_board, cell_of, game_state, line_of
from dueldoku.web.duel import Duel
from dueldoku.web.lobby import GameWish, clean_name
from dueldoku.web.pages.rules import rules_list
from dueldoku.web.qr import qr_code
from dueldoku.web.services import services
from dueldoku.web.workshop import written

HINT_SECONDS, REVIEW_SECONDS = 1.0, 10.0


@ui.page("/game/{key}", response_timeout=12)
async def game_page(key: str, seat: str = "") -> None:
    """A game of this page; ``seat`` is the secret by which a guest takes the free seat."""
    try:
        duel = services().lobby.get(key)
    except DueldokuError as error:
        layout.not_found("/", f"{error}. Games that nobody touches for two months are removed.")
        return
    me = layout.visitor()
    if me and seat and not duel.players_of(me):
        with layout.telling():
            await duel.sit_down(me, seat, clean_name(services().name_of(me)))
    _GamePage(duel)


class _GamePage:
    """A game as one visitor sees it."""

    def __init__(self, duel: Duel) -> None:
        self.duel = duel
        self.visitor, self.place = layout.visitor(), layout.place()
        self.marks: dict[int, dict[str, str]] = {}
        self.marked = -1  # the version that the marks are for
        self.titled, self.was_over = "", duel.is_over
        names, state = " – ".join(map(narration.shown_name, duel.names)), self._state()
        with layout.frame(names, "/play", shell=self._first_view(names, state)), layout.box("two-col"):
            with layout.box("stack"):
                side = duel.game.geometry.side
                layout.heading(names, 1).classes("sr")
                label = f"Board of {names}, {side} by {side}"
                self.board = BoardElement(state, label, pad=bool(self._mine))
                self.board.on("move", self._on_move)
            with layout.box("stack side"):
                self._build_side()
        self._show()
        duel.watchers.add(self.refresh)
        ui.context.client.on_delete(lambda: duel.watchers.discard(self.refresh))
        layout.attend(services().lobby.presence, duel.key)
        ui.timer(1.0, self._show_times)
        duel.wake()

    @property
    def _mine(self) -> list[int]:
        return self.duel.players_of(self.visitor)

    def _first_view(self, names: str, state: dict[str, Any]) -> str:
        """What is seen before any script has come."""
        kind = "players clocked" if self.duel.clock else "players"
        told = f'<div class="beside">{narration.news(self.duel, self._mine)}</div>'
        side = f'<div class="{kind}">{narration.players(self.duel)}</div>{told}'
        return beside_board(state, side, above=f'<h1 class="sr">{escape(names)}</h1>', pad=bool(self._mine))

    def _state(self) -> dict[str, Any]:
        game, marks = self.duel.game, self.marks if self.marked == self.duel.version else {}
        if not marks and (bomb := narration.last_bomb(game, self._mine)) is not None:
            why = narration.starved_by(game, bomb)
            marks = {why.cell: {"kind": "bomb", "text": "✹"}} if why and not game.values[why.cell] else {}
        return game_state(game, self._mine, marks)

    # -- the side ----------------------------------------------------------------------------------------------------

    def _build_side(self) -> None:
        self.players = layout.html("", "players clocked" if self.duel.clock else "players")
        self.there = layout.html("", "there")
        self.news = layout.html("", "beside").props("aria-live=polite")
        self.invite = layout.box("stack")
        with layout.box("line") as self.actions:
            unrated = "the game is not rated then"
            self.hint = layout.button("Hint", self._on_hint, icon="lightbulb", tip=f"The best move; {unrated}")
            self.back = layout.button("Take back", self._on_back, icon="undo", tip=f"Take back; {unrated}")
            self.resign = layout.button("Resign", self._ask_resign, icon="flag")
        with layout.box("line") as self.after:
            self.again = layout.button("Rematch, seats swapped", self._on_rematch, "primary", icon="swap_vert")
            self.next = layout.link_button("To the rematch", "/", "primary")
            self.replay = layout.link_button("Replay and analyse", "/games")
            self.learn = layout.button("Learn from your mistakes", self._on_learn, icon="school")
            layout.link_button("New game", "/play")
        self.facts = layout.html()
        with layout.sheet("Turns"):
            self.turns = layout.html("", "turns")
        with layout.fold("Rules", "sheet"):
            rules_list()
            layout.link_button("A worked example", "/rules", "quiet")

    # -- showing -----------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the game as it is now."""
        with self.board:
            self.board.show(self._state())
            self._show()

    def _show(self) -> None:
        duel = self.duel
        self._show_times()
        self.news.set_content(narration.news(duel, self._mine))
        over, plays = duel.is_over, bool(self._mine)
        if plays and over and not self.was_over:
            layout.reveal(self.news)  # on a phone it may have been scrolled away
        self.was_over = over
        self.actions.set_visibility(plays and not over)
        self.after.set_visibility(over or not plays)
        mine = plays and duel.game.turn in self._mine and not over
        for control, on in (
            (self.hint, mine),
            (self.resign, mine and not duel.is_waiting),
            (self.back, duel.can_take_back and plays),
        ):
            control.set_enabled(on)
        self._show_title("Your move · " * (mine and len(self._mine) == 1))
        self.back.set_visibility(len({seat.owner for seat in duel.seats if not seat.agent}) == 1)
        self.replay.set_visibility(duel.number > 0)
        self.learn.set_visibility(over and len(self._mine) == 1)
        self.again.set_visibility(over and plays and not duel.rematch)
        self.next.set_visibility(bool(duel.rematch and plays))
        self.next.props(f'href="/game/{duel.rematch}"')
        self.replay.props(f'href="/games/{duel.number}"')
        self.turns.set_content(narration.turns(duel.thoughts()) or '<span class="soft">none yet</span>')
        ui.run_javascript(narration.SCROLL)
        rated = "" if duel.rated else '<span class="pill">not rated</span> '
        rules = f'<span class="pill">rules: {duel.game.rules}</span>'
        board = f'<span class="pill">{escape(duel.board)}</span>'
        clock = f'<span class="pill">{duel.clock.words}</span>' if duel.clock else ""
        looks_on = "" if plays or over else '<span class="pill on">you look on</span> '
        self.facts.set_content(f'<div class="line">{looks_on}{rated}{rules}{board}{clock}</div>')
        self._show_invite()

    def _show_title(self, told: str) -> None:
        """Tell in the browser's tab that somebody waits for the visitor, who may be elsewhere."""
        title = f"{told}{' – '.join(map(narration.shown_name, self.duel.names))} · Dueldoku"
        if title != self.titled:
            self.titled = title
            ui.page_title(title)

    def _show_times(self) -> None:
        self.players.set_content(narration.players(self.duel))
        self.there.set_content(narration.presence(self.duel, self._mine))

    def _show_invite(self) -> None:
        free = next((seat for seat in self.duel.seats if seat.is_free), None)
        self.invite.set_visibility(bool(free and self._mine))
        if not free or not self._mine or self.invite.default_slot.children:
            return
        host = services().host
        link = address.for_others(layout.link_to(f"/game/{self.duel.key}?seat={free.token}"), host)
        with self.invite, layout.sheet():
            if self.duel.is_open:
                layout.words("Everybody sees your challenge on the Play page, as long as you stay here or there.")
            layout.words("Send this link to a friend, or let them scan it. Whoever opens it first sits down.")
            if warning := address.warning(link, host):
                layout.words(warning, "warn")
            with layout.box("line"):
                field = ui.input(value=link).props('outlined dense readonly aria-label="Link for your opponent"')
                field.style("flex: 1; min-width: 12rem")
                layout.button("Copy", lambda: layout.copy(link), icon="content_copy")
            layout.html(qr_code(link)).props('role=img aria-label="The link as a QR code"')
            with layout.box("line"):
                tip = "Nobody has joined yet: remove this game"
                self.withdraw = layout.button("Withdraw", self._on_withdraw, icon="close", tip=tip)

    # -- acting ------------------------------------------------------------------------------------------------------

    async def _on_move(self, event: events.GenericEventArguments) -> None:
        try:
            cell, digit, version = (int(event.args[name]) for name in ("cell", "digit", "version"))
            player = self.duel.game.turn
            if player not in self._mine:
                raise TurnError("it is not your turn")
            await self.duel.move(player, self.duel.game.geometry.move(cell, digit), version)
        except (DueldokuError, KeyError, TypeError, ValueError) as error:
            text = str(error) if isinstance(error, DueldokuError) else "that was no move"
            with self.board:
                self.board.run_method("reject", text[:1].upper() + text[1:])  # it shows the move ahead of us
                self.refresh()

    async def _on_hint(self) -> None:
        duel, version = self.duel, self.duel.version
        self.hint.props("loading")
        try:
            found = await services().analyse(self.visitor, line_of(duel.game), HINT_SECONDS)
            await duel.take_hint()
            if duel.version == version:
                self._show_hint(found)
        except DueldokuError as error:
            self.news.set_content(f'<p class="news refused">{escape(str(error))}</p>')  # where the hint would be
            layout.reveal(self.news)
        finally:
            self.hint.props(remove="loading")

    def _show_hint(self, found: Analysis) -> None:
        duel, move = self.duel, found.moves[0].move
        self.marked = duel.version
        self.marks = {cell_of(move, duel.game.geometry.side): {"kind": "hint", "text": f"{move.digit}?"}}
        self.board.show(self._state())
        *reasons, deed = map(escape, describe(found, you=found.player))
        reasons += map(escape, explain(found, you=found.player))
        why = f'<details class="fold"><summary>Why?</summary><p>{" ".join(reasons)}</p></details>'
        self._show()
        self.news.set_content(f'<div class="news"><p>{deed}</p>{why}</div>')
        layout.reveal(self.news)

    async def _on_learn(self) -> None:
        """Look for the worst moves of this player; they come back as puzzles, now and another day."""
        duel, (me,) = self.duel, self._mine
        people = services().people
        with layout.telling(self.learn):
            seconds, game = services().workers.share(REVIEW_SECONDS, 5.0), duel.record().to_json()
            found = await services().workers.slow(self.visitor, 3 * seconds + 30, jobs.mistakes, game, me, seconds)
            learner = people.get(self.visitor)
            for mistake in found:
                learner.learn(mistake, people.today())
            await people.keep(self.visitor)
            self._show_mistakes(found)

    def _show_mistakes(self, found: list[Mistake]) -> None:
        known = services().people.get(self.visitor).mistakes
        places = [next((at for at, one in enumerate(known) if one.position == each.position), -1) for each in found]
        rows = "".join(
            f'<p>{escape(each.told)} <a href="/puzzles/mine/{at + 1}">Try again</a></p>'
            for each, at in zip(found, places, strict=True)
            if at >= 0
        )
        nothing = "<p>No large mistake of yours, as far as it can be proven.</p>"
        back = "It comes back" if len(found) == 1 else "They come back"
        later = f'<p class="soft small">{back} among your puzzles another day.</p>' if rows else ""
        self.news.set_content(f'<div class="news over">{rows or nothing}{later}</div>')
        layout.reveal(self.news)

    async def _on_withdraw(self) -> None:
        with layout.telling(self.withdraw):
            await services().lobby.withdraw(self.duel)
            ui.navigate.to("/play")

    async def _on_back(self) -> None:
        with layout.telling(self.back):
            await self.duel.take_back()

    def _ask_resign(self) -> None:
        with layout.dialog("Resign", lambda: self.duel.resign(self.duel.game.turn), "Go on"):
            layout.words("Resign this game?")

    async def _on_rematch(self) -> None:
        duel = self.duel
        mine = self._mine or [1]
        opponent = duel.seats[2 - mine[0]]
        wish = GameWish(
            opponent=written(opponent.agent) if opponent.agent else "",
            board=duel.board if "-" in duel.board else str(duel.game.start.grid),
            rules=duel.game.rules,
            seat=3 - mine[0],
            seconds=duel.seconds,
            name=duel.seats[mine[0] - 1].name,
            one_screen=len(mine) == 2,
            clock=str(duel.clock),
        )
        with layout.telling(self.again):
            begun = await services().lobby.begin(wish, self.visitor, self.place)
            if opponent.owner and opponent.owner != self.visitor:
                seat = begun.seats[2 - begun.players_of(self.visitor)[0]]
                await begun.sit_down(opponent.owner, seat.token, opponent.name)
                duel.rematch = begun.key
                duel.show()
            ui.navigate.to(f"/game/{begun.key}")
