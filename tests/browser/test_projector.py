"""The projector: several boards at once, without a mouse, at a pace that people can follow."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from page_server import PageServer
from playing import choose, press_play, type_move
from playwright.sync_api import Browser, BrowserContext, Page, expect

# When the digits of the first board changed, in milliseconds: how many turns by how many, and after how long.
CHANGES = """() => {
    const grid = document.querySelector('.place .dd-grid'), count = () => grid.querySelectorAll('.dd-value').length;
    window.changes = [];
    let shown = count(), at = performance.now();
    setInterval(() => {
        const now = performance.now();
        if (count() > shown) { window.changes.push([count() - shown, now - at]); at = now; }
        shown = count();
    }, 20);
}"""

# Standings as wide as they get: they take room from the boards.
WIDE = """() => {
    const row = `<tr><td>1.</td><td class=l>${"Wolfgang Amadeo Mozart 0".repeat(2)}</td><td>100-100-100</td></tr>`;
    document.querySelector('.standing').innerHTML = `<table class=data><tbody>${row.repeat(9)}</tbody></table>`;
}"""


@pytest.fixture
def screen(browser: Browser, server: PageServer) -> Iterator[Page]:
    context = browser.new_context(base_url=server.url, viewport={"width": 1920, "height": 1080})
    page = context.new_page()
    page.goto("/projector")
    page.wait_for_selector(".projector")
    yield page
    context.close()


def test_a_tournament_is_shown_at_a_pace(page: Page, screen: Page) -> None:
    page.goto("/watch")
    page.get_by_role("button", name="Start a match or tournament").click()
    page.get_by_label("Rounds").fill("2")
    page.get_by_label("Name").fill("For the class")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(screen.get_by_role("heading", name="For the class")).to_be_visible()
    screen.wait_for_selector(".place .dd-value")
    screen.evaluate(CHANGES)
    expect(screen.locator(".place:visible").nth(1)).to_be_visible()  # more boards than are being played
    expect(screen.locator(".standing")).to_contain_text("minimax cells")
    screen.wait_for_function("window.changes.length >= 5")
    steps = screen.evaluate("window.changes")
    assert all(turns == 1 for turns, _ in steps), steps
    assert sum(passed for _, passed in steps[1:]) / len(steps[1:]) >= 850, steps
    expect(screen.locator(".said").filter(has_text=re.compile("wins|draw")).first).to_be_visible()  # to the end
    assert screen.evaluate("document.documentElement.scrollHeight") <= 1080
    assert screen.evaluate("document.documentElement.scrollWidth") <= 1920
    sizes = screen.evaluate(
        "[...document.querySelectorAll('.versus .who, .versus b, .standing td, .said, .place .dd-value')]"
        ".filter(e => e.checkVisibility()).map(e => parseFloat(getComputedStyle(e).fontSize))"
    )
    assert min(sizes) >= 28, min(sizes)


def test_games_of_people_are_shown(page: Page, screen: Page) -> None:
    page.goto("/play?position=12.4.4.221.3...1")
    choose(page, "Opponent", "a friend, on this screen")
    page.get_by_label("Your name").fill("Zoe")
    press_play(page)
    place = screen.locator(".place:visible").filter(has_text="Zoe")
    expect(place).to_have_count(1)
    type_move(page, 2, 3)
    expect(place.locator('[data-cell="2"] .dd-value')).to_have_text("3")
    expect(place.locator(".said")).to_contain_text("▴ wrote r1c3=3")


def test_four_boards_fit_and_every_sentence_is_whole(context: BrowserContext, screen: Page) -> None:
    for number in range(4):
        page = context.new_page()
        page.goto("/play?position=123.341221.343.1")  # r1c4=4 completes three units
        choose(page, "Opponent", "a friend, on this screen")
        page.get_by_label("Your name").fill(f"Wolfgang Amadeo Mozart {number}")  # the longest
        press_play(page)
        type_move(page, 3, 4)
    said = screen.locator(".place:visible").filter(has_text="Wolfgang Amadeo").locator(".said")
    expect(said.filter(has_text="+7.")).to_have_count(4)
    screen.evaluate(WIDE)
    for one in said.all():
        assert one.evaluate("e => e.scrollHeight <= e.clientHeight + 1")
    assert screen.evaluate("document.documentElement.scrollHeight") <= 1080
