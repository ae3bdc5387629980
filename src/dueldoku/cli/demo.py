"""``dueldoku demo``: a game between two bundled agents, shown as it goes and recorded."""

from __future__ import annotations

import shutil
import sys
import time
from collections import deque
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from dueldoku.agents.base import Limit
from dueldoku.agents.registry import load_agent
from dueldoku.arena.referee import play
from dueldoku.cli.source import Board, one_position
from dueldoku.formats.record import RecordedTurn
from dueldoku.game.game import Game, check_start
from dueldoku.game.outcome import Ruling, Turn
from dueldoku.render import text

_PLAYERS = ("greedy_player", "random_player")
_LAST_LINES = 4  # turns in words below the live board


def demo(
    *,
    board: Board = "empty-3x3",
    rules: str = "classic",
    seed: int = 1,
    delay: float = 0.06,
    record: str = "games/demo.jsonl",
    json_: Annotated[bool, Parameter(name="--json", negative=())] = False,
) -> None:
    """Play greedy_player against random_player, show the game as it goes, and record it.

    Parameters
    ----------
    board
        A bundled board such as empty-3x3, a file, or the board itself.
    rules
        The rule set: classic, rows, border or random.
    seed
        The same seed plays the same game.
    delay
        Seconds to look at each turn, on a terminal.
    record
        The file that the game is added to.
    json_
        Write only the game, as one line of JSON.

    """
    position = one_position(board)
    check_start(position)
    game = Game(position, rules, seed=seed)
    turns = play(game, (load_agent(_PLAYERS[0]), load_agent(_PLAYERS[1])), Limit(nodes=1), seed)
    console = Console(highlight=False)
    if json_:
        for _ in turns:
            pass
    elif console.is_terminal and _fits(game, console):
        recent: deque[str] = deque(maxlen=_LAST_LINES)
        with Live(console=console, auto_refresh=False, vertical_overflow="visible") as live:
            for number, turn in enumerate(turns, 1):
                recent.append(_in_words(number, turn))
                words = Text("\n".join(recent), no_wrap=True, overflow="ellipsis")
                live.update(Group(_picture(game, console), words), refresh=True)
                time.sleep(max(delay, 0))
    else:
        for number, turn in enumerate(turns, 1):
            print(_in_words(number, turn))
        console.print(_picture(game, console), soft_wrap=True)
    finished = game.record(_PLAYERS, seed=str(seed))
    path = Path(record)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(finished.to_json() + "\n")
    if json_:
        print(finished.to_json())
        return
    winner = f"{_PLAYERS[finished.winner - 1]} wins" if finished.winner else "A draw"
    print(f"\n{winner} {finished.scores[0]}-{finished.scores[1]}: {finished.reason} after {len(finished.turns)} turns.")
    print(f"The game was added to {record}. To see it again:  {_program()} replay {record}")


def _picture(game: Game, console: Console) -> Text:
    return text.draw(replace(game.view(), players=_PLAYERS), console.width)


def _fits(game: Game, console: Console) -> bool:
    lines = _picture(game, console).plain.split("\n")
    return len(lines) + _LAST_LINES < console.height and max(map(len, lines)) <= console.width


def _in_words(number: int, turn: Turn) -> str:
    words = str(RecordedTurn(*turn)).split(" ", 1)[1]
    if turn.ruling is Ruling.REFUSED:
        words += ": no solution would be left, so it is taboo and the turn passes"
    return f"{number:4}. {text.OWNER_SIGNS[turn.player]} {_PLAYERS[turn.player - 1]:14} {words}"


def _program() -> str:
    """How this program was called, for a command that can be pasted."""
    called = Path(sys.argv[0])
    if shutil.which("dueldoku") == str(called):
        return "dueldoku"
    try:
        return str(called.absolute().relative_to(Path.cwd()))
    except ValueError:
        return "dueldoku"
