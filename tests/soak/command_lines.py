"""Thousands of command lines made by chance: each ends with one of our exit codes and, if it fails, one sentence.

python tests/soak/command_lines.py [LINES [SEED]]
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from chance_lines import run_lines

LINES = 5_000
STEP = 250

if __name__ == "__main__":
    lines, seed = (int(word) for word in (sys.argv[1:] + [LINES, 1][len(sys.argv) - 1 :])[:2])
    codes: dict[int, int] = {}
    with TemporaryDirectory() as temporary:
        for start in range(0, lines, STEP):
            for code, number in run_lines(min(STEP, lines - start), seed * 1_000_000 + start, Path(temporary)).items():
                codes[code] = codes.get(code, 0) + number
            print(f"{min(start + STEP, lines)} lines; exit codes: {dict(sorted(codes.items()))}", flush=True)
