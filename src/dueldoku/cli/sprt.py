"""``dueldoku sprt``: is this agent better? Plays until the games tell."""

from __future__ import annotations

import json
from dataclasses import asdict
from functools import partial
from itertools import islice
from typing import Annotated

from cyclopts import Parameter

from dueldoku.arena.pool import Where
from dueldoku.arena.report import Report
from dueldoku.arena.run import Run
from dueldoku.arena.standings import MatchScore
from dueldoku.arena.submissions import gather
from dueldoku.arena.task import Result
from dueldoku.arena.trial import Trial
from dueldoku.cli.games import STOPS, columns, open_archive, say_stopped
from dueldoku.cli.live import watcher_of
from dueldoku.cli.numbers import between
from dueldoku.cli.options import AgentName, JsonResult, Keep, Places, Played, Setup
from dueldoku.errors import PlanError
from dueldoku.render.table import wrap
from dueldoku.words import counted

_ELO = between(-10_000, 10_000)
_SHARE = between(0.000001, 0.999999)
_CANNOT = "cannot be told"


def sprt(
    agent: AgentName,
    opponent: str,
    /,
    *,
    elo0: Annotated[float, _ELO, Parameter(help="The lead that is not enough.")] = 0,
    elo1: Annotated[float, _ELO] = 50,
    alpha: Annotated[float, _SHARE, Parameter(help="How often H1 may be accepted though H0 is true.")] = 0.05,
    beta: Annotated[float, _SHARE, Parameter(help="How often H0 may be accepted though H1 is true.")] = 0.05,
    setup: Played = Setup(),  # noqa: B008
    games: Annotated[int, between(2, 10**9)] = 10_000,
    archive: Keep = "",
    name: str = "",
    places: Places = Where(),  # noqa: B008
    json_: JsonResult = False,
) -> int:
    """Test whether an agent is better: pairs of games are played until it is clear enough.

    H0 says that it is at most --elo0 better than the opponent, H1 that it is at least --elo1 better.

    Parameters
    ----------
    opponent
        The agent that it is compared with.
    elo1
        The lead that is; the farther from --elo0, the fewer games it takes.
    games
        Give up after so many.
    name
        What the test is called in the archive.

    """
    with gather([agent, opponent]) as field:
        trial = Trial(setup.plan(field.check(), games=games + games % 2), elo0, elo1, alpha, beta)
        try:
            trial.state  # noqa: B018
        except ValueError as error:
            raise PlanError(str(error)) from None
        return _play(trial, games, name, archive, places, as_json=json_)


def _play(trial: Trial, games: int, name: str, archive: str, places: Where, *, as_json: bool) -> int:
    plan = trial.plan
    one, other = (entrant.name for entrant in plan.agents)
    name = name or f"sprt {one} - {other}"
    with open_archive(archive) as store:
        run = Run(plan, store, name, places)
        for game in store.games(name):
            trial.add(game)
        tasks = islice(trial.tasks(run.stored), games - len(run.stored))
        try:
            run.play(tasks, None, watcher_of(as_json, partial(_note, trial)), enough=lambda: trial.over)
        except STOPS as why:
            return say_stopped(why, store if archive else None, name)
        report = Report(store.games(name), [one, other])
    score = report.match(one, other)
    if as_json:
        verdict = _CANNOT if trial.stuck and not trial.decided else trial.state.decision.value
        told = {"verdict": verdict, **asdict(trial.state), **trial.bounds}
        print(json.dumps({**told, **score.to_json(), "pairs": trial.counts}))
    else:
        print("\n" + report.text(columns()))
        print("\n".join(line for told in _verdict(trial, score) for line in wrap(told, columns())))
    return 0


def _note(trial: Trial, result: Result) -> str:
    """Counts a game, and tells how the test stands."""
    trial.add(result)
    state = trial.state
    return f"LLR {state.llr:+.2f} ({state.lower:+.2f} to {state.upper:+.2f})"


def _verdict(trial: Trial, score: MatchScore) -> list[str]:
    """What the test says, in words."""
    state, elo0, elo1 = trial.state, trial.bounds["elo0"], trial.bounds["elo1"]
    better = f"is accepted: {score.agent} is better than {score.opponent} by"
    claims = {
        "H1": f"H1 {better} {elo1:g} Elo or more, rather than by {elo0:g} or less.",
        "H0": f"H0 {better} {elo0:g} Elo or less, rather than by {elo1:g} or more.",
    }
    undecided = f"Not decided after {counted(score.games, 'game')}; --games allows more."
    if trial.stuck:
        undecided = (
            f"It {_CANNOT} which of them is better: the agents only repeat their games on "
            f"{'this board' if len(trial.plan.boards) == 1 else 'these boards'}."
        )
    pairs = sum(trial.counts)
    return [
        claims.get(state.decision.value, undecided),
        f"LLR {state.llr:+.2f} after {counted(pairs, 'pair')}; H0 at {state.lower:+.2f}, H1 at {state.upper:+.2f}.",
    ]
