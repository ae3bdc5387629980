"""Self-play: what is noted of a position is what the game says of it."""

from __future__ import annotations

import numpy as np
import pytest

from dueldoku.agents.school import selfplay
from dueldoku.agents.school.board import SIBLINGS, Searcher
from dueldoku.agents.school.selfplay import Task, play
from dueldoku.engine.effort import Effort
from dueldoku.engine.territory import Style, supply_of
from dueldoku.envs import Batch
from dueldoku.game.game import Game
from dueldoku.kernels.duel import outlook, territory
from dueldoku.kernels.duel.outlook import INPUTS
from dueldoku.kernels.duel.terrain import place_of

OF_BOMBS = {"parity", "spare", "bombs mine", "bombs theirs", "bombs both", "odd bombs", "doubts"}
TASK = Task(("empty-2x2",), "rows", games=6, nodes=60, seed="some")


def test_the_same_task_gives_the_same_games() -> None:
    one, same, other = play(TASK), play(TASK), play(TASK._replace(seed="others"))
    for column, again in zip(one, same, strict=True):
        assert np.array_equal(column, again)
    assert not np.array_equal(one.seen[:60], other.seen[:60])
    assert len(one.seen) == len(one.worth) == len(one.glance) > 6


@pytest.mark.parametrize("board", ["empty-2x2", "empty-2x3"])
def test_a_searcher_sees_what_the_engine_sees(board: str) -> None:
    rng = np.random.default_rng(3)
    batch = Batch(5, board, "rows", seed=4)
    watcher = outlook.network_of(np.zeros((len(INPUTS) + 1, 1)), np.zeros(2))
    searcher = Searcher(batch.geometry, "", 50, rng)
    compared = 0
    for _ in range(20):
        games = np.arange(batch.n)
        sights = searcher.look(batch, games)
        for number in games[sights.is_asked].tolist():
            game = Game(batch.position(number))
            supply = supply_of(game, Effort(nodes=1e6))
            assert supply is not None
            search = territory.search_of(
                game.geometry, game.values, game.reach, game.turn, Style().table(game.geometry), supply.bombs,
                doubts=supply.doubts, entries=1024, network=watcher,
            )  # fmt: skip
            territory.start(search, 0)
            assert territory.proceed(search, 1)
            assert sights.seen[number].tolist() == watcher.seen.tolist()
            compared += 1
            search = search._replace(network=outlook.NONE)
            territory.start(search, 0)
            assert territory.proceed(search, 1)
            assert searcher.glance(sights.seen[[number]])[0] == pytest.approx(search.plies[0].best / territory.POINT)
        legal = batch.legal()
        assert legal[games, sights.actions].all()
        batch.step(sights.actions)
    assert compared > 40


def test_siblings_are_the_positions_after_different_moves() -> None:
    """What is seen after a move, and its worth: that of the move, seen from the other side, without its points."""
    batch = Batch(4, "empty-2x3", "rows", seed=9)
    for _ in range(9):
        batch.step(batch.sample())
    searcher = Searcher(batch.geometry, "", 50, np.random.default_rng(1), siblings=True)
    watcher = outlook.network_of(np.zeros((len(INPUTS) + 1, 1)), np.zeros(2))
    apart = [name not in OF_BOMBS for name in INPUTS]
    ground, compared = searcher._ground(batch, np.arange(batch.n)), 0
    for number in range(batch.n):
        game = Game(batch.position(number))
        for move in (
            it for it in game.legal_moves() if game.oracle.allows(game.values, game.geometry.cell_of(it), it.digit)
        ):
            after, place = game.copy(), place_of(game.geometry, game.geometry.cell_of(move))
            points = after.push(move).points
            if after.turn == game.turn or not after.cells(game.turn):
                continue
            seen, worth = searcher._judge_siblings(ground, np.array([[number, place, 250]] * SIBLINGS))
            search = territory.search_of(
                game.geometry, after.values, after.reach, after.turn, Style().table(game.geometry), entries=1024,
                network=watcher,
            )  # fmt: skip
            territory.start(search, 0)
            assert territory.proceed(search, 1)
            assert (seen[:, apart] == watcher.seen[apart]).all()
            assert worth.tolist() == [points - 2.5] * SIBLINGS
            compared += 1
    assert compared > 30


def test_siblings_come_in_families() -> None:
    lesson = play(TASK._replace(siblings=True))
    assert len(lesson.seen) == len(lesson.worth) == len(lesson.glance) > 0
    assert len(lesson.seen) % SIBLINGS == 0
    cells = lesson.seen[:, INPUTS.index("cells")].reshape(-1, SIBLINGS)
    assert (cells == cells[:, :1]).all()


def test_worth_is_the_difference_of_the_scores_to_come(monkeypatch: pytest.MonkeyPatch) -> None:
    """With nothing but outcomes, a game's first position is worth the final score to who begins."""
    monkeypatch.setattr(selfplay, "LAMBDA", 1.0)
    finals = []
    step = Batch.step

    def watched(batch: Batch, actions: np.ndarray) -> object:
        before = batch.turn.copy()
        done = step(batch, actions)
        finals.append((before, done.done, done.scores))
        return done

    monkeypatch.setattr(Batch, "step", watched)
    task = TASK._replace(games=1, nodes=1)  # sees nothing to the end before there is one cell
    lesson = play(task)
    (_, _, scores), *_ = (it for it in finals if it[1][0])
    first = 1 if finals[0][0][0] == 1 else -1
    assert lesson.worth[-1] == first * (scores[0][0] - scores[0][1])  # the last rows are the first turn's
