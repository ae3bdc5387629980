"""``dueldoku serve``: the page; and the page beside a match or tournament that is being played."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from dueldoku import start
from dueldoku.arena.archive import Archive
from dueldoku.arena.warming import expected_seconds, missing
from dueldoku.cli.live import in_words
from dueldoku.cli.options import Flag
from dueldoku.errors import PlanError
from dueldoku.web.address import EVERYWHERE, LOCAL, find_address

_FAREWELL = 10.0  # seconds for a page to end by itself
_BESIDE = "import sys; from dueldoku.cli.serve import serve_beside; serve_beside(sys.argv[1], int(sys.argv[2]))"


def serve(
    *,
    port: int = 8080,
    host: str = "127.0.0.1",
    archive: Annotated[str, Parameter(name="--archive")] = "games/page.db",
    agents: str = "",
    no_open: Flag = False,
) -> None:
    """Serve the page: play, watch, replay and analyse in a browser.

    Parameters
    ----------
    port
        The port to listen at.
    host
        The address to listen at. Any other than the default lets others in your network in: they can play, and use this
        machine to search. Nobody can read your files or run programs of their own.
    archive
        The file that games are kept in, and that replays and standings come from.
    agents
        A folder with agents of your own. Everybody on the page can play them; they play in their cages.
    no_open
        Do not open the browser.

    """
    if not 1 <= port <= 65_535:
        raise PlanError(f"expected a port from 1 to 65535, got {port}")
    _check_installed()
    _check_free(host, port)
    if agents and not Path(agents).is_dir():
        raise PlanError(f"expected a folder with agents, got {agents!r}, which is none")
    with Archive(archive, write=True):
        pass  # so that what is wrong with the file is told now
    from dueldoku.web.app import serve as serve_page

    shown = "127.0.0.1" if host in EVERYWHERE else f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{port}"
    print(f"The page is at {address}  (Ctrl-C ends it). Games are kept in {archive}.", flush=True)
    if host in EVERYWHERE and (known := find_address()):
        print(f"Others in your network open http://{known}:{port}", flush=True)
    if groups := missing():
        long = in_words(expected_seconds(groups))
        print(
            f"It compiles what games need, once on this machine: about {long}. The page tells how far it is.",
            flush=True,
        )
    if host not in LOCAL:
        print(
            f"dueldoku: it listens at {host}, so everybody who can reach this machine can play and start searches on"
            " it. Nobody needs a password, and nothing is encrypted: use it only in a network that you trust.",
            file=sys.stderr,
        )
    folder = Path(agents).resolve() if agents else None
    serve_page(Path(archive), host, port, show="" if no_open else f"{address}/", agents=folder)


@contextmanager
def watched(archive: str) -> Iterator[None]:
    """The page beside what is being played into this archive; without an archive, nothing.

    On a terminal it stays when all is played, until Ctrl-C. It never outlives us, however we end: it has the other end
    of a pipe of ours.
    """
    if not archive:
        yield
        return
    _check_installed()
    port = _free_port()
    command, nothing = start.python("-c", _BESIDE, archive, str(port)), subprocess.DEVNULL
    page = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=nothing, start_new_session=True, env=start.environment()
    )
    address = f"http://127.0.0.1:{port}/watch"
    try:
        _wait_for(port, page)
        print(f"dueldoku: follow it at {address}", file=sys.stderr, flush=True)
        if sys.stdout.isatty():
            webbrowser.open(address)
        yield
        if sys.stdout.isatty():
            print(f"The page stays at {address} until Ctrl-C.", flush=True)
            page.wait()
    finally:
        assert page.stdin
        page.stdin.close()
        try:
            page.wait(_FAREWELL)
        except subprocess.TimeoutExpired:  # it hangs: its workers end with it
            page.kill()
            page.wait()


def serve_beside(archive: str, port: int) -> None:
    """The page as long as standard input is open: what ``watched`` starts."""

    def wait() -> None:
        sys.stdin.buffer.read()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait, daemon=True).start()
    from dueldoku.web.app import serve as serve_page

    serve_page(Path(archive), "127.0.0.1", port)


def _check_free(host: str, port: int) -> None:
    """Raise PlanError if nobody can listen there."""
    try:
        _bind(host, port)
    except OSError as error:
        raise PlanError(f"expected a free port at {host}, got {port}: {error.strerror}; --port takes another") from None


def _free_port() -> int:
    """The usual port, or any other that is free."""
    for port in (8080, 0):
        with suppress(OSError):
            return _bind("127.0.0.1", port)
    raise PlanError("expected a free port for the page, found none")


def _bind(host: str, port: int) -> int:
    """Take the port, any free one for 0, and let it go again; which one it was. Raises OSError."""
    kind, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    with socket.socket(kind) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(address)
        return int(probe.getsockname()[1])


def _wait_for(port: int, page: subprocess.Popen[bytes]) -> None:
    for _ in range(200):
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        if page.poll() is not None:
            break
        time.sleep(0.1)
    raise PlanError("the page did not start; try dueldoku serve by itself to see why")


def _check_installed() -> None:
    for name in ("nicegui", "fastapi", "uvicorn", "segno"):
        if find_spec(name) is None:
            raise PlanError(f"the page needs more packages: pip install 'dueldoku[web]' ({name} is missing)")
