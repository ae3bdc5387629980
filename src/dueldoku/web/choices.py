"""Whom one can play against, and on which boards: what the page offers to choose from."""

from __future__ import annotations

from dueldoku.agents.levels import LEVELS
from dueldoku.agents.registry import AGENTS
from dueldoku.duel.rules import RULE_SETS
from dueldoku.game.boards import BOARDS, bundled_board
from dueldoku.web.clock import GameClock
from dueldoku.web.narration import shown_name

SIZES = {"2x2": "4 × 4", "2x3": "6 × 6", "3x3": "9 × 9", "3x4": "12 × 12", "4x4": "16 × 16", "5x5": "25 × 25"}
DIFFICULTIES = {"": "any", "easy": "easy", "medium": "medium", "hard": "hard", "expert": "expert"}
SYMMETRIES = {"none": "none", "rotational": "half turn", "quarter": "quarter turn", "diagonal": "diagonal"}
CLOCKS = {text: GameClock.parse(text).words for text in ("", "1+0", "3+2", "5+0", "5+3", "10+5", "15+10", "30+20")}
TIMES = {0.1: "0.1 s", 0.3: "0.3 s", 1.0: "1 s", 3.0: "3 s", 10.0: "10 s"}


def rules() -> dict[str, str]:
    """The rule sets, and the choice to leave them to the board."""
    return {"": "those of the board"} | {name: f"{name}: {one.about}" for name, one in RULE_SETS.items()}


def agents() -> dict[str, str]:
    """The bundled agents as they are written, and what they do; the levels of ``sensei`` first, easiest first."""
    levels = {f"sensei:level={level}": about for level, about in LEVELS.items()}
    others = {name: about for name, about in AGENTS.items() if name != "sensei"}
    return {name: f"{shown_name(name)}: {about}" for name, about in (levels | others).items()}


def boards() -> dict[str, str]:
    """The bundled boards by name, with their size and empty cells."""
    grids = {name: bundled_board(name).grid for name in BOARDS}
    return {
        name: f"{(side := grids[name].geometry.side)} × {side}, {len(grids[name].holes)} empty  ·  {name}"
        for name in sorted(grids, key=lambda name: (len(grids[name]), name))
    }
