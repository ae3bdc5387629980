"""A game or a position to look into: step by step, with what it is worth, the best moves and the bombs."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from html import escape
from itertools import accumulate
from math import exp
from typing import Any
from urllib.parse import quote

from nicegui import background_tasks, events, ui

from dueldoku.board.move import Move
from dueldoku.duel.record import GameRecord
from dueldoku.duel.turn import Turn
from dueldoku.engine.analysis import Analysis
from dueldoku.engine.insight import MoveValue, Tempo
from dueldoku.engine.review import Review, ReviewedTurn
from dueldoku.errors import DueldokuError
from dueldoku.game.game import follow
from dueldoku.render import svg
from dueldoku.web import jobs, layout, narration
from dueldoku.web.board import BoardElement, BoardState, cell_of, game_state, line_of
from dueldoku.web.services import services
from dueldoku.words import counted

SECONDS, REVIEW_SECONDS = 1.0, 15.0
_BEST = 8  # moves that are listed
_LOADING = "Loading the searches."


class Graph(ui.element, component="static/graph.js"):
    """The course of a game."""

    def __init__(self, scores: list[int]) -> None:
        super().__init__()
        self._props.update(scores=scores, values=[], turning=[], now=0)

    def set(self, **props: Any) -> None:
        """Change what it shows: ``values``, ``turning``, ``now``."""
        self._props.update(props)
        self.update()


class Study:
    """A record, the turn that is looked at, and all that is said about it. ``number`` is that of the archive, or 0."""

    def __init__(self, record: GameRecord, number: int = 0, at: int | None = None) -> None:
        self.record, self.number = record, number
        self.visitor = layout.visitor()
        self.last = len(record.turns)
        gains = (turn.points if turn.player == 1 else -turn.points for turn in record.turns)
        self.leads = list(accumulate(gains, initial=record.start.scores[0] - record.start.scores[1]))
        self.values: list[float | None] = [None] * len(self.leads)
        self.found: Analysis | None = None
        self.bombs: tuple[Move, ...] | None = None  # of this position, once they were looked for
        self.review: dict[int, ReviewedTurn] = {}
        self.evaluate, self.marks_bombs = True, True
        self._task: asyncio.Task[None] | None = None
        with layout.box("two-col"):
            with layout.box("stack"):
                self._build_board()
            with layout.box("stack side"):
                self._build_side()
        ui.keyboard(self._on_key, ignore=["input", "select", "textarea"])
        self.go(self.last if at is None else at)

    # -- building ----------------------------------------------------------------------------------------------------

    def _build_board(self) -> None:
        self.bar = layout.html()
        self.board = BoardElement(game_state(follow(self.record, 0)), "Position", passive=True)
        if self.record.turns:
            with layout.box("line").style("justify-content: center"):
                tips = "To the start (Home)", "Back (left arrow)", "On (right arrow)", "To the end (End)"
                self.where = layout.stepper(lambda by: self.go(self.at + by), tips)

    def _build_side(self) -> None:
        self.players = layout.html("", "players")
        self.news = layout.html().props("aria-live=polite")
        self.printed = layout.html()
        with layout.sheet():
            with layout.box("line end"):
                layout.heading("Evaluation", 2)
                layout.segment({True: "on", False: "off"}, True, self._switch, "Evaluation")
            with layout.box("stack") as self.judgement:
                self.graph = Graph(self.leads) if self.record.turns else None
                if self.graph:
                    self.graph.on("go", self._on_turn)
                self.words = layout.html()
                self.best = layout.html("", "best")
                with layout.box("line"):
                    layout.segment({True: "bombs marked", False: "not marked"}, True, self._mark_bombs, "Bombs")
                    if self.record.turns:
                        self.asker = layout.button("Review the game", self._on_review, icon="insights")
                self.reviewed = layout.html("", "num")
                self.reviewed.on("click", self._on_turn, js_handler=_TURN_CLICK)
        if self.record.turns:
            with layout.sheet("Turns", 3):
                self.turns = layout.html("", "turns")
                self.turns.on("click", self._on_turn, js_handler=_TURN_CLICK)
        with layout.sheet("Keep and share", 3):
            with layout.box("line"):
                layout.button("Copy link", lambda: layout.copy(layout.link_to(self.link)), icon="link")
                layout.button("Record", lambda: self._save("json"), tip="As one line of JSON")
                layout.button("Text", lambda: self._save("txt"), tip="As text for people")
                layout.button("SVG", lambda: self._save("svg"), tip="This position as a picture")
            with layout.box("line"):
                self.onward = layout.link_button("Play from here", "/play")
                if self.number:  # the page of analyses has a button of its own
                    self.editor = layout.link_button("Edit this position", "/analyse")
                self.corner = layout.link_button("To the solver", "/solver", "quiet")

    # -- showing -----------------------------------------------------------------------------------------------------

    def go(self, at: int) -> None:
        """Look at the position after so many turns."""
        self.at = min(max(at, 0), self.last)
        self.found = self.bombs = None
        self.game = follow(self.record, self.at)
        self._show()
        self._ask()

    def _show(self) -> None:
        game, names = self.game, self.record.players
        mover = 0 if game.is_over() else game.turn
        self.players.set_content(narration.cards(game, names, ["to move" * (player == mover) for player in (1, 2)]))
        self.board.show(self._state())
        if self.record.turns:
            self.where.set_text(f"{self.at} of {self.last}")
            self.turns.set_content("".join(narration.turns(self.record, self._turn)))
            ui.run_javascript(_SCROLL)
            text = narration.last_turn(game, names) if self.at else "The start."
            if self.at == self.last and self.record.reason:
                text += f" {self.record.sentence[:1].upper()}{self.record.sentence[1:]}."
            self.news.set_content(f'<p class="news">{escape(text)}</p>')
            self.printed.set_content(narration.printed(self.record, self.at))
        position = quote(line_of(game), safe="")
        self.link = f"/games/{self.number}?turn={self.at}" if self.number else f"/analyse?position={position}"
        self.onward.props(f'href="/play?position={position}"')
        if self.number:
            self.editor.props(f'href="/analyse?position={position}"')
        self.corner.props(f'href="/solver?puzzle={quote(str(game.grid), safe="")}"')
        self._show_judgement()

    def _state(self) -> BoardState:
        side = self.game.geometry.side
        marks: dict[int, dict[str, str]] = {}
        for bomb in (self.bombs or ()) if self.evaluate and self.marks_bombs else ():
            cell = cell_of(bomb, side)
            digits = marks.get(cell, {"text": "✹"})["text"]
            marks[cell] = {"kind": "bomb", "text": f"{digits}{bomb.digit}" if len(digits) < 5 else digits}
        best = self.found.moves[:3] if self.found and self.evaluate else ()
        for place, one in reversed(list(enumerate(best))):
            text = f"{place + 1}: {'✹' if one.is_bomb else ''}{one.move.digit}"
            marks[cell_of(one.move, side)] = {"kind": "good" if place else "best", "text": text}
        return game_state(self.game, marks=marks)

    def _show_judgement(self) -> None:
        if self.graph:
            shown = self.values if self.evaluate else []
            turning = [turn for turn, one in self.review.items() if one.is_turning_point] if self.evaluate else []
            self.graph.set(values=shown if any(v is not None for v in shown) else [], turning=turning, now=self.at)
        if not self.evaluate:
            self.bar.set_content("")
            return
        found = self.found
        value = found.lead if found else self.values[self.at]
        self.bar.set_content(eval_bar(self.leads[self.at] if value is None else value, known=value is not None))
        if found is None:
            workers = services().workers
            waiting = (workers.compiling.words or _LOADING) if workers.is_loading else "…"
            self.words.set_content(f'<p class="soft">{"The game is over." if self.game.is_over() else waiting}</p>')
            self.best.set_content("")
            return
        bombs = [] if self.bombs is None else [counted(len(self.bombs), "bomb")]
        pills = "".join(f'<span class="pill">{fact}</span>' for fact in (f"{found.empty} empty", *bombs))
        told = [f"<p>{escape(' '.join(found.words))}</p>"]
        if judged := self.review.get(self.at):
            told.insert(0, f'<p class="news">Turn {self.at}: {escape(judged.words)}.</p>')
        facts = f'<div class="line"><span class="pill on">{found.kind}</span>{pills}</div>'
        self.words.set_content(f'<div class="stack">{facts}{"".join(told)}</div>')
        self.best.set_content("".join(_best_row(place, one) for place, one in enumerate(found.moves[:_BEST], 1)))

    def _turn(self, number: int, turn: Turn) -> str:
        """A turn as a link, with what it gave away."""
        judged = self.review.get(number) if self.evaluate else None
        loss = (
            f' <span class="bad num">−{judged.loss:.1f}</span>'
            if judged and judged.loss >= max(0.5, judged.spread)
            else ""
        )
        star = " ●" if judged and judged.is_turning_point else ""
        here = ' aria-current="true" style="font-weight:700"' if number == self.at else ""
        said = ' <span title="its agent printed something">✎</span>' if number in self.record.output else ""
        return f'<a href="#" data-turn="{number}"{here}>{escape(narration.turn_words(turn))}{loss}{star}{said}</a>'

    # -- asking ------------------------------------------------------------------------------------------------------

    def _ask(self) -> None:
        if self._task and not self._task.done():
            return  # when it is done, it looks where we are by then
        self._task = background_tasks.create(self._analyse())

    async def _analyse(self) -> None:
        while self.evaluate and self.found is None and not self.game.is_over():
            at, position = self.at, line_of(self.game)
            await asyncio.sleep(0.12)  # a visitor who steps quickly through a game asks for nothing on the way
            if at != self.at:
                continue
            try:
                found = await services().analyse(self.visitor, position, SECONDS)
                self._learn(at, found)
                bombs = await services().workers.slow(self.visitor, SECONDS, jobs.bombs, position, SECONDS)
                self._learn(at, found, bombs)
            except DueldokuError as error:
                with self.board:
                    self.words.set_content(layout.bad(str(error)))
                return

    def _learn(self, at: int, found: Analysis, bombs: tuple[Move, ...] | None = None) -> None:
        """Show what was found out about the position after turn ``at``, if that is still the one looked at."""
        if at == self.at:
            self.found, self.bombs, self.values[at] = found, bombs, round(found.lead, 2)
            with self.board:
                self.board.show(self._state())
                self._show_judgement()

    async def _on_review(self) -> None:
        with layout.telling(self.asker):
            seconds, game = services().workers.share(REVIEW_SECONDS, 5.0), self.record.to_json()
            self._show_review(await services().workers.slow(self.visitor, 3 * seconds + 30, jobs.review, game, seconds))

    def _show_review(self, told: Review) -> None:
        for one in told.turns:
            self.review[one.number] = one
            self.values[one.number - 1] = round(one.lead, 2)
        self.values[-1] = float(self.leads[-1])
        points = ", ".join(f'<a href="#" data-turn="{turn}">{turn}</a>' for turn in told.turning_points)
        turned = f"<p><b>Turning points:</b> after turn {points}.</p>" if points else ""
        self.reviewed.set_content(turned + f"<p>{escape(' '.join(told.words))}</p>")
        self._show()

    # -- acting ------------------------------------------------------------------------------------------------------

    def _switch(self, on: bool) -> None:
        self.evaluate = on
        self.judgement.set_visibility(on)
        self._show()
        self._ask()

    def _mark_bombs(self, on: bool) -> None:
        self.marks_bombs = on
        self.board.show(self._state())

    def _on_key(self, event: events.KeyEventArguments) -> None:
        if not event.action.keydown or event.modifiers.ctrl or event.modifiers.alt or event.modifiers.meta:
            return
        steps = {"ArrowRight": self.at + 1, "ArrowLeft": self.at - 1, "Home": 0, "End": self.last}
        if (wanted := steps.get(str(event.key.name))) is not None:
            self.go(wanted)

    def _on_turn(self, event: events.GenericEventArguments) -> None:
        if isinstance(event.args, int):
            self.go(event.args)

    def _save(self, kind: str) -> None:
        name = f"dueldoku-{self.number or 'game'}"
        if kind == "svg":
            view = replace(self.game.view(), players=self.record.players)
            ui.download.content(svg.draw(view, "light"), f"{name}-{self.at}.svg", "image/svg+xml")
        elif kind == "txt":
            ui.download.content(self.record.to_text(), f"{name}.txt", "text/plain")
        else:
            ui.download.content(f"{self.record.to_json()}\n", f"{name}.json", "application/json")


# The list of turns follows the board; the page itself stays where it is.
_SCROLL = (
    "setTimeout(() => { const turn = document.querySelector('.turns [aria-current=true]');"
    " const list = turn?.closest('.turns'); if (list) list.scrollTop = turn.offsetTop - list.offsetTop - 60; }, 50)"
)
_TURN_CLICK = (
    "(e) => { const t = e.target.closest('[data-turn]'); if (t) { e.preventDefault(); emit(Number(t.dataset.turn)); } }"
)


def eval_bar(lead: float, *, known: bool) -> str:
    """The evaluation bar: who will win by how much, if that is known."""
    share = 1 / (1 + exp(-max(-40.0, min(40.0, lead)) / 5))  # of the bar; half of it is even
    points = f"{abs(lead):.1f}"
    one, two = ("▴", "▾") if not known else (f"▴ +{points}", "") if lead >= 0 else ("", f"+{points} ▾")
    words = f"Expected result: player {1 if lead >= 0 else 2} by {points} points"
    return (
        f'<div class="evalbar" role="img" aria-label="{words}"><div class="a" style="width:{100 * share:.1f}%">{one}'
        f'</div><div class="b">{two}</div></div>'
    )


def _best_row(place: int, one: MoveValue) -> str:
    what = "bomb: passes" if one.is_bomb else f"+{one.points}" if one.points else ""
    tempo = "has the last move" if one.tempo is Tempo.WON else ""
    left = "" if one.bombs_left is None else f"leaves {counted(one.bombs_left, 'bomb')}"
    return (
        f'<span class="soft num">{place}.</span><b>{one.move}</b>'
        f'<span class="soft small">{" · ".join(filter(None, (what, tempo, left)))}</span>'
        f'<span class="num">{"" if one.is_exact else "≈ "}{one.value:+.1f}</span>'
    )
