"""A tournament while it runs: standings, progress, time left and the game under way, or plain lines."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from dueldoku.arena.archive import StoredGame
from dueldoku.arena.elo import elo_cells, find_bounds
from dueldoku.arena.referee import Referee
from dueldoku.arena.repeats import find_repeats, read_course
from dueldoku.arena.report import rows_of
from dueldoku.arena.run import RunWatcher
from dueldoku.arena.task import GameTask, Result
from dueldoku.duel.turn import reason_in_words
from dueldoku.render import text
from dueldoku.words import counted

_EVERY = 1.0  # seconds between two standings
_LINES = 50  # at most so many plain lines, roughly
_STEP = 10  # games for a plain line where nobody knows how many there will be


class Countdown:
    """How much is done of a total, which may be unknown, and how long the rest takes at the speed so far."""

    def __init__(self, total: int | None) -> None:
        self.total, self.done = total, 0
        self._begin = time.monotonic()

    def __str__(self) -> str:
        return str(self.done) if self.total is None else f"{self.done:{len(str(self.total))}}/{self.total}"

    def left(self) -> str:
        """The time left; nothing as long as nobody knows."""
        if not self.done or self.total is None:
            return ""
        seconds = (time.monotonic() - self._begin) / self.done * (self.total - self.done)
        return f"{in_words(seconds)} left"


def in_words(seconds: float) -> str:
    """A span of time.

    >>> in_words(42), in_words(600), in_words(7300)
    ('42 s', '10 min', '2 h 2 min')
    """
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


class QuietWatcher(RunWatcher):
    """Says only what is wrong. ``note`` is called for each game, and may have something to say about it."""

    def __init__(self, note: Callable[[Result], str | None] = lambda result: None) -> None:
        super().__init__()
        self._note = note

    def warn(self, sentence: str) -> None:
        """A sentence beside the output."""
        print(f"dueldoku: {sentence}", file=sys.stderr)

    def add(self, result: Result) -> None:
        """One game more."""
        self._note(result)


class LineWatcher(QuietWatcher):
    """Tells of a run in plain lines: one for each game, or for every so many if there are many."""

    def check(self, agents: int) -> None:
        """What keeps the first game waiting."""
        print(f"Checking that {counted(agents, 'agent')} start{'s' * (agents == 1)}.", flush=True)

    @contextmanager
    def open(self, stored: Sequence[StoredGame], agents: Sequence[str], total: int | None) -> Iterator[None]:
        """From now on time counts."""
        self._count = Countdown(total)
        yield

    def add(self, result: Result) -> None:
        """One game more."""
        note, count = self._note(result), self._count
        count.done += 1
        step = _STEP if count.total is None else max(1, count.total // _LINES)
        if count.done % step == 0 or count.done == count.total:
            words = _ended(result) if step == 1 else count.left()
            print("  ".join(filter(None, [str(count), words, note])), flush=True)


class ScreenWatcher(LineWatcher):
    """Shows a run on a terminal: standings, progress, the last game, and the board where there is room."""

    def __init__(self, console: Console, note: Callable[[Result], str | None]) -> None:
        super().__init__(note)
        self._console = console
        self._board = Text()
        self._said = self._last = ""

    @contextmanager
    def open(self, stored: Sequence[StoredGame], agents: Sequence[str], total: int | None) -> Iterator[None]:
        """Shown as long as games are played."""
        self._rows, self._agents, self._count = rows_of(stored), agents, Countdown(total)
        self._courses = [read_course(game) for game in stored]
        self._standings = self._rate()
        with Live(self, console=self._console, refresh_per_second=8, transient=True):
            yield

    def turn(self, task: GameTask, referee: Referee) -> None:
        """The board after a turn."""
        self._board = text.draw(referee.game.view(task.names), self._console.width)

    def add(self, result: Result) -> None:
        """One game more, and standings that are not too old."""
        self._count.done += 1
        self._rows.append((*result.task.names, result.score, f"new/{result.task.pair}"))
        self._courses.append(read_course(result))
        self._said, self._last = self._note(result) or "", _ended(result)
        if time.monotonic() - self._rated > _EVERY or self._count.done == self._count.total:
            self._standings = self._rate()

    def __rich__(self) -> Group:
        width = min(40, self._console.width)
        total, done = self._count.total, self._count.done
        bar = ProgressBar(total=total, completed=done, width=width, pulse=total is None)
        progress = Table.grid(padding=(0, 2))
        progress.add_row(bar, f"{self._count} games", self._count.left())
        last = f"last  {self._last}" if self._last else ""
        lines = [self._said, last, *(f"now   {task}" for task in self.running[:3])]
        words = Text("\n".join(filter(None, lines)), no_wrap=True, overflow="ellipsis")
        parts: list[RenderableType] = [self._standings, Text(), progress, words]
        height = len(self._console.render_lines(Group(*parts))) + self._board.plain.count("\n") + 2
        if self._board and height < self._console.height:
            parts.append(self._board)
        return Group(*parts)

    def _rate(self) -> Table:
        from dueldoku.stats.ratings import rate
        from dueldoku.stats.tables import crosstable

        table = Table(box=None, pad_edge=False, header_style="bold")
        for heading in ("agent", "Elo", "95 % interval", "games", "share of points"):
            table.add_column(heading, justify="left" if heading == "agent" else "right", no_wrap=True)
        repeats = find_repeats(self._courses)
        rows = [row for row, repeat in zip(self._rows, repeats, strict=True) if not repeat]
        ratings, bounds = rate(rows, agents=self._agents, resamples=100), find_bounds(crosstable(rows, self._agents))
        for place, row in enumerate(ratings.table[: max(3, self._console.height - 10)], 1):
            share = f"{100 * row.share:.0f} %"
            table.add_row(f"{place}. {row.name}", *elo_cells(row, bounds.get(row.name, "")), str(row.games), share)
        self._rated = time.monotonic()
        return table


def _ended(result: Result) -> str:
    record, names = result.record, result.task.names
    verdict = f"{names[record.winner - 1]} wins" if record.winner else "draw"
    if record.winner and result.fault:
        verdict += f": {reason_in_words(result.reason, result.detail)}"
    return f"{names[0]} - {names[1]} {record.scores[0]}-{record.scores[1]}, {verdict}"


def watcher_of(quiet: bool, note: Callable[[Result], str | None] = lambda result: None) -> QuietWatcher:
    """Whoever tells of a run here: on this terminal, or in plain lines where there is none, or only what is wrong."""
    if quiet:
        return QuietWatcher(note)
    console = Console(highlight=False)
    return ScreenWatcher(console, note) if console.is_terminal else LineWatcher(note)
