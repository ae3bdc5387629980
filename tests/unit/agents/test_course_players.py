"""The course's own players, in our words: what they choose from, and that they play under the course's driver."""

from __future__ import annotations

import random
import signal
from pathlib import Path

import numpy as np
import pytest
from course_driver import PATIENCE, Asked, load, play
from hypothesis import given
from hypothesis import strategies as st
from strategies import puzzles

from dueldoku import Game, Grid, Move, Position, Reason, Ruling
from dueldoku.agents import naive_player, random_save_player
from dueldoku.agents.base import Agent, Limit, Task
from dueldoku.agents.registry import load_agent

pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning")

STARTS = {
    "classic": "12.4 .4.2 21.3 ...1",
    "rows": "12.4 .4.2 21.3 ...1 rules=rows owners=++.+.+.-+-.-...-",
}


def start(rules: str) -> Game:
    return Game(Position.parse(STARTS[rules]))


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Games that are not over, with a taboo move here and there."""
    grid = draw(puzzles(largest=6).filter(lambda grid: bool(grid.holes)))
    rules = draw(st.sampled_from(["classic", "rows", "border"]))
    rng = random.Random(draw(st.integers(0, 2**32)))
    owners = tuple(rng.choice((1, 2)) if value else 0 for value in grid) if rules != "classic" else ()
    game = Game(Position(grid, rules=rules, owners=owners))
    for bomb in list(game.bombs())[:2]:
        if bomb in game.legal_moves():
            game.push(bomb)
    return game


def proposal(agent: Agent, game: Game, rng: random.Random) -> Move | None:
    proposals: list[Move] = []
    agent.think(game.copy(), Task(game.turn, Limit(), proposals.append, rng))
    return proposals[-1] if proposals else None


def choices(name: str, game: Game, count: int = 300) -> set[Move | None]:
    """What the player proposes in so many tries."""
    agent, rng = load_agent(name), random.Random(1)
    return {proposal(agent, game, rng) for _ in range(count)}


@pytest.fixture
def cwd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


# -- what they choose from -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", STARTS)
def test_random_player_plays_every_legal_move_bombs_included(rules: str) -> None:
    game = start(rules)
    assert set(game.bombs())
    assert choices("random_player", game) == set(game.legal_moves())


@given(games())
def test_random_player_never_offends(game: Game) -> None:
    assert not game.judge(proposal(load_agent("random_player"), game, random.Random(1))).ruling.loses


@pytest.mark.parametrize("rules", STARTS)
def test_greedy_player_plays_every_move_worth_most(rules: str) -> None:
    game = start(rules)
    legal = list(game.legal_moves())
    most = max(game.points(game.geometry.cell_of(move)) for move in legal)
    assert most > 0
    best = {move for move in legal if game.points(game.geometry.cell_of(move)) == most}
    assert choices("greedy_player", game) == best


def test_greedy_player_does_not_look_out_for_bombs() -> None:
    game = Game(Grid.parse("1... ..2. .... ...4"))
    assert set(game.bombs())
    assert choices("greedy_player", game) == set(game.legal_moves())


@given(games())
def test_greedy_player_takes_the_most_points_there_are_now(game: Game) -> None:
    move = proposal(load_agent("greedy_player"), game, random.Random(1))
    assert move is not None
    assert not game.judge(move).ruling.loses

    def gain(move: Move) -> int:
        after = game.grid.with_value(game.geometry.cell_of(move), move.digit)
        units = [game.geometry.units[unit] for unit in game.geometry.units_of[game.geometry.cell_of(move)]]
        return (0, 1, 3, 7)[sum(all(after[cell] for cell in unit) for unit in units)]

    assert gain(move) == max(gain(other) for other in game.legal_moves())


class TimeIsUp(BaseException):
    """Ends an agent that never returns; it cannot catch this."""


def proposals(game: Game, monkeypatch: pytest.MonkeyPatch, count: int) -> list[Move]:
    """What naive_player proposes, one each time it goes to sleep, for so many times."""
    made: list[Move] = []
    slept: list[float] = []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == count:
            raise TimeIsUp

    monkeypatch.setattr(naive_player.time, "sleep", sleep)
    with pytest.raises(TimeIsUp):
        load_agent("naive_player").think(game, Task(game.turn, Limit(), made.append, random.Random(1)))
    assert set(slept) == {0.2}
    return made


@pytest.mark.parametrize("rules", STARTS)
def test_naive_player_proposes_any_digit_in_its_cells_until_it_is_stopped(
    rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = start(rules)
    refused = next(game.bombs())
    game.push(refused)
    pairs = {Move(*divmod(cell, 4), digit) for cell in game.cells() for digit in range(1, 5)}
    assert set(proposals(game, monkeypatch, 500)) == pairs - {refused}
    rulings = {game.judge(move).ruling for move in pairs - {refused}}
    assert Ruling.ILLEGAL in rulings


# -- under the driver ------------------------------------------------------------------------------------------------


def meet_random_player(name: str, seat: int, rules: str, seconds: float = PATIENCE) -> tuple[Game, list[Asked]]:
    game = start(rules)
    agents, times = [load(name), load("random_player")], [seconds, PATIENCE]
    order = slice(None, None, 1 if seat == 1 else -1)
    log = play(game, agents[order], times[order])
    return game, [asked for asked in log if asked.turn.player == seat]


@pytest.mark.linux
@pytest.mark.parametrize("rules", STARTS)
@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("name", ["random_player", "greedy_player", "random_save_player"])
def test_a_course_player_plays_its_game_to_the_end(
    name: str, seat: int, rules: str, cwd: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(random_save_player, "_NUMBERS", 1000)
    game, turns = meet_random_player(name, seat, rules)
    assert turns
    for turn, exitcode, output in turns:
        assert (exitcode, turn.ruling.loses) == (0, False), output
    outcome = game.outcome()
    assert outcome
    assert outcome.reason is Reason.BOARD_FULL


@pytest.mark.slow
@pytest.mark.linux
@pytest.mark.parametrize("rules", STARTS)
def test_naive_player_has_to_be_killed_and_its_last_proposal_counts(rules: str, cwd: Path) -> None:
    game, turns = meet_random_player("naive_player", 1, rules, seconds=0.4)
    for turn, exitcode, output in turns:
        assert exitcode == -signal.SIGTERM, output
        assert output == ""
        assert turn.move is not None
        assert turn.ruling in (Ruling.ILLEGAL, Ruling.REFUSED, Ruling.PLACED)
    assert game.is_over()


def test_random_save_player_keeps_ten_million_numbers() -> None:
    assert random_save_player._NUMBERS == 10**7


@pytest.mark.linux
def test_random_save_player_loads_what_it_saved(cwd: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random_save_player, "_NUMBERS", 1000)
    _, turns = meet_random_player("random_save_player", 1, "classic")
    words = [[line.split()[0] for line in output.splitlines()] for _, _, output in turns]
    assert words == [["Saving"], *[["Loading", "Saving"]] * (len(turns) - 1)]
    assert [path.name for path in cwd.iterdir()] == ["1.pkl"]
    kept = np.load(cwd / "1.pkl", allow_pickle=True)
    assert kept.dtype.kind == "i"
    assert len(kept) == 1000
