"""People who meet on the page: challenges, who is there, and their clocks."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from lobbies import ME, OTHER, SMALL, with_lobby

from dueldoku import Move
from dueldoku.duel.turn import Reason
from dueldoku.errors import RulesError, TurnError, UnknownName
from dueldoku.web.clock import GameClock
from dueldoku.web.duel import Duel
from dueldoku.web.lobby import HALL, GameWish, Lobby
from dueldoku.web.narration import ending
from dueldoku.web.presence import RELOAD, Presence


class Seconds:
    """A clock that goes on when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


async def clocked(lobby: Lobby, clock: str = "5+3") -> Duel:
    duel = await lobby.begin(GameWish(board=SMALL, clock=clock, name="Ann"), ME)
    assert await duel.sit_down(OTHER, duel.seats[1].token, "Bob")
    return duel


def test_who_is_there_and_who_left_when() -> None:
    seconds = Seconds()
    presence = Presence(seconds)
    assert presence.away(ME, "game") is None
    presence.come(ME, "game")
    presence.come(ME, "game")  # a second tab
    presence.go(ME, "game")
    seconds.now += 30
    assert presence.away(ME, "game") == 0
    presence.go(ME, "game")
    seconds.now += RELOAD / 2
    assert presence.away(ME, "game") == 0  # the page may be loading anew
    seconds.now += 20 - RELOAD / 2
    assert presence.away(ME, "game") == 20
    assert presence.away(ME, "another") is None
    with presence.at(ME, "game"):
        assert presence.away(ME, "game") == 0


def test_a_challenge_is_seen_while_its_challenger_is_there(tmp_path: Path) -> None:
    async def act(lobby: Lobby) -> None:
        seconds = Seconds()
        lobby.presence = Presence(seconds)
        duel = await lobby.begin(GameWish(board=SMALL, is_open=True, clock="5+3", name="Ann"), ME)
        await lobby.begin(GameWish(board=SMALL, name="Ann"), ME)  # for a friend, by link
        with lobby.presence.at(ME, duel.key):
            assert lobby.challenges() == [duel]
        with lobby.presence.at(ME, HALL):
            assert lobby.challenges() == [duel]
        seconds.now += 10
        assert lobby.challenges() == []
        lobby.drop_challenges()
        assert lobby.get(duel.key) is duel  # the challenger may come back
        seconds.now += 60
        lobby.drop_challenges()
        with pytest.raises(UnknownName):
            lobby.get(duel.key)

    with_lobby(tmp_path, act)


def test_a_challenge_is_taken_once_or_withdrawn(tmp_path: Path) -> None:
    async def act(lobby: Lobby) -> None:
        taken, withdrawn = [await lobby.begin(GameWish(board=SMALL, is_open=True), ME) for _ in range(2)]
        with lobby.presence.at(ME, HALL):
            assert lobby.challenges() == [taken, withdrawn]
            token = taken.seats[1].token
            both = await asyncio.gather(taken.sit_down(OTHER, token), taken.sit_down("somebody", token))
            assert sorted(both) == [False, True]
            await withdrawn.leave(1)
            assert lobby.challenges() == []
        with pytest.raises(UnknownName):
            lobby.get(withdrawn.key)
        with lobby.presence.at(OTHER, taken.key):
            assert lobby.under_way() == [taken]
        with pytest.raises(RulesError, match="between people"):
            await lobby.begin(GameWish("greedy_player", SMALL, is_open=True), ME)

    with_lobby(tmp_path, act)


@pytest.mark.parametrize("text", ["0", "5+", "x", "5+999", "181", "-1", "1000"])
def test_what_is_no_clock_is_said(text: str) -> None:
    with pytest.raises(RulesError, match="a clock such as 5\\+3"):
        GameClock.parse(text)


def left(duel: Duel, passed: float = 0.0) -> tuple[int, int]:
    """What both have left, when the turn under way takes so many seconds more."""
    duel._began -= passed
    return round(duel.left_to(1)), round(duel.left_to(2))


def test_a_clock_runs_in_ones_own_turn_only(tmp_path: Path) -> None:
    async def act(lobby: Lobby) -> None:
        duel = await clocked(lobby)
        assert left(duel, 1000) == (300, 300)  # nothing runs before the first turn
        await duel.move(1, Move.parse("r1c3=3"), 0)
        assert left(duel, 40) == (303, 260)
        await duel.move(2, Move.parse("r2c1=3"), 1)
        assert left(duel, 10) == (293, 263)

    with_lobby(tmp_path, act)


def test_a_clock_waits_for_the_opponent(tmp_path: Path) -> None:
    async def act(lobby: Lobby) -> None:
        duel = await lobby.begin(GameWish(board=SMALL, clock="1"), ME)
        await duel.move(1, Move.parse("r1c3=3"), 0)
        assert left(duel, 1000) == (60, 60)
        await duel.sit_down(OTHER, duel.seats[1].token, "Bob")
        assert left(duel, 10) == (60, 50)

    with_lobby(tmp_path, act)


def test_what_was_used_outlives_a_restart(tmp_path: Path) -> None:
    keys = []

    async def before(lobby: Lobby) -> None:
        duel = await clocked(lobby)
        keys.append(duel.key)
        await duel.move(1, Move.parse("r1c3=3"), 0)
        assert left(duel, 40) == (303, 260)
        await duel.move(2, Move.parse("r2c1=3"), 1)

    async def after(lobby: Lobby) -> None:
        duel = lobby.get(keys[0])
        assert duel.clock == GameClock(300, 3)
        assert left(duel) == (303, 263)
        assert not duel.is_idle  # its clock runs
        assert left(duel, 5) == (298, 263)

    with_lobby(tmp_path, before)
    with_lobby(tmp_path, after)


def test_time_that_runs_out_loses_the_game(tmp_path: Path) -> None:
    async def act(lobby: Lobby) -> None:
        duel = await clocked(lobby)
        shown = asyncio.Event()
        duel.clock = GameClock(1, 0)  # a second
        await duel.move(1, Move.parse("r1c3=3"), 0)
        duel.watchers.add(shown.set)
        await asyncio.wait_for(shown.wait(), 20)
        outcome = duel.game.outcome()
        assert outcome
        assert (outcome.winner, duel.reason) == (1, Reason.TIME_UP)
        assert ending(duel, [1]) == "You win: Bob’s time is up."
        assert ending(duel, [2]) == "You lose: your time is up."
        assert ending(duel, []) == "Ann wins: Bob’s time is up."
        with pytest.raises(TurnError, match="over"):
            await duel.move(2, Move.parse("r2c1=3"), 1)
        kept = json.loads((lobby.folder / f"{duel.key}.json").read_text())
        assert kept["reason"] == Reason.TIME_UP

    with_lobby(tmp_path, act)
