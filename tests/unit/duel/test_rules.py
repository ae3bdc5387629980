"""A rule set is one entry of the registry: everything else asks there."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from competitive_sudoku.bridge import game_of, state_of
from competitive_sudoku.sudoku import SudokuBoard, allowed_squares
from dueldoku import RULE_SETS, Game, Geometry, Position, bundled_board
from dueldoku.agents.base import Limit
from dueldoku.agents.registry import load_agent
from dueldoku.arena.referee import play_agents
from dueldoku.cli.main import main
from dueldoku.duel.position import Regions
from dueldoku.duel.rules import RuleSet, rule_set
from dueldoku.errors import RulesError


def _corners(geometry: Geometry, rng: random.Random) -> Regions:
    last = geometry.side - 1
    return (
        frozenset({geometry.cell(0, 0), geometry.cell(last, last)}),
        frozenset({geometry.cell(0, last), geometry.cell(last, 0)}),
    )


@pytest.fixture
def corners() -> Iterator[RuleSet]:
    """One rule set more, for the length of a test."""
    RULE_SETS["corners"] = RuleSet("corners", "each starts from two opposite corners", _corners)
    yield RULE_SETS["corners"]
    del RULE_SETS["corners"]


@pytest.mark.usefixtures("corners")
def test_a_new_rule_set_is_played_by_the_rules() -> None:
    game = Game(bundled_board("empty-2x2"), "corners")
    assert (game.cells(1), game.cells(2)) == ([0, 15], [3, 12])
    assert str(game.start) == f"{'.' * 16} rules=corners"
    assert Game(Position.parse(str(game.start))).regions == game.regions


@pytest.mark.usefixtures("corners")
def test_course_agents_see_its_regions() -> None:
    game = Game(bundled_board("empty-2x2"), "corners")
    state = state_of(game)
    assert (state.allowed_squares1, state.allowed_squares2) == ([(0, 0), (3, 3)], [(0, 3), (3, 0)])
    assert allowed_squares(SudokuBoard(2, 2), "corners") == (state.allowed_squares1, state.allowed_squares2)
    assert game_of(state).regions == game.regions


@pytest.mark.usefixtures("corners")
def test_the_command_line_plays_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(tmp_path / "games.jsonl")
    options = ["--board", "empty-2x2", "--rules", "corners", "--nodes", "1", "--record", file]
    assert main(["play", "greedy_player", "random_player", *options]) == 0
    assert "wins" in capsys.readouterr().out


@pytest.mark.usefixtures("corners")
def test_the_page_offers_it() -> None:
    pytest.importorskip("nicegui")
    from dueldoku.web.choices import rules

    assert rules()["corners"] == "corners: each starts from two opposite corners"


@pytest.mark.usefixtures("corners")
def test_sensei_plays_it() -> None:
    game = Game(bundled_board("empty-2x2"), "corners")
    rivals = load_agent("sensei"), load_agent("random_player")
    assert not [turn for turn in play_agents(game, rivals, Limit(nodes=1_000)) if turn.ruling.loses]
    assert game.is_over()


def test_an_unknown_one_is_told_with_those_there_are() -> None:
    with pytest.raises(RulesError, match="expected a rule set out of classic, rows, border, random, got 'chess'"):
        rule_set("chess")
