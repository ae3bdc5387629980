"""The door to what sensei knows: better and better insights into a position of any game."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import cache

from dueldoku.board.move import Move
from dueldoku.duel.position import Position
from dueldoku.engine.classic import classic_insights
from dueldoku.engine.effort import Effort
from dueldoku.engine.exact import solve_by_search
from dueldoku.engine.glance import glance
from dueldoku.engine.insight import Insight, Kind
from dueldoku.engine.memory import Memory
from dueldoku.engine.skill import Skill
from dueldoku.engine.territory import EVERY_MOVE, territory_insights
from dueldoku.game.game import Game

_LEAST = 2_000  # nodes that an insight takes
_LINE = 6  # turns of a line that is only judged
_FOR_A_TURN = 3_000  # nodes for each of them
_MOST_SEARCHED = 16  # empty cells with which perfect play is worth a try where there are territories
POSITIONS = {  # of each kind that other kernels work on
    "one solution": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "tempo fights": "2x3:3..25....31.51642.43.1..1.3.4...4.3.",
    "endgames": "123.341221.3.3.1",
    "several solutions": "12..34..........",
    "open boards": 16 * ".",
    "open 9x9 boards": 81 * ".",
    "territories": "12..34.......... rules=rows",
}


def insights(game: Game, effort: Effort, skill: Skill, memory: Memory | None = None) -> Iterator[Insight]:
    """What is known about the position, better and better. Nothing if the game is over or hopeless.

    What earlier turns kept in the ``memory`` is looked up, and it keeps something of this one.
    """
    if game.is_over():
        return
    memory = memory or Memory()
    if skill.depth == 0:
        if seen := glance(game, skill.kinds):
            yield seen
        return
    if not game.regions:
        yield from classic_insights(game, effort, skill, memory)
        return
    margin = EVERY_MOVE if skill.thorough else 0
    for number, insight in enumerate(territory_insights(game, effort, skill.territory, margin)):
        yield insight
        if insight.depth >= skill.depth:
            return
        is_small = game.values.count(0) <= min(_MOST_SEARCHED, skill.exact)
        if number == 0 and is_small:
            exact = solve_by_search(game, insight, effort.part(0.5), skill, memory)
            if exact:
                yield exact
            memory.save(effort)
            if exact:
                return


def last_insight(game: Game, effort: Effort, skill: Skill) -> Insight | None:
    """The best that can be known with this effort, or with a little more if it is none; None if there is nothing."""
    last = deque(insights(game, effort, skill), maxlen=1) or deque(insights(game, Effort(nodes=_LEAST), skill), 1)
    return last[0] if last else None


def best_line(game: Game, insight: Insight) -> tuple[Move, ...]:
    """How the game may go on: the line of perfect play, or a few turns as they look at a glance."""
    if insight.kind is Kind.EXACT and insight.line:
        return insight.line
    line, game = [insight.best.move], game.copy()
    game.push(insight.best.move)
    while len(line) < _LINE and not game.is_over():
        last = last_insight(game, Effort(nodes=_FOR_A_TURN), Skill())
        if last is None:
            break
        line.append(last.best.move)
        game.push(last.best.move)
    return tuple(line)


@cache
def load_kernels(kinds: tuple[str, ...] = tuple(POSITIONS)) -> None:
    """Load what is compiled for these kinds of positions, once, so that no turn has to wait for it.

    On a new machine it is compiled first.
    """
    for kind in kinds:
        last_insight(Game(Position.parse(POSITIONS[kind])), Effort(nodes=1_000), Skill())
