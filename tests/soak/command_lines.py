"""Thousands of command lines made by chance: each ends with one of our exit codes and, if it fails, one sentence.

python tests/soak/command_lines.py [LINES [SEED]]

Most of them wait more than they compute, so several run at a time.
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from chance_lines import run_lines

LINES = 5_000
STEP = 100
AT_A_TIME = 16


def run_part(seed: int, lines: int) -> dict[int, int]:
    """Run so many lines; how often each exit code came. Raises AssertionError."""
    with TemporaryDirectory() as temporary:
        return run_lines(lines, seed, Path(temporary))


if __name__ == "__main__":
    lines, seed = (int(word) for word in (sys.argv[1:] + [LINES, 1][len(sys.argv) - 1 :])[:2])
    codes: dict[int, int] = {}
    starts = range(0, lines, STEP)
    with ProcessPoolExecutor(AT_A_TIME, get_context("fork")) as pool:
        parts = pool.map(
            run_part, [seed * 1_000_000 + start for start in starts], [min(STEP, lines - start) for start in starts]
        )
        for start, found in zip(starts, parts, strict=True):
            for code, number in found.items():
                codes[code] = codes.get(code, 0) + number
            print(f"{min(start + STEP, lines)} lines; exit codes: {dict(sorted(codes.items()))}", flush=True)
