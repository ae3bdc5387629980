"""One line from Python: a game, a match, a tournament.

>>> print(play("greedy_player", "random_player", board="easy-2x2", nodes=1))  # doctest: +ELLIPSIS
greedy_player wins ...
>>> print(match("greedy_player", "random_player", board="easy-2x2", nodes=1, games=4))  # doctest: +ELLIPSIS
greedy_player against random_player: ...

Agents are written as on the command line: a bundled name, perhaps with options (``mcts-tree:c=0.5``), or the path of a
file, folder or zip, each perhaps with a limit of its own for a turn (``sensei@0.1``). With ``seconds`` every agent
plays in its cage and under the clock. With ``nodes`` agents play in this process, fast, and the same seed plays the
same games; nothing is caged then, so play only agents of your own. ``memory`` is how many megabytes an agent may take
in its cage.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from dueldoku.arena import uncaged
from dueldoku.arena.admission import Admitted, admit
from dueldoku.arena.archive import Archive
from dueldoku.arena.entrant import Entrant
from dueldoku.arena.hosting.limits import MEMORY
from dueldoku.arena.plan import Plan, make_plan
from dueldoku.arena.play import play_task
from dueldoku.arena.pool import Where
from dueldoku.arena.report import Report
from dueldoku.arena.run import Run, RunWatcher
from dueldoku.arena.submissions import gather
from dueldoku.arena.task import Result
from dueldoku.errors import PlanError

GAMES = 20  # of a match, if nothing is said


def play(
    agent: str,
    opponent: str,
    *,
    board: str = "random-3x3",
    seconds: float | None = None,
    nodes: int | None = None,
    rules: str | None = None,
    seed: int = 1,
    memory: int = MEMORY,
) -> Result:
    """Play one game; ``agent`` moves first. A turn may take so many seconds (0.5 if nothing is said) or nodes."""
    with gather([agent, opponent]) as field:
        plan = make_plan(field.check(), board, times=seconds, nodes=nodes, rules=rules, seed=seed, memory=memory)
        if len(plan.boards) != 1:
            raise PlanError(f"expected one board, got {len(plan.boards)} in {board!r}")
        uncaged.warn(plan.uncaged)
        return play_task(next(plan.tasks()))


def match(
    agent: str,
    opponent: str,
    *,
    board: str | Sequence[str] = "random-3x3",
    seconds: float | Sequence[float] = (),
    nodes: int | None = None,
    games: int | None = None,
    rounds: int | None = None,
    rules: str | None = None,
    seed: int = 1,
    memory: int = MEMORY,
    archive: str | Path | None = None,
    name: str = "",
    workers: int = 1,
    cluster: str = "",
    watcher: RunWatcher | None = None,
) -> Report:
    """Play a match in pairs of games, each agent moving first in one of them; 20 games if nothing is said.

    With an ``archive`` the games are kept, and the same call goes on where it stopped.
    """
    games = GAMES if games is None and rounds is None else games
    with gather([agent, opponent]) as field:
        plan = make_plan(
            field.check(),
            board,
            times=seconds,
            nodes=nodes,
            games=games,
            rounds=rounds,
            rules=rules,
            seed=seed,
            memory=memory,
        )
        name = name or f"match {plan.agents[0].name} - {plan.agents[1].name}"
        return _play(Admitted(plan), archive, name, Where(None if cluster else workers, cluster), watcher)


def tournament(
    agents: Iterable[str],
    *,
    board: str | Sequence[str] = "random-3x3",
    seconds: float | Sequence[float] = (),
    nodes: int | None = None,
    games: int | None = None,
    rounds: int | None = None,
    rules: str | None = None,
    seed: int = 1,
    memory: int = MEMORY,
    gauntlet: str = "",
    skip_broken: bool = False,
    archive: str | Path | None = None,
    name: str = "tournament",
    workers: int = 1,
    cluster: str = "",
    watcher: RunWatcher | None = None,
) -> Report:
    """Play every two agents on every board with every time and both seats, or only ``gauntlet`` against all others.

    A folder may be full of agents, as folders or zips. With ``skip_broken``, those that cannot start are left out, and
    the report names them (``left_out``); else nothing is played, and PlanError names them all.

    With an ``archive`` the games are kept, and the same call goes on where it stopped.
    """
    where = Where(None if cluster else workers, cluster)

    def plan_of(entrants: Sequence[Entrant]) -> Plan:
        return make_plan(
            entrants,
            board,
            times=seconds,
            nodes=nodes,
            games=games,
            rounds=rounds,
            rules=rules,
            seed=seed,
            gauntlet=bool(gauntlet),
            memory=memory,
        )

    with gather(agents, many=True, first=gauntlet) as field:
        admitted = admit(field, plan_of, where, watcher or RunWatcher(), skip_broken=skip_broken)
        return _play(admitted, archive, name, where, watcher)


def _play(
    admitted: Admitted, archive: str | Path | None, name: str, where: Where, watcher: RunWatcher | None
) -> Report:
    with ExitStack() as closing:
        file = archive or Path(closing.enter_context(TemporaryDirectory()), "games.db")
        store = closing.enter_context(Archive(file, write=True))
        run = Run(admitted.plan, store, name, where)
        run.play(run.missing(), run.total, watcher, checked=admitted.checked)
        names = [agent.name for agent in admitted.plan.agents]
        return Report(store.games(name), names, left_out=admitted.left_out)
