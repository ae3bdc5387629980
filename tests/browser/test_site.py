"""The documentation site, opened from the disk."""

from __future__ import annotations

from pathlib import Path

from doc_site import build_site
from playwright.sync_api import Browser

PHONE = 390


def test_the_search_works_without_a_server_and_a_phone_shows_all(browser: Browser, tmp_path: Path) -> None:
    site = build_site(tmp_path)
    asked: list[str] = []
    page = browser.new_page(viewport={"width": PHONE, "height": 844})
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{(site / 'search.html').as_uri()}?q=parity")
    page.wait_for_selector("#search-results li a", timeout=60_000)
    found = page.locator("#search-results li a").all_inner_texts()
    assert any("How to win" in title for title in found)
    for name in ("index", "tournaments", "api", "tutorials/student", "lab/README"):
        page.goto((site / f"{name}.html").as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE, name  # nothing to scroll sideways
    assert {url.partition(":")[0] for url in asked} <= {"file", "data", "blob"}
    page.close()


def test_a_moving_picture_rests_where_less_motion_is_wanted(browser: Browser) -> None:
    picture = (Path(__file__).parent.parent.parent / "docs/pictures/moving.svg").as_uri()
    last = ".s23-24"  # the frame around the last move
    for motion, moves in (("reduce", 0), ("no-preference", 1)):
        context = browser.new_context(reduced_motion=motion)
        page = context.new_page()
        page.goto(picture)
        running = page.locator(last).first.evaluate("part => part.getAnimations().length")
        assert running == moves
        context.close()
