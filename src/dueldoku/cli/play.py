"""``dueldoku play``: one game, shown as it goes and recorded: of two agents, or your own with hints and a review."""

from __future__ import annotations

import sys
import time as clock
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from dueldoku.agents.base import Limit
from dueldoku.arena import uncaged
from dueldoku.arena.hosting.host import Host
from dueldoku.arena.hosting.limits import MEMORY, check_memory
from dueldoku.arena.plan import find_limits, make_plan
from dueldoku.arena.play import check_agent, play_task
from dueldoku.arena.referee import Referee
from dueldoku.arena.submissions import gather
from dueldoku.arena.task import GameTask, own_limit
from dueldoku.cli.games import program
from dueldoku.cli.human import HELP, PersonSeat, Stopped
from dueldoku.cli.numbers import NODES, between
from dueldoku.cli.options import AgentMemory, BoardName, Json, Rules, Seed, Time
from dueldoku.cli.picture import show_view
from dueldoku.cli.printed import behind_bar
from dueldoku.cli.review import in_lines, review_with_progress
from dueldoku.duel.record import GameRecord
from dueldoku.duel.turn import Ruling, Turn
from dueldoku.errors import AgentFault, PlanError
from dueldoku.game.boards import one_position
from dueldoku.game.game import Game, check_start
from dueldoku.render import text

YOU = "you"
_LAST_LINES = 4  # turns in words below the live board
_MOST_LINES = 5  # of what an agent printed in a turn; dueldoku replay --output shows all
_REVIEW_SECONDS = 0.2


def play(
    agent: str,
    opponent: str,
    /,
    *,
    board: BoardName = "random-3x3",
    rules: Rules = None,
    time: Time = None,
    nodes: Annotated[int | None, NODES] = None,
    seed: Seed = 1,
    memory: AgentMemory = MEMORY,
    delay: Annotated[float, between(0, 3_600)] = 0.06,
    record: str = "games/played.jsonl",
    json_: Json = False,
) -> None:
    """Play one game between two agents, or against one yourself, show it as it goes, and record it.

    Parameters
    ----------
    agent
        The agent that moves first: a bundled one, perhaps with options (name:option=value), or a folder, file or zip,
        each perhaps with a limit of its own for a turn (name@0.1); or 'you'.
    opponent
        The agent that moves second; or 'you'.
    board
        A bundled board such as empty-3x3, a file, or the board itself.
    nodes
        Search nodes for each turn instead: without a clock or a cage, and the same seed plays the same game.
    delay
        Seconds to look at each turn, on a terminal.
    record
        The file that the game is added to.
    json_
        Write only the game, as one line of JSON.

    """
    if YOU in (agent, opponent):
        _play_by_hand((agent, opponent), board, rules, find_limits(time, nodes)[0], seed, record, check_memory(memory))
        return
    with gather([agent, opponent]) as field:
        plan = make_plan(field.check(), board, times=time, nodes=nodes, rules=rules, seed=seed, memory=memory)
        if len(plan.boards) != 1:
            raise PlanError(f"expected one board, got {len(plan.boards)} in {board!r}")
        uncaged.warn(plan.uncaged)
        _play(next(plan.tasks()), delay, record, as_json=json_)


def _play(task: GameTask, delay: float, record: str, *, as_json: bool) -> None:
    for player, entrant in enumerate(task.agents, 1):
        found = check_agent(entrant, player, task.start, own_limit(entrant, task.limit), task.memory)
        if not found.starts:
            print("".join(f"{line}\n" for line in behind_bar(found.output.splitlines())), end="", file=sys.stderr)
            raise PlanError(f"{entrant.name}: {found.why}")
    with _show(Console(highlight=False), task.names, delay, quiet=as_json) as watch:
        result = play_task(task, [watch])
    _keep(result.record, record)
    if as_json:
        print(result.record.to_json())
        return
    print(f"\n{result}")
    _say_kept(record)


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
    printed: list[str] = []  # below a live board there is no room for it before the end
    with Live(console=console, auto_refresh=False, vertical_overflow="visible") as live:

        def watch(referee: Referee) -> None:
            game = referee.game
            line, said = _in_words(len(game.history), game.history[-1], names), _printed(referee)
            picture = text.draw(game.view(names), console.width)
            if console.is_terminal and _fits(picture, console):
                recent.append(line)
                words = Text("\n".join(recent), no_wrap=True, overflow="ellipsis")
                live.update(Group(picture, words), refresh=True)
                clock.sleep(delay)
                printed.extend([line, *said] if said else [])
            else:
                print("\n".join([line, *said]), flush=True)
                if game.is_over():
                    console.print(picture, soft_wrap=True)

        yield watch
    print("\n".join(["\nWhat the agents printed:", *printed]) if printed else "", end="\n" if printed else "")


def _printed(referee: Referee) -> list[str]:
    """What the agent printed in the last turn: all of it if that lost the game, with its traceback."""
    turn, answer, _ = referee.last or (None, None, None)
    if not turn or not answer or not answer.output:
        return []
    return behind_bar(answer.output.split("\n"), None if turn.ruling.loses else _MOST_LINES)


def _fits(picture: Text, console: Console) -> bool:
    lines = picture.plain.split("\n")
    return len(lines) + _LAST_LINES < console.height and max(map(len, lines)) <= console.width


def _in_words(number: int, turn: Turn, players: tuple[str, str]) -> str:
    words = str(turn).split(" ", 1)[1]
    if turn.ruling is Ruling.REFUSED:
        words += ": no solution would be left, so it is taboo and the turn passes"
    width = max(map(len, players)) + 1
    return f"{number:4}. {text.OWNER_SIGNS[turn.player]} {players[turn.player - 1]:{width}} {words}"


def _play_by_hand(
    players: tuple[str, str], board: str, rules: str | None, limit: Limit, seed: int, file: str, memory: int
) -> None:
    """A game in which ``you`` is one of the players, or both. It is kept, finished or not, and reviewed if it is."""
    if limit.nodes is not None:
        raise PlanError("expected a time for each turn, as a person plays; got --nodes")
    start = one_position(board)
    check_start(start)
    game = Game(start, rules, seed=seed)
    you = PersonSeat(players)
    referee = _play_with(you, game, limit, seed, memory)
    show_view(game.view(players))
    if not game.history:
        return
    unrated = {"unrated": ", ".join(you.helps)} if you.helps else {}
    record = referee.record(players, **unrated)
    _keep(record, file)
    print(f"\n{record.sentence}" + (f" (unrated: {unrated['unrated']})" if unrated else ""))
    if record.reason:
        _show_review(record)
    _say_kept(file)


def _play_with(you: PersonSeat, game: Game, limit: Limit, seed: int, memory: int) -> Referee:
    """Play until the game ends or you do."""

    def watch(referee: Referee) -> None:
        if referee.last:
            print(_in_words(len(game.history), referee.last.turn, you.names))
            if game.is_over():  # not before: what your opponent prints is not for you
                print("".join(f"{line}\n" for line in _printed(referee)), end="")

    with ExitStack() as closing:
        field = closing.enter_context(gather(name for name in you.names if name != YOU))
        found = iter(field.check())
        agents = [None if name == YOU else next(found) for name in you.names]
        one, two = (limit if agent is None else own_limit(agent, limit) for agent in agents)
        first, second = (
            closing.enter_context(Host(agent, player, seed=seed, memory=memory)) if agent else you
            for player, agent in enumerate(agents, 1)
        )
        try:
            first.start()
            second.start()
        except AgentFault as fault:
            name = next(name for name in you.names if name != YOU)
            raise PlanError(f"{name}: {fault}") from None
        print(HELP)
        referee = Referee(game, [watch])
        try:
            referee.play((first, second), (one, two))
        except (Stopped, EOFError):
            print("\nStopped.")
        return referee


def _show_review(record: GameRecord) -> None:
    """What sensei thinks of the game. Ctrl-C skips it."""
    print("\nSensei looks at the game again; Ctrl-C skips that.")
    try:
        print("\n".join(in_lines(record, review_with_progress(record, _REVIEW_SECONDS))))
    except KeyboardInterrupt:
        print("Skipped.")
