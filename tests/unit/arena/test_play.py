"""Whose fault it is when the arena fails at a game again and again."""

from __future__ import annotations

import errno
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from fast_games import fast_plan

from dueldoku.agents.base import Limit
from dueldoku.agents.registry import load_agent
from dueldoku.arena import play, uncaged
from dueldoku.arena.entrant import Entrant, resolve
from dueldoku.arena.play import check_agent, play_task, settle
from dueldoku.arena.pool import Here
from dueldoku.arena.run import do_all
from dueldoku.arena.seat import AgentSeat, Answer
from dueldoku.arena.task import GameTask
from dueldoku.duel.turn import Reason
from dueldoku.errors import ArenaFault
from dueldoku.game.game import Game, replay

Fails = Callable[[str, str], bool]  # whether the arena fails at the agent of this name, when that one sits opposite


def use(monkeypatch: pytest.MonkeyPatch, fails: Fails) -> list[str]:
    """Have hosts play here, and fail; gives the names of the agents at whom they did."""
    failed: list[str] = []
    seated: dict[int, str] = {}

    class Host(AgentSeat):
        def __init__(self, entrant: Entrant, player: int, seed: int = 0, memory: int = 0) -> None:
            super().__init__(load_agent(entrant.source), player, seed)
            self._name, self._player = entrant.name, player
            seated[player] = entrant.name

        def ask(self, game: Game, limit: Limit) -> Answer:
            if fails(self._name, seated.get(3 - self._player, "")):
                failed.append(self._name)
                raise ArenaFault("there was no process", self._player)
            return super().ask(game, limit)

    monkeypatch.setattr(play, "Host", Host)
    return failed


def timed_tasks() -> list[GameTask]:
    """Two games between random_save_player and greedy_player, each in either seat."""
    return list(replace(fast_plan(("random_save_player", "greedy_player")), limits=(Limit(0.1),)).tasks())[:2]


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize(
    ("fails", "loser"),
    [
        (lambda name, _: name == "greedy_player", "greedy_player"),
        # At its opponent, whoever that is: an agent that takes away what the other one needs.
        (lambda _, opponent: opponent == "greedy_player", "greedy_player"),
        (lambda name, _: name != "random_player", ""),
    ],
)
def test_who_makes_the_arena_fail_has_lost(
    number: int, fails: Fails, loser: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = use(monkeypatch, fails)
    task = timed_tasks()[number]
    (result,) = do_all([task], Here(), play_task, settle=settle)
    assert len(failed) >= 4
    assert result.reason is Reason.ARENA
    assert result.task == task
    assert result.record.players == task.names
    assert loser in ("", task.names[result.fault - 1])
    assert result.detail == "again and again, and not with random_player in its seat"
    for _ in replay(result.record):
        pass


def test_an_arena_that_fails_with_everybody_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, lambda *_: True)
    with pytest.raises(ArenaFault, match=r"failed 4 times, last: also with random_player in both seats, there was no"):
        list(do_all(timed_tasks(), Here(), play_task, settle=settle))


def test_a_fault_that_passes_costs_nobody_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    failed = use(monkeypatch, lambda name, _: name == "greedy_player" and len(failed) < 3)
    (result,) = do_all(timed_tasks()[:1], Here(), play_task, settle=settle)
    assert len(failed) == 3
    assert result.reason is not Reason.DIED


def test_an_agent_with_which_the_arena_fails_does_not_start(monkeypatch: pytest.MonkeyPatch) -> None:
    task = timed_tasks()[0]
    use(monkeypatch, lambda name, _: name == "greedy_player")
    starts, why, _ = check_agent(task.agents[1], 2, task.start, task.limit)
    assert not starts
    assert why == "the arena fails with it again and again, not with random_player: there was no process"
    assert check_agent(task.agents[0], 1, task.start, task.limit) == (True, "", "")
    use(monkeypatch, lambda *_: True)
    with pytest.raises(ArenaFault):
        check_agent(task.agents[1], 2, task.start, task.limit)


def test_a_full_disk_is_no_loss_in_the_fast_lane(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stage(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    agent = tmp_path / "mine.py"
    agent.touch()
    monkeypatch.setattr(uncaged, "stage", stage)
    with uncaged.OpenSeat(resolve(str(agent)), 1, 0) as seat, pytest.raises(ArenaFault, match="No space left") as fault:
        seat.start()
    assert fault.value.player == 0  # another agent in its seat would tell nothing


def test_an_arena_that_cannot_copy_files_says_so_when_agents_are_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ArenaFault("the files of mine could not be copied")

    monkeypatch.setattr(play, "_check_agent", fail)
    with pytest.raises(ArenaFault, match="could not be copied"):
        check_agent(resolve("random_player"), 1, "", Limit(0.1))
