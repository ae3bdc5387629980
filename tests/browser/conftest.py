"""A server of our own and a real browser. Without a browser these tests are not there, and ``make test`` says so."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from chromium import FLAGS, MISSING, find_chromium, must_run

from dueldoku.engine.insights import load_kernels

if not find_chromium():
    if must_run():
        raise pytest.UsageError(MISSING)
    collect_ignore_glob = ["test_*.py"]
else:
    from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

    PATIENCE = 60_000  # milliseconds: the machine may be busy
    expect.set_options(timeout=PATIENCE)

    class Server:
        """``dueldoku serve`` in a process, with an archive that outlives it."""

        def __init__(self, archive: Path) -> None:
            self.archive = archive
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", 0))
                self.port: int = probe.getsockname()[1]
            self.url = f"http://127.0.0.1:{self.port}"
            self.start()

        def start(self) -> None:
            command = [sys.executable, "-m", "dueldoku", "serve", "--no-open", "--port", str(self.port)]
            self.process = subprocess.Popen([*command, "--archive", str(self.archive)], stdout=subprocess.PIPE)
            end = time.monotonic() + 60
            while time.monotonic() < end and self.process.poll() is None:
                try:
                    socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                except OSError:
                    time.sleep(0.05)
                else:
                    return
            raise AssertionError("the page did not start")

        def stop(self, how: int = signal.SIGTERM) -> None:
            self.process.send_signal(how)
            self.process.wait(20)
            assert self.process.stdout
            self.process.stdout.close()

    @pytest.fixture(scope="session")
    def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
        load_kernels()  # on a new machine they are compiled, for longer than a page is waited for
        running = Server(tmp_path_factory.mktemp("page") / "games.db")
        yield running
        running.stop()

    @pytest.fixture(scope="module")  # not longer: while Playwright runs, no other test can run an event loop
    def browser() -> Iterator[Browser]:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
            yield browser
            browser.close()

    @pytest.fixture
    def context(browser: Browser, server: Server) -> Iterator[BrowserContext]:
        context = browser.new_context(base_url=server.url, viewport={"width": 1366, "height": 768})
        context.set_default_timeout(PATIENCE)
        yield context
        context.close()

    @pytest.fixture
    def page(context: BrowserContext) -> Iterator[Page]:
        page = context.new_page()
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        yield page
        assert not faults


os.environ.setdefault("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")
