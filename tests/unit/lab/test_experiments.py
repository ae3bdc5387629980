"""Every experiment: what it states, and all of it on tiny settings."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from math import inf
from pathlib import Path

import pytest
from slow_duel import SlowDuel
from tiny_lab import run_into, texts_of, tiny

from dueldoku.bench.duel import search_plainly
from dueldoku.board.geometry import Geometry
from dueldoku.errors import UnknownName
from dueldoku.game.boards import bundled_board
from dueldoku.game.game import Game
from dueldoku.lab.claim import share
from dueldoku.lab.experiment import SCALES, Data, Experiment, Reading, Size, contest
from dueldoku.lab.experiments import constraint_rules, heuristics
from dueldoku.lab.experiments.cells_minimax import Unpruned, naive_minimax
from dueldoku.lab.experiments.last_move import exact_value, whole_value
from dueldoku.lab.finding import ClaimState
from dueldoku.lab.registry import NAMES, load, load_all
from dueldoku.lab.solving import puzzle_of, solve_one
from dueldoku.puzzles.api import generate as board
from dueldoku.render import plots

assert tiny  # a fixture
Tiny = Callable[[str], Experiment]


@pytest.mark.parametrize("name", NAMES)
def test_an_experiment_states_what_it_is(name: str) -> None:
    experiment = load(name)
    assert experiment.name == name
    assert experiment.report in ("000", "001", "002", "003", "004", "ours")
    assert all((experiment.where, experiment.question, experiment.claim, experiment.setup, experiment.caption))
    assert experiment.question.endswith("?")
    for scale in SCALES:
        size = experiment.size(scale)
        tasks = experiment.tasks(size)
        assert tasks or experiment.games(size)
        assert len({task.key for task in tasks}) == len(tasks)
        assert all(json.loads(json.dumps(task.settings)) == task.settings for task in tasks)


@pytest.mark.parametrize("name", NAMES)
def test_full_is_no_less_than_the_paper_s_size(name: str) -> None:
    experiment = load(name)
    sizes = [experiment.size(scale) for scale in SCALES]
    quick, _, paper, full = (
        len(experiment.tasks(size)) + sum(len(contest.plan) for contest in experiment.games(size)) for size in sizes
    )
    assert quick <= paper <= full


def test_every_table_and_figure_of_the_reports_has_its_row() -> None:
    rows = {(experiment.report, experiment.where) for experiment in load_all()}
    assert {("000", f"figure {number}") for number in range(2, 7)} <= rows  # figure 1 is a drawing
    assert {("004", f"table {number}") for number in (7, 8, 9)} <= rows  # tables 1 to 6 describe functions
    assert {("001", "table 1 and figure 1"), ("001", "section 3.2")} <= rows
    assert {where for report, where in rows if report == "002"} == {
        "section 2.1",
        "section 2.3",
        "section 3.1 and figure 1",
        "sections 2.4 and 3",
    }


@pytest.mark.parametrize("name", NAMES)
def test_an_experiment_from_start_to_end(name: str, tiny: Tiny, tmp_path: Path) -> None:
    experiment = tiny(name)
    data = run_into(tmp_path, experiment)
    assert data.complete
    findings = experiment.findings(data)
    assert findings
    assert all(finding.outcome.state in ClaimState for finding in findings)
    for text in texts_of(data, experiment):
        assert text
        assert not re.search(r"\bnan\b|\binf\b", text)
    svg = plots.as_svg(experiment.picture(data))
    assert svg.startswith("<?xml")
    assert len(svg) < 300_000
    assert run_into(tmp_path, experiment) == data, "nothing is done twice"


def test_experiments_on_the_same_games_share_them(tiny: Tiny, tmp_path: Path) -> None:
    data = run_into(tmp_path, tiny("minimax-over-time"))
    numbers = {game.number for game in data.games}
    again = run_into(tmp_path, tiny("minimax-over-boards"))
    assert {game.number for game in again.games} == numbers


def test_games_that_repeat_earlier_ones_do_not_count(tiny: Tiny, tmp_path: Path) -> None:
    size = Size(("easy-2x2",), (0.002,), rounds=3, translated=True)
    ours, theirs = "minimax-cells", "minimax-cells:as=001"
    experiment = replace(
        tiny("cells-minimax"),
        sizes={"quick": size},
        games=lambda size: [contest("again", [ours, theirs], size)],
        measurements=lambda size: [],
    )
    data = run_into(tmp_path, experiment)
    assert (len(data.games), data.planned, data.complete) == (2, 2, True)
    assert data.remarks == ["4 games repeated earlier ones move for move, so they do not count."]
    assert share(data.games, size.agent(ours), size.agent(theirs)).amount == 2


def test_the_orders_use_what_pruning_measured(tiny: Tiny, tmp_path: Path) -> None:
    pruning = run_into(tmp_path, tiny("pruning"))
    order = run_into(tmp_path, tiny("variable-order"))
    shared = [reading for reading in order.readings if reading in pruning.readings]
    assert len(shared) == len(order.readings) / 2


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(UnknownName, match=r"expected an experiment out of minimax-over-time, .*, got 'minimax'"):
        load("minimax")


# -- what is measured, against something independent -----------------------------------------------------------------


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("name", ["easy-2x2", "random-2x3"])
def test_the_naive_search_finds_what_the_pruned_one_finds(name: str, depth: int) -> None:
    game = Game(bundled_board(name))
    value = naive_minimax(game.geometry, list(game.values), depth, True, 0)
    assert value == search_plainly(game, depth) == Unpruned(game).minimax(depth, True, 0, -inf, inf)[0]


@pytest.mark.parametrize("bombs", [True, False])
@pytest.mark.parametrize("seed", range(6))
def test_exact_values_are_those_of_a_literal_search(seed: int, bombs: bool) -> None:
    grid = board(Geometry.of(2, 2), empty=6, solutions=1, seed=seed)
    assert exact_value(grid, bombs=bombs) == SlowDuel(2, 2, bombs=bombs).value(grid.values)


def test_the_empty_board_of_four_by_four_is_lost_without_bombs() -> None:
    assert whole_value(bundled_board("empty-2x2"), bombs=False) == -14


def test_puzzles_by_name() -> None:
    assert len(puzzle_of({"board": "3x3-hard#7"})) == 81
    assert puzzle_of({"board": "random-3x3"}) == bundled_board("random-3x3").grid
    one, same, other = (puzzle_of({"board": f"generate:size=5x5,empty=150,seed={seed}"}) for seed in (1, 1, 2))
    assert len(one.holes) == 150
    assert one == same != other


def test_processes_share_boards() -> None:
    assert 0 < heuristics.measure({"workers": 1, "boards": 10, "go": 1})["seconds"] < 60


def test_a_solver_that_gives_up_says_so() -> None:
    value = solve_one({"board": "generate:size=5x5,empty=400,seed=1", "method": "brute-force", "budget": 0.05})
    assert value["solved"] is False
    assert 0 < value["seconds"] < 5
    assert solve_one({"board": "3x3-easy#1", "method": "csp", "budget": 10.0})["solved"] is True


@pytest.mark.parametrize(
    ("seconds", "state", "told"),
    [
        (614.0, ClaimState.OPEN, "380 empty, number 1 took 614 s."),
        (inf, ClaimState.HOLDS, "380 empty, number 1 had no answer in an hour."),
    ],
)
def test_a_board_with_an_hour_decides_whether_some_need_more(seconds: float, state: ClaimState, told: str) -> None:
    patient, other, easy = (f"generate:size=5x5,empty={empty},seed=1" for empty in (380, 360, 300))
    spent = {patient: seconds, other: inf, easy: 0.005}
    readings = [
        Reading({"board": name, "method": method}, {"seconds": it, "solved": it < inf})
        for name, it in spent.items()
        for method in constraint_rules.GIANTS_TIMING.labels
    ]
    wide, hour = constraint_rules.giant_findings(Data("reported", load("giants").size("reported"), readings=readings))
    told = f"Of the 2 boards that got 20 s, 1 had no answer and was left; {told}"
    assert (hour.outcome.state, hour.because) == (state, told)
    assert f"the hardest {'614' if seconds < inf else '3,600'} s or more" in wide.because
