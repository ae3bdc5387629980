"""Elo as people read it."""

from __future__ import annotations

from fast_games import fast_plan, made_up

from dueldoku.arena.archive import Archive
from dueldoku.arena.elo import elo_cells, elo_lead_text, find_bounds, is_too_few
from dueldoku.arena.report import Report
from dueldoku.stats.interval import Interval
from dueldoku.stats.ratings import Rating
from dueldoku.stats.tables import Row, crosstable


def test_an_elo_with_a_wild_interval_is_shown_as_too_few_games() -> None:
    assert elo_lead_text(Interval(191, -4907, 5288)) == "not known (too few games)"
    assert elo_lead_text(Interval(191, -12, 394)) == "+191 (-12 to +394)"
    wild = Rating("ann", 191, -4907, 5288, 2, 0.5)
    assert elo_cells(wild) == ("-", "too few games")
    assert is_too_few(wild)
    assert elo_cells(Rating("ann", 0, -10, 10, 0, 0.5)) == ("-", "no games yet")


def test_too_few_games_are_told_on_every_way_out(tmp_path) -> None:  # type: ignore[no-untyped-def]
    plan = fast_plan()
    with Archive(tmp_path / "games.db", write=True) as archive:
        archive.begin("test", plan.settings())
        for task in plan.tasks():
            archive.add("test", made_up(task, 1 if task.names[0] == "greedy_player" else 2))
        report = Report(archive.games())
    assert "too few games" in str(report)
    assert "too few games" in report.standings().text()
    assert "too few games" in report.standings().markdown()
    assert "too few games" in report._repr_html_()
    agent = report.to_json()["agents"][0]  # type: ignore[index]
    assert agent["too_few"] is True
    assert isinstance(agent["elo"], float), "programs get the numbers all the same"
    score = report.match("greedy_player", "random_player").to_json()
    assert score["too_few"] is True
    assert score["elo"]["high"] > 1000


def rows(*results: tuple[str, str, float]) -> list[Row]:
    """Three pairs for each result."""
    return [
        row
        for one, other, score in results
        for number in range(3)
        for row in ((one, other, score, number), (other, one, 1 - score, number))
    ]


def test_agents_that_lost_everything_are_ranked_below() -> None:
    circle = rows(("ann", "bob", 1), ("bob", "cid", 1), ("cid", "ann", 1))
    weak = rows(("ann", "dan", 1), ("bob", "dan", 1), ("cid", "dan", 1))
    assert find_bounds(crosstable(circle)) == {}
    assert find_bounds(crosstable(circle + weak)) == {"dan": "below"}
    lost = Rating("dan", -500, -1304, -340, 18, 0.0)
    assert elo_cells(lost, "below") == ("below -340", "-")
    assert elo_cells(Rating("dan", -200, -1751, 199, 4, 0.0), "below") == ("-", "too few games")


def test_agents_that_fail_against_all_but_each_other_are_below_too() -> None:
    circle = rows(("ann", "bob", 1), ("bob", "cid", 1), ("cid", "ann", 1))
    two = [(one, other, 1.0) for one in ("ann", "bob", "cid") for other in ("dan", "eve")]
    among = [("dan", "eve", 0.0, 0), ("eve", "dan", 0.0, 0)]
    assert find_bounds(crosstable([*circle, *rows(*two), *among])) == {"dan": "below", "eve": "below"}


def test_who_won_everything_is_above_and_does_not_push_all_others_below() -> None:
    circle = rows(("ann", "bob", 1), ("bob", "cid", 1), ("cid", "ann", 1))
    won = rows(("sue", "ann", 1), ("sue", "bob", 1), ("sue", "cid", 1))
    assert find_bounds(crosstable(circle + won)) == {"sue": "above"}
    assert elo_cells(Rating("sue", 500, 340, 1304, 18, 1.0), "above") == ("above +340", "-")


def test_who_beat_only_the_weakest_is_not_below() -> None:
    chain = rows(("ann", "bob", 1), ("bob", "cid", 1), ("ann", "cid", 1))
    assert find_bounds(crosstable(chain)) == {"ann": "above", "cid": "below"}
