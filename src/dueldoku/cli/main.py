"""The program ``dueldoku``: which verbs there are, and how it ends.

Exit codes: 0 it worked, 1 it failed, 2 the input was wrong, 130 it was interrupted. An error is one sentence on
standard error, never a traceback.
"""

from __future__ import annotations

import os
import sys

from cyclopts import App, CycloptsError, Parameter

import dueldoku
from dueldoku.errors import DueldokuError

app = App(
    name="dueldoku",
    help="Competitive Sudoku: a duel over one Sudoku.",
    version=f"dueldoku {dueldoku.__version__}",
    help_format="plaintext",
    default_parameter=Parameter(show_default=lambda default: default if default and default != -1 else None),
    suppress_keyboard_interrupt=False,
)
VERBS = {
    "demo": "Play a game between two bundled agents, show it as it goes, and record it.",
    "show": "Show boards in the terminal, or draw one as SVG.",
    "convert": "Change boards from one format into another.",
    "formats": "List the board formats.",
    "replay": "Show a recorded game.",
}
for number, (verb, about) in enumerate(VERBS.items()):
    app.command(f"dueldoku.cli.{verb}:{verb}", help=about, sort_key=number)  # imported when it is called


def main(arguments: list[str] | None = None) -> int:
    """Run the program and return its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without box drawing gets question marks, not a crash
    try:
        app(arguments, exit_on_error=False, print_error=False, result_action="return_none")
        sys.stdout.flush()
    except CycloptsError as error:
        return _fail(str(error), 2)
    except DueldokuError as error:
        return _fail(str(error), 2)
    except BrokenPipeError:  # the reader of our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    except OSError as error:
        return _fail(f"{error.filename or 'output'}: {error.strerror or error}", 1)
    except KeyboardInterrupt:
        return _fail("interrupted", 130)
    return 0


def _fail(sentence: str, code: int) -> int:
    line = " ".join(sentence.split())
    print(f"dueldoku: {line if len(line) <= 500 else line[:500] + '…'}", file=sys.stderr)
    return code
