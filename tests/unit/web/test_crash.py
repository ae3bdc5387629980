"""The page as a process of its own: killed while programs play on it, and asked by schemathesis."""

from __future__ import annotations

import signal
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from page_server import PageServer
from web_client import Client

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


SOCKET = "/_nicegui_ws/socket.io/?EIO=4&transport="
UPGRADE = (
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + b"A" * 22 + b"=="
)


def test_no_malformed_request_keeps_the_page_from_its_end(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A host that cannot be read, where a socket is asked for; and a body that ends too early."""
    page = PageServer(tmp_path / "games.db")
    try:
        own = f"127.0.0.1:{page.port}".encode()
        half = b"Host: " + own + b"\r\nOrigin: http://" + own + b"\r\nContent-Length: 100\r\n\r\nab"
        for odd in (b"\xba", b"\xc3\xa9.example", b"http://\xc3\xa9"):
            asked = b"GET %swebsocket HTTP/1.1\r\nHost: %s\r\n%s\r\n\r\n" % (SOCKET.encode(), odd, UPGRADE)
            assert send(page.port, asked).startswith(b"HTTP/1.1 400 ")
        for path in (f"{SOCKET}polling", "/api/games", "/play"):
            assert send(page.port, b"POST %s HTTP/1.1\r\n%s" % (path.encode(), half)) == b""
        assert Client(page.port).get("/api/rules").status == 200
    finally:
        page.stop()
    assert capfd.readouterr().err == "dueldoku: ended by SIGTERM\n"
    assert page.process.returncode == 128 + signal.SIGTERM


def send(port: int, request: bytes) -> bytes:
    """Send these bytes and nothing more; what is answered first."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as line:
        line.sendall(request)
        line.shutdown(socket.SHUT_WR)
        return line.recv(100)


def test_no_request_breaks_the_api(server: PageServer) -> None:
    told = fuzz(server.url, requests=6)
    assert len(told) >= 20
    assert all(sum(statuses.values()) for statuses in told.values())
