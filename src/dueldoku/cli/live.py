"""A tournament while it runs: standings, progress, time left and the game under way, or plain lines."""

from __future__ import annotations

import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from dueldoku.arena.archive import StoredGame
from dueldoku.arena.referee import Referee
from dueldoku.arena.report import elo_bar, rows_of, signed
from dueldoku.arena.run import RunWatcher
from dueldoku.arena.task import GameTask, Result
from dueldoku.game.game import Game
from dueldoku.render import text

_EVERY = 1.0  # seconds between two standings
_LINES = 50  # at most so many plain lines, roughly
_STEP = 10  # games for a plain line where nobody knows how many there will be


class _Display(ABC):
    """What is told while games are played. ``running`` is kept up to date by whoever plays them."""

    def __init__(self, total: int | None) -> None:
        self.total, self.played = total, 0
        self.running: list[GameTask] = []
        self._begin = time.monotonic()

    @abstractmethod
    def add(self, result: Result, note: str) -> None:
        """A game has ended."""

    def turn(self, task: GameTask, game: Game) -> None:
        """A turn was taken."""
        return

    def progress(self) -> str:
        """How many games of how many."""
        return str(self.played) if self.total is None else f"{self.played:{len(str(self.total))}}/{self.total}"

    def left(self) -> str:
        """The time left, at the speed so far; nothing as long as nobody knows."""
        if not self.played or self.total is None:
            return ""
        seconds = (time.monotonic() - self._begin) / self.played * (self.total - self.played)
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


class _Lines(_Display):
    """A line for each game, or for every so many if there are many."""

    def add(self, result: Result, note: str) -> None:
        self.played += 1
        step = _STEP if self.total is None else max(1, self.total // _LINES)
        if self.played % step and self.played != self.total:
            return
        words = f"{result.task.names[0]} - {result.task.names[1]} {_ended(result)}" if step == 1 else self.left()
        print("  ".join(filter(None, [self.progress(), words, note])), flush=True)


class _Screen(_Display):
    """The whole picture, on a terminal."""

    def __init__(self, total: int | None, games: Sequence[StoredGame], agents: Sequence[str], console: Console) -> None:
        super().__init__(total)
        self._rows = rows_of(games)
        self._agents, self._console = agents, console
        self._rated = 0.0
        self._standings: RenderableType = self._rate()
        self._board: RenderableType = ""
        self._note = self._last = ""

    def add(self, result: Result, note: str) -> None:
        self.played += 1
        first, second = result.task.names
        self._rows.append((first, second, result.score, f"new/{result.task.pair}"))
        self._note, self._last = note, f"{first} - {second} {_ended(result)}"
        if time.monotonic() - self._rated > _EVERY or self.played == self.total:
            self._standings = self._rate()

    def turn(self, task: GameTask, game: Game) -> None:
        self._board = text.draw(replace(game.view(), players=task.names), self._console.width)

    def __rich__(self) -> Group:
        width = min(40, self._console.width)
        bar = ProgressBar(total=self.total, completed=self.played, width=width, pulse=self.total is None)
        progress = Table.grid(padding=(0, 2))
        progress.add_row(bar, f"{self.progress()} games", self.left())
        lines = [self._note]
        if self._last:
            lines.append(f"last  {self._last}")
        lines += [f"now   {task}" for task in self.running[:3]]
        words = Text("\n".join(filter(None, lines)), no_wrap=True, overflow="ellipsis")
        parts: list[RenderableType] = [self._standings, Text(), progress, words]
        if isinstance(self._board, Text) and self._fits(parts):
            parts.append(self._board)
        return Group(*parts)

    def _fits(self, parts: list[RenderableType]) -> bool:
        assert isinstance(self._board, Text)
        height = len(self._console.render_lines(Group(*parts))) + self._board.plain.count("\n") + 2
        return height < self._console.height

    def _rate(self) -> Table:
        from dueldoku.stats.ratings import rate

        table = Table(box=None, pad_edge=False, header_style="bold")
        for heading in ("agent", "Elo", "95 % interval", "games", "share of points"):
            table.add_column(heading, justify="left" if heading == "agent" else "right", no_wrap=True)
        ratings = rate(self._rows, agents=self._agents, resamples=100)
        for place, row in enumerate(ratings.table[: max(3, self._console.height - 10)], 1):
            share = f"{100 * row.share:.0f} %"
            table.add_row(f"{place}. {row.name}", signed(row.elo), elo_bar(row), str(row.games), share)
        self._rated = time.monotonic()
        return table


def _ended(result: Result) -> str:
    record = result.record
    return f"{record.scores[0]}-{record.scores[1]}, {_verdict(result)}"


def _verdict(result: Result) -> str:
    if not result.record.winner:
        return "draw"
    winner = f"{result.task.names[result.record.winner - 1]} wins"
    return f"{winner}: {result.reason}" if result.fault else winner


class QuietWatcher(RunWatcher):
    """Says only what is wrong. ``note`` is called for each game, and may have something to say about it."""

    def __init__(self, note: Callable[[Result], str] = lambda result: "") -> None:
        super().__init__()
        self._note = note

    def warn(self, sentence: str) -> None:
        """A sentence beside the output."""
        print(f"dueldoku: {sentence}", file=sys.stderr)

    def add(self, result: Result) -> None:
        """One game more."""
        self._note(result)


class TerminalWatcher(QuietWatcher):
    """Tells of a run on this terminal, or in plain lines where there is none."""

    _display: _Display

    def check(self, agents: int) -> None:
        """What keeps the first game waiting."""
        print(f"Checking that {agents} agents start.", flush=True)

    @contextmanager
    def open(self, stored: Sequence[StoredGame], agents: Sequence[str], total: int | None) -> Iterator[None]:
        """Standings and progress as long as games are played, or a line for each."""
        console = Console(highlight=False)
        if not console.is_terminal:
            self._display = _Lines(total)
            yield
            return
        self._display = screen = _Screen(total, stored, agents, console)
        screen.running = self.running
        with Live(screen, console=console, refresh_per_second=8, transient=True):
            yield

    def turn(self, task: GameTask, referee: Referee) -> None:
        """The board, where there is room."""
        self._display.turn(task, referee.game)

    def add(self, result: Result) -> None:
        """One game more."""
        self._display.add(result, self._note(result))
