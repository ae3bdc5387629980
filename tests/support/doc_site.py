"""The documentation site, built for a test."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def build_site(folder: Path) -> Path:
    """The site as ``make docs`` builds it, but for the output of the notebooks, which have a test of their own."""
    options = ["--fail-on-warning", "--keep-going", "--quiet", "-D", "nb_execution_mode=off", "-d", folder / "trees"]
    done = subprocess.run(
        [sys.executable, "-P", "-m", "sphinx", *options, ROOT / "docs", folder / "html"],
        capture_output=True,
        encoding="utf-8",
        timeout=600,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return folder / "html"
