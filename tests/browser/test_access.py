"""Every page by axe's rules for people who see, hear or move otherwise: light and dark, on a desk and on a phone."""

from __future__ import annotations

import time
from itertools import product

import pytest
from axe_playwright_python.sync_playwright import Axe
from page_server import PageServer
from playwright.sync_api import Browser
from web_client import Client

PAGES = (
    *("/", "/learn/1", "/play", "/puzzles", "/puzzles/1", "/daily", "/sudoku", "/solver", "/analyse", "/watch"),
    *("/games", "/standings", "/me", "/rules", "/api", "/agents/sensei", "/projector", "/no/such/page"),
)
DESK, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}


@pytest.mark.parametrize("path", PAGES)
def test_nothing_is_in_anybodys_way(path: str, browser: Browser, server: PageServer) -> None:
    look_at(path, browser, server)


def test_nor_in_a_game_and_its_replay(browser: Browser, server: PageServer) -> None:
    client = Client(server.port)
    game = client.post("/api/games", {"board": "easy-2x2", "opponent": ""}).json()
    for version, move in enumerate(("r1c1=3", "r2c4=3", "r3c4=4", "r4c4=1")):
        turn = {"token": game["tokens"][str(version % 2 + 1)], "move": move, "version": version}
        assert client.post(f"/api/games/{game['key']}/moves", turn).status == 200
        if version == 1:
            look_at(f"/game/{game['key']}", browser, server)
    while not (number := client.get(f"/api/games/{game['key']}").json()["number"]):
        time.sleep(0.05)  # it is on its way into the archive
    look_at(f"/games/{number}", browser, server)


def test_nor_in_what_opens_and_what_is_said(browser: Browser, server: PageServer) -> None:
    page = browser.new_page(base_url=server.url)
    page.goto("/watch")
    page.get_by_role("button", name="Start a match or tournament").click()
    page.get_by_role("dialog", name="Start").wait_for()
    page.wait_for_timeout(500)  # it fades in
    shaded = {"rules": {"color-contrast": {"enabled": False}}}  # axe takes the page below for its background
    found = Axe().run(page, options=shaded)
    assert not found.violations_count, found.generate_report()
    page.goto("/puzzles/1")
    page.wait_for_selector(".dd-cell.free")
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Show the move").click()
    page.locator(".told .news").wait_for()
    page.mouse.move(0, 0)
    page.locator(".q-tooltip").wait_for(state="detached")
    found = Axe().run(page)
    assert not found.violations_count, found.generate_report()
    page.goto("/solver?puzzle=1.....3..4.....2")
    page.get_by_role("button", name="Compare").click()
    page.get_by_role("group", name="Comparison").locator("tr").nth(3).wait_for()
    page.mouse.move(0, 0)
    page.locator(".q-tooltip").wait_for(state="detached")
    found = Axe().run(page)
    assert not found.violations_count, found.generate_report()
    page.close()


def look_at(path: str, browser: Browser, server: PageServer) -> None:
    for scheme, size in product(("light", "dark"), (DESK, PHONE)):
        context = browser.new_context(base_url=server.url, viewport=size, color_scheme=scheme)
        page = context.new_page()
        page.goto(path)
        page.wait_for_load_state("networkidle")
        found = Axe().run(page)
        assert not found.violations_count, f"{path}, {scheme}, {size['width']}: {found.generate_report()}"
        context.close()
