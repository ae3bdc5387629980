"""Agents of every course year, run as the course runs them: no offence, no exception, in both seats."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import NamedTuple

import pytest
from course_driver import COURSE_AGENTS, PATIENCE, Asked, load, play

from dueldoku import Game, Position, Reason

pytestmark = [
    pytest.mark.arena,
    pytest.mark.linux,
    pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning"),
]

EMPTY_2X2 = "." * 16
EMPTY_2X3 = "2x3:" + "." * 36
COURSE_DEFAULT = "12.4 .4.2 21.3 ...1"
HALF_2X2 = f"{COURSE_DEFAULT} rules=rows owners=++.+.+.-+-.-...-"


class Entry(NamedTuple):
    name: str
    start: str
    seconds: float = PATIENCE  # less for those that have to be killed


AGENTS = [
    Entry("team02_A1", EMPTY_2X2),
    Entry("team07_a3", EMPTY_2X2),
    Entry("team14_A2", EMPTY_2X2),
    Entry("Team21", EMPTY_2X2),
    Entry("team26_A3", EMPTY_2X3),
    Entry("team30_oracle", EMPTY_2X2),
    Entry("team33", COURSE_DEFAULT, 0.4),
    Entry("group5", EMPTY_2X3),
    Entry("team41_A2", f"{EMPTY_2X2} rules=rows"),
    Entry("team44_A3", f"{EMPTY_2X2} rules=border"),
    Entry("team47_A1", f"{EMPTY_2X2} rules=rows"),
    Entry("team52", f"{EMPTY_2X3} rules=rows"),
    Entry("team55_A3", f"{EMPTY_2X2} rules=random"),
    Entry("team58", HALF_2X2, 0.4),
    Entry("team60_A2", f"{EMPTY_2X2} rules=rows"),
    Entry("team60_A2", EMPTY_2X2),
]


@pytest.fixture
def framework(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory of a game; the agents' folders can be imported."""
    monkeypatch.syspath_prepend(COURSE_AGENTS)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def meet_random_player(entry: Entry, seat: int) -> tuple[Game, list[Asked]]:
    """The finished game, and the turns of the agent."""
    game = Game(Position.parse(entry.start), seed=1)
    agents, seconds = [load(entry.name), load("random_player")], [entry.seconds, PATIENCE]
    order = slice(None, None, 1 if seat == 1 else -1)
    log = play(game, agents[order], seconds[order])
    return game, [asked for asked in log if asked.turn.player == seat]


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("entry", AGENTS, ids=lambda entry: f"{entry.name}-{Position.parse(entry.start).rules}")
def test_a_course_agent_plays_its_game_to_the_end(entry: Entry, seat: int, framework: Path) -> None:
    game, turns = meet_random_player(entry, seat)
    assert turns
    for turn, exitcode, output in turns:
        assert "Traceback" not in output, output
        assert exitcode == (0 if entry.seconds == PATIENCE else -signal.SIGTERM), output
        assert not turn.ruling.loses, turn
    outcome = game.outcome()
    assert outcome
    assert outcome.reason is Reason.BOARD_FULL


def test_every_agent_here_is_played() -> None:
    folders = {path.parent.name for path in COURSE_AGENTS.glob("*/sudokuai.py")}
    assert folders == {entry.name for entry in AGENTS}


def test_what_an_agent_prints_is_its_own_text(framework: Path) -> None:
    _, turns = meet_random_player(Entry("team02_A1", COURSE_DEFAULT), 1)
    assert turns[0].output.splitlines()[:3] == [
        "======== OUR TURN ========",
        "     0     1     2     3  ",
        "   ╔═════╤═════╦═════╤═════╗",
    ]
    assert "Score: 0 - 0\nit started as\n2 2\n   1   2   .   4\n" in turns[0].output


def test_saved_data_lies_in_the_working_directory(framework: Path) -> None:
    _, turns = meet_random_player(Entry("team07_a3", COURSE_DEFAULT), 2)
    assert [path.name for path in framework.iterdir()] == ["2.pkl"]
    assert "Saving data took 0 seconds and" in turns[0].output
    assert "Loading data took" not in turns[0].output
    assert "Loading data took 0 seconds and" in turns[1].output
