"""Boards of a course's checkout instead of our namesakes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tiny_lab import run_into, tiny

from dueldoku.errors import DueldokuError
from dueldoku.formats.course import write_course
from dueldoku.game.boards import bundled_board
from dueldoku.lab.boards import BOARDS, boards_in
from dueldoku.lab.experiment import Experiment, Size, start_of
from dueldoku.lab.report import Section
from dueldoku.puzzles.api import generate

assert tiny  # a fixture
OTHER = generate("2x2", empty=5, seed=9)


def checkout(folder: Path, name: str = "easy-2x2") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.txt").write_text(write_course(OTHER), encoding="ascii")
    return folder


def test_the_names_are_those_of_bundled_boards_in_order() -> None:
    grids = [bundled_board(name).grid for name in BOARDS]
    order = [(grid.geometry.side, len(grid.holes)) for grid in grids]
    assert order == sorted(order)
    assert len(BOARDS) == 12


@pytest.mark.parametrize("below", ["", "boards"])
def test_a_folder_or_its_folder_boards(tmp_path: Path, below: str) -> None:
    checkout(tmp_path / below)
    (tmp_path / "readme.txt").write_text("hello", encoding="ascii")
    found = boards_in(str(tmp_path))
    assert {name: position.grid for name, position in found.items()} == {"easy-2x2": OTHER}


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("", "", "expected a folder with boards such as random-3x3.txt, got '.*' without any of them"),
        ("other.txt", "1", "expected a folder with boards such as random-3x3.txt, got '.*' without any of them"),
        ("easy-2x2.txt", "what", "easy-2x2.txt"),
        ("easy-3x3.txt", write_course(OTHER), "easy-3x3.txt: expected one board with blocks of 3x3"),
    ],
)
def test_what_is_no_folder_of_boards_is_one_sentence(tmp_path: Path, name: str, text: str, sentence: str) -> None:
    if name:
        (tmp_path / name).write_text(text, encoding="ascii")
    with pytest.raises(DueldokuError, match=sentence):
        boards_in(str(tmp_path))
    with pytest.raises(DueldokuError, match="no such folder"):
        boards_in(str(tmp_path / "nowhere"))


def test_measurements_carry_their_board() -> None:
    course = {"easy-2x2": bundled_board("empty-2x2")}
    ours, theirs = Size().place("easy-2x2"), Size(course=course).place("easy-2x2")
    assert ours != theirs
    assert start_of(ours) == bundled_board("easy-2x2")
    assert start_of(theirs) == bundled_board("empty-2x2")


def test_games_on_other_boards_are_other_games(tmp_path: Path, tiny: Callable[[str], Experiment]) -> None:
    experiment = tiny("mcts-over-time")
    ours = run_into(tmp_path, experiment)
    theirs = run_into(tmp_path, experiment, boards_in(str(checkout(tmp_path / "course"))))
    assert len(theirs.games) == len(ours.games)
    assert not {game.number for game in theirs.games} & {game.number for game in ours.games}
    assert theirs.remarks == [
        f"{len(ours.contests[name])} games on other boards, or on earlier ones of these names, are left out."
        for name in ours.contests
    ]
    assert "on a course's own boards: easy-2x2" in Section.of(experiment, theirs).size
    assert run_into(tmp_path, experiment).games == ours.games


def test_games_with_another_seed_are_other_games(tmp_path: Path, tiny: Callable[[str], Experiment]) -> None:
    experiment = tiny("mcts-over-time")
    ours = run_into(tmp_path, experiment)
    others = run_into(tmp_path, experiment, seed=2)
    assert len(others.games) == len(ours.games)
    assert not {game.number for game in others.games} & {game.number for game in ours.games}
    assert [game.course for game in others.games] != [game.course for game in ours.games]
    assert not [*ours.remarks, *others.remarks]
    assert "games with the seed 2" in Section.of(experiment, others).size
    assert run_into(tmp_path, experiment).games == ours.games
