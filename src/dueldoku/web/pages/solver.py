"""The solver's corner: a puzzle to solve, pasted, drawn or generated; checked, explained step by step, counted."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from html import escape
from typing import Any
from weakref import proxy

from nicegui import events, ui

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.duel.position import Position
from dueldoku.errors import DueldokuError
from dueldoku.game.boards import bundled_board
from dueldoku.puzzles.recipe import Recipe
from dueldoku.solvers.human import CandidateBoard as Candidates
from dueldoku.solvers.human import Deduction, Grade, Stage, tell
from dueldoku.solvers.result import Verdict
from dueldoku.web import choices, coach, jobs, layout, solving
from dueldoku.web.board import BoardElement, BoardState, beside_board, clues_of, position_state
from dueldoku.web.methods import Methods, time_words
from dueldoku.web.services import services
from dueldoku.words import counted

SOLVE_SECONDS, STEP_SECONDS, COUNT_LIMIT = 5.0, 8.0, 1_000_000
_EXAMPLE = ".....1.4.6...74..87.8..51.93..5.29.....3.947.59.4.7........8..38..7....4..3.5.81."
_KEYS = (
    '<p class="hint-text">Keys: arrows move, digits write. <kbd>Shift</kbd> with a digit is a corner mark,'
    " <kbd>Ctrl</kbd> a centre mark, <kbd>Alt</kbd> a colour; <kbd>Space</kbd> changes the pen,"
    " <kbd>Backspace</kbd> erases, <kbd>Ctrl+Z</kbd> undoes, <kbd>Ctrl+Y</kbd> does it again. Drag, or press"
    " <kbd>Shift</kbd> or <kbd>Ctrl</kbd> with an arrow, to choose several cells: marks and colours go to all of"
    " them.</p>"
)
_SHORT = {
    "none": "no solution",
    "unique": "one solution",
    "multiple": "several solutions",
    "unknown": "solutions unknown",
}
_VERDICTS = {
    "none": "It has no solution.",
    "unique": "It has exactly one solution.",
    "multiple": "It has more than one solution.",
    "unknown": "The time was up before that was clear.",
}


@ui.page("/solver")
def solver_page(puzzle: str = "", own: str = "") -> None:
    """A puzzle to solve, and everything about it; it can be given in the address, and own digits with it."""
    grid = _quick_read(puzzle)
    state = position_state(Position(grid), solve=True)
    shell = beside_board(state, '<div class="sheet"><h1>Solve a Sudoku</h1></div>')
    about = "Solve Sudokus of 4x4 to 25x25, and have them solved and explained."
    with layout.frame("Solver", "/solver", about, shell):
        corner = _Corner(grid)
    ui.timer(0.05, lambda: corner.begin(puzzle[: solving.MOST_LETTERS], own), once=True)


def _quick_read(puzzle: str) -> Grid:
    """The puzzle that the page begins with: that of its address if it is a plain line, so that nothing moves later."""
    with suppress(DueldokuError):
        grid = Grid.parse(puzzle[:1000])
        if grid.geometry.side <= jobs.LARGEST:
            return grid
    return Grid.parse(_EXAMPLE)


class _Corner:
    """``grid`` is the puzzle, ``own`` the same with the visitor's digits, ``base`` what the steps were asked for."""

    def __init__(self, grid: Grid) -> None:
        self.visitor = layout.visitor()
        self.grid = self.own = self.base = grid
        self.solution: Grid | None = None  # if there is exactly one
        self.steps: tuple[Deduction, ...] = ()
        self.at = -1
        self.hinted = 0  # how many stages of the next step's hint were told
        self.editing = False
        with layout.box("two-col"):
            with layout.box("stack"):
                self.board = BoardElement(self._solve_state(), "Puzzle", pad=True)
                self.board.on_own(self._on_own)
                self.board.on_edit(lambda cell, digit: self._rewrite(self.grid.with_value(cell, digit)))
            with layout.box("stack"):
                self._build_answers()
                self._build_source()
        me = proxy(self)  # else the two would keep each other when the page is closed
        self.methods = Methods(lambda job, *args: me._ask(job, *args, seconds=8.0, quietly=True), lambda: me.grid)

    # -- the parts ---------------------------------------------------------------------------------------------------

    def _build_answers(self) -> None:
        with layout.sheet("Solve a Sudoku", 1):
            self.facts = layout.html("", "line facts-line").props("aria-live=polite")
            with layout.box("line"):
                layout.button("Check", self._on_check, "primary", icon="done_all", tip="Mark the digits that are wrong")
                tip = "Where to look; once more, which technique; once more, why"
                layout.button("Hint", self._on_hint, icon="lightbulb", tip=tip)
                layout.button("Next step", self._on_next, tip="The next step as people take it")
                layout.button("Solve", self._on_solve)
                layout.button("Count", self._on_count, tip="Count the solutions")
                layout.button("Copy link", self._on_share, icon="link", tip="The puzzle with your digits")
            self.answer = layout.html("", "told").props("aria-live=polite")
            self.back = layout.button("Back to my board", self._show_own, "primary")
            self.back.set_visibility(False)
            with layout.box("line") as self.stepper:
                tips = "To the start", "One step back", "One step on", "To the end"
                self.where = layout.stepper(lambda by: self._go(self.at + by), tips).classes("soft small")
            self.stepper.set_visibility(False)
            self.listed = layout.html("", "steps")
            self.listed.on("click", self._on_step, js_handler=coach.STEP_CLICK)
            layout.html(_KEYS)

    def _build_source(self) -> None:
        with layout.sheet("Another puzzle"):
            with layout.box("fields"):
                self.size = layout.select(choices.SIZES, "3x3", "Size")
                self.difficulty = layout.select(choices.DIFFICULTIES, "medium", "Difficulty")
                self.symmetry = layout.select(choices.SYMMETRIES, "none", "Symmetry")
            with layout.box("line"):
                self.make = layout.button("Generate", self._on_generate, icon="casino")
                self.pen = layout.button("Change this one", self._on_edit, icon="edit", tip="Write its given digits")
                tip = "An empty board of the chosen size, to write a puzzle on"
                layout.button("Empty board", self._on_empty, "quiet", tip=tip)
            with layout.fold("Paste one"):
                self.text = layout.text_area("Paste a puzzle in any format").style("max-height: 9rem; overflow: auto")
                layout.button("Load", lambda: self.load(self.text.value or "")).style("margin-top: .5rem")

    # -- the puzzle --------------------------------------------------------------------------------------------------

    def _state(self, grid: Grid, **more: Any) -> BoardState:
        """A grid in which the puzzle's own digits are told apart."""
        return position_state(Position(grid), clues=clues_of(self.grid), **more)

    def _solve_state(self, **more: Any) -> BoardState:
        """The puzzle for the visitor to solve; their browser knows their digits."""
        return self._state(self.grid, solve={"key": str(self.grid)}, **more)

    async def begin(self, puzzle: str, own: str) -> None:
        """Take what the address tells."""
        if not puzzle or puzzle == str(self.grid):
            await self._take(self.grid, own)
        elif not await self.load(puzzle, own):
            self.board.run_method("tellOwn")
            await self._appraise(self.grid)  # the example's: why the other is not here was told

    async def load(self, text: str, own: str = "") -> bool:
        """Take the puzzle of a text, if it is one."""
        name = text.strip()
        if name in choices.boards():
            await self._take(bundled_board(name).grid)
            return True
        line = await self._ask(jobs.read_position, text, quick=True)
        if line is not None:
            await self._take(Position.parse(line).grid, own)
        return line is not None

    async def _take(self, grid: Grid, own: str = "") -> None:
        """Begin with a puzzle, and find out what is to be known about it."""
        self._reset(grid)
        self._say("Choose a cell and write: digits, or marks with another pen.")
        self.board.renew(self._solve_state())
        self.board.run_method("tellOwn")  # the browser may have known them before we listened
        if own:
            try:
                self.board.run_method("takeOwn", list(solving.read_own(grid, own)))
            except DueldokuError as error:
                self._say(str(error)[:300], "refused")
        ui.navigate.history.replace(solving.link_of(grid))  # a reload finds the puzzle; the digits are in the browser
        await self._appraise(grid)

    def _reset(self, grid: Grid) -> None:
        """Forget what was known about the puzzle before."""
        self.grid = self.own = self.base = grid
        self.solution, self.steps, self.at, self.hinted, self.editing = None, (), -1, 0, False
        self.pen.set_text("Change this one")
        self.methods.clear()
        self.facts.set_content("")
        self._hide_steps()

    def _rewrite(self, grid: Grid) -> None:
        """Change the puzzle itself."""
        if self.editing:
            self.grid = self.own = grid
            self.board.renew(self._state(grid, edit=True))
            but = f" But {grid.clash}." if grid.clash else ""
            self._say(f"{len(grid) - len(grid.holes)} of {len(grid)} cells are given.{but}", "refused" if but else "")

    async def _on_edit(self) -> None:
        """Begin to change the puzzle, or go on to solve what has become of it."""
        if not await self._end_edit():
            self._edit(self.grid)

    async def _end_edit(self) -> bool:
        """Take the puzzle as it was changed; whether it was being changed."""
        if was := self.editing:
            await self._take(self.grid)
        return was

    def _on_empty(self) -> None:
        self._edit(Grid.empty(Geometry.parse(self.size.value)))

    def _edit(self, grid: Grid) -> None:
        self._reset(grid)
        self.editing = True
        self.pen.set_text("Done: solve it")
        self._rewrite(grid)

    async def _on_generate(self) -> None:
        size, grade = Geometry.parse(self.size.value), self.difficulty.value
        wish = Recipe(size, Grade.parse(grade) if grade else None, symmetry=self.symmetry.value, seed=jobs.new_seed())
        with layout.telling(self.make):
            made = await self._ask(jobs.make_board, wish, seconds=20.0)
        if made is not None:
            await self._take(Grid.parse(made, size))

    async def _appraise(self, grid: Grid) -> None:
        """Tell how many solutions the puzzle has and how hard it is, unless it is another one by then."""
        facts = [f"{len(grid) - len(grid.holes)} given"]
        self._show_facts(facts, "grading …")
        if grid.clash:
            self._show_facts([*facts, f"no solution: {grid.clash}"])
            return
        found = await self._ask(jobs.solve, str(grid), "", SOLVE_SECONDS, 2, seconds=SOLVE_SECONDS)
        if found is None or grid is not self.grid:
            return
        self.solution = found.solution if found.verdict is Verdict.UNIQUE else None
        facts.append(_SHORT[found.verdict])
        self._show_facts(facts, "grading …" if self.solution else "")
        if found.verdict is Verdict.MULTIPLE:
            self._say(f"It has more than one solution; {solving.difference(*found.solutions[:2])}.")
        if not self.solution or not grid.holes:
            self._show_facts(facts)
            return
        told = await self._ask(jobs.steps, str(grid), STEP_SECONDS, seconds=STEP_SECONDS, quietly=True)
        if grid is self.grid:
            self._show_facts(
                [*facts, f"graded {told.grade}" if told and told.grade else "too hard to be graded in time"]
            )
            if told and not self.steps and self.own == grid:
                self._keep_steps(grid, told)

    def _show_facts(self, facts: list[str], waiting: str = "") -> None:
        pills = [f'<span class="pill on">{escape(fact)}</span>' for fact in facts]
        self.facts.set_content("".join([*pills, f'<span class="pill">{waiting}</span>' if waiting else ""]))

    # -- the visitor's digits ----------------------------------------------------------------------------------------

    def _on_own(self, own: Grid) -> None:
        if own == self.own:
            return
        self.own, self.hinted = own, 0
        if self.board.state.get("marks"):  # of a check, which is over now
            self.board.show(self._solve_state())

    def _show_own(self) -> None:
        """Back from the coach's board to the visitor's."""
        self._hide_steps()
        self.board.renew(self._solve_state())
        self._say("")

    def _hide_steps(self) -> None:
        self.back.set_visibility(False)
        self.stepper.set_visibility(False)
        self.listed.set_visibility(False)

    async def _on_check(self) -> bool:
        """Mark the own digits that are wrong; whether none is, as far as that is known."""
        await self._end_edit()
        self._hide_steps()
        wrong = solving.wrong_cells(self.grid, self.own, self.solution)
        self.board.renew(self._solve_state(marks={str(cell): {"kind": "wrong", "text": "✗"} for cell in wrong}))
        if wrong:
            self._say(f"{counted(len(wrong), 'digit')} wrong.", "refused")
        elif self.solution:
            left = counted(len(self.own.holes), "cell")
            self._say(f"All right so far; {left} to go." if self.own.holes else "Solved. Well done.", "good")
        else:
            await self._check_by_search()
        return not wrong

    async def _check_by_search(self) -> None:
        """Tell whether any solution is left: there is no single one to compare with."""
        found = await self._ask(jobs.solve, str(self.own), "", SOLVE_SECONDS, 1, seconds=SOLVE_SECONDS)
        if found is not None:
            is_left = "A solution is left." if found.solution else _VERDICTS[found.verdict]
            self._say(is_left, "good" if found.solution else "refused")

    def _on_share(self) -> None:
        layout.copy(layout.link_to(solving.link_of(self.grid, self.own)))

    # -- the answers -------------------------------------------------------------------------------------------------

    async def _on_solve(self) -> None:
        await self._end_edit()
        found = await self._ask(jobs.solve, str(self.grid), "", SOLVE_SECONDS, 2, seconds=SOLVE_SECONDS)
        if found is None:
            return
        two = found.solutions[:2]
        differ = f" {solving.difference(*two).capitalize()}." if len(two) == 2 else ""
        self._say(f"{_VERDICTS[found.verdict]}{differ} ({found.method}, {time_words(found.seconds)})")
        if found.solution:
            self._hide_steps()
            self.back.set_visibility(True)
            self.board.renew(self._state(found.solution))

    async def _on_count(self) -> None:
        found = await self._ask(jobs.count, str(self.grid), SOLVE_SECONDS, COUNT_LIMIT, seconds=SOLVE_SECONDS)
        if found is not None:
            number = f"{found.count:,}".replace(",", " ")
            exact = "exactly" if found.complete else "at least"
            self._say(f"It has {exact} {number} solution{'s' * (found.count != 1)} ({time_words(found.seconds)}).")

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
        """Have the visitor's board solved as people do; whether there is a step. Wrong digits come first."""
        await self._end_edit()
        if solving.wrong_cells(self.grid, self.own, self.solution):
            await self._on_check()
            return False
        if not self.steps or self.base != self.own:
            own = self.own
            told = await self._ask(jobs.steps, str(own), STEP_SECONDS, seconds=STEP_SECONDS)
            if told is None:
                return False
            self._keep_steps(own, told)
            if not self.steps:
                self._say("Nothing is left to do." if not own.holes else coach.ending(told))
        return bool(self.steps)

    def _keep_steps(self, base: Grid, told: jobs.Explanation) -> None:
        self.base, self.steps, self.at, self.hinted, self.told = base, told.steps, -1, 0, told

    def _on_step(self, event: events.GenericEventArguments) -> None:
        if isinstance(event.args, int):
            self._go(event.args)

    def _go(self, at: int) -> None:
        """Show a step: the board before it, with what it rests on and what it changes."""
        self.at, self.hinted = min(max(at, 0), len(self.steps)), 0
        for part in (self.back, self.stepper, self.listed):
            part.set_visibility(True)
        before = Candidates(self.base)
        for step in self.steps[: self.at]:
            before.apply(step)
        state = self._state(before.grid, candidates=before.marks)
        self.where.set_text(f"{min(self.at + 1, len(self.steps))} of {len(self.steps)}")
        self.listed.set_content(coach.step_list(self.steps, self.at))
        if self.at == len(self.steps):
            used = Counter(step.technique for step in self.steps)
            names = ", ".join(f"{number} × {name}" for name, number in used.items())
            self._say(f"{coach.ending(self.told)} So far: {names}.")
        else:
            step = self.steps[self.at]
            state |= coach.highlights(step)
            grade = f"<span class=soft>({step.grade})</span>"
            self._say(f"<b>{escape(step.technique)}</b> {grade}: {escape(step.reason)}", html=True)
        self.board.renew(state, pencil=True)

    # -- asking and telling ------------------------------------------------------------------------------------------

    async def _ask(self, job: Any, *args: Any, seconds: float = 0.0, quick: bool = False, quietly: bool = False) -> Any:
        workers = services().workers
        try:
            return await (workers.quick(job, *args) if quick else workers.slow(self.visitor, seconds, job, *args))
        except DueldokuError as error:
            if not quietly:
                self._say(str(error)[:300], "refused")
            return None

    def _say(self, text: str, kind: str = "", *, html: bool = False) -> None:
        said = f'<p class="news {kind}">{text if html else escape(text)}</p>'
        self.answer.set_content(said if text else "")
