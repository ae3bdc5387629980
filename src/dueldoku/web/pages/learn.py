"""The first page: no form, but a board with a task on it. Ten lessons of a minute, one after the other."""

from __future__ import annotations

from html import escape

from nicegui import ui

from dueldoku.board.move import Move
from dueldoku.dojo.lessons import LESSONS, Lesson, Stage
from dueldoku.errors import DueldokuError
from dueldoku.game.game import Game
from dueldoku.web import layout, narration
from dueldoku.web.board import first_view, game_state
from dueldoku.web.lobby import GameWish
from dueldoku.web.pages.play import own_games
from dueldoku.web.services import services
from dueldoku.web.trainer import Trainer, focus_board
from dueldoku.words import counted

_LEAD = "Two players fill one Sudoku in turn. Who completes a row, a column or a block scores. Try it:"


@ui.page("/")
async def first_page(position: str = "") -> None:
    """The lesson that comes next."""
    if position:  # an address of the first version
        ui.navigate.to(f"/play?position={position}")
        return
    done = set(services().people.get(layout.visitor()).lessons)
    number = next((number for number in range(len(LESSONS)) if number not in done), 0)
    await _page(number)


@ui.page("/learn/{number}")
async def lesson_page(number: int) -> None:
    """A lesson by its number, from 1."""
    if not 1 <= number <= len(LESSONS):
        layout.not_found("/", f"There are lessons 1 to {len(LESSONS)}.", "No such lesson")
        return
    await _page(number - 1)


async def _page(number: int) -> None:
    stage = LESSONS[number].stages[0]
    state = game_state(Game(stage.position), [stage.position.turn])
    lead = "" if number else f"<p>{escape(_LEAD)}</p>"
    shell = first_view(state, f"<h1>{escape(LESSONS[number].title)}</h1>{lead}<p>{escape(stage.task)}</p>")
    with layout.frame("Learn", "/", "Learn competitive Sudoku in ten minutes: a duel over one Sudoku.", shell):
        _Lessons(number)
        with layout.box("cards"):
            _card("/play", "Play", "A game against a friend, or against Sensei at your level.")
            _card("/daily", "Today's puzzle", "The same for everybody. One move wins: find it.")
            _card("/puzzles", "Puzzles", "Positions from games, as hard as you are good.")
            _card("/sudoku", "Sudokus", "By technique, with hints in three stages.")
        await own_games()


def _card(path: str, title: str, text: str) -> None:
    layout.html(f'<a class="card" href="{path}"><b>{title}</b><span>{text}</span></a>')


class _Lessons:
    def __init__(self, number: int) -> None:
        self.visitor, self.place = layout.visitor(), layout.place()
        self.number, self.at = number, 0
        with layout.box("two-col learn"):
            with layout.box("stack"):
                self.trainer = Trainer(self._stage.position, self._judge)
            with layout.box("stack side"):
                self.head = layout.html("", "task head")
                with self.trainer.build_side():
                    self.again = layout.button("Try again", self._again, icon="replay")
                    self.on = layout.button("Go on", self._on, "primary", icon="arrow_forward")
                    self.play = layout.button("Play", self._play, icon="play_arrow")
                self.list = layout.html("", "lessons")
        self._begin()

    @property
    def _lesson(self) -> Lesson:
        return LESSONS[self.number]

    @property
    def _stage(self) -> Stage:
        return self._lesson.stages[self.at]

    def _begin(self) -> None:
        lead = "" if self.number else f"<p>{escape(_LEAD)}</p>"
        self.head.set_content(f"<h1>{escape(self._lesson.title)}</h1>{lead}")
        self._show_list()
        self._pose()

    def _pose(self) -> None:
        self.trainer.pose(self._stage.position, self._stage.task)
        for button in (self.again, self.on, self.play):
            button.set_visibility(False)

    def _show_list(self) -> None:
        done = services().people.get(self.visitor).lessons
        items = ""
        for number, lesson in enumerate(LESSONS):
            kind, said = ('class="done"', "done: ") if number in done else ("", "")
            here = "aria-current=step" if number == self.number else ""
            link = f'<a href="/learn/{number + 1}"><span class="sr">{said}</span>{escape(lesson.title)}</a>'
            items += f"<li {kind} {here}>{link}</li>"
        count = counted(len(LESSONS), "lesson")
        self.list.set_content(f'<p class="soft small">{count}, a minute each</p><ol>{items}</ol>')

    async def _judge(self, move: Move) -> None:
        stage, trainer = self._stage, self.trainer
        trainer.play(move, stage.is_bomb(move))
        if not stage.is_right(move):
            found = stage.puzzle.try_of(move) if stage.puzzle else None
            if found and found.reply:
                trainer.mark(found.reply, "strike", f"{found.reply.digit}!")
                trainer.show()
            trainer.say(stage.answer(move), "refused")
            self.again.set_visibility(True)
            return
        trainer.say(stage.answer(move), "good")
        self.again.set_visibility(False)
        if self.at + 1 == len(self._lesson.stages):
            await self._finish()
        goes_on = self.at + 1 < len(self._lesson.stages) or self.number + 1 < len(LESSONS)
        self.on.set_visibility(goes_on)
        layout.focus(self.on if goes_on else self.play)

    async def _finish(self) -> None:
        learner = services().people.get(self.visitor)
        if self.number not in learner.lessons:
            learner.lessons.append(self.number)
            await services().people.keep(self.visitor)
        self._show_list()
        self.play.set_text(f"Play this against {narration.shown_name(self._lesson.opponent)}")
        self.play.set_visibility(True)

    def _again(self) -> None:
        self._pose()
        focus_board()

    def _on(self) -> None:
        if self.at + 1 < len(self._lesson.stages):
            self.at += 1
            self._pose()
        else:
            self.number, self.at = self.number + 1, 0
            self._begin()
            ui.run_javascript(f"history.replaceState(null, '', '/learn/{self.number + 1}')")
        focus_board()

    async def _play(self) -> None:
        lesson = self._lesson
        name = services().people.get(self.visitor).name
        wish = GameWish(lesson.opponent, lesson.board, lesson.rules, name=name)
        with layout.telling(self.play, (DueldokuError, OSError)):
            duel = await services().lobby.begin(wish, self.visitor, self.place)
            ui.navigate.to(f"/game/{duel.key}")
