"""The solver's corner: a puzzle pasted, drawn or generated; solved, counted, explained step by step, timed."""

from __future__ import annotations

from collections import Counter
from functools import partial
from html import escape
from typing import Any

from nicegui import ui

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.duel.position import Position
from dueldoku.errors import DueldokuError
from dueldoku.game.boards import bundled_board
from dueldoku.puzzles.recipe import Recipe
from dueldoku.solvers.human import CandidateBoard as Candidates
from dueldoku.solvers.human import Deduction, Grade, Stage, tell
from dueldoku.solvers.registry import METHODS
from dueldoku.solvers.result import Solved
from dueldoku.web import choices, jobs, layout
from dueldoku.web.board import BoardElement, BoardState, clues_of, position_state
from dueldoku.web.services import services

SOLVE_SECONDS, STEP_SECONDS, COUNT_LIMIT = 5.0, 8.0, 1_000_000
_EXAMPLE = ".....1.4.6...74..87.8..51.93..5.29.....3.947.59.4.7........8..38..7....4..3.5.81."
_VERDICTS = {
    "none": "It has no solution.",
    "unique": "It has exactly one solution.",
    "multiple": "It has more than one solution.",
    "unknown": "The time was up before that was clear.",
}


@ui.page("/solver")
def solver_page(puzzle: str = "") -> None:
    """Everything about one puzzle; it can be given in the address."""
    with layout.frame("Solver", "/solver", about="Solve, count, explain and generate Sudokus of 4x4 to 25x25."):
        corner = _Corner()
    if puzzle:
        ui.timer(0.05, lambda: corner.load(puzzle[:20_000]), once=True)


class _Corner:
    def __init__(self) -> None:
        self.visitor = layout.visitor()
        self.grid = Grid.parse(_EXAMPLE)
        self.steps: tuple[Deduction, ...] = ()
        self.at = -1
        self.hinted = 0  # how many stages of the next step's hint were told
        with layout.box("two-col"):
            with layout.box("stack"):
                self.board = BoardElement(self._state(self.grid, edit=True), "Puzzle", pad=True)
                self.board.on_edit(lambda cell, digit: self._take(self.grid.with_value(cell, digit)))
            with layout.box("stack"):
                self._build_source()
                self._build_answers()
        self._build_methods()

    # -- the parts ---------------------------------------------------------------------------------------------------

    def _build_source(self) -> None:
        with layout.sheet("The puzzle", 1):
            self.text = layout.text_area("Paste a puzzle in any format").style("max-height: 9rem; overflow: auto")
            with layout.box("line"):
                layout.button("Load", lambda: self.load(self.text.value or ""), "primary")
                layout.button("Clear", lambda: self._take(Grid.empty(self.grid.geometry)))
            with layout.fold("Make a new one"):
                with layout.box("fields"):
                    self.size = layout.select(choices.SIZES, "3x3", "Size")
                    self.difficulty = layout.select(choices.DIFFICULTIES, "medium", "Difficulty")
                    self.symmetry = layout.select(choices.SYMMETRIES, "none", "Symmetry")
                self.make = layout.button("Generate", self._on_generate, icon="casino").style("margin-top: .7rem")

    def _build_answers(self) -> None:
        with layout.sheet():
            with layout.box("line"):
                tip = "The next step as people take it"
                layout.button("Next step", self._on_next, "primary", tip=tip)
                tip = "Where to look; once more, which technique; once more, why"
                layout.button("Hint", self._on_hint, icon="lightbulb", tip=tip)
                layout.button("Solve", self._on_solve)
                layout.button("Count", self._on_count, tip="Count the solutions")
                layout.button("Puzzle", lambda: self._take(self.grid), "quiet", tip="Back to the puzzle, to change it")
            self.answer = layout.html().props("aria-live=polite")
            self.answer.set_content('<p class="soft">Click a cell and type to change the puzzle.</p>')
            with layout.box("line") as self.stepper:
                tips = "To the start", "One step back", "One step on", "To the end"
                self.where = layout.stepper(lambda by: self._go(self.at + by), tips).classes("soft small")
            self.stepper.set_visibility(False)
            self.listed = layout.box("steps")

    def _build_methods(self) -> None:
        with layout.sheet():
            with layout.box("line end"):
                layout.heading("Methods, side by side")
                self.compare = layout.button("Compare", self._on_compare, icon="timer")
            layout.words(
                "Each solves the puzzle above and looks for a second solution; the time is that of a warm run.",
                "hint-text",
            )
            self.methods = layout.html("", "scroll")

    # -- the puzzle --------------------------------------------------------------------------------------------------

    def _state(self, grid: Grid, **more: Any) -> BoardState:
        """A grid in which the puzzle's own digits are told apart."""
        return position_state(Position(grid), clues=clues_of(self.grid), **more)

    def _take(self, grid: Grid) -> None:
        self.grid, self.steps, self.at, self.hinted = grid, (), -1, 0
        self.board.renew(self._state(grid, edit=True))
        self.listed.clear()
        self.stepper.set_visibility(False)
        but = f" But {grid.clash}." if grid.clash else ""
        self._say(f"{len(grid) - len(grid.holes)} of {len(grid)} cells are given.{but}")

    async def load(self, text: str) -> None:
        """Take the puzzle of a text."""
        name = text.strip()
        if name in choices.boards():
            self._take(bundled_board(name).grid)
            return
        if (line := await self._ask(jobs.read_position, text, quick=True)) is not None:
            self._take(Position.parse(line).grid)

    async def _on_generate(self) -> None:
        size, grade = Geometry.parse(self.size.value), self.difficulty.value
        wish = Recipe(size, Grade.parse(grade) if grade else None, symmetry=self.symmetry.value, seed=jobs.new_seed())
        with layout.telling(self.make):
            made = await self._ask(jobs.make_board, wish, seconds=20.0)
        if made is not None:
            self.text.set_value(made)
            self._take(Grid.parse(made, size))

    # -- the answers -------------------------------------------------------------------------------------------------

    async def _on_solve(self) -> None:
        found = await self._ask(jobs.solve, str(self.grid), "", SOLVE_SECONDS, 2, seconds=SOLVE_SECONDS)
        if found is None:
            return
        self._say(f"{_VERDICTS[found.verdict]} ({found.method}, {_time(found.seconds)})")
        if found.solution:
            self.board.renew(self._state(found.solution))

    async def _on_count(self) -> None:
        found = await self._ask(jobs.count, str(self.grid), SOLVE_SECONDS, COUNT_LIMIT, seconds=SOLVE_SECONDS)
        if found is not None:
            number = f"{found.count:,}".replace(",", " ")
            exact = "exactly" if found.complete else "at least"
            self._say(f"It has {exact} {number} solution{'s' * (found.count != 1)} ({_time(found.seconds)}).")

    async def _on_next(self) -> None:
        if await self._know_steps():
            self._go(self.at + 1)

    async def _on_hint(self) -> None:
        """Tell a stage more about the step after the one that is shown; the last stage shows it."""
        if not await self._know_steps():
            return
        stage = list(Stage)[self.hinted]
        if stage is Stage.WHY or self.at + 1 >= len(self.steps):
            self._go(self.at + 1)
        else:
            self.hinted += 1
            self._say(tell(self.steps[self.at + 1], self.grid.geometry, stage))

    async def _know_steps(self) -> bool:
        """Have the puzzle solved as people do, unless it was; whether there is a step."""
        if not self.steps:
            told = await self._ask(jobs.steps, str(self.grid), STEP_SECONDS, seconds=STEP_SECONDS)
            if told is None:
                return False
            self._tell_steps(told)
            if not self.steps:
                self._say("No technique leads any further here.")
        return bool(self.steps)

    def _tell_steps(self, told: jobs.Explanation) -> None:
        self.steps, self.at, self.grade, self.solved = told.steps, -1, told.grade, told.solved
        self.stepper.set_visibility(bool(self.steps))
        with self.listed:
            for number, step in enumerate(self.steps):
                layout.row(f"{number + 1}. {escape(step.technique)}", partial(self._go, number))

    def _go(self, at: int) -> None:
        """Show a step: the board before it, with what it rests on and what it changes."""
        self.at, self.hinted = min(max(at, 0), len(self.steps)), 0
        before = Candidates(self.grid)
        for step in self.steps[: self.at]:
            before.apply(step)
        state = self._state(before.grid, candidates=before.marks)
        self.where.set_text(f"{min(self.at + 1, len(self.steps))} of {len(self.steps)}")
        for number, row in enumerate(self.listed.default_slot.children):
            row.props(f"aria-current={str(number == self.at).lower()}")
        if self.at == len(self.steps):
            end = f"Solved, graded {self.grade}" if self.solved else "Here the techniques end"
            used = Counter(step.technique for step in self.steps)
            self._say(f"{end}: {', '.join(f'{number} × {name}' for name, number in used.items())}.")
        else:
            step = self.steps[self.at]
            state |= _highlights(step)
            grade = f"<span class=soft>({step.grade})</span>"
            self._say(f"<b>{escape(step.technique)}</b> {grade}: {escape(step.reason)}", html=True)
        self.board.renew(state, pencil=True)

    async def _on_compare(self) -> None:
        head, rows = ["method", "verdict", "time", "nodes", "guesses", "<what it is"], []
        with layout.telling(self.compare):
            for name, method in METHODS.items():
                if not method.shapes or str(self.grid.geometry) in method.shapes:
                    found = await self._ask(jobs.time_method, str(self.grid), name, 2.0, seconds=8.0, quietly=True)
                    rows.append(_method_row(name, method.about, found))
                    self.methods.set_content(layout.table_html(head, rows))

    # -- asking and telling ------------------------------------------------------------------------------------------

    async def _ask(self, job: Any, *args: Any, seconds: float = 0.0, quick: bool = False, quietly: bool = False) -> Any:
        workers = services().workers
        try:
            return await (workers.quick(job, *args) if quick else workers.slow(self.visitor, seconds, job, *args))
        except DueldokuError as error:
            if not quietly:
                self._say(f'<span class="bad">{escape(str(error))}</span>', html=True)
            return None

    def _say(self, text: str, *, html: bool = False) -> None:
        self.answer.set_content(f"<p>{text if html else escape(text)}</p>")


def _highlights(step: Deduction) -> BoardState:
    marks = {str(cell): {"kind": "why", "text": ""} for cell in step.cells}
    strikes: dict[str, list[int]] = {}
    for cell, digit in step.eliminations:
        strikes.setdefault(str(cell), []).append(digit)
        marks.setdefault(str(cell), {"kind": "strike", "text": ""})
    if step.placement:
        cell, digit = step.placement
        marks[str(cell)] = {"kind": "placed", "text": f"= {digit}"}
    links = [
        [start.cells[len(start.cells) // 2], start.digit, end.cells[len(end.cells) // 2], end.digit, strong]
        for start, end, strong in step.links
    ]
    return {"marks": marks, "strikes": strikes, "links": links}


def _method_row(name: str, about: str, found: Solved | None) -> list[str]:
    told = f'<span class="soft small">{escape(about)}</span>'
    if found is None:
        return [name, "no answer in time", "", "", "", told]
    numbers = [f"{number:,}".replace(",", " ") for number in (found.work.nodes, found.work.guesses)]
    return [name, found.verdict, _time(found.seconds), *numbers, told]


def _time(seconds: float) -> str:
    if seconds < 0.001:
        return f"{seconds * 1e6:.0f} µs"
    return f"{seconds * 1000:.3g} ms" if seconds < 1 else f"{seconds:.2f} s"
