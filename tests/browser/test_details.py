"""Small things that people stumble over: notices, tooltips, lists, plurals, what stays and what goes."""

from __future__ import annotations

import re
import signal

import pytest
from page_server import PageServer
from playwright.sync_api import Browser, Page, expect

from dueldoku import match

PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}


def begin(page: Page, position: str = "12.4.4.221.3...1") -> None:
    """A game of two at one screen."""
    page.goto(f"/play?position={position}")
    page.get_by_label("Opponent", exact=True).click()
    page.get_by_role("option", name="a friend, on this screen").click()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/game/*")
    page.wait_for_selector(".dd-cell.free")


def write(page: Page, cell: int, digit: int) -> None:
    page.locator(f'main [data-cell="{cell}"]').click()
    page.keyboard.type(str(digit))


@pytest.fixture
def games(server: PageServer) -> int:
    """How many games the archive has of a match."""
    return len(
        match(
            "greedy_player", "random_player", board="easy-2x2", nodes=1, games=2, archive=server.archive, name="d"
        ).games
    )


def test_a_tooltip_does_not_stay_after_a_tap(browser: Browser, server: PageServer) -> None:
    context = browser.new_context(base_url=server.url, **PHONE)
    page = context.new_page()
    begin(page)
    page.get_by_role("button", name="Hint").tap()
    expect(page.locator(".dd-cell.m-hint")).to_be_visible()
    assert page.locator(".q-tooltip:visible").count() == 0
    context.close()


def test_a_lost_connection_is_told_away_from_the_digits(browser: Browser, server: PageServer) -> None:
    context = browser.new_context(base_url=server.url, **PHONE)
    page = context.new_page()
    begin(page)
    server.stop(signal.SIGKILL)
    try:
        notice = page.locator(".nicegui-error-popup", has_text="Connection lost")
        expect(notice).to_be_visible()
        told, pad = notice.bounding_box(), page.locator(".dd-pad").bounding_box()
        assert told
        assert pad
        assert told["y"] + told["height"] < pad["y"]
    finally:
        server.start()
        context.close()


def test_turns_stand_in_one_order_in_the_game_and_in_its_replay(page: Page) -> None:
    begin(page)
    write(page, 2, 3)
    expect(page.locator(".player.turn.p2")).to_be_visible()
    write(page, 4, 3)
    expect(page.locator(".player.turn.p1")).to_be_visible()
    page.get_by_role("button", name="Resign").click()
    page.locator(".q-dialog").get_by_role("button", name="Resign").click()
    expect(page.locator(".turns .at")).to_have_text(["1.", "2.", "3."])
    played = page.locator(".turns > span:not([aria-hidden]):not(.at)").all_inner_texts()
    page.get_by_role("link", name="Replay and analyse").click()
    page.wait_for_url("**/games/*")
    expect(page.locator(".turns .at")).to_have_text(["1.", "2.", "3."])
    assert page.locator(".turns a").all_inner_texts() == played == ["r1c3=3 +1", "r2c1=3 +1", "resigned"]


def test_what_was_asked_for_is_scrolled_to_on_a_small_phone(browser: Browser, server: PageServer) -> None:
    context = browser.new_context(base_url=server.url, **PHONE | {"viewport": {"width": 320, "height": 568}})
    page = context.new_page()
    begin(page)
    page.get_by_role("heading", name="Turns").scroll_into_view_if_needed()
    page.get_by_role("button", name="Hint").tap()
    expect(page.locator(".news", has_text="Why?")).to_be_in_viewport()
    page.get_by_role("button", name="Resign").tap()
    page.get_by_role("heading", name="Turns").scroll_into_view_if_needed()
    page.locator(".q-dialog").get_by_role("button", name="Resign").tap()
    expect(page.locator(".news.over")).to_be_in_viewport()
    context.close()


def test_navigation_and_content_are_landmarks_side_by_side(page: Page) -> None:
    for path in ("/", "/no/such/page"):
        page.goto(path)
        expect(page.get_by_role("banner").get_by_role("navigation", name="Pages")).to_be_visible()
        expect(page.get_by_role("main").get_by_role("navigation")).to_have_count(0)
        expect(page.get_by_role("main").get_by_role("heading", level=1)).to_have_count(1)


def test_whole_rows_of_lists_are_links(page: Page, games: int) -> None:
    for path, goes in (("/games?tournament=d", "**/games/*"), ("/standings?tournament=d", "**/agents/*")):
        page.goto(path)
        row = page.locator("table.linked tbody tr").first
        expect(row).to_be_visible()
        box = row.bounding_box()
        assert box
        page.mouse.click(box["x"] + box["width"] - 12, box["y"] + box["height"] / 2)  # far from the words of the link
        page.wait_for_url(goes)
    page.goto("/standings?tournament=d")
    expect(page.locator("table.cross td").first).to_have_text("1. greedy")  # as people read it
    page.goto("/agents/greedy_player")
    expect(page.locator("table.linked tbody tr").first).to_be_visible()
    assert games == 2


def test_what_a_list_is_about_is_in_sight_at_320(browser: Browser, server: PageServer) -> None:
    match("sensei:level=child", "minimax-cells", board="easy-2x2", nodes=1, games=2, archive=server.archive, name="e")
    context = browser.new_context(base_url=server.url, **PHONE | {"viewport": {"width": 320, "height": 568}})
    page = context.new_page()
    for path, column in (("/games?tournament=e", 2), ("/standings?tournament=e", 1)):  # the result, the Elo
        page.goto(path)
        cell = page.locator("table.linked tbody tr").first.locator("td").nth(column)
        expect(cell).to_be_visible()
        box = cell.bounding_box()
        assert box
        assert box["x"] + box["width"] <= 320
    context.close()


def test_an_error_stays_where_it_was_asked_for(page: Page) -> None:
    page.goto("/play?position=11..............")
    play = page.get_by_role("button", name="Play", exact=True)
    play.click()
    told = page.get_by_role("alert").filter(has_text="twice")
    expect(told).to_be_visible()
    button, words = play.bounding_box(), told.bounding_box()
    assert button
    assert words
    assert 0 < words["y"] - button["y"] < 150  # below it
    page.wait_for_timeout(6000)
    expect(told).to_be_visible()
    page.get_by_label("Any format").fill("12.4.4.221.3...1")
    play.click()
    page.wait_for_url("**/game/*")


def test_the_tab_tells_whose_move_it_is(page: Page, browser: Browser, server: PageServer) -> None:
    page.goto("/play?position=12.4.4.221.3...1")
    page.get_by_label("Opponent", exact=True).click()
    page.get_by_role("option", name="a friend elsewhere").click()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/game/*")
    other = browser.new_page(base_url=server.url)
    other.goto(page.get_by_label("Link for your opponent").input_value())
    other.wait_for_selector("main .dd-grid")
    expect(page).to_have_title(re.compile("^Your move · "))
    expect(other).not_to_have_title(re.compile("Your move"))
    write(page, 2, 3)
    expect(other).to_have_title(re.compile("^Your move · "))
    expect(page).not_to_have_title(re.compile("Your move"))
    other.close()


def test_keys_reach_everything_and_it_is_seen_where_they_are(page: Page) -> None:
    page.goto("/play")
    page.get_by_role("button", name="Play", exact=True).wait_for()
    passed: list[str] = []
    while page.evaluate("document.activeElement !== document.body") or not passed:
        page.keyboard.press("Tab")
        name, ring = page.evaluate(
            """() => {
                const at = document.activeElement, style = getComputedStyle(at);
                const ring = style.outlineStyle !== 'none' || style.boxShadow !== 'none'
                    || at.closest('.q-field--focused');
                return [at.ariaLabel || at.innerText.trim(), Boolean(ring) || at === document.body];
            }"""
        )
        assert ring, name
        passed.append(name)
    assert any(name.endswith("Play") for name in passed[12:])
    assert passed[0] == "To the content"


def test_nothing_moves_for_those_who_want_it_so(browser: Browser, server: PageServer) -> None:
    context = browser.new_context(base_url=server.url, reduced_motion="reduce")
    page = context.new_page()
    begin(page)
    write(page, 2, 3)
    gain = page.locator(".dd-gain")
    expect(gain).to_have_text("+1")
    moving = "document.getAnimations().filter(one => one.playState === 'running').length"
    assert page.evaluate(moving) == 0
    assert gain.evaluate("gain => getComputedStyle(gain).opacity") == "1"  # it is seen, though it does not rise
    context.close()


def test_the_api_page_is_linked_and_shows_the_real_address(page: Page, server: PageServer) -> None:
    page.goto("/")
    page.get_by_role("navigation").get_by_role("link", name="API").click()
    page.wait_for_url("**/api")
    shown = page.locator("main pre").all_text_contents()
    calls = [text for text in shown if "curl" in text]
    assert calls
    assert all(f"curl -s {server.url}/api/" in text for text in calls)


def test_one_is_not_written_as_many(page: Page) -> None:
    page.goto("/analyse?position=1234341221434.21")  # a single cell is empty
    expect(page.locator(".pill", has_text="empty")).to_have_text("1 empty")
    expect(page.locator(".side")).not_to_contain_text(re.compile(r"\b1 (points|turns|moves|cells|bombs|games)\b"))
    page.locator(".best button").first.click()
    expect(page.locator(".dd-course")).to_have_attribute("aria-label", re.compile("^Course of the game: 1 turn,"))


def test_the_techniques_end_only_where_they_do(page: Page) -> None:
    page.goto("/solver?puzzle=123.34122.4.4.2.")  # two solutions: no technique decides between them
    expect(page.locator(".facts-line")).to_contain_text("several")
    page.get_by_role("button", name="Next step").click()
    expect(page.locator(".told")).not_to_contain_text("Here the techniques end.")  # there is a step before that
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".told")).to_contain_text("Here the techniques end.")
    page.goto("/solver?puzzle=1.....3..4.....2")
    expect(page.locator(".facts-line")).to_contain_text("graded")
    page.get_by_role("button", name="Next step").click()
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".told")).to_contain_text("Solved, graded easy.")
