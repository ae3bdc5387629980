"""The dojo as newcomers meet it: lessons from first to last, puzzles solved and failed, the day after."""

from __future__ import annotations

import json
import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from page_server import PageServer
from playing import press_play
from playwright.sync_api import Browser, BrowserContext, Page, expect

from dueldoku import Game, Move
from dueldoku.dojo import shipped
from dueldoku.dojo.lessons import LESSONS
from dueldoku.solvers.human import Stage, tell
from dueldoku.web import jobs


def write(page: Page, move: Move, side: int) -> None:
    """A move by clicks, as on a phone."""
    page.locator(f'main [data-cell="{move.row * side + move.col}"]').click()
    page.locator(".dd-pad").get_by_role("button", name=f"write {move.digit}", exact=True).click()


def by_keys(page: Page, move: Move, side: int) -> None:
    """A move by keys alone."""
    page.locator('main .dd-cell[tabindex="0"]').focus()
    here = int(page.evaluate("document.activeElement.dataset.cell"))
    for key, times in (
        ("ArrowDown", (move.row - here // side) % side),
        ("ArrowRight", (move.col - here % side) % side),
    ):
        for _ in range(times):
            page.keyboard.press(key)
    page.keyboard.type(str(move.digit))


def test_lessons_from_first_to_last(page: Page) -> None:
    page.goto("/")
    for number, lesson in enumerate(LESSONS):
        expect(page.get_by_role("heading", level=1)).to_have_text(lesson.title)
        for at, stage in enumerate(lesson.stages):
            expect(page.locator(".task:not(.head)")).to_have_text(stage.task)
            page.wait_for_selector(".dd-cell.free")
            game = Game(stage.position)
            side, moves = game.geometry.side, list(game.legal_moves())
            wrong = next(move for move in moves if not stage.is_right(move))
            right = next(move for move in moves if stage.is_right(move))
            if at == 0:
                write(page, wrong, side)
                expect(page.locator(".told .refused")).to_have_text(stage.answer(wrong))
                page.get_by_role("button", name="Try again").click()
                page.wait_for_selector(".dd-cell.free")
            by_keys(page, right, side)
            expect(page.locator(".told .good")).to_have_text(stage.answer(right))
            if (number, at) != (len(LESSONS) - 1, len(lesson.stages) - 1):
                page.get_by_role("button", name="Go on").click()
        expect(page.locator("li.done")).to_have_count(number + 1)
    page.get_by_role("button", name=re.compile("^Play this against")).click()
    page.wait_for_url("**/game/*")
    page.wait_for_selector(".dd-cell.free, .player.turn.p2")


def test_a_puzzle_failed_refuted_and_solved_by_keys(page: Page) -> None:
    entry = next(one for one in shipped.duels() if "pass" in one.themes and one.family == "classic 2x3")
    puzzle = entry.puzzle
    page.goto(f"/puzzles/{entry.number}")
    page.wait_for_selector(".dd-cell.free")
    wrong = next(one for one in puzzle.tries[1:] if one.reply and not one.is_bomb)
    write(page, wrong.move, 6)
    expect(page.locator(".told .refused")).to_contain_text(f"The answer is {wrong.reply}")
    expect(page.locator(".dd-cell.m-strike .dd-mark")).to_be_visible()
    expect(page.get_by_text(re.compile(r"Your rating: \d+ \(-\d+\)"))).to_be_visible()
    page.get_by_role("button", name="Try again").click()
    page.wait_for_selector(".dd-cell.free")
    by_keys(page, puzzle.solution.move, 6)
    expect(page.locator(".told .good")).to_contain_text("Solved.")
    expect(page.get_by_role("link", name="Next puzzle")).to_be_focused()  # Enter goes on
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_text("The link is in your clipboard.")).to_be_visible()
    page.get_by_role("link", name="Play it out").click()
    press_play(page)  # with the rules and the score of the puzzle
    expect(page.get_by_text(f"rules: {puzzle.position.rules}")).to_be_visible()
    for player in (1, 2):
        expect(page.locator(f".player.p{player} .score")).to_have_text(str(puzzle.position.scores[player - 1]))


def test_the_day_after(browser: Browser, tmp_path: Path) -> None:
    day = tmp_path / "day"
    day.write_text("2026-11-18")
    server = PageServer(tmp_path / "games.db", day=day)
    context = browser.new_context(base_url=server.url, permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    try:
        first = shipped.daily(date(2026, 11, 18)).puzzle
        side = first.position.grid.geometry.side
        page.goto("/daily")
        page.wait_for_selector(".dd-cell.free")
        write(page, first.tries[1].move, side)
        page.get_by_role("button", name="Try again").click()
        page.wait_for_selector(".dd-cell.free")
        write(page, first.solution.move, side)
        expect(page.locator("pre.share")).to_have_text("Dueldoku 2026-11-18: solved with try 2\n🟥🟩")
        expect(page.get_by_role("link", name="Next puzzle")).to_be_focused()
        expect(page.get_by_text("streak: 1 day")).to_be_visible()
        page.goto("/daily")  # the result is still to be had
        expect(page.locator("pre.share")).to_have_text("Dueldoku 2026-11-18: solved with try 2\n🟥🟩")
        expect(page.get_by_text("The next one comes tomorrow.")).to_be_visible()
        page.goto("/puzzles")
        expect(page.get_by_text("back today")).to_have_count(0)
        day.write_text("2026-11-19")
        page.goto("/puzzles")  # what was missed yesterday is back, before anything new
        expect(page.get_by_text("1 missed position back today")).to_be_visible()
        page.wait_for_selector(".dd-cell.free")
        write(page, first.solution.move, side)
        expect(page.locator(".told .good")).to_contain_text("Solved.")
        page.goto("/me")
        expect(page.get_by_text("Rating from", exact=False).first).to_be_visible()
        day.write_text("2026-11-21")
        page.goto("/me")
        expect(page.locator(".facts dd").nth(3)).to_have_text("no days")
    finally:
        context.close()
        server.stop()


def test_a_name_is_kept_exported_and_deleted(page: Page) -> None:
    page.goto("/me")
    page.get_by_label("Name", exact=True).fill("Ada")
    page.get_by_role("button", name="Keep", exact=True).click()
    expect(page.get_by_text("New games carry this name")).to_be_visible()
    page.goto("/play")
    expect(page.get_by_label("Your name")).to_have_value("Ada")
    page.goto("/me")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Export").click()
    kept: Any = json.loads(waiting.value.path().read_text())
    assert kept["name"] == "Ada"
    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_label("Name", exact=True)).to_have_value("")


def test_a_sudoku_with_hints_to_its_end(page: Page) -> None:
    page.goto("/sudoku?technique=naked-single")
    page.wait_for_selector(".dd-key")
    number = int(re.findall(r"\d+", page.get_by_role("heading", level=1).inner_text())[0])
    sudoku = shipped.sudokus()[number - 1]
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".told")).to_contain_text("Look at")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".told")).to_contain_text("The technique")
    first, *others = sudoku.grid.holes
    write(page, Move(first // 9, first % 9, sudoku.solution[first] % 9 + 1), 9)
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".told .refused")).to_have_text("1 digit wrong.")
    page.get_by_role("button", name="Undo").click()
    for cell in (first, *others):
        by_keys(page, Move(cell // 9, cell % 9, sudoku.solution[cell]), 9)
    expect(page.locator(".told .good")).to_have_text("Solved. Well done.")


def test_hints_mark_the_board_and_go_on_where_nothing_is_to_be_written(page: Page) -> None:
    number = 80  # of one digit, and then of two steps that only strike candidates out
    sudoku = shipped.sudokus()[number - 1]
    placed, *struck = jobs.steps(str(sudoku.grid), 10.0).steps[:3]
    assert placed.placement
    assert not any(step.placement for step in struck)
    page.goto(f"/sudoku?number={number}")
    page.wait_for_selector(".dd-key")
    hint, told = page.get_by_role("button", name="Hint"), page.locator(".told")
    for stage in (*Stage, Stage.WHY):  # whoever has not written the digit is told again
        hint.click()
        expect(told).to_have_text(tell(placed, sudoku.grid.geometry, stage))
    expect(page.locator(f'[data-cell="{placed.placement.cell}"].m-placed')).to_be_visible()
    by_keys(page, Move(placed.placement.cell // 9, placed.placement.cell % 9, placed.placement.digit), 9)
    expect(page.locator(".m-placed, .m-why")).to_have_count(0)
    for step in struck:
        for stage in Stage:
            hint.click()
            expect(told).to_have_text(tell(step, sudoku.grid.geometry, stage))
        assert page.locator(".m-strike").count() == len({cell for cell, _ in step.eliminations} - set(step.cells))
        expect(page.locator(".m-why")).not_to_have_count(0)


def test_a_puzzle_that_took_a_hint_counts_as_missed(page: Page) -> None:
    entry = next(one for one in shipped.duels() if one.family == "classic 2x2")
    page.goto(f"/puzzles/{entry.number}")
    page.wait_for_selector(".dd-cell.free")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".told")).to_contain_text("Theme")
    by_keys(page, entry.puzzle.solution.move, 4)
    expect(page.locator(".told .good")).to_contain_text("Solved.")
    expect(page.get_by_text(re.compile(r"Your rating: \d+ \(-\d+\)"))).to_be_visible()
    page.goto("/me")
    expect(page.get_by_text("0 solved at the first try, 1 missed")).to_be_visible()


@pytest.mark.parametrize("path", ["/", "/puzzles", "/sudoku", "/daily"])
def test_the_first_answer_holds_the_board(context: BrowserContext, path: str) -> None:
    text = context.request.get(path).text()
    before = text[: text.index('<div id="nicegui-keep-alive-cache"')]
    assert before.count('class="dd-cell') in (16, 36, 81)
    assert "<h1>" in before


def test_it_is_seen_without_scripts_and_nothing_moves_when_they_come(browser: Browser, server: PageServer) -> None:
    plain = browser.new_context(base_url=server.url, java_script_enabled=False)
    page = plain.new_page()
    page.goto("/learn/1")
    there = page.locator(".dd-grid").bounding_box()
    assert there
    expect(page.get_by_role("heading", level=1)).to_have_text(LESSONS[0].title)
    plain.close()
    context = browser.new_context(base_url=server.url)
    page = context.new_page()
    page.goto("/learn/1")
    page.wait_for_selector(".dd-cell.free")
    assert page.locator(".dd-grid").bounding_box() == there
    context.close()
