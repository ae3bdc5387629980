"""Standings that are fair to agents and to guests, from archives that were made up."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fast_games import made_up

from dueldoku.agents.base import Limit
from dueldoku.arena.archive import Archive
from dueldoku.arena.entrant import Entrant, bundled, person
from dueldoku.arena.task import GameTask
from dueldoku.game.boards import bundled_board
from dueldoku.web import tables
from dueldoku.web.lobby import RATED
from dueldoku.web.pages.standings import leaderboard, ranked

STRONG, WEAK, GUEST = bundled("greedy_player"), bundled("random_player"), person("guest 12ab")
SETTINGS = {"agents": {}, "boards": {}, "limits": [], "rounds": 1, "rules": None, "seed": 0, "gauntlet": None}
Made = tuple[Entrant, Entrant, int]


def filled(path: Path, agents: list[Made], people: list[Made]) -> str:
    """An archive with these games: who moved first, who second, and who won."""
    start = str(bundled_board("easy-2x2"))
    with Archive(path, write=True) as archive:
        for name, games in (("agents", agents), (RATED, people)):
            archive.begin(name, SETTINGS)
            for number, (first, second, winner) in enumerate(games):
                task = GameTask(f"{name} {number}", 1, "easy-2x2", start, (first, second), Limit(1.0), number)
                archive.add(name, made_up(task, winner))
    return str(path)


def both_seats(pairs: int) -> list[Made]:
    """The strong one beats the weak one three times of four, from both seats."""
    games = []
    for number in range(pairs):
        lost = number % 4 == 0
        games += [(STRONG, WEAK, 2 if lost else 1), (WEAK, STRONG, 1 if lost else 2)]
    return games


def guest_games(won: int, lost: int) -> list[Made]:
    """The guest always moves first, as people do who change nothing in the form."""
    return [(GUEST, STRONG, 1)] * won + [(GUEST, STRONG, 2)] * lost


@pytest.mark.parametrize(("won", "lost"), [(2, 5), (5, 2), (9, 0)])
def test_a_guest_with_few_games_has_no_place(tmp_path: Path, won: int, lost: int) -> None:
    path = filled(tmp_path / "games.db", both_seats(20), guest_games(won, lost))
    told = tables.standings(path, tables.Filter())
    assert told.people == {GUEST.name}
    places = [(place, one.name) for place, one in ranked(told.standings.agents)]
    assert places == [(1, STRONG.name), (2, WEAK.name), (0, GUEST.name)]
    people = leaderboard([one for one in told.standings.agents if one.name in told.people])
    assert "provisional" in people
    assert "1. " not in people


def test_a_guest_with_enough_games_has_a_place(tmp_path: Path) -> None:
    path = filled(tmp_path / "games.db", both_seats(20), guest_games(6, 6))
    told = tables.standings(path, tables.Filter())
    people = leaderboard([one for one in told.standings.agents if one.name in told.people])
    assert "provisional" not in people
    assert "1. " in people


def test_few_games_tell_nothing_of_the_seat(tmp_path: Path) -> None:
    path = filled(tmp_path / "games.db", both_seats(19), guest_games(0, 0))
    assert "not known (too few games)" in tables.standings(path, tables.Filter()).seat


def test_games_with_guests_in_one_seat_tell_nothing_of_it(tmp_path: Path) -> None:
    path = filled(tmp_path / "games.db", [], guest_games(60, 0))
    assert "not known (too few games)" in tables.standings(path, tables.Filter()).seat


def test_a_few_games_of_guests_do_not_change_what_the_seat_is_worth(tmp_path: Path) -> None:
    def worth(path: str) -> int:
        told = re.search(r"Elo: ([+-]\d+) ", tables.standings(path, tables.Filter()).seat)
        assert told
        return int(told[1])

    alone = worth(filled(tmp_path / "alone.db", both_seats(40), []))
    for won, lost in ((2, 5), (7, 0), (0, 7)):
        with_guest = worth(filled(tmp_path / f"{won}-{lost}.db", both_seats(40), guest_games(won, lost)))
        assert abs(with_guest - alone) <= 40, (won, lost)
