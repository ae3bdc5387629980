"""Who is let in to a tournament: broken agents are found, all of them, before anything is played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from dueldoku.arena.entrant import Entrant
from dueldoku.arena.plan import Plan
from dueldoku.arena.pool import Where
from dueldoku.arena.run import SKIP_HINT, RunWatcher, find_broken
from dueldoku.arena.submissions import Field
from dueldoku.errors import BrokenAgents


class Admitted(NamedTuple):
    """The plan of those who play, why others do not, and whether all who play are known to start."""

    plan: Plan
    left_out: dict[str, str] = {}  # noqa: RUF012 (nobody changes it)
    checked: bool = False


def admit(
    field: Field, plan_of: Callable[[Sequence[Entrant]], Plan], where: Where, watcher: RunWatcher, *, skip_broken: bool
) -> Admitted:
    """Plan with all agents of the field, or without the broken ones. Raises PlanError if these may not be skipped.

    Where all of them can be found, and none may be skipped, the run itself looks whether they start.
    """
    if field.error and len(field.broken) == 1 and not skip_broken:
        field.check()
    broken = dict(field.broken)
    if broken and (len(field.agents) < 2 or field.first in broken):
        raise BrokenAgents(broken)
    plan = plan_of(field.agents)
    if not broken and not skip_broken:
        return Admitted(plan, {}, False)
    with where.open() as pool:
        broken |= find_broken(plan, pool, watcher)
    if not skip_broken:
        raise BrokenAgents(dict(sorted(broken.items())), SKIP_HINT)
    sound = [agent for agent in plan.agents if agent.name not in broken]
    if len(sound) < 2 or (plan.gauntlet and plan.agents[0].name in broken):
        raise BrokenAgents(broken)
    return Admitted(plan_of(sound), dict(sorted(broken.items())), True)
