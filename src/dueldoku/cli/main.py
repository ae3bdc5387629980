"""The program ``dueldoku``: which verbs there are, and how it ends.

Exit codes: 0 it worked, 1 it failed, 2 the input was wrong, 130 it was interrupted. An error is one sentence on
standard error, never a traceback.
"""

from __future__ import annotations

import logging
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
    "solve": ("solve", "Solve a puzzle, or each of many."),
    "count": ("solve", "Count the solutions of a puzzle."),
    "methods": ("solve", "List the methods of solving."),
    "generate": ("generate", "Make puzzles with exactly one solution, or boards for the game."),
    "rate": ("rate", "Grade puzzles as people find them, and explain the steps."),
    "bench": ("bench", "Measure the solvers, or the agents' searches, side by side with others."),
    "show": ("show", "Show boards in the terminal, or draw one as SVG."),
    "convert": ("convert", "Change boards from one format into another."),
    "formats": ("convert", "List the board formats."),
    "play": ("play", "Play one game between two agents, and show it as it goes."),
    "analyse": ("analyse", "Tell what a position is worth, and what each move does."),
    "review": ("review", "Look at a recorded game again: what each move gave away."),
    "match": ("match", "Play a match between two agents."),
    "tournament": ("tournament", "Play a tournament between many agents, and go on with it."),
    "sprt": ("sprt", "Test whether an agent is better: play until the answer is clear."),
    "ratings": ("report", "Rate the agents of an archive, with error bars."),
    "report": ("report", "Tell all about the games of an archive, here or as a page."),
    "export": ("export", "Write the games of an archive as CSV or JSON lines, or copy it."),
    "solve-game": ("solve_game", "Tell what a small board is worth under perfect play, and how it is played."),
    "replay": ("replay", "Show a recorded game."),
    "lab": ("lab", "Repeat the reports' experiments: list, run, report."),
    "agent": ("agent", "List the bundled agents, begin one of your own, check one, train one."),
    "tune": ("tune", "Find better weights for sensei by self-play."),
    "doctor": ("doctor", "Tell how safely and exactly this machine can run anybody's agents."),
    "serve": ("serve", "Serve the page: play, watch, replay and analyse in a browser."),
    "demo": ("demo", "Play a small tournament of bundled agents with live standings."),
}
for number, (verb, (module, about)) in enumerate(VERBS.items()):
    function = verb.replace("-", "_")  # imported when it is called
    app.command(f"dueldoku.cli.{module}:{function}", name=verb, help=about, sort_key=number)


def main(arguments: list[str] | None = None) -> int:
    """Run the program and return its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without box drawing gets question marks, not a crash
    _listen_to_notices()
    try:
        code = app(arguments, exit_on_error=False, print_error=False, result_action="return_value")
        sys.stdout.flush()
    except CycloptsError as error:
        return _fail(str(error), 2)
    except DueldokuError as error:
        failed = isinstance(error, OSError | RuntimeError)  # of the machine, not of the input
        return _fail(str(error), 1 if failed else 2)
    except BrokenPipeError:  # the reader of our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 0
    except OSError as error:
        return _fail(f"{error.filename or 'output'}: {error.strerror or error}", 1)
    except KeyboardInterrupt:
        return _fail("interrupted", 130)
    return code if isinstance(code, int) else 0


def _listen_to_notices() -> None:
    """Say what the library has to say, in our voice."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("dueldoku: %(message)s"))
    logger = logging.getLogger("dueldoku")
    logger.handlers = [handler]
    logger.setLevel(logging.INFO)


def _fail(sentence: str, code: int) -> int:
    line = " ".join(sentence.split())
    print(f"dueldoku: {line if len(line) <= 500 else line[:500] + '…'}", file=sys.stderr)
    return code
