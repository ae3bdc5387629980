"""The verb ``serve`` and the option ``--watch``: what they refuse, and what they say."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from page_server import began_at, descendants, left_over, wait_for
from web_client import Client

from dueldoku.arena.warming import GROUPS
from dueldoku.cli.main import main
from dueldoku.cli.serve import watched

pytestmark = pytest.mark.arena


def test_a_port_has_to_be_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--port", "70000"]) == 2
    assert "expected a port from 1 to 65535, got 70000" in capsys.readouterr().err


def test_a_port_has_to_be_free(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert main(["serve", "--port", port, "--archive", str(tmp_path / "a.db")]) == 2
    assert f"expected a free port at 127.0.0.1, got {port}" in capsys.readouterr().err


def test_an_archive_has_to_be_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("no archive at all, but long enough to be told from an empty file" * 20)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    assert main(["serve", "--port", port, "--archive", str(file)]) == 2
    assert "expected an archive of games" in capsys.readouterr().err


def test_serve_says_that_it_compiles_and_how_long(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dueldoku.web.app.serve", lambda *_, **__: None)
    monkeypatch.setattr("dueldoku.cli.serve._check_free", lambda host, port: None)
    for left in (GROUPS, {}):
        monkeypatch.setattr("dueldoku.cli.serve.missing", lambda left=left: left)
        assert main(["serve", "--archive", str(tmp_path / "a.db")]) == 0
        assert ("compiles what games need, once on this machine: about " in capsys.readouterr().out) is bool(left)


OURS, NOTES, SAME = 0x4475656C, ("notes",), ("tournaments", "agents", "games")


@pytest.mark.parametrize(
    ("application", "tables"),
    [(0, NOTES), (0, SAME), (OURS, NOTES)],
    ids=["foreign", "foreign with tables of our names", "without our tables"],
)
def test_another_database_is_refused_and_left_as_it_is(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    application: int,
    tables: tuple[str, ...],
) -> None:
    monkeypatch.setattr("dueldoku.web.app.serve", lambda *_, **__: None)  # so that nobody waits, should it be taken
    monkeypatch.setattr("dueldoku.cli.serve._check_free", lambda host, port: None)
    file = tmp_path / "other.db"
    with sqlite3.connect(file) as other:
        for table in tables:
            other.execute(f"CREATE TABLE {table} (name, settings)")
        other.execute(f"PRAGMA application_id = {application}")
        other.execute("PRAGMA user_version = 1")
    other.close()
    before = file.read_bytes()
    assert main(["serve", "--archive", str(file), "--no-open"]) == 2
    assert "expected an archive of games" in capsys.readouterr().err
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["other.db"]


def test_a_host_that_lets_others_in_is_told_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    served = []
    monkeypatch.setattr("dueldoku.web.app.serve", lambda *args, **more: served.append((args, more)))
    monkeypatch.setattr("dueldoku.cli.serve._check_free", lambda host, port: None)
    assert main(["serve", "--host", "0.0.0.0", "--archive", str(tmp_path / "a.db"), "--no-open"]) == 0
    told = capsys.readouterr()
    assert "http://127.0.0.1:8080" in told.out
    assert "everybody who can reach this machine" in told.err
    assert served == [((tmp_path / "a.db", "0.0.0.0", 8080), {"show": "", "agents": None})]
    monkeypatch.chdir(tmp_path)
    assert main(["serve", "--archive", "b.db"]) == 0
    assert capsys.readouterr().err == ""
    assert served[1] == ((Path("b.db"), "127.0.0.1", 8080), {"show": "http://127.0.0.1:8080/", "agents": None})


def test_a_match_can_be_watched(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "dueldoku", "match", "greedy_player", "random_player", "--board", "easy-2x2"]
    done = subprocess.run(
        [*command, "--nodes", "1", "--games", "2", "--watch"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0
    assert "follow it at http://127.0.0.1:" in done.stderr
    assert (tmp_path / "games" / "match.db").is_file()


@pytest.mark.linux
def test_a_page_that_hangs_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "dueldoku.cli.serve._BESIDE",
        "import signal, socket, sys, time; signal.signal(signal.SIGTERM, signal.SIG_IGN);"
        "page = socket.create_server(('127.0.0.1', int(sys.argv[2]))); time.sleep(20)",
    )
    monkeypatch.setattr("dueldoku.cli.serve._FAREWELL", 0.2)
    before = set(descendants(os.getpid()))
    with watched("games.db"):
        family = {number: began_at(number) for number in set(descendants(os.getpid())) - before}
        began = time.monotonic()
    assert time.monotonic() - began < 15
    assert family
    assert not left_over(family, 5)


@pytest.mark.linux
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL, signal.SIGHUP])
def test_the_page_never_outlives_the_match_it_is_beside(tmp_path: Path, how: signal.Signals) -> None:
    command = [sys.executable, "-P", "-m", "dueldoku", "match", "greedy_player", "random_player", "--time", "5"]
    match = subprocess.Popen([*command, "--watch"], cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    assert match.stderr
    try:
        assert b"follow it at" in match.stderr.readline()
        family = {number: began_at(number) for number in descendants(match.pid)}
        assert family
    finally:
        match.send_signal(how)
        match.stderr.close()
        match.wait(60)
    assert not left_over(family, 30)


@pytest.mark.linux
def test_a_page_that_is_busy_ends_with_a_sentence(tmp_path: Path) -> None:
    """Somebody waits for the next turn of a game, somebody else for a search."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-P", "-m", "dueldoku", "serve", "--no-open", "--port", str(port), "--archive", "a.db"]
    page = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        wait_for(port, page)
        client = Client(port)
        key = client.post("/api/games", {"board": "easy-2x2"}).json()["key"]
        with ThreadPoolExecutor(2) as visitors:
            asked = [
                visitors.submit(client.get, f"/api/games/{key}", after=0, wait=30),
                visitors.submit(client.post, "/api/analyse", {"position": "." * 81, "seconds": 30}),
            ]
            time.sleep(1.0)
            page.terminate()
            for one in asked:
                one.exception(60)
    finally:
        page.terminate()
        _, told = page.communicate(timeout=60)
    assert told.decode() == "dueldoku: ended by SIGTERM\n"
    assert page.returncode == 128 + signal.SIGTERM
