"""The classic game: perfect where the tables reach, else points by search and tempo by proof or by rule.

Each insight is better than the one before: first what takes most and opens least, then the points of a search, the
tempo fight by the parity rule and by proof, deeper searches, and at last the exact values where they can be had.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from dueldoku.board.move import Move
from dueldoku.engine.effort import Deepening, Effort
from dueldoku.engine.exact import plain_values, recall_endgame, solve_by_search, solve_endgame
from dueldoku.engine.insight import Insight, Kind, MoveValue, Tempo
from dueldoku.engine.memory import Memory
from dueldoku.engine.sight import Sight, look, open_board_of
from dueldoku.engine.skill import Skill
from dueldoku.engine.tempo import Fight, Listed, Prospect, prospects
from dueldoku.game.game import Game
from dueldoku.kernels.duel import points
from dueldoku.kernels.duel.bombs import rest_of
from dueldoku.kernels.duel.points import PointsSearch

_QUICK = 3  # turns ahead that take no time to speak of
_MOST_PLAIN = 20  # empty cells of which all sets are worked out in some milliseconds
_NO_MISTAKES = 16  # empty cells from which on no gift is to be hoped for


class PointsAhead(Deepening[PointsSearch]):
    """Points for each cell, deeper and deeper."""

    def __init__(self, game: Game, deepest: int) -> None:
        search = points.search_of(game.geometry, game.values, deepest)
        super().__init__(search, points.start, points.proceed)
        self.deepest = min(deepest, game.values.count(0))
        self.values = {cell: game.points(cell) for cell, value in enumerate(game.values) if not value}
        self.skip = 0

    def settle(self, game: Game, sight: Sight, effort: Effort, skill: Skill) -> bool:
        """Look ahead to the end, if that can be had and nobody can pass: no bomb lives."""
        rest = rest_of(game.geometry, game.values, sight.solutions[0].tolist())
        if rest is None or len(sight.empty) > min(self.deepest, _MOST_PLAIN):
            return False
        values = plain_values(rest, effort.part(0.1), skill)
        if values is None:
            return False
        self.values = {game.geometry.cell(*rest.moves[turn][:2]): value for turn, value in values.items()}
        self.depth = self.deepest
        return True

    def deepen(self, effort: Effort) -> bool:
        """Look one turn further ahead; False if that takes too long, or there is nothing further."""
        if self.depth == self.deepest or not super().deepen(effort):
            return False
        self.values = dict(enumerate(self.search.values[:-1].tolist()))
        self.skip = int(self.search.values[points.SKIP])
        return True


def classic_insights(game: Game, effort: Effort, skill: Skill, memory: Memory) -> Iterator[Insight]:
    """What is known about the position, better and better. Nothing if the board has no solution."""
    kept = recall_endgame(game, memory)
    if kept:
        yield kept
        if not _wants_mistakes(game, kept):
            return
    sight = look(game)
    if sight is None:
        return
    search = PointsAhead(game, skill.depth)
    glance = Effort(nodes=100_000)
    while search.depth < _QUICK and search.deepen(glance):
        pass
    effort.spend(glance.spent)
    view = _View(game, sight, skill, search)
    if not kept:
        yield view.insight()
    if skill.bombs and len(sight.empty) <= skill.sight:
        if not sight.bombs and search.settle(game, sight, effort, skill):
            yield view.insight()
        fights: list[Fight] = []
        if sight.is_complete:
            listed = Listed(game, sight)
            view.bombs_after = listed.bombs_after()
            fights = listed.fights(effort.part(0.3)) if skill.proofs else []
        else:
            view.look_around(effort.part(0.4))
        _prove(fights, effort.part(0.05))
        view.judge_tempo(fights)
        if not kept:
            yield view.insight()
        exact = kept or _solve(game, sight, view.insight(), effort, skill, memory)
        if exact:
            yield view.with_tempo(exact)
        memory.save(effort)
        if exact:
            return
        some = effort.part(0.15)
        while search.deepen(some):
            yield view.insight()
        _prove(fights, effort.part(0.9))
        view.judge_tempo(fights)
        yield view.insight()
    while search.deepen(effort):
        yield view.insight()


def _prove(fights: list[Fight], effort: Effort) -> None:
    """Share the effort between the fights."""
    for number, fight in enumerate(fights):
        fight.prove(effort.part(1 / (len(fights) - number)))


def _wants_mistakes(game: Game, exact: Insight) -> bool:
    """Whether the game is lost, but there is time for the other player to go wrong."""
    lead = game.scores[game.turn - 1] - game.scores[2 - game.turn]
    return exact.value + lead < 0 and game.values.count(0) > _NO_MISTAKES


def _solve(game: Game, sight: Sight, known: Insight, effort: Effort, skill: Skill, memory: Memory) -> Insight | None:
    """Perfect play, where it can be had."""
    if len(sight.empty) > skill.exact:
        return None
    if not sight.is_unique:
        return solve_by_search(game, known, effort.part(0.7), skill, memory)
    rest = rest_of(game.geometry, game.values, sight.solutions[0].tolist(), game.taboo)
    return solve_endgame(game, rest, effort, skill, memory) if rest else None


class _View:
    """All that is known so far, and the insight that follows from it."""

    def __init__(self, game: Game, sight: Sight, skill: Skill, search: PointsAhead) -> None:
        self.game, self.sight, self.skill, self.search = game, sight, skill, search
        self.bombs_after: dict[Move, int] = {}
        self.prospects: dict[Move, Prospect] = {}
        self.traps: dict[Move, float] = {}

    def insight(self) -> Insight:
        """The moves by value."""
        moves = [self._value(move, is_bomb=False) for move in self.sight.fills]
        if self.skill.bombs:
            moves += [self._value(move, is_bomb=True) for move in self.sight.bombs]
        moves.sort(key=self._appeal)
        tempo = _sum_up(move.tempo for move in moves)
        kind = Kind.ESTIMATE if tempo is Tempo.OPEN else Kind.PROVEN
        return Insight(tuple(moves), kind, tempo, (moves[0].move,), self.search.depth, self._bombs())

    def _value(self, move: Move, is_bomb: bool) -> MoveValue:
        cell = self.game.geometry.cell_of(move)
        value: float = self.search.skip if is_bomb else self.search.values.get(cell, 0)
        prospect = self.prospects.get(move)
        sees_end = self.search.depth == len(self.sight.empty) and not self.sight.bombs  # and so who moves last
        if prospect and not sees_end:
            value += self._tempo(prospect)
        scored = 0 if is_bomb else self.game.points(cell)
        return self._with_prospect(MoveValue(move, value, scored, is_bomb))

    def _with_prospect(self, move: MoveValue) -> MoveValue:
        prospect = self.prospects.get(move.move)
        return replace(move, tempo=prospect.proven, bombs_left=prospect.bombs) if prospect else move

    def _appeal(self, move: MoveValue) -> float:
        """What to sort moves by: their value, and how hard they are to answer where the fight is lost."""
        return -move.value - self.traps.get(move.move, 0.0)

    def _tempo(self, prospect: Prospect) -> float:
        skill, verdict = self.skill, prospect.proven
        weight = skill.tempo
        if verdict is Tempo.OPEN:
            verdict = prospect.by_rule
            is_near_end = self.sight.is_complete and prospect.bombs <= skill.rule_bombs
            weight *= skill.rule_few if is_near_end else skill.rule_many
        return weight if verdict is Tempo.WON else -weight

    def look_around(self, effort: Effort) -> None:
        """Find out which bombs live, and how many do after each fill, where the solutions are too many to list."""
        board = open_board_of(self.game, self.sight, self.search.values)
        if board:
            board.ask(effort)
            if sight := board.look():
                self.sight, self.bombs_after = sight, board.bombs_after()

    def judge_tempo(self, fights: list[Fight]) -> None:
        """Take in what is known about the tempo fight. Where it is lost, few correct answers are the next best."""
        proven = {move: fight.of(move) for fight in fights for move in fight.moves}
        self.prospects = prospects(self.sight, self.bombs_after, proven)
        is_lost = _sum_up(prospect.proven for prospect in self.prospects.values()) is Tempo.LOST
        if fights and self.sight.is_unique and is_lost:
            self.traps = {move: self.skill.trap * fights[0].share_of_mistakes(move) for move in self.prospects}

    def with_tempo(self, exact: Insight) -> Insight:
        """The exact insight, with what is known about the tempo fight."""
        moves = [self._with_prospect(move) for move in exact.moves]
        if _wants_mistakes(self.game, exact):
            moves.sort(key=self._appeal)
        tempo = _sum_up(move.tempo for move in moves)
        return replace(exact, moves=tuple(moves), tempo=tempo, bombs=self._bombs())

    def _bombs(self) -> int | None:
        return len(self.sight.bombs) if self.sight.sees_bombs else None


def _sum_up(verdicts: Iterable[Tempo]) -> Tempo:
    """Whether the player to move can win the fight, by what each move leads to."""
    known = set(verdicts)
    return Tempo.WON if Tempo.WON in known else Tempo.LOST if known == {Tempo.LOST} else Tempo.OPEN
