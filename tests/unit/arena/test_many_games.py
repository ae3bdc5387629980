"""A game leaves nothing behind in the arena's process: a sample of what ``make soak`` does with thousands."""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path

import pytest

from dueldoku.arena.plan import make_plan
from dueldoku.arena.play import play_task

sys.path.insert(0, str(Path(__file__).parents[2] / "soak"))

from many_games import PARTS, Sample, judge

pytestmark = pytest.mark.linux
FLAT = [Sample(29.0, 12, 0, 0.1)] * PARTS


def test_what_is_flat_is_told_from_what_grows() -> None:
    judge(FLAT)
    judge([Sample(20.0, 4, 0, 2.0), *FLAT[1:]])
    for growing in (
        [Sample(29.0 + 0.2 * part, 12, 0, 0.1) for part in range(PARTS)],
        [*FLAT[:-1], FLAT[-1]._replace(descriptors=13)],
        [*FLAT[:-1], FLAT[-1]._replace(children=1)],
        [*FLAT[:-3], *[FLAT[-1]._replace(seconds=0.2)] * 3],
    ):
        with pytest.raises(AssertionError):
            judge(growing)


@pytest.mark.slow
def test_hosted_games_leave_no_objects_behind() -> None:
    tasks = make_plan(["greedy_player", "random_player"], "easy-2x2", times=0.2, games=8).tasks()
    counts = []
    for task in tasks:
        play_task(task)
        gc.collect()
        counts.append((len(gc.get_objects()), len(os.listdir("/proc/self/fd"))))
    (before, files), (after, files_after) = counts[3], counts[-1]
    assert after <= before + 20, counts  # four games later; what one kept would be more than five objects
    assert files_after <= files, counts
