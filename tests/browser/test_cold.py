"""A machine on which nothing was compiled: the page answers at once, and nobody waits for a compiler."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from page_server import PageServer
from playing import begin, type_move, values_of
from playwright.sync_api import Browser, Page, expect

from dueldoku import Game, solve
from dueldoku.dojo import shipped
from dueldoku.dojo.lessons import LESSONS


@pytest.fixture
def cold(tmp_path: Path) -> Iterator[PageServer]:
    """A page that has just begun to compile; all that is compiled here goes when it ends."""
    server = PageServer(tmp_path / "games.db", variables={"DUELDOKU_CACHE": str(tmp_path / "cache")})
    yield server
    server.stop()


def test_a_stranger_learns_solves_and_plays_meanwhile(browser: Browser, cold: PageServer) -> None:
    page = browser.new_page(base_url=cold.url)
    page.goto("/play")
    expect(page.get_by_text("Compiling, once on this machine")).to_be_visible()
    _learn(page)
    _solve(page)
    begin(page, "easy-2x2", "a friend, on this screen")
    values = values_of(page)
    solution = solve("2x2:" + "".join(map(str, values)).replace("0", ".")).solution
    assert solution
    cell = values.index(0)
    type_move(page, cell, solution[cell])
    expect(page.locator(".player.turn.p2")).to_be_visible()
    page.goto("/play")
    expect(page.get_by_text("Compiling, once on this machine")).to_be_visible()  # it still does: nobody has waited
    loaded = Path(f"/proc/{cold.process.pid}/maps").read_text()
    assert "libpython" in loaded or "python" in loaded
    assert "llvmlite" not in loaded  # the page itself cannot even compile


def _learn(page: Page) -> None:
    stage = LESSONS[0].stages[0]
    page.goto("/")
    page.wait_for_selector(".dd-cell.free")
    move = next(move for move in Game(stage.position).legal_moves() if stage.is_right(move))
    type_move(page, 4 * move.row + move.col, move.digit)
    expect(page.locator(".told .good")).to_have_text(stage.answer(move))


def _solve(page: Page) -> None:
    entry = next(one for one in shipped.duels() if one.family == "classic 3x3")
    best = entry.puzzle.solution.move
    page.goto(f"/puzzles/{entry.number}")
    page.wait_for_selector(".dd-cell.free")
    type_move(page, 9 * best.row + best.col, best.digit)
    expect(page.locator(".told .good")).to_contain_text("Solved.")


def test_it_is_ready_before_it_has_computed_for_three_seconds(tmp_path: Path) -> None:
    server = PageServer(tmp_path / "games.db")
    computed = server.computed()
    server.stop()
    assert computed < 3.0, computed  # on a quiet machine it takes no longer than that
