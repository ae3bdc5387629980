from __future__ import annotations

from fast_games import fast_plan, made_up

from dueldoku.arena.play import play_task
from dueldoku.arena.pool import Here
from dueldoku.arena.run import do_all
from dueldoku.arena.trial import Trial
from dueldoku.stats.sprt import Decision, sprt

BOUNDS = {"elo0": 0, "elo1": 100}


def test_it_stops_by_itself_and_agrees_with_the_formula() -> None:
    trial = Trial(fast_plan(boards=("random-2x3",), rounds=500), **BOUNDS)
    played = 0
    for result in do_all(trial.tasks(()), Here(), play_task):
        trial.add(result)
        played += 1
    assert trial.state.decision is Decision.H1
    assert played == 2 * sum(trial.counts) < 100
    assert trial.state == sprt(trial.counts, **BOUNDS)


def test_pairs_count_in_the_order_of_the_plan() -> None:
    plan = fast_plan(rounds=3)
    trial = Trial(plan, **BOUNDS)
    tasks = list(trial.tasks(()))
    wins = [made_up(task, 1 if task.names[0] == "greedy_player" else 2) for task in tasks]
    for win in wins[2:]:
        trial.add(win)
    assert sum(trial.counts) == 0, "the first pair is not finished, so the others wait"
    trial.add(wins[0])
    assert sum(trial.counts) == 0
    trial.add(wins[1])
    assert trial.counts == [0, 0, 0, 0, 3]


def test_it_goes_on_with_what_is_stored() -> None:
    plan = fast_plan(rounds=4)
    first, *_, last = everything = list(plan.tasks())
    trial = Trial(plan, **BOUNDS)
    for task in everything[:2]:
        trial.add(made_up(task, 0))
    assert [task.key for task in trial.tasks({first.key, everything[1].key})] == [task.key for task in everything[2:]]
    assert trial.counts == [0, 0, 1, 0, 0]
    assert last.round == 4


def test_no_more_games_once_it_is_decided() -> None:
    plan = fast_plan(rounds=1000)
    trial = Trial(plan, **BOUNDS)
    for task in trial.tasks(()):
        trial.add(made_up(task, 1 if task.names[0] == "greedy_player" else 2))
    assert trial.decided
    assert sum(trial.counts) < 100
