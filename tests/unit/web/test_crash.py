"""The page as a process of its own: killed while programs play on it, and asked by schemathesis."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from page_server import PageServer

sys.path.insert(0, str(Path(__file__).parents[2] / "soak"))

from fuzz_api import fuzz
from kill_page import kill_again_and_again

pytestmark = [pytest.mark.linux, pytest.mark.slow]


def test_no_answered_turn_is_lost_when_the_page_is_killed(tmp_path: Path) -> None:
    assert ", 0 lost;" in kill_again_and_again(tmp_path, kills=3)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[PageServer]:
    running = PageServer(tmp_path / "games.db")
    yield running
    running.stop()


def test_no_request_breaks_the_api(server: PageServer) -> None:
    told = fuzz(server.url, requests=6)
    assert len(told) >= 20
    assert all(sum(statuses.values()) for statuses in told.values())
