"""People who play each other: challenges, links, who is there, clocks, those who look on, other territories."""

from __future__ import annotations

import io
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
import segno
from page_server import PageServer
from PIL import Image
from playing import begin, choose, my_turn, press_play, type_move, values_of
from playwright.sync_api import Browser, Page, expect

from dueldoku import solve
from dueldoku.web.address import find_address

SMALL = "/play?position=12.4.4.221.3...1"


@pytest.fixture
def guest(browser: Browser, server: PageServer) -> Iterator[Page]:
    """Somebody else, on a phone."""
    context = browser.new_context(base_url=server.url, viewport={"width": 390, "height": 844}, has_touch=True)
    yield context.new_page()
    context.close()


def challenge(page: Page, clock: str = "5 minutes each, 3") -> None:
    page.goto(SMALL)
    choose(page, "Opponent", "anybody")
    choose(page, "Clock", clock)
    page.get_by_label("Your name").fill("Ann")
    press_play(page)


def join(page: Page, guest: Page, clock: str = "") -> None:
    """A game of two, who both are there."""
    page.goto(SMALL)
    choose(page, "Opponent", "a friend elsewhere")
    if clock:
        choose(page, "Clock", clock)
    page.get_by_label("Your name").fill("Ann")
    press_play(page)
    guest.goto(page.get_by_label("Link for your opponent").input_value())
    guest.wait_for_selector("main .dd-grid")
    page.wait_for_selector(".dd-cell.free")


def seconds_left(page: Page, player: int) -> float:
    text = page.locator(f".player.p{player} .state").inner_text()
    found = re.search(r"(?:(\d+):)?(\d+(?:\.\d)?)(?: s)? left", text)
    assert found, text
    return 60 * int(found[1] or 0) + float(found[2])


def test_a_challenge_is_seen_and_taken_with_one_click(page: Page, guest: Page) -> None:
    guest.goto("/play")
    expect(guest.get_by_text("Nobody waits at the moment")).to_be_visible()
    challenge(page)
    row = guest.locator(".challenge").filter(has_text="Ann")
    expect(row).to_contain_text("4 × 4, pasted · rules: classic · 5 minutes each, 3 seconds more a turn")
    page.goto("/play")  # whoever waits may wait here
    expect(page.locator(".challenge")).to_contain_text("You wait for an opponent")
    row.get_by_role("button", name="Play against Ann").click()
    for view in (page, guest):
        view.wait_for_url("**/game/*")
        view.wait_for_selector("main .dd-grid")
    expect(page.locator(".there")).to_have_text(re.compile("guest .* is here"))
    type_move(page, 2, 3)
    expect(guest.locator('[data-cell="2"] .dd-value')).to_have_text("3")


def test_a_challenge_is_withdrawn_or_goes_with_its_challenger(page: Page, guest: Page) -> None:
    guest.goto("/play")
    challenge(page)
    expect(guest.locator(".challenge")).to_have_count(1)
    page.goto("/play")
    page.get_by_role("button", name="Withdraw").click()
    expect(guest.locator(".challenge")).to_have_count(0)
    challenge(page)
    expect(guest.locator(".challenge")).to_have_count(1)
    page.get_by_role("button", name="Withdraw").click()  # beside the board, too
    page.wait_for_url("**/play")
    expect(guest.locator(".challenge")).to_have_count(0)
    challenge(page)
    expect(guest.locator(".challenge")).to_have_count(1)
    page.goto("/rules")
    expect(guest.locator(".challenge")).to_have_count(0)


def qr_modules(page: Page, count: int) -> list[list[int]]:
    """The QR code as a camera sees it: 1 for each dark square, without the margin."""
    shot = Image.open(io.BytesIO(page.locator("svg.qr").screenshot())).convert("L")
    size = shot.width / (count + 8)
    return [
        [int(shot.getpixel((int((col + 4.5) * size), int((row + 4.5) * size))) < 128) for col in range(count)]  # type: ignore[operator]
        for row in range(count)
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_link_is_a_qr_code_and_says_whom_it_reaches(page: Page, server: PageServer, theme: str) -> None:
    page.context.add_cookies([{"name": "dueldoku_theme", "value": theme, "url": server.url}])
    page.goto(SMALL)
    choose(page, "Opponent", "a friend elsewhere")
    press_play(page)
    link = page.get_by_label("Link for your opponent").input_value()
    assert link.startswith("http://127.0.0.1:")
    expect(page.locator(".warn")).to_contain_text(
        "works on this machine only. Start the page with dueldoku serve --host 0.0.0.0"
    )
    code = segno.make(link, micro=False, error="m")
    wanted = [list(row) for row in code.matrix]
    assert qr_modules(page, len(wanted)) == wanted


@pytest.mark.skipif(not find_address(), reason="this machine is in no network")
def test_a_page_for_the_network_has_links_that_work_there(browser: Browser, tmp_path: Path) -> None:
    server = PageServer(tmp_path / "games.db", host="0.0.0.0")
    try:
        page, guest = browser.new_page(base_url=server.url), browser.new_page()
        page.goto(SMALL)
        choose(page, "Opponent", "a friend elsewhere")
        press_play(page)
        link = page.get_by_label("Link for your opponent").input_value()
        assert link.startswith(f"http://{find_address()}:{server.port}/game/")
        expect(page.locator(".warn")).to_have_count(0)
        guest.goto(link)
        guest.wait_for_selector("main .dd-grid")
        expect(page.locator(".there")).to_contain_text("is here")
        page.goto(link.partition("/game/")[0] + SMALL)  # as others in the network see it: without HTTPS
        choose(page, "Opponent", "a friend elsewhere")
        press_play(page)
        assert page.evaluate("navigator.clipboard") is None
        page.get_by_role("button", name="Copy").click()
        expect(page.get_by_text("The link is in your clipboard.")).to_be_visible()
        copied = page.get_by_label("Link for your opponent").input_value()
        page.goto("/play")
        page.get_by_label("Your name").click()
        page.get_by_label("Your name").evaluate("field => field.maxLength = 200")
        page.keyboard.press("Control+v")
        expect(page.get_by_label("Your name")).to_have_value(copied)
    finally:
        server.stop()


def test_who_is_there_is_told(page: Page, guest: Page) -> None:
    join(page, guest)
    expect(page.locator(".there")).to_have_text(re.compile("^guest .* is here$"))
    expect(guest.locator(".there")).to_have_text("Ann is here")
    page.goto("/rules")
    expect(guest.locator(".there")).to_have_text(re.compile(r"^Ann left \d+ s ago$"))
    page.go_back()
    expect(guest.locator(".there")).to_have_text("Ann is here")


def test_both_see_the_servers_clocks_and_a_restart_keeps_them(page: Page, guest: Page, server: PageServer) -> None:
    join(page, guest, "5 minutes each, 3")
    type_move(page, 2, 3)
    expect(guest.locator(".player.turn.p2")).to_be_visible()
    guest.wait_for_timeout(3500)
    told = guest.request.get(f"/api/games/{guest.url.partition('/game/')[2].partition('?')[0]}").json()["left"]
    for view in (page, guest):
        assert seconds_left(view, 1) == 303
        assert abs(seconds_left(view, 2) - told[1]) < 2.5
    assert told[0] == 303
    assert 280 < told[1] < 297
    guest.set_viewport_size({"width": 320, "height": 640})
    assert guest.evaluate("document.documentElement.scrollWidth") <= 320
    type_move(guest, 4, 3)
    expect(page.locator(".player.turn.p1")).to_be_visible()
    before = seconds_left(page, 2)
    server.stop(signal.SIGKILL)
    server.start()
    page.goto(page.url)
    page.wait_for_selector(".dd-cell.free")
    assert abs(seconds_left(page, 2) - before) <= 1
    page.wait_for_timeout(2000)
    assert abs(seconds_left(page, 2) - before) <= 1
    assert seconds_left(page, 1) < 303


def test_whoever_looks_on_is_not_told_to_move(page: Page, guest: Page) -> None:
    page.goto(SMALL)
    choose(page, "Opponent", "a friend, on this screen")
    press_play(page)
    page.wait_for_selector(".dd-cell.free")
    guest.goto(page.url)
    guest.wait_for_selector("main .dd-grid")
    expect(guest.get_by_text("you look on")).to_be_visible()
    for words in ("You begin", "Choose a cell", "Resign", "Hint"):
        expect(guest.get_by_text(words)).to_be_hidden()
    expect(guest.locator(".dd-cell.free, .dd-pad")).to_have_count(0)
    type_move(guest, 2, 3)
    expect(guest.locator(".dd-note")).to_have_text("You look on: only the players move.")
    expect(page.locator('[data-cell="2"] .dd-value')).to_have_count(0)


@pytest.mark.parametrize("rules", ["border", "random"])
def test_a_whole_game_with_other_territories(page: Page, rules: str) -> None:
    begin(page, "empty-2x2", "greedy:", rules)
    for _ in range(20):
        my_turn(page)
        if page.locator(".news.over").count():
            break
        turns = page.locator(".turns .at").count()
        values = "".join(map(str, values_of(page))).replace("0", ".")
        solution = solve("2x2:" + values).solution
        assert solution
        cell = int(page.locator(".dd-cell.free").first.get_attribute("data-cell") or 0)
        type_move(page, cell, solution[cell])
        expect(page.locator(f'[data-cell="{cell}"].p1 .dd-value')).to_have_text(str(solution[cell]))
        expect(page.locator(".turns .at").nth(turns)).to_be_attached()
    expect(page.locator(".news.over")).to_contain_text(re.compile("You win|You lose|draw"))
    expect(page.get_by_text(f"rules: {rules}")).to_be_visible()
