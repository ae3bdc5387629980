"""A tournament on the screen while it runs."""

from __future__ import annotations

import io

from fast_games import fast_plan
from rich.console import Console

from dueldoku.arena.play import play_task
from dueldoku.cli.live import ScreenWatcher


def test_the_live_view() -> None:
    console = Console(file=io.StringIO(), force_terminal=True, width=100, height=40, color_system=None)
    plan = fast_plan(rounds=2)
    screen = ScreenWatcher(console, lambda result: "LLR +0.10")
    tasks = list(plan.tasks())
    with screen.open([], [agent.name for agent in plan.agents], 4):
        screen.running[:] = tasks[1:]
        screen.add(play_task(tasks[0], [lambda referee: screen.turn(tasks[0], referee)]))
        console.print(screen)
    assert isinstance(console.file, io.StringIO)
    shown = console.file.getvalue()
    for part in (
        "1. greedy_player",
        "1/4 games",
        " left",
        "LLR +0.10",
        "last  greedy_player - random_player",
        "now   ",
    ):
        assert part in shown
    assert "┌─────┬─────┐" in shown, "the board of the game"
