"""A server of our own and a real browser. Without a browser these tests are not there, and ``make test`` says so."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from chromium import FLAGS, MISSING, find_chromium, must_run
from page_server import PageServer

from dueldoku.engine.insights import load_kernels

if not find_chromium():
    if must_run():
        raise pytest.UsageError(MISSING)
    collect_ignore_glob = ["test_*.py"]
else:
    from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

    PATIENCE = 60_000  # milliseconds: the machine may be busy
    expect.set_options(timeout=PATIENCE)

    @pytest.fixture(scope="session")
    def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageServer]:
        load_kernels()  # on a new machine they are compiled, for longer than a page is waited for
        folder = tmp_path_factory.mktemp("page")
        (folder / "day").write_text("2026-11-18")
        running = PageServer(folder / "games.db", day=folder / "day")
        yield running
        running.stop()

    @pytest.fixture(scope="module")  # not longer: while Playwright runs, no other test can run an event loop
    def browser() -> Iterator[Browser]:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
            yield browser
            browser.close()

    @pytest.fixture
    def context(browser: Browser, server: PageServer) -> Iterator[BrowserContext]:
        context = browser.new_context(base_url=server.url, viewport={"width": 1366, "height": 768})
        context.set_default_timeout(PATIENCE)
        yield context
        context.close()

    @pytest.fixture
    def page(context: BrowserContext) -> Iterator[Page]:
        page = context.new_page()
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: faults.append(said.text) if "Content Security Policy" in said.text else None)
        yield page
        assert not faults


os.environ.setdefault("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")
