"""What people do on the page, in a real browser."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from dueldoku import solve


def values_of(page: Page) -> list[int]:
    """The digits on the board, as a person reads them."""
    labels = (
        page.locator("main .dd-grid").first.locator(".dd-cell").evaluate_all("cells => cells.map(c => c.ariaLabel)")
    )
    return [int(label.split(", ")[2]) if label.split(", ")[2].isdecimal() else 0 for label in labels]


def begin(page: Page, board: str, opponent: str = "greedy:", rules: str = "") -> None:
    page.goto("/play")
    choose(page, "Opponent", opponent)
    choose(page, "Board", board)
    if rules:
        choose(page, "Rules", rules)
    press_play(page)


def press_play(page: Page) -> None:
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/game/*")
    page.wait_for_selector("main .dd-pad")


def choose(page: Page, label: str, option: str) -> None:
    page.get_by_label(label, exact=True).click()
    page.get_by_role("option", name=re.compile(rf"(^|· ){re.escape(option)}")).click()
    page.get_by_role("option").first.wait_for(state="detached")  # else the next list may stand beside this one


def type_move(page: Page, cell: int, digit: int) -> None:
    """A move by keys alone: arrows to the cell, then the digit."""
    grid = page.locator(".dd-grid").first
    side = round(grid.locator(".dd-cell").count() ** 0.5)
    page.evaluate("document.querySelector('.dd-cell[tabindex=\"0\"]').focus()")
    here = int(page.evaluate("document.activeElement.dataset.cell"))
    row, col = divmod(here, side)
    for key, times in (("ArrowDown", (cell // side - row) % side), ("ArrowRight", (cell % side - col) % side)):
        for _ in range(times):
            page.keyboard.press(key)
    page.keyboard.type(str(digit))


def my_turn(page: Page) -> None:
    page.wait_for_selector(".dd-cell.free, .news.over")


def play_to_the_end(page: Page) -> None:
    solution = solve("2x2:" + "".join(map(str, values_of(page))).replace("0", ".")).solution
    assert solution
    for _ in range(16):
        my_turn(page)
        if page.locator(".news.over").count():
            return
        values = values_of(page)
        cell = values.index(0)
        type_move(page, cell, solution[cell])
        expect(page.locator(f'[data-cell="{cell}"] .dd-value')).to_have_text(str(solution[cell]))
