"""Thousands of exact and proven claims of sensei, each compared with perfect play from the rules alone.

python tests/soak/sensei_claims.py [CLAIMS] [SEED]

Small endgames of every rule set, with one solution or several, refused moves, any score, and players who may be stuck.
Each is looked at as an agent does and as an analysis does, with little effort and with much, and everything that is
said on the way counts: the value of the position or of a move if it is called exact, who makes the last move if that is
called proven, and the line of perfect play.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from slow_duel import SlowDuel
from slow_rows_duel import SlowTerritory

from dueldoku import Game, Geometry, Grid, Move, Position
from dueldoku.engine.effort import Effort
from dueldoku.engine.insight import Insight, Kind, Tempo
from dueldoku.engine.insights import insights, load_kernels
from dueldoku.engine.skill import Skill
from dueldoku.puzzles.fill import full_board

CLAIMS = 20_000
KINDS = (  # rules, shape, most empty cells
    ("classic", (2, 2), 8), ("classic", (2, 3), 8), ("classic", (3, 2), 7), ("classic", (3, 3), 8),
    ("rows", (2, 2), 7), ("rows", (2, 3), 7), ("border", (2, 2), 7), ("random", (3, 2), 6), ("rows", (3, 3), 6),
)  # fmt: skip
NODES = 30, 1_000, 20_000, 1_000_000


class Truth:
    """A random position, and what every move of it is worth."""

    def __init__(self, random: Random) -> None:
        self.rules, shape, most = random.choice(KINDS)
        geometry = Geometry.of(*shape)
        grid = _board(geometry, random.randint(2, most), random)
        start = Game(Position(grid, self.rules), seed=random.randrange(1 << 30))
        owners = tuple(random.choice((1, 2)) if value else 0 for value in grid) if start.regions else ()
        slow: SlowDuel = SlowTerritory(*shape, start.regions) if start.regions else SlowDuel(*shape)
        taboo = frozenset(bomb for bomb in sorted(slow.proposals(tuple(grid))[1]) if random.random() < 0.2)
        turn = random.choice((1, 2))
        if isinstance(slow, SlowTerritory) and not slow.squares(tuple(grid), owners, turn):
            turn = 3 - turn
        moves = tuple(geometry.move(*bomb) for bomb in sorted(taboo))
        scores = random.choice(((0, 0), (5, 0), (0, 4)))
        regions = start.regions or ()
        self.game = Game(Position(grid, self.rules, turn, scores=scores, owners=owners, regions=regions, taboo=moves))
        self.keeps: dict[Move, bool] = {}  # who can force the last move, in the classic game
        if isinstance(slow, SlowTerritory):
            found = slow.worths(tuple(grid), owners, turn, taboo) if slow.squares(tuple(grid), owners, turn) else {}
        else:
            found = slow.move_values(tuple(grid), taboo)
            self.keeps = {geometry.move(*pair): slow.keeps_tempo(tuple(grid), taboo, pair) for pair in found}
        self.values = {geometry.move(*pair): value for pair, value in found.items()}

    def claims(self, insight: Insight) -> Iterator[tuple[str, bool]]:
        """Everything that is claimed, by its kind, and whether it is so."""
        best = max(self.values.values())
        if insight.kind is Kind.EXACT:
            yield "value", insight.value == best
            yield "best move", self.values[insight.best.move] == best
        for move in insight.moves:
            if move.is_exact:
                yield "value of a move", move.value == self.values[move.move]
            if move.tempo is not Tempo.OPEN:
                yield "last move", (move.tempo is Tempo.WON) == self.keeps[move.move]
        if insight.tempo is not Tempo.OPEN:
            yield "who moves last", (insight.tempo is Tempo.WON) == any(self.keeps.values())


def _board(geometry: Geometry, empty: int, random: Random) -> Grid:
    """A board with so many empty cells; in some, two digits are missing, so that it has several solutions."""
    solved = full_board(geometry, random)
    holes = set(random.sample(range(geometry.size), empty))
    if random.random() < 0.3:
        pair = set(random.sample(range(1, geometry.side + 1), 2))
        missing = [cell for cell, digit in enumerate(solved) if digit in pair]
        holes = set(missing[:empty]) | set(random.sample(sorted(holes), max(0, empty - len(missing))))
    return Grid(geometry, tuple(0 if cell in holes else value for cell, value in enumerate(solved)))


def check_line(game: Game, insight: Insight) -> bool:
    """Whether the line of perfect play gains what was promised; it may end early, where the effort did."""
    player, before = game.turn, game.scores
    game = game.copy()
    for move in insight.line:
        game.push(move)
    gained = [now - then for now, then in zip(game.scores, before, strict=True)]
    return not game.is_over() or gained[player - 1] - gained[2 - player] == insight.value


def soak(claims: int, seed: int) -> Counter[str]:
    """Check so many; returns how many of each kind there were. Raises AssertionError at the first that is wrong."""
    checked, number = Counter[str](), 0
    while checked.total() < claims:
        random = Random(f"{seed} {number}")
        number += 1
        truth = Truth(random)
        if not truth.values:
            continue
        skill, nodes = Skill(thorough=random.random() < 0.5), random.choice(NODES)
        where = f"seed {seed}, number {number - 1}: {truth.game.position()}, {nodes} nodes"
        for insight in insights(truth.game, Effort(nodes=nodes), skill):
            for what, is_so in truth.claims(insight):
                assert is_so, f"{what}: {where}"
                checked[f"{truth.rules}, {what}"] += 1
            if insight.kind is Kind.EXACT and len(insight.line) > 1:
                assert check_line(truth.game, insight), f"line: {where}"
                checked[f"{truth.rules}, line"] += 1
    return checked


if __name__ == "__main__":
    load_kernels()
    arguments = [int(argument) for argument in sys.argv[1:]]
    found = soak(*arguments) if len(arguments) == 2 else soak(arguments[0] if arguments else CLAIMS, 1)
    for what, times in sorted(found.items()):
        print(f"{what:30} {times:6}")
    print(f"{found.total()} claims, all of them right")
