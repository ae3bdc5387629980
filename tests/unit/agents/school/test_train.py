"""Training: it learns, goes on where it stopped, and what it made is what the search uses."""

from __future__ import annotations

import numpy as np
import pytest

from dueldoku.agents.school.fit import learn, learned_of, new_fit, values_of
from dueldoku.agents.school.selfplay import Lesson
from dueldoku.agents.school.train import Settings, Training, curve_table, draw_curve
from dueldoku.board.geometry import Geometry
from dueldoku.errors import FormatError
from dueldoku.kernels.duel.outlook import INPUTS, SCALE

TINY = Settings(("empty-2x2",), "rows", games=32, nodes=30, hidden=4, epochs=2, siblings=False, seed=5)


def test_a_run_that_was_broken_off_goes_on_as_if_nothing_had_happened() -> None:
    whole, first = Training(TINY), Training(TINY)
    points = [whole.step(), whole.step()]
    first.step()
    second = Training.resume(TINY, first.state())
    second.step()
    assert second.curve == points
    assert second.learned == whole.learned
    assert (
        "--games 32 --nodes 30 --hidden 4 --epochs 2 --led 1 --outcomes --generations 2 --seed 5"
        in whole.learned.made_by
    )
    assert curve_table(points).startswith("number,positions,error,glance,by_hand,spread\n0,")
    assert draw_curve(points).startswith("<?xml")


def test_a_state_of_another_run_is_refused() -> None:
    training = Training(TINY)
    training.step()
    with pytest.raises(FormatError, match="expected a checkpoint of Settings"):
        Training.resume(TINY._replace(seed=6), training.state())
    with pytest.raises(FormatError, match="expected a checkpoint of `dueldoku agent train sensei`"):
        Training.resume(TINY, b"nonsense")


def test_it_learns_what_there_is_to_learn() -> None:
    """A value that is one input, bent once, is found; and as whole numbers it is nearly the same."""
    rng = np.random.default_rng(2)
    seen = rng.integers(-9, 10, (20_000, len(INPUTS))).astype(np.int16)
    worth = (np.abs(seen[:, 3]) - seen[:, 7]).astype(np.float32)
    fit = learn(new_fit(8, 1), Lesson(seen, worth + 3, worth, 3 + 0 * worth), 100, rng)
    values = values_of(fit.weights, seen)
    assert np.sqrt(np.mean((values - worth) ** 2)) < 1 < worth.std() / 5
    network = learned_of(fit.weights, Geometry.of(2, 2), "").network
    nodes = np.maximum(seen.astype(np.int64) @ network.inner[1:] + network.inner[0], 0)
    whole = (nodes @ network.outer[:-1].astype(np.int64) + network.outer[-1]) / SCALE**2 / 100
    assert np.abs(whole - values).max() < 0.5
