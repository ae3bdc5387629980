"""How strong sensei plays: weaker levels see less far and know less of the theory; none makes mistakes on purpose."""

from __future__ import annotations

from dueldoku.agents.sensei.skill import Skill

LEVELS = {
    "beginner": "takes the points that lie there, and thinks of nothing else",
    "casual": "also sees what the other one can take next",
    "club": "looks three turns ahead, but knows nothing of bombs",
    "expert": "looks six turns ahead, and counts cells and bombs near the end",
    "master": "proves who makes the last move, and plays the last ten cells perfectly",
    "full": "all that it can do",
}

_SKILLS = {
    "beginner": Skill(depth=0, bombs=False),
    "casual": Skill(depth=1, bombs=False),
    "club": Skill(depth=3, bombs=False),
    "expert": Skill(depth=6, exact=0, proofs=False, sight=62),
    "master": Skill(depth=12, exact=10, sight=26),
    "full": Skill(),
}
assert LEVELS.keys() == _SKILLS.keys()


def skill_of(level: str) -> Skill:
    """What a level knows. The level is one of LEVELS."""
    return _SKILLS[level]
