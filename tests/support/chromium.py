"""The browser for the tests: the system's Chromium. Run by itself, it installs Debian's package if it may."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = [
    "--no-sandbox",  # root has none, and it shows only our own page
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
MISSING = """
******************************************************************************
*  THE BROWSER TESTS DO NOT RUN: there is no Chromium on this machine.       *
*  Install one (Debian: apt-get install chromium) and run make test again.   *
******************************************************************************
"""


def find_chromium() -> str:
    """The browser's path; empty if there is none."""
    return next((path for name in NAMES if (path := shutil.which(name))), "")


def must_run() -> bool:
    """Whether tests without a browser are a failure: on a Linux machine that tests for everybody."""
    return sys.platform.startswith("linux") and os.environ.get("CI", "").lower() in ("1", "true", "yes")


def main() -> int:
    """Find or install the browser; returns the exit code."""
    if not find_chromium() and shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        print("Installing Chromium for the browser tests (apt-get install chromium)", flush=True)
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["apt-get", "-qq", "update"], ["apt-get", "-qq", "install", "-y", "chromium"]):
            subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=False)
    if find_chromium():
        return 0
    print(MISSING, file=sys.stderr)
    return 1 if must_run() else 0


if __name__ == "__main__":
    sys.exit(main())
