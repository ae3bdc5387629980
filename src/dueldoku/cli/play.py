"""``dueldoku play``: one game between two agents, shown as it goes and recorded."""

from __future__ import annotations

import time as clock
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from dueldoku.agents.base import Limit
from dueldoku.arena.plan import find_limits, make_plan
from dueldoku.arena.play import check_agent, play_task
from dueldoku.arena.referee import Referee
from dueldoku.cli.games import program
from dueldoku.cli.human import YOU, play_by_hand, show_review
from dueldoku.cli.options import BoardName, Json, Rules, Seed, Time
from dueldoku.duel.record import GameRecord
from dueldoku.duel.turn import Ruling, Turn
from dueldoku.errors import PlanError
from dueldoku.game.game import Game
from dueldoku.render import text

_LAST_LINES = 4  # turns in words below the live board


def play(
    agent: str,
    opponent: str,
    /,
    *,
    board: BoardName = "random-3x3",
    rules: Rules = None,
    time: Time = None,
    nodes: int | None = None,
    seed: Seed = 1,
    delay: float = 0.06,
    record: str = "games/played.jsonl",
    json_: Json = False,
) -> None:
    """Play one game between two agents, or against one yourself, show it as it goes, and record it.

    Parameters
    ----------
    agent
        The agent that moves first: a bundled one, perhaps with options (name:option=value), or a folder or file; or
        'you'.
    opponent
        The agent that moves second; or 'you'.
    board
        A bundled board such as empty-3x3, a file, or the board itself.
    nodes
        Search nodes for each turn instead: bundled agents only, and the same seed plays the same game.
    delay
        Seconds to look at each turn, on a terminal.
    record
        The file that the game is added to.
    json_
        Write only the game, as one line of JSON.

    """
    if YOU in (agent, opponent):
        _play_by_hand((agent, opponent), board, rules, find_limits(time, nodes)[0], seed, record)
        return
    plan = make_plan([agent, opponent], board, times=time, nodes=nodes, rules=rules, seed=seed)
    if len(plan.boards) != 1:
        raise PlanError(f"expected one board, got {len(plan.boards)} in {board!r}")
    task = next(plan.tasks())
    for player, entrant in enumerate(task.agents, 1):
        starts, why = check_agent(entrant, player, task.start, task.limit)
        if not starts:
            raise PlanError(f"{entrant.name}: {why}")
    with _show(Console(highlight=False), task.names, delay, quiet=json_) as watch:
        result = play_task(task, [watch])
    _keep(result.record, record)
    if json_:
        print(result.record.to_json())
        return
    print(f"\n{result}")
    _say_kept(record)


def _play_by_hand(players: tuple[str, str], board: str, rules: str | None, limit: Limit, seed: int, file: str) -> None:
    game = play_by_hand(players, board, rules, limit, seed, lambda number, turn: _in_words(number, turn, players))
    if not game.turns:
        return
    _keep(game, file)
    print(f"\n{game.result}" + (f" (unrated: {game.tags['unrated']})" if "unrated" in game.tags else ""))
    if game.reason:
        show_review(game)
    _say_kept(file)


def _keep(game: GameRecord, file: str) -> None:
    path = Path(file)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as lines:
        lines.write(game.to_json() + "\n")


def _say_kept(file: str) -> None:
    print(f"The game was added to {file}. To see it again:  {program()} replay {file}")


@contextmanager
def _show(console: Console, names: tuple[str, str], delay: float, quiet: bool) -> Iterator[Callable[[Referee], None]]:
    """What to do with each turn: a live board where it fits, else a line."""
    if quiet:
        yield lambda referee: None
        return
    recent: deque[str] = deque(maxlen=_LAST_LINES)
    with Live(console=console, auto_refresh=False, vertical_overflow="visible") as live:

        def watch(referee: Referee) -> None:
            game = referee.game
            line = _in_words(len(game.history), game.history[-1], names)
            picture = _picture(game, names, console)
            if console.is_terminal and _fits(picture, console):
                recent.append(line)
                words = Text("\n".join(recent), no_wrap=True, overflow="ellipsis")
                live.update(Group(picture, words), refresh=True)
                clock.sleep(max(delay, 0))
            else:
                print(line, flush=True)
                if game.is_over():
                    console.print(picture, soft_wrap=True)

        yield watch


def _picture(game: Game, players: tuple[str, str], console: Console) -> Text:
    return text.draw(replace(game.view(), players=players), console.width)


def _fits(picture: Text, console: Console) -> bool:
    lines = picture.plain.split("\n")
    return len(lines) + _LAST_LINES < console.height and max(map(len, lines)) <= console.width


def _in_words(number: int, turn: Turn, players: tuple[str, str]) -> str:
    words = str(turn).split(" ", 1)[1]
    if turn.ruling is Ruling.REFUSED:
        words += ": no solution would be left, so it is taboo and the turn passes"
    width = max(map(len, players)) + 1
    return f"{number:4}. {text.OWNER_SIGNS[turn.player]} {players[turn.player - 1]:{width}} {words}"
