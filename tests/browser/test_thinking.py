"""Analysis as a board to think on: played on, commented, drawn on, and carried by a link."""

from __future__ import annotations

import re

from page_server import PageServer
from playwright.sync_api import Browser, Locator, Page, expect

from dueldoku import match

ADDRESS = "/analyse?position=12.4.4.221.3...1"
WHERE = re.compile(r"^[0-9]+ of [0-9]+$")


def cell(page: Page, number: int) -> Locator:
    """A cell of the board."""
    return page.locator(f'main [data-cell="{number}"]')


def where(page: Page, words: str) -> None:
    """Expect to be at this move of so many."""
    expect(page.get_by_text(WHERE)).to_have_text(words)


def test_moves_and_variations_are_played_stepped_through_and_shared(browser: Browser, server: PageServer) -> None:
    context = browser.new_context(base_url=server.url, permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(ADDRESS)
    page.locator(".best button").first.click()  # a best move can be clicked
    where(page, "1 of 1")
    page.keyboard.press("ArrowLeft")
    where(page, "0 of 1")
    cell(page, 2).click()
    page.keyboard.type("3")  # a variation, by keys
    expect(page.locator(".turns .variation")).to_contain_text("r1c3=3 +1")
    expect(cell(page, 2).locator(".dd-value")).to_have_text("3")
    cell(page, 4).focus()
    page.keyboard.press("m")
    expect(cell(page, 4)).to_have_attribute("aria-label", re.compile("ringed"))
    page.keyboard.press("a")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("a")
    expect(cell(page, 4)).to_have_attribute("aria-label", re.compile("arrow to r2c2"))
    page.get_by_label("Comment on this position").fill("safe <i>enough</i>")
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator(".turns .comment")).to_have_text("safe <i>enough</i>")
    page.wait_for_function("navigator.clipboard.readText().then(text => text.includes('line='))")
    link: str = page.evaluate("navigator.clipboard.readText()")
    context.close()
    other = browser.new_context(base_url=server.url)
    page = other.new_page()
    page.goto(link)
    expect(page.locator(".turns .variation")).to_contain_text("r1c3=3 +1")
    expect(page.get_by_label("Comment on this position")).to_have_value("safe <i>enough</i>")
    expect(page.locator(".dd-sketch circle")).to_have_count(1)
    expect(page.locator(".dd-sketch path")).to_have_count(1)
    cell(page, 0).click()
    page.keyboard.press(",")  # steps back, also from the board
    where(page, "0 of 1")
    expect(page.locator(".dd-sketch path")).to_have_count(0)
    page.locator(".turns .variation a").click()
    page.get_by_role("button", name="Delete this move").click()
    expect(page.locator(".turns .variation")).to_have_count(0)
    other.close()


def test_a_variation_becomes_the_main_line_or_goes_and_the_link_carries_it(
    browser: Browser, server: PageServer
) -> None:
    context = browser.new_context(base_url=server.url, permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(f"{ADDRESS}&line=r1c3=3+(r2c1=3+r4c1=4)+r2c1=3&at=3")
    expect(page.locator(".turns .variation")).to_contain_text("r2c1=3")
    page.get_by_role("button", name="Make it the main line").click()
    expect(page.locator(".turns .variation")).to_contain_text("r1c3=3")
    expect(page.get_by_role("button", name="Make it the main line")).to_be_hidden()
    page.get_by_role("button", name="Copy link").click()
    page.wait_for_function("navigator.clipboard.readText().then(text => text.includes('line='))")
    page.goto(page.evaluate("navigator.clipboard.readText()"))
    expect(page.locator(".turns .variation")).to_contain_text("r1c3=3")
    where(page, "2 of 2")
    page.locator(".turns .variation a").last.click()
    page.get_by_role("button", name="Delete the variation").click()
    expect(page.locator(".turns .variation")).to_have_count(0)
    where(page, "0 of 2")
    context.close()


def test_a_replay_has_its_curve_at_once_with_axes_and_turning_points(page: Page, server: PageServer) -> None:
    report = match(
        "greedy_player", "random_player", board="random-2x3", nodes=1, games=2, archive=server.archive, name="c"
    )
    turns = report.games[0].turns1 + report.games[0].turns2
    page.goto(f"/games/{report.games[0].number}")
    where(page, f"{turns} of {turns}")
    course = page.locator(".dd-course")
    known = "document.querySelector('.dd-course .guess').getAttribute('d').split(/[ML]/).length - 1"
    page.wait_for_function(f"{known} === {turns + 1}")  # all of it, and nobody has asked for a review
    where(page, f"{turns} of {turns}")  # nor gone anywhere
    expect(course.locator("figcaption")).to_contain_text("points over turns: + ▴ leads, − ▾ leads")
    for word in ("evaluation", "score"):
        expect(course.locator("figcaption")).to_contain_text(word)
    expect(course.locator(".at span").last).to_have_text(str(turns))
    expect(course.locator(".points span").first).to_have_text(re.compile(r"^\+\d+$"))
    expect(course.locator(".points span").last).to_have_text(re.compile(r"^−\d+$"))
    page.get_by_role("button", name="Review the game").click()
    expect(page.get_by_text("gave away").first).to_be_visible()
    marks = course.get_by_role("button", name="Turning point after turn")
    links = page.locator("p", has_text="Turning points:").locator("a")
    expect(marks).to_have_count(links.count())
    for number in range(marks.count()):
        turn = links.nth(number).inner_text()
        marks.nth(number).click()
        where(page, f"{turn} of {turns}")


def test_the_best_line_is_played_and_a_move_in_a_sentence_lights_its_cell(page: Page) -> None:
    page.goto(ADDRESS)
    page.locator("[data-line='3']").click()
    where(page, "3 of 3")
    page.keyboard.press("ArrowLeft")
    where(page, "2 of 3")
    page.keyboard.press("End")
    where(page, "3 of 3")
    spoken = page.locator(".news [data-light]").first
    name = spoken.get_attribute("data-light") or ""
    spoken.focus()
    row, col = (int(number) - 1 for number in re.findall(r"\d+", name))
    expect(cell(page, 4 * row + col)).to_have_class(re.compile(r"\blit\b"))


def test_a_line_is_replayed_by_itself_and_by_a_slider(page: Page) -> None:
    page.goto(f"{ADDRESS}&line=r1c3=3+r2c3=1+r4c1=4&at=0")
    where(page, "0 of 3")
    page.get_by_label("Speed").click()
    page.get_by_role("option", name="very fast").click()
    page.get_by_role("button", name="Autoplay").click()
    where(page, "3 of 3")
    expect(page.get_by_role("button", name="Autoplay")).to_have_attribute("aria-pressed", "false")  # it has ended
    slider = page.get_by_label("Move of this line")
    expect(slider).to_have_value("3")
    slider.focus()
    page.keyboard.press("ArrowLeft")
    where(page, "2 of 3")
    slider.fill("0")
    where(page, "0 of 3")
    page.get_by_role("button", name="On (right arrow, point)").click()
    expect(slider).to_have_value("1")


def test_arrows_are_drawn_by_hand(page: Page) -> None:
    page.goto(ADDRESS)
    page.get_by_role("button", name="draw", exact=True).click()
    page.wait_for_selector(".dd-board.drawing")
    cell(page, 0).drag_to(cell(page, 10))
    expect(page.locator(".dd-sketch path")).to_have_count(1)
    cell(page, 5).click()
    expect(page.locator(".dd-sketch circle")).to_have_count(1)
    page.get_by_role("button", name="play", exact=True).click()
    page.wait_for_selector(".dd-board:not(.drawing)")
    cell(page, 5).click(button="right")
    expect(page.locator(".dd-sketch circle")).to_have_count(0)


def test_a_bad_link_says_so_and_shows_the_position(page: Page) -> None:
    page.goto(f"{ADDRESS}&line=r1c1=4&at=99")
    expect(page.get_by_role("alert")).to_contain_text("The moves of the link cannot be read: expected a move")
    expect(page.locator(".best b").first).to_be_visible()
