"""What has to be said beside the numbers of a report, each in a sentence: repeats, copies, groups, starved turns."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dueldoku.stats.ratings import Ratings


_MOST = 3  # agents with starved turns that are named


def find_copies(agents: Iterable[tuple[str, str]]) -> tuple[tuple[str, ...], ...]:
    """Of names and digests, the names whose digest is the same. One agent with several time limits is no copy.

    >>> find_copies([("ann", "1"), ("bob", "2"), ("cid", "1"), ("bob@0.5", "2")])
    (('ann', 'cid'),)
    """
    names: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for name, digest in agents:
        if digest:  # a person has none
            names[digest][re.sub(r"@[\d.e+-]+$", "", name)] = None
    return tuple(tuple(same) for same in names.values() if len(same) > 1)


def copies_note(copies: Iterable[Sequence[str]]) -> str:
    """A sentence about agents that are the same.

    >>> copies_note([("team03", "team09")])
    'team03 and team09 have the same files, so they are one agent under several names.'
    """
    return " ".join(
        f"{', '.join(same[:-1])} and {same[-1]} have the same files, so they are one agent under several names."
        for same in copies
    )


def group_note(ratings: Ratings) -> str:
    """A sentence if the games do not connect all agents, else nothing."""
    if ratings.connected:
        return ""
    groups = "; ".join(", ".join(group) for group in ratings.groups)
    return f"No chain of games connects these groups, so between them the ratings say nothing: {groups}."


def starved_note(starved: Mapping[str, int], turns: int) -> str:
    """A sentence about the turns that got too little of a core, out of so many under the clock.

    >>> starved_note({"ann": 0, "bob": 0}, 120)
    'No turn was starved: in all 120 turns the agents got the processor time that they asked for.'
    >>> starved_note({"ann": 3, "bob": 0}, 120)
    '3 of 120 turns were starved, which means that their agent had to wait for a processor core (ann 3); with fewer \
--workers it is fairer.'
    """
    if not turns:
        return ""
    if not any(starved.values()):
        return f"No turn was starved: in all {turns} turns the agents got the processor time that they asked for."
    most = sorted(((count, who) for who, count in starved.items() if count), key=lambda one: -one[0])
    listed = ", ".join(f"{who} {count}" for count, who in most[:_MOST]) + ", …" * (len(most) > _MOST)
    return (
        f"{sum(starved.values())} of {turns} turns were starved, which means that their agent had to wait for a "
        f"processor core ({listed}); with fewer --workers it is fairer."
    )
