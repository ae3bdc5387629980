"""Compiling what a caged agent needs before it starts: in the cage nothing could be kept."""

from __future__ import annotations

import subprocess
from functools import cache

from dueldoku import start
from dueldoku.cache import code, is_complete, is_there
from dueldoku.notice import say, wipe
from dueldoku.sources import FOLDER

_SOLVER = FOLDER / "dueldoku/kernels/solving/wide.py"
_SAYS = "dueldoku: "
_PROGRAM = f"""
import logging, sys, dueldoku
from dueldoku.agents.registry import load_agent
logging.basicConfig(format="{_SAYS}%(message)s")
logging.getLogger("dueldoku").setLevel(logging.INFO)
load_agent(sys.argv[1]) if sys.argv[1] else dueldoku.warm_up()
"""


@cache
def compile_outside(bundled: str) -> None:
    """Have Numba compile what a bundled agent needs, or our solvers for any other (""), and tell of it meanwhile.

    It takes long only the first time on a machine. What goes wrong here goes wrong again when the agent is started.
    """
    if is_complete() or (not bundled and any(is_there(folder, "wide.*") for folder in code(_SOLVER))):
        return
    with subprocess.Popen(
        start.python("-c", _PROGRAM, bundled),
        env=start.environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as compiler:
        assert compiler.stderr
        for line in compiler.stderr:
            if line.startswith(_SAYS):
                say(line.removeprefix(_SAYS).rstrip())
    wipe()
