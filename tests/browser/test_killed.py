"""The server is killed in the middle of things: the open pages come back by themselves, with all that was done."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from page_server import PageServer
from playing import choose, press_play, type_move
from playwright.sync_api import Browser, BrowserContext, Page, expect

from dueldoku.dojo import shipped


@pytest.fixture
def server(tmp_path: Path) -> Iterator[PageServer]:
    running = PageServer(tmp_path / "games.db")
    yield running
    running.stop()


@pytest.fixture
def context(browser: Browser, server: PageServer) -> Iterator[BrowserContext]:
    context = browser.new_context(base_url=server.url)
    yield context
    context.close()


def kill(server: PageServer, *pages: Page) -> None:
    """Kill the server and start it again; wait until the pages have noticed and are there again."""
    for page in pages:
        page.evaluate("window.isOld = true")
    server.stop(signal.SIGKILL)
    server.start()
    for page in pages:
        page.wait_for_function("!window.isOld")
        page.wait_for_selector("main .dd-cell[tabindex]")


def test_nothing_is_lost(context: BrowserContext, server: PageServer) -> None:
    entry = next(one for one in shipped.duels() if one.family == "classic 2x2")
    game, puzzle, study, sudoku = (context.new_page() for _ in range(4))
    game.goto("/play?position=12.4.4.221.3...1")
    choose(game, "Opponent", "a friend, on this screen")
    press_play(game)
    type_move(game, 2, 3)
    expect(game.locator(".player.turn.p2")).to_be_visible()
    puzzle.goto(f"/puzzles/{entry.number}")
    puzzle.wait_for_selector(".dd-cell.free")
    wrong = entry.puzzle.tries[1].move
    type_move(puzzle, 4 * wrong.row + wrong.col, wrong.digit)
    standing = puzzle.get_by_text(re.compile(r"^Your rating: \d+ \(-\d+\)"))
    expect(standing).to_be_visible()
    rating = standing.inner_text().partition(" (")[0]
    study.goto("/analyse?position=12.4.4.221.3...1&line=r1c3=3&at=1")
    study.wait_for_selector(".dd-cell.free")
    type_move(study, 4, 3)
    expect(study.locator(".turns")).to_contain_text("r2c1=3")
    study.get_by_label("Comment on this position").fill("a note")
    study.keyboard.press("Tab")
    expect(study.locator(".turns .comment")).to_have_text("a note")
    study.locator("main [data-cell='5']").click(button="right")
    expect(study.locator(".dd-sketch circle")).to_have_count(1)
    sudoku.goto("/sudoku?number=80")
    sudoku.wait_for_selector(".dd-key")
    cell = shipped.sudokus()[79].grid.holes[0]
    sudoku.locator(f"main [data-cell='{cell}']").click()
    sudoku.keyboard.press("Shift+Digit3")
    expect(sudoku.locator(".dd-corner i")).to_have_count(1)

    kill(server, game, puzzle, study, sudoku)

    expect(game.locator("[data-cell='2'] .dd-value")).to_have_text("3")
    expect(game.locator(".player.turn.p2")).to_be_visible()
    type_move(game, 4, 3)
    expect(game.locator(".player.turn.p1")).to_be_visible()
    expect(puzzle.get_by_text(rating)).to_be_visible()
    best = entry.puzzle.solution.move
    puzzle.wait_for_selector(".dd-cell.free")
    type_move(puzzle, 4 * best.row + best.col, best.digit)
    expect(puzzle.locator(".told .good")).to_contain_text("Solved.")
    expect(study.locator(".turns")).to_contain_text("r2c1=3")
    expect(study.locator(".turns .comment")).to_have_text("a note")
    expect(study.locator(".dd-sketch circle")).to_have_count(1)
    expect(sudoku.locator(".dd-corner i")).to_have_count(1)
