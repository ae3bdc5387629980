"""Games that repeat earlier ones count once, wherever games are counted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from fast_games import fast_plan, made_up

from dueldoku.arena.archive import Archive, StoredGame
from dueldoku.arena.plan import Plan, PlannedBoard
from dueldoku.arena.repeats import Course, advice, find_repeats, read_course, without_repeats
from dueldoku.arena.report import Report
from dueldoku.arena.task import GameTask, Result
from dueldoku.arena.trial import Trial
from dueldoku.duel.turn import Turn
from dueldoku.puzzles.recipe import Recipe

TURNS = tuple(Turn.parse(f"{1 + number % 2} r1c{1 + number % 4}={1 + number // 4}") for number in range(12))


def course(pair: int, first: str, turns: str, length: int = 12) -> Course:
    second = "bob" if first == "ann" else "ann"
    return Course(str(pair), (first, second), ("start", "1 s"), turns, length)


def played(task: GameTask, winner: int = 1, turns: tuple[Turn, ...] = TURNS) -> Result:
    """A made-up game in which these turns were taken."""
    result = made_up(task, winner, turns=(6, 6))
    return replace(result, record=replace(result.record, turns=turns))


def stored(path: Path, plan: Plan, results: list[Result]) -> list[StoredGame]:
    with Archive(path, write=True) as archive:
        archive.begin("test", plan.settings())
        for result in results:
            archive.add("test", result)
        return archive.games("test")


def test_a_pair_that_was_played_before_is_a_repeat() -> None:
    pairs = [course(number, who, f"{who} first") for number in range(5) for who in ("ann", "bob")]
    assert find_repeats(pairs) == [False] * 2 + [True] * 8
    assert find_repeats([one._replace(setting=("start", one.pair)) for one in pairs]) == [False] * 10, "new boards"
    assert find_repeats([one._replace(turns="") for one in pairs]) == [False] * 10, "nobody knows the turns"
    assert find_repeats(pairs[:3]) == [False, False, True], "also before its second game is played"


def test_a_pair_is_new_if_one_of_its_games_is() -> None:
    pairs = [course(1, "ann", "a"), course(1, "bob", "b"), course(2, "ann", "a"), course(2, "bob", "another")]
    assert find_repeats(pairs) == [False] * 4


def test_short_games_that_chance_plays_twice_are_no_repeats() -> None:
    short = [course(number, who, f"{who} {number // 2}", 2) for number in range(4) for who in ("ann", "bob")]
    assert find_repeats(short) == [False] * 8, "the games differ, so chance plays: two turns are soon the same"
    long = [one._replace(length=12) for one in short]
    assert find_repeats(long) == [False, False, True, True] * 2, "but not twelve"


def test_stored_games_and_new_ones_have_the_same_course(tmp_path: Path) -> None:
    plan = fast_plan(rounds=3)
    results = [played(task) for task in plan.tasks()]
    games = stored(tmp_path / "games.db", plan, results)
    assert [read_course(game)[1:] for game in games] == [read_course(result)[1:] for result in results]
    assert [game.number for game in without_repeats(games)] == [1, 2]
    assert len(without_repeats(results)) == 2


def test_repeated_games_count_once_in_the_report(tmp_path: Path) -> None:
    plan = fast_plan(rounds=5)
    wins = [played(task, 1 if task.names[0] == "greedy_player" else 2) for task in plan.tasks()]
    report = Report(stored(tmp_path / "games.db", plan, wins))
    score = report.match("greedy_player", "random_player")
    assert (score.games, score.repeats, score.won, score.pairs) == (2, 8, 2, [0, 0, 0, 0, 1])
    assert score.too_few
    assert (report.numbers.games, report.numbers.repeats) == (2, 8)
    assert report.ratings["greedy_player"].games == 2
    assert report.numbers.agents[0].turns == 12, "the turns of the two games"
    assert "8 of 10 games repeated earlier ones move for move" in str(report)
    assert "--board generate:size=2x2," in str(report)
    assert "Elo lead not known (too few games)" in str(report)


@pytest.mark.parametrize("board", ["easy-2x2", "empty-2x2", "random-3x3", "random-2x3"])
def test_the_recipe_that_is_suggested_can_be_played(board: str) -> None:
    plan = fast_plan(boards=(board,))
    sentence = advice(8, 10, board, plan.start_of(plan.boards[0], 1))
    text = sentence.partition("--board ")[2].split()[0]
    recipe = PlannedBoard(text, Recipe.parse(text))
    assert recipe.in_round(1, 1) != recipe.in_round(2, 1)
    assert "--board" not in advice(8, 10, text, ""), "who uses a recipe is not told to use one"


def test_a_trial_stops_when_all_further_games_would_be_repeats() -> None:
    plan = fast_plan(rounds=500)
    trial = Trial(plan, 0, 50)
    number = 0
    for task in trial.tasks(()):
        trial.add(played(task, 1 if task.names[0] == "greedy_player" else 2))
        number += 1
    assert number == 10
    assert trial.stuck
    assert not trial.decided
    assert trial.counts == [0, 0, 0, 0, 1]


def test_a_trial_waits_for_a_whole_round_of_repeats() -> None:
    plan = fast_plan(boards=("easy-2x2", "random-2x3", "random-3x3", "hard-3x3", "easy-3x3", "empty-2x2"), rounds=9)
    trial = Trial(plan, 0, 50)
    number = sum(trial.add(played(task, 0)) is None for task in trial.tasks(()))
    assert number == 2 * 6 * 2
    assert sum(trial.counts) == 6


def test_a_trial_counts_again_what_chance_repeated() -> None:
    plan = fast_plan(rounds=6)
    trial = Trial(plan, 0, 50)
    tasks = iter(trial.tasks(()))
    for turns in (TURNS[:1], TURNS[:1], TURNS[:2], TURNS[:1]):
        for _ in range(2):
            trial.add(played(next(tasks), 0, turns))
        next_is_there = sum(trial.counts)
    assert next_is_there == 4, "the third pair went otherwise, so the second was chance"
