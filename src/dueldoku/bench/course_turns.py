"""Turns as the course's driver runs them, in a program of its own: how long it takes until the agent's code runs.

    python course_turns.py spawn 10    ten turns; writes what each process computed until the agent had proposed

The driver has a ``Manager`` for the slots, and a new process for each turn: a copy of itself (``fork``, as on Linux
then), or a new Python (``spawn``: Windows, macOS), which imports again what the driver and its agents import. So it
imports what the course's driver and the agent of report 002 do, and nothing of ours. Time is CPU time.
"""
# ruff: noqa: F401

from __future__ import annotations

import argparse
import copy
import importlib
import itertools
import json
import math
import multiprocessing
import pickle
import platform
import random
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

_PATIENCE = 20.0  # seconds


class QuickAgent:
    """Proposes a move at once, as the agent of report 002 does."""

    def __init__(self, slot: Any, lock: Any, clock: Any) -> None:
        self.slot, self.lock, self.clock = slot, lock, clock

    def compute_best_move(self, board: list[int]) -> None:
        """Propose something, and note how long the process has computed."""
        cell = random.choice([cell for cell, value in enumerate(board) if not value])
        with self.lock:
            self.slot[0], self.slot[1], self.slot[2] = *divmod(cell, 9), 1
        self.clock.value = time.process_time()


def turns(method: str, count: int) -> list[float]:
    """Seconds until there is a proposal, in so many turns."""
    context: Any = multiprocessing.get_context(method)
    found = []
    with context.Manager() as manager:
        slot, lock = manager.list([0, 0, 0]), manager.Lock()
        for _ in range(count):
            clock = context.RawValue("d")
            process = context.Process(target=QuickAgent(slot, lock, clock).compute_best_move, args=([0] * 81,))
            process.start()
            process.join(_PATIENCE)
            found.append(clock.value)
    return found


if __name__ == "__main__":
    print(json.dumps(turns(sys.argv[1], int(sys.argv[2]))))
