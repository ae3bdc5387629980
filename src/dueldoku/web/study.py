"""A game or a position to think on: stepped through and played on, with what it is worth, comments and drawings."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from html import escape

from nicegui import background_tasks, events, ui

from dueldoku.board.move import Move
from dueldoku.duel.record import GameRecord
from dueldoku.duel.turn import Turn
from dueldoku.engine.analysis import Analysis
from dueldoku.engine.insight import Kind
from dueldoku.engine.review import Review, ReviewedTurn
from dueldoku.errors import DueldokuError
from dueldoku.game.game import Game, follow
from dueldoku.web import jobs, layout, narration
from dueldoku.web.board import BoardElement, BoardState, beside_board, game_state, line_of
from dueldoku.web.course import Course
from dueldoku.web.evaluation import PLAY_CLICK, Graph, best_row, eval_bar, judgement, line_html, marks_of
from dueldoku.web.keeping import Keeping
from dueldoku.web.replay import Replay
from dueldoku.web.services import services
from dueldoku.web.tree import MOST_COMMENT, MOST_LETTERS, MOST_NODES, Tree

SECONDS, REVIEW_SECONDS = 1.0, 15.0
_BEST = 8  # moves that are listed
_LOADING = "Loading the searches."


def first_sight(record: GameRecord, head: str, at: int | None = None) -> str:
    """What is seen of a study before any script has come; ``head`` is HTML."""
    game = follow(record, at)
    players = f'<div class="players">{narration.cards(game, record.players, _doing(game))}</div>'
    return head + beside_board(game_state(game), players, above=eval_bar(game.scores[0] - game.scores[1], known=False))


def _doing(game: Game) -> list[str]:
    mover = 0 if game.is_over() else game.turn
    return ["to move" * (player == mover) for player in (1, 2)]


class Study:
    """A record, the node of its tree that is looked at, and all that is said about it.

    ``number`` is that of the archive, or 0. ``tree`` has moves and variations that somebody thought of before.
    """

    def __init__(self, record: GameRecord, number: int = 0, at: int | None = None, tree: Tree | None = None) -> None:
        self.record, self.number = record, number
        self.visitor, self._client = layout.visitor(), ui.context.client
        self.tree = tree or Tree.of(record)
        self.given = len(record.turns)  # the nodes up to this one are the record's
        self.course = Course(record, self.visitor, self._show_course)
        self.found: Analysis | None = None
        self.bombs: tuple[Move, ...] | None = None  # of this position, once they were looked for
        self.review: dict[int, ReviewedTurn] = {}
        self.evaluate, self.marks_bombs, self.draws = True, True, False
        self.at = self._version = 0
        self._address = ""
        self._task: asyncio.Task[None] | None = None
        self._working: asyncio.Task[None] | None = None
        with layout.box("two-col"):
            with layout.box("stack"):
                self._build_board()
            with layout.box("stack side") as side:
                self._build_side()
        for event in ("mouseover", "mouseout", "focusin", "focusout", "click"):
            side.on(event, js_handler=narration.LIGHT % self.board.id)
        ui.keyboard(self._on_key, ignore=["input", "select", "textarea"])
        self._client.on_delete(lambda: self._working and self._working.cancel())
        self.go(self.given if at is None else at)

    # -- building ----------------------------------------------------------------------------------------------------

    def _build_board(self) -> None:
        self.bar = layout.html()
        self.game = self.tree.game(0)
        self.board = BoardElement(self._state(), "Position", pad=True)
        self.board.on("move", self._on_move)
        self.board.on("draw", self._on_draw)
        with layout.box("line").style("justify-content: center"):
            tips = "To the start (Home)", "Back (left arrow, comma)", "On (right arrow, point)", "To the end (End)"
            self.where = layout.stepper(self.step, tips)
            layout.segment({False: "play", True: "draw"}, False, self._switch_pen, "What a press on the board does")
        self.replay = Replay(self._go_along)

    def _build_side(self) -> None:
        self.players = layout.html("", "players")
        self.news = layout.html().props("aria-live=polite")
        self.thoughts = layout.html()
        with layout.sheet():
            with layout.box("line end"):
                layout.heading("Evaluation", 2)
                layout.segment({True: "on", False: "off"}, True, self._switch, "Evaluation")
            with layout.box("stack judgement") as self.judgement:
                self._build_judgement()
        with layout.sheet("Moves", 3):
            self.moves = layout.html("", "turns")
            self.moves.on("click", self._on_turn, js_handler=_TURN_CLICK)
            self.comment = layout.text_area("Comment on this position", most=MOST_COMMENT)
            self.comment.on("change", self._on_comment)
            with layout.box("line"):
                tip = "This line becomes the main one; the other stays as a variation"
                self.promoter = layout.button("Make it the main line", self._on_promote, "quiet", tip=tip)
                self.pruner = layout.button("Delete the variation", self._on_prune, "quiet")
                self.cutter = layout.button("Delete this move", self._on_cut, "quiet", tip="It, and all that follows")
        self.keeping = Keeping(self)

    def _build_judgement(self) -> None:
        self.graph = Graph()
        self.graph.on("go", self._on_graph)
        self.words = layout.html()
        self.best = layout.html("", "best")
        self.line = layout.html("", "num")
        self.refused = layout.html()
        for part in (self.best, self.line):
            part.on("click", self._on_play, js_handler=PLAY_CLICK)
        with layout.box("line"):
            layout.segment({True: "bombs marked", False: "not marked"}, True, self._mark_bombs, "Bombs")
            if self.given:
                self.asker = layout.button("Review the game", self._on_review, icon="insights")
        self.reviewed = layout.html("", "num")
        self.reviewed.on("click", self._on_turn, js_handler=_TURN_CLICK)

    # -- showing -----------------------------------------------------------------------------------------------------

    def step(self, by: int) -> None:
        """Go so many moves on in this line, or back."""
        self._go_along(self.tree.line(self.at).index(self.at) + by)

    def _go_along(self, place: int) -> None:
        """Go to a place in this line."""
        line = self.tree.line(self.at)
        self.go(line[min(max(place, 0), len(line) - 1)])

    def go(self, at: int) -> None:
        """Look at a node."""
        at = min(max(at, 0), len(self.tree) - 1)
        self._version += 1 if self.tree.nodes[at].parent == self.at else 2  # only a move made here is news to the board
        self.at = at
        self.found = self.bombs = None
        self.game = self.tree.game(at)
        self._show()
        self._remember()
        self._ask()

    def _remember(self) -> None:
        """Let the browser's address carry all of it from the first change on: a reload finds it again."""
        link = self.keeping.link()
        if len(self.tree) > MOST_NODES or len(link) > MOST_LETTERS:
            return
        if self._address and link != self._address:
            ui.navigate.history.replace(link)
        self._address = link

    def _show(self) -> None:
        self.players.set_content(narration.cards(self.game, self.record.players, _doing(self.game)))
        self.board.show(self._state())
        line = self.tree.line(self.at)
        self.where.set_text(f"{line.index(self.at)} of {len(line) - 1}")
        self.replay.show(line.index(self.at), len(line) - 1)
        self.moves.set_content(narration.moves(self.tree, self._turn))
        self.comment.set_value(self.tree.nodes[self.at].comment)
        self.cutter.set_visibility(self.at > self.given)
        branch = self.tree.branch(self.at)
        self.promoter.set_visibility(branch > 0)
        self.pruner.set_visibility(branch > self.given)
        ui.run_javascript(narration.SCROLL)
        self._tell_news()
        self.keeping.show()
        self._show_judgement()

    def _tell_news(self) -> None:
        if len(self.tree) == 1:
            text = "Play on: choose a cell and write, or click one of the best moves."
        else:
            text = narration.last_turn(self.game, self.record.players) if self.at else "The start."
        if self.at == self.given and self.record.reason:
            text += f" {self.record.sentence[:1].upper()}{self.record.sentence[1:]}."
        self.news.set_content(f'<p class="news">{narration.lit(text)}</p>')
        self.thoughts.set_content(narration.thoughts(self.record, self.at))

    def _state(self) -> BoardState:
        node = self.tree.nodes[self.at]
        moves = self.found.moves if self.found and self.evaluate else ()
        bombs = (self.bombs or ()) if self.evaluate and self.marks_bombs else ()
        marks = marks_of(moves, bombs, self.game.geometry.side)
        drawn = {"rings": list(node.rings), "arrows": [list(arrow) for arrow in node.arrows], "on": self.draws}
        may_move = [] if self.game.is_over() else [self.game.turn]
        return game_state(self.game, may_move, marks) | {"version": self._version, "sketch": drawn}

    def _show_course(self) -> None:
        with self.board:
            self._show_graph()

    def _show_graph(self) -> None:
        line, course = self.tree.line(self.at), self.course
        self.graph.set_visibility(len(line) > 1)
        nodes = line if self.evaluate else []
        self.graph.set(
            scores=[self.tree.nodes[node].lead for node in line],
            values=[course.values.get(node) for node in nodes],
            exact=[place for place, node in enumerate(nodes) if node in course.exact],
            turning=[place for place, node in enumerate(nodes) if self._is_turning(node)],
            now=line.index(self.at),
        )

    def _show_judgement(self) -> None:
        self._show_graph()
        if not self.evaluate:
            self.bar.set_content("")
            return
        found = self.found
        value = found.lead if found else self.course.values.get(self.at)
        lead = self.tree.nodes[self.at].lead if value is None else value
        self.bar.set_content(eval_bar(lead, known=value is not None))
        if found is None:
            workers = services().workers
            waiting = (workers.compiling.words or _LOADING) if workers.is_loading else "…"
            self.words.set_content(f'<p class="soft">{"The game is over." if self.game.is_over() else waiting}</p>')
            self.best.set_content("")
            self.line.set_content("")
            return
        self.words.set_content(judgement(found, self.bombs, self.review.get(self.at)))
        self.best.set_content("".join(best_row(place, one) for place, one in enumerate(found.moves[:_BEST], 1)))
        self.line.set_content(line_html(found.line))

    def _is_turning(self, node: int) -> bool:
        judged = self.review.get(node)
        return judged.is_turning_point if judged else not self.review and node in self.course.turning

    def _turn(self, node: int, turn: Turn) -> str:
        """A turn as a link, with what it gave away."""
        judged = self.review.get(node) if self.evaluate else None
        loss = (
            f' <span class="bad num">−{judged.loss:.1f}</span>'
            if judged and judged.loss >= max(0.5, judged.spread)
            else ""
        )
        star = " ●" if judged and judged.is_turning_point else ""
        here = ' aria-current="true" style="font-weight:700"' if node == self.at else ""
        said = ' <span title="its agent printed something">✎</span>' if node in self.record.output else ""
        return f'<a href="#" data-turn="{node}"{here}>{escape(narration.turn_words(turn))}{loss}{star}{said}</a>'

    # -- asking ------------------------------------------------------------------------------------------------------

    def _ask(self) -> None:
        if self.evaluate and (self._working is None or self._working.done()):
            self._working = background_tasks.create(self._work_out())
        if self._task and not self._task.done():
            return  # when it is done, it looks where we are by then
        self._task = background_tasks.create(self._analyse())

    async def _work_out(self) -> None:
        if await self._is_opened():
            await self.course.work_out()

    async def _is_opened(self) -> bool:
        """Wait until the page is opened. Who asks for pages and never opens them has nothing searched."""
        await self._client.connected()  # or deleted
        return not self._client.is_deleted

    async def _analyse(self) -> None:
        is_opened = await self._is_opened()
        while is_opened and self.evaluate and self.found is None and not self.game.is_over():
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
        """Show what was found out about a node, if that is still the one looked at."""
        if at == self.at:
            self.found, self.bombs = found, bombs
            self.course.note(at, found.lead, is_exact=found.kind is Kind.EXACT)
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
            self.course.note(one.number - 1, one.lead, is_exact=one.kind is Kind.EXACT)
        points = ", ".join(f'<a href="#" data-turn="{turn}">{turn}</a>' for turn in told.turning_points)
        turned = f"<p><b>Turning points:</b> after turn {points}.</p>" if points else ""
        self.reviewed.set_content(
            turned + f"<p>{narration.lit(narration.named(' '.join(told.words), self.record.players))}</p>"
        )
        self._show()

    # -- playing and drawing -----------------------------------------------------------------------------------------

    async def _play(self, moves: tuple[Move, ...]) -> bool:
        """Play these moves from here, as far as they can be; whether all could."""
        at, position = self.at, replace(self.game.position(), past=())
        turns = await services().workers.quick(jobs.judge_line, position, moves)
        if at != self.at:
            return True  # somebody has gone elsewhere meanwhile
        for turn in turns:
            at = self.tree.add(at, turn)
        if turns:
            self.go(at)
        return len(turns) == len(moves)

    async def _on_move(self, event: events.GenericEventArguments) -> None:
        match event.args:
            case {"cell": int(cell), "digit": int(digit), "version": self._version}:
                move = self.game.geometry.move(cell, digit)
            case _:
                return
        try:
            why = "" if await self._play((move,)) else "That was no move."
        except DueldokuError as error:
            why = str(error)[:300]
        if why:
            with self.board:
                self.board.run_method("reject", why)

    async def _on_play(self, event: events.GenericEventArguments) -> None:
        """Play one of the best moves, or the best line up to a move."""
        found = self.found
        best = {str(one.move): one.move for one in found.moves[:_BEST]} if found else {}
        with layout.telling(place=self.refused):
            match event.args:
                case str(name) if name in best:
                    await self._play((best[name],))
                case int(number) if found and 0 < number <= len(found.line):
                    await self._play(found.line[:number])

    def _on_draw(self, event: events.GenericEventArguments) -> None:
        match event.args:
            case {"from": int(start), "to": int(end)}:
                self.tree.draw(self.at, start, end)
                self.board.show(self._state())
                self._remember()

    def _switch_pen(self, draws: bool) -> None:
        self.draws = draws
        self.board.show(self._state())

    def _on_comment(self, event: events.GenericEventArguments) -> None:
        text = event.args[0] if isinstance(event.args, list) and event.args else event.args
        if isinstance(text, str):
            self.tree.comment(self.at, text)
            self.moves.set_content(narration.moves(self.tree, self._turn))
            self._remember()

    def _on_promote(self) -> None:
        self.tree.promote(self.at)
        self._show()
        self._remember()

    def _on_prune(self) -> None:
        if (branch := self.tree.branch(self.at)) > self.given:
            self.go(self.tree.cut(branch))

    def _on_cut(self) -> None:
        if self.at > self.given:
            self.go(self.tree.cut(self.at))

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
        steps = {"ArrowRight": 1, ".": 1, "ArrowLeft": -1, ",": -1, "Home": -len(self.tree), "End": len(self.tree)}
        if by := steps.get(str(event.key.name)):
            self.step(by)

    def _on_turn(self, event: events.GenericEventArguments) -> None:
        if isinstance(event.args, int) and self.tree.has(event.args):
            self.go(event.args)

    def _on_graph(self, event: events.GenericEventArguments) -> None:
        if isinstance(event.args, int):
            self._go_along(event.args)


_TURN_CLICK = (
    "(e) => { const t = e.target.closest('[data-turn]'); if (t) { e.preventDefault(); emit(Number(t.dataset.turn)); } }"
)
