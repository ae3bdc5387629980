"""What a test needs, as marks: of its whole folder here, of one test beside it. Settings of the property tests.

A machine without the cage (macOS, Windows) does not run what is marked ``linux``; the summary counts these tests as
deselected. Agents that do harm play in a cage or not at all: a Linux that cannot give one skips what is in ``CAGED``,
and one whose kernel is stuck the browser, too.
"""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from dueldoku.arena.hosting import cage

HERE = Path(__file__).parent
FOLDERS = {
    "browser": "browser",
    "unit/arena": "arena",
    "unit/web": "arena",
    "unit/kernels": "slow",
    "unit/lab": "slow",
}

CAGED = ("unit/arena/hosting", "unit/arena/test_promises.py")

# The machine may be slow or busy, so no example has a deadline.
settings.register_profile(
    "dueldoku",
    deadline=None,
    max_examples=50,
    suppress_health_check=[HealthCheck.differing_executors, HealthCheck.too_slow],
)
settings.register_profile("quick", settings.get_profile("dueldoku"), max_examples=5)  # for make quick
settings.load_profile("dueldoku")

# A shell that runs us in the background ignores Ctrl-C for us, and nohup a closed terminal: what we start would, too.
for number, usual in (("SIGINT", signal.default_int_handler), ("SIGHUP", signal.SIG_DFL)):
    if hasattr(signal, number) and signal.getsignal(getattr(signal, number)) is signal.SIG_IGN:
        signal.signal(getattr(signal, number), usual)


@pytest.hookimpl(tryfirst=True)  # before -m looks at the marks
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        for folder, mark in FOLDERS.items():
            if item.path.is_relative_to(HERE / folder):
                item.add_marker(mark)
    if not sys.platform.startswith("linux"):
        config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("linux")])
        items[:] = [item for item in items if not item.get_closest_marker("linux")]
    if sys.platform.startswith("linux"):
        _skip_what_this_kernel_cannot(items)


def _skip_what_this_kernel_cannot(items: list[pytest.Item]) -> None:
    caged = [item for item in items if any(item.path.is_relative_to(HERE / place) for place in CAGED)]
    if caged and (report := cage.probe()).level not in ("full", "strong"):
        missing = ", ".join(f"{layer.name}: {layer.why}" for layer in report.layers if not layer.holds)
        for item in caged:
            item.add_marker(pytest.mark.skip(reason=f"this machine has no cage ({missing})"))
    if cage.is_stuck():  # Chromium sets up filters of its own
        for item in items:
            if item.get_closest_marker("browser"):
                item.add_marker(pytest.mark.skip(reason="this machine's kernel no longer answers: start it anew"))
