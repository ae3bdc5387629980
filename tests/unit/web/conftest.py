"""One server for all tests of a process: NiceGUI's application is one for each process, too."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn
from fast_games import fast_plan, play_into
from web_client import Client

from dueldoku.web.app import build


@pytest.fixture(scope="session")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive with four games of greedy_player and random_player."""
    folder = tmp_path_factory.mktemp("archive")
    play_into(folder / "games.db", folder / "told", fast_plan(rounds=2))
    return folder / "games.db"


@pytest.fixture(scope="session")
def client(archive: Path) -> Iterator[Client]:
    """A program that talks to the page."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(build(archive), log_level="error", ws="wsproto"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        while not server.started:
            time.sleep(0.01)
        yield Client(listening.getsockname()[1])
        server.should_exit = True
        thread.join()
