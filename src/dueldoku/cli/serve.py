"""``dueldoku serve``: the page."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from dueldoku.cli.options import Flag
from dueldoku.errors import PlanError

LOCAL = ("127.0.0.1", "localhost", "::1")


def serve(
    *,
    port: int = 8080,
    host: str = "127.0.0.1",
    archive: Annotated[str, Parameter(name="--archive")] = "games/page.db",
    no_open: Flag = False,
) -> None:
    """Serve the page: play, watch, replay and analyse in a browser.

    Parameters
    ----------
    port
        The port to listen at.
    host
        The address to listen at. Any other than the default lets others in your network in: they can play, and use this
        machine to search. Nobody can read your files or run programs of his own.
    archive
        The file that games are kept in, and that replays and standings come from.
    no_open
        Do not open the browser.

    """
    if not 1 <= port <= 65_535:
        raise PlanError(f"expected a port from 1 to 65535, got {port}")
    run(Path(archive), host, port, page="" if no_open else "/")


def run(archive: Path, host: str, port: int, *, page: str = "/") -> None:
    """Say where the page is, and serve it; ``page`` is opened in the browser."""
    try:
        from dueldoku.web.app import serve as serve_page
    except ImportError as error:
        raise PlanError(
            f"the page needs more packages: pip install 'dueldoku[web]' ({error.name} is missing)"
        ) from None
    shown = f"[{host}]" if ":" in host else "127.0.0.1" if host == "0.0.0.0" else host
    address = f"http://{shown}:{port}"
    print(f"The page is at {address}  (Ctrl-C ends it). Games are kept in {archive}.", flush=True)
    if host not in LOCAL:
        print(
            f"dueldoku: it listens at {host}, so everybody who can reach this machine can play and start searches on"
            " it. Nobody needs a password, and nothing is encrypted: use it only in a network that you trust.",
            file=sys.stderr,
        )
    serve_page(archive, host, port, show=f"{address}{page}" if page else "")
