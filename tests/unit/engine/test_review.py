"""Reviews say what is true: each sentence is compared with perfect play from the rules alone."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from random import Random

import pytest
from endgames import endgames
from slow_duel import SlowDuel
from slow_rows_duel import SlowTerritory

from dueldoku import Game, Geometry, Grid, Move, Position, bundled_board
from dueldoku.engine.analysis import analyse
from dueldoku.engine.insight import Kind
from dueldoku.engine.review import Review, ReviewedTurn, review
from dueldoku.puzzles.fill import full_board

LITTLE = "123. 3412 21.3 .3.1"  # one bomb, which wins
SLIP = re.compile(
    r"(?P<perhaps>perhaps )?a (?P<size>slip|mistake|blunder), (about )?(?P<points>\d+) points?"
    r"(, give or take (?P<spread>\d+))?: (?P<bomb>the bomb )?(?P<better>r\d+c\d+=\d+) (was|looked) better"
    r"(?P<kept>, and kept the last move of the game)?"
)


# -- every sentence --------------------------------------------------------------------------------------------------


def random_endgame(shape: tuple[int, int], empty: int, rules: str, random: Random) -> Game:
    """A game from a board with one solution or several, played to its end by chance."""
    geometry = Geometry.of(*shape)
    solved = full_board(geometry, random)
    holes = set(random.sample(range(geometry.size), empty))
    values = tuple(0 if cell in holes else value for cell, value in enumerate(solved))
    owners = tuple(random.choice((1, 2)) if value else 0 for value in values) if rules == "rows" else ()
    scores = random.choice(((0, 0), (2, 0), (0, 3)))
    game = Game(Position(Grid(geometry, values), rules, owners=owners, scores=scores))
    while not game.is_over():
        game.push(random.choice(list(game.legal_moves())))
    return game


class Truth:
    """The exact values of the positions of a game, and who can force the last move."""

    def __init__(self, game: Game) -> None:
        geometry = game.geometry
        self.territory = SlowTerritory(geometry.m, geometry.n, game.regions) if game.regions else None
        self.duel = self.territory or SlowDuel(geometry.m, geometry.n)
        again = Game(game.start)
        self.values, self.leads, self.keeps = list[dict[Move, int]](), list[int](), list[set[Move]]()
        for turn in game.history:
            self.look(again)
            again.push(turn.move)
        self.leads.append(again.scores[0] - again.scores[1])

    def look(self, game: Game) -> None:
        board, cell_of, move = tuple(game.values), game.geometry.cell_of, game.geometry.move
        taboo = frozenset((cell_of(refused), refused.digit) for refused in game.taboo)
        taboo &= self.duel.proposals(board)[1]
        if self.territory:
            found = self.territory.worths(board, tuple(game.owners), game.turn, taboo)
        else:
            found = self.duel.move_values(board, taboo)
        self.values.append({move(*proposal): value for proposal, value in found.items()})
        sign = 1 if game.turn == 1 else -1
        self.leads.append(game.scores[0] - game.scores[1] + sign * max(found.values()))
        keeps = [] if self.territory else [one for one in found if self.duel.keeps_tempo(board, taboo, one)]
        self.keeps.append({move(*proposal) for proposal in keeps})


def check_turn(told: ReviewedTurn, truth: Truth) -> None:
    """What is said about a turn is so."""
    values = truth.values[told.number - 1]
    assert told.move is not None
    lost = max(values.values()) - values[told.move]
    if told.kind is Kind.EXACT:
        assert told.lead == truth.leads[told.number - 1]
        assert values[told.best] == max(values.values())
    if told.is_known:
        assert told.loss == lost
    said = SLIP.match(told.words)
    assert (said is None) == (told.loss < 1)
    if said is None:
        assert told.words.startswith(("best", "as good as any"))
        assert ("as far as one can tell" in told.words) != told.is_known
        return
    better = Move.parse(said["better"])
    assert better != told.move
    assert (said["perhaps"] is None) == (said["spread"] is None) == told.is_known
    assert int(said["points"]) == round(told.loss)
    if told.is_known:
        assert int(said["points"]) == lost
        assert values[better] == max(values.values())
        assert {"slip": (1, 3), "mistake": (3, 6), "blunder": (6, 99)}[said["size"]][0] <= lost
    if said["kept"]:
        assert better in truth.keeps[told.number - 1]
        assert told.move not in truth.keeps[told.number - 1]


def check_sum(found: Review, truth: Truth) -> None:
    """What both gave away and the result agree, and so do the turning points."""
    whole = " ".join(found.words)
    if start := re.search(
        r"At the start (?:the game should be drawn|player (\d) should win by (\d+) points?): that is known", whole
    ):
        assert int(start[2] or 0) * (1 if start[1] == "1" else -1) == truth.leads[0]
    if known := re.search(
        r"From turn (\d+) on all is known: (?:the game should be drawn|player (\d) should win by (\d+))", whole
    ):
        first, who, by = int(known[1]), known[2], int(known[3] or 0)
        lead = by if who == "1" else -by
        assert lead == truth.leads[first - 1]
        given = dict(re.findall(r"player (\d) gave away (\d+|no) point", whole))
        gave = {player: 0 if points == "no" else int(points) for player, points in given.items()}
        assert lead - gave.get("1", 0) + gave.get("2", 0) == truth.leads[-1]
    if all(turn.kind is Kind.EXACT for turn in found.turns):
        signs = [(lead > 0) - (lead < 0) for lead in truth.leads]
        assert found.turning_points == tuple(i for i in range(1, len(signs)) if signs[i] != signs[i - 1])


def random_reviews(rules: str, count: int) -> Iterator[tuple[Review, Truth]]:
    for number in range(count):
        random = Random(f"{rules} {number}")
        shape, empty = random.choice((((2, 2), 7), ((2, 2), 9), ((2, 3), 6), ((2, 3), 8)))
        game = random_endgame(shape, empty - 2 * (rules == "rows"), rules, random)
        yield review(game.record(), nodes=random.choice((1, 300, 5_000, 200_000))), Truth(game)


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["classic", "rows"])
def test_every_sentence_is_true(rules: str) -> None:
    sentences = known = 0
    for found, truth in random_reviews(rules, 80):
        for turn in found.turns:
            check_turn(turn, truth)
            sentences, known = sentences + 1, known + turn.is_known
        check_sum(found, truth)
    assert sentences > 400
    assert 0.3 * sentences < known < sentences  # both kinds were looked at


# -- what is said ----------------------------------------------------------------------------------------------------


def test_perfect_play_gives_nothing_away() -> None:
    for grid, _ in endgames(2, 3, 9, 4, seed=1):
        game = Game(grid)
        for move in analyse(grid, nodes=1_000_000).line:
            game.push(move)
        found = review(game.record(), nodes=1_000_000)
        assert [turn.loss for turn in found.turns] == [0] * len(game.history)
        assert not found.turning_points
        assert {turn.words for turn in found.turns} <= {"best", "as good as any"}


def test_losses_explain_the_result() -> None:
    """Where everything is exact, the result is the value of the start less what was given away."""
    random = Random(5)
    for grid, _ in endgames(2, 3, 9, 4, seed=2):
        game = Game(grid)
        while not game.is_over():
            game.push(random.choice(list(game.legal_moves())))
        found = review(game.record(), nodes=1_000_000)
        assert all(turn.kind is Kind.EXACT for turn in found.turns)
        given = [sum(turn.loss for turn in found.turns if turn.player == player) for player in (1, 2)]
        assert game.scores[0] - game.scores[1] == found.turns[0].lead - given[0] + given[1]
        assert found.turning_points or found.turns[0].lead * (game.scores[0] - game.scores[1]) >= 0


def test_a_review_in_words() -> None:
    game = Game(Grid.parse(LITTLE))
    for text in ("r1c4=4", "r4c1=4", "r3c3=4", "r4c3=2"):
        game.push(Move.parse(text))
    found = review(game.record(("ann", "bob")))
    assert found.turns[0].words == (
        "a mistake, 4 points: the bomb r4c3=4 was better, and kept the last move of the game; here the game turned"
    )
    assert found.turning_points == (1,)
    assert found.words == (
        "From turn 1 on all is known: ann should win by 2 points.",
        "ann gave away 4 points in 2 turns, with 1 mistake of 3 points or more.",
        "bob gave away no points in 2 turns, with no large mistake.",
        "The game turned once, at turn 1.",
    )
    assert json.loads(json.dumps(found.to_json()))["turns"][0]["best"] == "r4c3=4"


def test_an_offence_is_part_of_the_review() -> None:
    game = Game(Grid.parse(LITTLE))
    game.push(Move(0, 0, 1))
    turn = review(game.record()).turns[0]
    assert turn.words == "player 1 loses the game at once: illegal"
    assert turn.is_turning_point


def test_progress_is_told() -> None:
    game = Game(Position(Grid.parse(LITTLE)))
    game.push(Move.parse("r1c4=4"))
    told: list[tuple[int, int]] = []
    review(game.record(), nodes=1_000, progress=lambda done, total: told.append((done, total)))
    assert told == [(1, 1)]


def test_what_is_not_known_is_called_an_estimate_and_not_added_up() -> None:
    game, random = Game(bundled_board("empty-3x3"), "rows"), Random(1)
    for _ in range(12):
        game.push(random.choice(list(game.legal_moves())))
    found = review(game.record(("ann", "bob")), nodes=3_000)
    assert not any(turn.is_known for turn in found.turns)
    assert all(turn.spread > 0 for turn in found.turns)
    assert "gave away 0" not in " ".join(found.words)
    assert found.words[0].endswith("an estimate.")
    assert "What the turns gave away is not known for sure." in found.words
    for turn in found.turns:
        assert "give or take" in turn.words or turn.loss < 1


def test_an_unfinished_game_is_judged_as_it_stands() -> None:
    """The last turn of it does not end the game: the score so far is not the result."""
    game = Game(Grid.parse(LITTLE))
    game.push(Move.parse("r4c3=4"))
    found = review(game.record())
    assert found.turns[0].loss == 0
    assert found.turns[0].words == "best"


@pytest.mark.slow
def test_a_review_takes_no_longer_than_it_may() -> None:
    game, random = Game(bundled_board("random-3x3")), Random(2)
    while not game.is_over() and len(game.history) < 41:
        game.push(random.choice(list(game.legal_moves())))
    record = game.record()
    review(record, seconds=0.01)  # loads what it needs
    begin = time.perf_counter()
    review(record, seconds=0.2)
    assert time.perf_counter() - begin < 0.2 * len(record.turns) + 0.5
