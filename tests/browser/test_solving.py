"""The solver's corner as a place to solve: digits and marks by keys and by touch, undone, checked, shared, kept."""

from __future__ import annotations

import re
from typing import Any

from page_server import PageServer
from playwright.sync_api import Browser, Locator, Page, expect

PUZZLE, SOLUTION = "1.....3..4.....2", "1324423124133142"


def cell(page: Page, number: int) -> Locator:
    """A cell of the board."""
    return page.locator(f'main [data-cell="{number}"]')


def open_corner(page: Page, address: str = f"/solver?puzzle={PUZZLE}") -> None:
    """Open the page and wait until it has told the puzzle's grade."""
    page.goto(address)
    expect(page.locator(".facts-line")).to_contain_text(re.compile("graded|several"))


def test_a_sudoku_is_solved_by_keys_alone(page: Page) -> None:
    open_corner(page)
    expect(page.locator(".facts-line")).to_contain_text("one solution")
    page.locator('main .dd-cell[tabindex="0"]').focus()  # r1c2
    for key in ("Shift+Digit2", "Shift+Digit3", "Control+Digit4", "Alt+Digit2"):
        page.keyboard.press(key)
    expect(cell(page, 1)).to_have_attribute("aria-label", "row 1, column 2, empty, corner 2 3, centre 4, green")
    page.keyboard.press("Control+z")
    expect(cell(page, 1)).not_to_have_class(re.compile("colour"))
    page.keyboard.press("Control+y")
    expect(cell(page, 1)).to_have_class(re.compile("colour2"))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")  # the pen for corners
    page.keyboard.type("3")
    expect(cell(page, 2).locator(".dd-corner").first).to_have_text("3")
    page.keyboard.press("Shift+Space")
    page.keyboard.type("2")  # it leaves the marks of the cells that it sees
    expect(cell(page, 1).locator(".dd-corner").first).to_have_text("3")
    page.keyboard.press("ArrowLeft")
    page.keyboard.type("4")
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".told")).to_have_text("1 digit wrong.")
    expect(cell(page, 1)).to_have_class(re.compile("m-wrong"))
    page.reload()  # all of it is still there
    expect(cell(page, 1).locator(".dd-value")).to_have_text("4")
    expect(cell(page, 1)).to_have_class(re.compile("colour2"))
    cell(page, 1).focus()
    page.keyboard.press("Backspace")
    expect(cell(page, 1).locator(".dd-corner").first).to_have_text("3")
    for number, digit in enumerate(SOLUTION):
        if PUZZLE[number] == ".":
            cell(page, number).focus()
            page.keyboard.type(digit)
    expect(page.locator(".dd-note")).to_have_text(re.compile(r"^Solved in \d+:\d\d\.$"))
    was = page.locator(".dd-clock").inner_text()
    page.wait_for_timeout(1500)
    expect(page.locator(".dd-clock")).to_have_text(was)


def test_a_link_carries_digits_and_a_bad_one_says_so(browser: Browser, server: PageServer) -> None:
    context = browser.new_context(base_url=server.url, permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    open_corner(page)
    cell(page, 1).click()
    page.keyboard.type("3")
    page.get_by_role("button", name="Hint").click()  # the server has heard of it
    expect(page.locator(".told")).to_contain_text("Look at")
    page.get_by_role("button", name="Copy link").click()
    page.wait_for_function("navigator.clipboard.readText().then(text => text.includes('own='))")
    link: str = page.evaluate("navigator.clipboard.readText()")
    context.close()
    other = browser.new_context(base_url=server.url)
    page = other.new_page()
    open_corner(page, link)
    expect(cell(page, 1).locator(".dd-value")).to_have_text("3")
    assert "own" not in page.url  # a reload would overwrite what was done since
    page.get_by_role("button", name="Undo").click()
    expect(cell(page, 1).locator(".dd-value")).to_have_count(0)
    open_corner(page, f"/solver?puzzle={PUZZLE}&own=2...............")
    expect(page.locator(".told")).to_contain_text("The link's own digits do not fit its puzzle")
    page.goto("/solver?puzzle=nonsense")
    expect(page.locator(".told .refused")).to_be_visible()
    other.close()


def test_by_touch_on_a_phone_in_the_dark(browser: Browser, server: PageServer) -> None:
    context = browser.new_context(
        base_url=server.url, viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True, color_scheme="dark"
    )
    page = context.new_page()
    open_corner(page)
    cell(page, 1).tap()
    page.get_by_role("button", name="Centre", exact=True).tap()
    page.get_by_role("button", name="write 3", exact=True).tap()
    expect(cell(page, 1).locator(".dd-centre")).to_have_text("3")
    page.get_by_role("button", name="Colour", exact=True).tap()
    page.get_by_role("button", name="blue", exact=True).tap()
    expect(cell(page, 1)).to_have_class(re.compile("colour3"))
    page.get_by_role("button", name="Undo").tap()
    expect(cell(page, 1)).not_to_have_class(re.compile("colour"))
    small: list[Any] = page.evaluate(
        "[...document.querySelectorAll('.dd-pens button, .dd-pad button')].map(b => b.getBoundingClientRect())"
        ".filter(b => b.height < 33 || b.width < 33 || b.right > 390).length"
    )
    assert not small
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    context.close()


def test_several_solutions_are_told_and_a_new_puzzle_clears_the_comparison(page: Page) -> None:
    open_corner(page, "/solver?puzzle=123434122.4.4.2.")
    expect(page.locator(".facts-line")).to_contain_text("several solutions")
    expect(page.locator(".told")).to_contain_text("differ in 4 cells, first at r3c2")
    page.get_by_role("button", name="Compare").click()
    expect(page.locator("table.data")).to_be_visible()
    page.get_by_text("Paste one").click()
    page.get_by_label("Paste a puzzle in any format").fill(PUZZLE)
    page.get_by_role("button", name="Load").click()
    expect(page.locator(".facts-line")).to_contain_text("4 given")
    expect(page.locator("table.data")).to_have_count(0)


def test_a_puzzle_is_written_by_hand_and_explained_from_own_digits(page: Page) -> None:
    open_corner(page)
    page.get_by_role("button", name="Change this one").click()
    cell(page, 1).click()
    page.keyboard.type("3")
    expect(page.locator(".told")).to_have_text("5 of 16 cells are given.")
    page.get_by_role("button", name="Done: solve it").click()
    expect(page.locator(".facts-line")).to_contain_text("5 given")
    expect(page.locator(".facts-line")).to_contain_text("graded easy")
    cell(page, 2).click()
    page.keyboard.type("2")
    page.get_by_role("button", name="Next step").click()
    expect(cell(page, 2).locator(".dd-value")).to_have_text("2")
    expect(page.locator(".steps button")).to_have_count(10)
    page.locator(".steps button").last.click()
    expect(page.get_by_text("10 of 10")).to_be_visible()
    page.get_by_role("button", name="One step on").click()
    expect(page.locator(".told")).to_contain_text("Solved, graded easy.")
    page.get_by_role("button", name="Back to my board").click()
    expect(page.locator(".dd-cell.own")).to_have_count(1)


def test_marks_and_colours_go_into_several_cells(browser: Browser, server: PageServer) -> None:
    context = browser.new_context(base_url=server.url)
    page = context.new_page()
    open_corner(page)
    cell(page, 1).click()
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Control+ArrowRight")
    expect(page.locator('.dd-cell[aria-selected="true"]')).to_have_count(3)
    page.keyboard.press("Shift+Digit3")
    page.keyboard.press("Alt+Digit2")
    for number in (1, 2, 3):
        expect(cell(page, number)).to_have_attribute("aria-label", re.compile("corner 3, green$"))
    page.keyboard.press("Control+z")  # both were one step each
    expect(page.locator(".colour2")).to_have_count(0)
    page.keyboard.press("Shift+Digit3")  # once more takes it away, from all of them
    expect(page.locator(".dd-corner i")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator(".dd-cell.chosen")).to_have_count(0)
    cell(page, 4).drag_to(cell(page, 7))
    expect(page.locator(".dd-cell.chosen")).to_have_count(4)  # r2c3 is given, but may have a colour
    page.keyboard.press("Control+Digit1")
    expect(page.locator(".dd-centre")).to_have_count(3)
    page.keyboard.press("Alt+Digit1")
    expect(page.locator(".dd-cell.colour1")).to_have_count(4)
    page.keyboard.type("4")  # a digit goes to one cell alone
    expect(page.locator(".dd-cell.own")).to_have_count(1)
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    expect(page.locator(".dd-centre, .dd-cell.colour1")).to_have_count(0)
    cell(page, 0).click(modifiers=["Shift"])
    expect(page.locator(".dd-cell.chosen")).to_have_count(5)
    cell(page, 0).click(modifiers=["Control"])
    expect(page.locator(".dd-cell.chosen")).to_have_count(4)
    cell(page, 0).click()
    expect(page.locator(".dd-cell.chosen")).to_have_count(1)
    page.get_by_role("button", name="Several").click()  # for fingers
    cell(page, 5).click()
    expect(page.locator(".dd-cell.chosen")).to_have_count(2)
    context.close()


def test_what_is_left_to_write_and_all_marks_at_once(page: Page) -> None:
    open_corner(page)
    three = page.get_by_role("button", name="write 3", exact=True)
    expect(three.locator("small")).to_have_text("3")
    page.get_by_role("button", name="Fill in marks").click()
    expect(cell(page, 1).locator(".dd-centre")).to_have_text("23")
    expect(cell(page, 13).locator(".dd-centre")).to_have_text("13")
    cell(page, 1).click()
    three.click()
    expect(three.locator("small")).to_have_text("2")
    expect(three).to_have_attribute("aria-description", "2 left")
    expect(cell(page, 13).locator(".dd-centre")).to_have_text("1")  # the digit leaves the marks of cells that it sees
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".dd-centre")).to_have_count(0)
    for number, digit in enumerate(SOLUTION):
        if PUZZLE[number] == "." and digit == "3":
            cell(page, number).click()
            page.keyboard.type(digit)
    expect(three.locator("small")).to_have_text("✓")
