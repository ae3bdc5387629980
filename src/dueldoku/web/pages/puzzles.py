"""Puzzles: find the only move that wins. Wrong tries are refuted on the board; what was missed comes back."""

from __future__ import annotations

from datetime import date
from random import Random
from urllib.parse import quote

from nicegui import ui

from dueldoku.board.move import Move
from dueldoku.dojo import shipped
from dueldoku.dojo.learner import Mistake, share
from dueldoku.dojo.puzzle import THEMES
from dueldoku.dojo.shipped import FAMILIES, Entry
from dueldoku.dojo.telling import praise, refutation
from dueldoku.duel.position import Position
from dueldoku.game.game import Game
from dueldoku.web import layout
from dueldoku.web.board import first_view, game_state
from dueldoku.web.services import services
from dueldoku.web.trainer import Trainer, focus_board
from dueldoku.words import counted

_RULES = {
    "classic": "",
    "rows": " Your land is striped: your start row and what touches your cells.",
    "border": " Your land is striped: the border and what touches your cells.",
    "random": " Your land is striped.",
}


@ui.page("/puzzles")
def puzzles_page(family: str = "", theme: str = "") -> None:
    """The next puzzle for this visitor."""
    family, theme = family if family in FAMILIES else "", theme if theme in THEMES else ""
    learner = services().people.get(layout.visitor())
    due = [] if family or theme else learner.due(services().people.today())
    if due:
        _open(shipped.duels()[due[0].puzzle - 1] if due[0].puzzle else None, due[0], family, theme)
        return
    entry = learner.next(_chosen(family, theme), Random())
    if entry is None:
        layout.not_found("/puzzles", "No puzzle is like that. Choose another theme.", "No such puzzle")
        return
    _open(entry, None, family, theme)


@ui.page("/puzzles/{number}")
def puzzle_page(number: int) -> None:
    """A puzzle by its number."""
    if not 1 <= number <= len(shipped.duels()):
        layout.not_found("/puzzles", f"There are puzzles 1 to {len(shipped.duels())}.", "No such puzzle")
        return
    _open(shipped.duels()[number - 1], None)


@ui.page("/puzzles/mine/{number}")
def mistake_page(number: int) -> None:
    """A mistake of one's own, by its place in the list."""
    mistakes = services().people.get(layout.visitor()).mistakes
    if not 1 <= number <= len(mistakes):
        layout.not_found("/puzzles", "You have learned that one.", "No such position")
        return
    mistake = mistakes[number - 1]
    _open(shipped.duels()[mistake.puzzle - 1] if mistake.puzzle else None, mistake)


@ui.page("/daily")
def daily_page() -> None:
    """The puzzle of the day."""
    today = services().people.today()
    _open(shipped.daily(today), None, day=today)


def _chosen(family: str, theme: str) -> list[Entry]:
    return [one for one in shipped.duels() if family in ("", one.family) and (not theme or theme in one.themes)]


def _open(
    entry: Entry | None, mistake: Mistake | None, family: str = "", theme: str = "", day: date | None = None
) -> None:
    title = f"Puzzle of {day:%-d %B %Y}" if day else f"Puzzle {entry.number}" if entry else "From your game"
    position = entry.puzzle.position if entry else Position.parse(mistake.position if mistake else "")
    state = game_state(Game(position), [position.turn])
    shell = first_view(state, f"<h1>{title}</h1><p>{_task(position, is_proven=entry is not None)}</p>")
    with layout.frame(title, "/puzzles", "Find the only move that wins.", shell):
        _PuzzlePage(title, position, entry, mistake, (family, theme), day)


def _task(position: Position, *, is_proven: bool) -> str:
    who, other = position.scores[position.turn - 1], position.scores[2 - position.turn]
    sign = "▴" if position.turn == 1 else "▾"
    wanted = "One move wins: find it." if is_proven else "There was better than what you played: find it."
    return f"You are {sign}, the score is {who}–{other}. {wanted}{_RULES.get(position.rules, '')}"


class _PuzzlePage:
    def __init__(
        self,
        title: str,
        position: Position,
        entry: Entry | None,
        mistake: Mistake | None,
        chosen: tuple[str, str],
        day: date | None,
    ) -> None:
        self.visitor, self.people = layout.visitor(), services().people
        self.position, self.entry, self.mistake, self.day = position, entry, mistake, day
        self.puzzle = entry.puzzle if entry else None
        self._task = _task(position, is_proven=entry is not None)
        self.counted = False  # only the first try is
        self.hinted = False
        self.tries = ""
        with layout.box("two-col learn"):
            with layout.box("stack"):
                self.trainer = Trainer(position, self._judge)
            with layout.box("stack side"):
                layout.html(f"<h1>{title}</h1>", "task head")
                with self.trainer.build_side():
                    self._build_buttons(chosen)
                self._build_rest(chosen)
        self._pose()
        self._show_standing()
        if day and (tries := self.people.get(self.visitor).daily.get(day.isoformat(), "")).endswith("o"):
            self._share(tries)

    def _build_buttons(self, chosen: tuple[str, str]) -> None:
        family, theme = chosen
        again = f"/puzzles?family={quote(family)}&theme={quote(theme)}" if family or theme else "/puzzles"
        self.again = layout.button("Try again", self._pose, icon="replay")
        self.next = layout.link_button("Next puzzle", again, "primary")
        tip = "What it is about; once more, where to look. It counts as missed then"
        self.hint = layout.button("Hint", self._hint, icon="lightbulb", tip=tip)
        self.answer = layout.button("Show the move", self._show_answer, "quiet")
        at = quote(str(self.position), safe="")
        self.onward = [layout.link_button("Analyse", f"/analyse?position={at}", "quiet")]
        self.onward.append(layout.link_button("Play it out", f"/play?position={at}", "quiet"))
        if self.entry and not self.day:
            self.onward.append(layout.button("Copy link", self._on_copy, "quiet"))

    def _build_rest(self, chosen: tuple[str, str]) -> None:
        family, theme = chosen
        self.shared = layout.box("stack")
        self.standing = layout.html("", "soft small num")
        if not self.day:
            with layout.sheet("Choose", 2):
                with layout.box("fields"):
                    kinds = {"": "all boards"} | FAMILIES
                    themes = {"": "all themes"} | THEMES
                    self.family = layout.select(kinds, family, "Board", self._choose)
                    self.theme = layout.select(themes, theme, "Theme", self._choose)
                layout.link_button("Today's puzzle", "/daily")

    def _choose(self) -> None:
        ui.navigate.to(f"/puzzles?family={quote(str(self.family.value))}&theme={quote(str(self.theme.value))}")

    def _pose(self) -> None:
        self.trainer.pose(self.position, self._task)
        self._offer(again=False, over=False)
        if self.tries:
            focus_board()

    def _offer(self, *, again: bool, over: bool) -> None:
        self.again.set_visibility(again)
        self.next.set_visibility(over)
        for button in self.onward:
            button.set_visibility(over)
        self.hint.set_visibility(not over)
        self.answer.set_visibility(not over)

    # -- answering ---------------------------------------------------------------------------------------------------

    @property
    def _right(self) -> dict[Move, bool]:
        """The moves that solve it, the best first, and whether they are bombs: in a game there may be several."""
        if self.puzzle:
            return {self.puzzle.solution.move: self.puzzle.solution.is_bomb}
        assert self.mistake
        also = {Move.parse(name.rstrip("*")): name.endswith("*") for name in self.mistake.also}
        return {Move.parse(self.mistake.best): self.mistake.bomb} | also

    @property
    def _praise(self) -> str:
        return praise(self.puzzle) if self.puzzle else self.mistake.told if self.mistake else ""

    async def _judge(self, move: Move) -> None:
        moves = self._right
        right = move in moves
        found = self.puzzle.try_of(move) if self.puzzle else None
        self.tries += "o" if right else "x"
        if right:
            self.trainer.play(move, moves[move])
            is_best = move == next(iter(moves))
            self.trainer.say("Solved. " + (f"{move} is good, too. " * (not is_best)) + self._praise, "good")
        elif self.puzzle and found:
            self.trainer.play(move, found.is_bomb)
            if found.reply:
                self.trainer.mark(found.reply, "strike", f"{found.reply.digit}!")
                self.trainer.show()
            self.trainer.say(refutation(self.puzzle, found), "refused")
        else:
            self.trainer.show(open_=True)
            self.trainer.say(f"Not {move}: there is better.", "refused")
        self._offer(again=not right, over=right)
        if right:
            layout.focus(self.next)
        await self._count(right)

    async def _count(self, right: bool) -> None:
        learner, today = self.people.get(self.visitor), self.people.today()
        if self.day and not learner.daily.get(self.day.isoformat(), "").endswith("o"):
            learner.daily[self.day.isoformat()] = (learner.daily.get(self.day.isoformat(), "") + self.tries[-1])[-20:]
        change = 0.0
        if not self.counted:
            self.counted = True
            alone = right and not self.hinted
            if self.entry and not (self.day and self.entry.number in learner.seen):
                change = learner.answer(self.entry, alone, today)
            elif self.mistake and not self.entry and self.mistake in learner.mistakes:
                learner.review(self.mistake, alone, today)
        self._show_standing(change)
        if right and self.day:
            self._share(learner.daily[self.day.isoformat()])
        await self.people.keep(self.visitor)

    def _on_copy(self) -> None:
        assert self.entry
        layout.copy(layout.link_to(f"/puzzles/{self.entry.number}"))

    def _hint(self) -> None:
        best = next(iter(self._right))
        self.hinted = True
        if self.puzzle and not self.trainer.told.content:
            self.trainer.say(f"Theme: {THEMES[self.puzzle.themes[0]]}.")
            return
        row = f"row {best.row + 1}"
        self.trainer.say(f"Look at {row}.")

    async def _show_answer(self) -> None:
        best, is_bomb = next(iter(self._right.items()))
        self.trainer.pose(self.position, self._task)
        self.trainer.play(best, is_bomb)
        self.trainer.say(self._praise)
        self._offer(again=False, over=True)
        if not self.counted:
            self.tries += "x"
            await self._count(right=False)

    def _share(self, tries: str) -> None:
        assert self.day
        text = share(self.day, tries)
        self.shared.clear()
        with self.shared:
            layout.html(f'<pre class="share">{text}</pre>')
            layout.button(
                "Copy the result", lambda: layout.copy(text, "The result is in your clipboard."), icon="share"
            )
            layout.words("The next one comes tomorrow.", "soft small")

    def _show_standing(self, change: float = 0.0) -> None:
        learner, today = self.people.get(self.visitor), self.people.today()
        parts = [f"Your rating: {learner.rating:.0f}" + (f" ({change:+.0f})" if change else "")]
        if self.entry:
            parts.append(f"this puzzle: {self.entry.rating}")
        if streak := learner.streak(today):
            parts.append(f"streak: {counted(streak, 'day')}")
        if due := len(learner.due(today)):
            parts.append(f"{counted(due, 'missed position')} back today")
        self.standing.set_content(" · ".join(parts))
