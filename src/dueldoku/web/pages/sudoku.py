"""Plain Sudokus to solve by hand, by technique; hints come in three stages."""

from __future__ import annotations

from html import escape
from random import Random

from nicegui import ui

from dueldoku.board.grid import Grid
from dueldoku.dojo import shipped
from dueldoku.dojo.sudokus import TECHNIQUES, Sudoku, name_of
from dueldoku.duel.position import Position
from dueldoku.errors import DueldokuError
from dueldoku.solvers.human import CandidateBoard as Candidates
from dueldoku.solvers.human import Deduction, Stage, tell
from dueldoku.web import coach, jobs, layout
from dueldoku.web.board import BoardElement, BoardState, first_view, position_state
from dueldoku.web.services import services
from dueldoku.words import counted

_HINT_SECONDS = 3.0


@ui.page("/sudoku")
def sudoku_page(technique: str = "", number: int = 0) -> None:
    """A puzzle of the technique that is wished for, the first that is not solved yet."""
    learner, all_ = services().people.get(layout.visitor()), shipped.sudokus()
    numbers = [at for at, one in enumerate(all_) if technique in ("", one.technique)] or list(range(len(all_)))
    fresh = [at for at in numbers if at not in learner.sudokus] or numbers
    at = number - 1 if 1 <= number <= len(all_) else fresh[0] if technique else Random().choice(fresh)
    sudoku = all_[at]
    title = f"Sudoku {at + 1}: {sudoku.name}"
    shell = first_view(position_state(Position(sudoku.grid), solve=True), f"<h1>{title}</h1>")
    with layout.frame(title, "/sudoku", "Sudokus by technique, with hints in three stages.", shell):
        _SudokuPage(at, sudoku, title, technique)


class _SudokuPage:
    def __init__(self, number: int, sudoku: Sudoku, title: str, technique: str) -> None:
        self.visitor, self.number, self.sudoku = layout.visitor(), number, sudoku
        self.grid = sudoku.grid
        self.marks = dict[str, dict[str, str]]()
        self.base: Grid | None = None  # the digits that the steps are for
        self.steps: tuple[Deduction, ...] = ()
        self.at = self.hinted = 0  # the step that is hinted at, and how many of its stages were told
        with layout.box("two-col learn"):
            with layout.box("stack"):
                self.board = BoardElement(self._state(), "Sudoku to solve", pad=True)
                self.board.on_own(self._on_own)
                ui.timer(0.05, lambda: self.board.run_method("tellOwn"), once=True)  # what the browser remembers
            with layout.box("stack side"):
                layout.html(f"<h1>{escape(title)}</h1>", "task head")
                about = f'<p class="plain soft">{escape(TECHNIQUES[sudoku.technique])}</p>'
                layout.html(f"<p>Its technique: {escape(sudoku.name)}. It needs nothing harder.</p>{about}", "task")
                with layout.box("stack foot"):
                    self.told = layout.html("", "told").props("aria-live=polite")
                    with layout.box("line"):
                        tip = "Where to look; once more, which technique; once more, why"
                        self.hint = layout.button("Hint", self._on_hint, icon="lightbulb", tip=tip)
                        layout.button("Check", self._on_check, icon="done_all")
                        layout.link_button("To the solver", f"/solver?puzzle={sudoku.grid}", "quiet")
                        self.next = layout.link_button("Next one", f"/sudoku?technique={technique}", "primary")
                self.next.set_visibility(False)
                with layout.sheet("By technique", 2):
                    layout.html(self._list(), "lessons")

    def _list(self) -> str:
        done = services().people.get(self.visitor).sudokus
        rows = []
        for name in TECHNIQUES:
            numbers = [at for at, one in enumerate(shipped.sudokus()) if one.technique == name]
            count = f"{len(set(numbers) & set(done))} of {len(numbers)}"
            here = " aria-current=step" if self.sudoku.technique == name else ""
            rows.append(
                f'<li{here}><a href="/sudoku?technique={name}">{name_of(name)}</a>'
                f' <span class="soft small num">{count}</span></li>'
            )
        return f"<ol>{''.join(rows)}</ol>"

    def _state(self) -> BoardState:
        grid = self.sudoku.grid
        return position_state(Position(grid), solve={"key": str(grid)}, marks=self.marks)

    def _show(self) -> None:
        self.board.renew(self._state())

    def _on_own(self, own: Grid) -> None:
        if own == self.grid:
            return
        self.grid = own
        if self.marks or "candidates" in self.board.state:
            self.marks = {}
            self._show()
        if self.grid == self.sudoku.solution:
            ui.timer(0, self._on_solved, once=True)

    async def _on_solved(self) -> None:
        self._say("Solved. Well done.", "good")
        self.next.set_visibility(True)
        learner = services().people.get(self.visitor)
        if self.number not in learner.sudokus:
            learner.sudokus.append(self.number)
        await services().people.keep(self.visitor)

    def _wrong(self) -> list[int]:
        return [cell for cell, digit in enumerate(self.grid) if digit and digit != self.sudoku.solution[cell]]

    def _on_check(self) -> bool:
        """Mark what is wrong; whether nothing is."""
        wrong = self._wrong()
        self.marks = {str(cell): {"kind": "wrong", "text": "✗"} for cell in wrong}
        self._show()
        left = counted(len(self.grid.holes), "cell")
        self._say(f"{counted(len(wrong), 'digit')} wrong." if wrong else f"All right so far; {left} to go.",
                  "refused" if wrong else "good")  # fmt: skip
        return not wrong

    async def _on_hint(self) -> None:
        """A stage more about the next step, and then about the one after it; wrong digits come first."""
        if self._wrong() and not self._on_check():
            return
        with layout.telling(self.hint, (DueldokuError,)):
            await self._know_steps()
            if self.at == len(self.steps):
                self._say("Nothing is left to do." if not self.grid.holes else "Here the techniques end.")
                return
            step, stage = self.steps[self.at], list(Stage)[self.hinted]
            self._say(tell(step, self.grid.geometry, stage))
            if stage is not Stage.WHY:
                self.hinted += 1
                return
            self._show_step(step)
            if not step.placement:  # it writes nothing, so the board does not tell whether it was understood
                self.at, self.hinted = self.at + 1, 0

    async def _know_steps(self) -> None:
        """Have the visitor's board solved as people do, unless it was."""
        if (own := self.grid) != self.base:
            told = await services().workers.slow(self.visitor, _HINT_SECONDS, jobs.steps, str(own), _HINT_SECONDS)
            self.base, self.steps, self.at, self.hinted = own, told.steps, 0, 0

    def _show_step(self, step: Deduction) -> None:
        """Show what a step rests on and what it changes, on the candidates that those before it have left."""
        before = Candidates(self.grid)
        for one in self.steps[: self.at]:
            before.apply(one)
        self.marks = {}
        self.board.renew(self._state() | {"candidates": before.marks} | coach.highlights(step), pencil=True)

    def _say(self, text: str, kind: str = "") -> None:
        self.told.set_content(f'<p class="news {kind}">{escape(text)}</p>')
