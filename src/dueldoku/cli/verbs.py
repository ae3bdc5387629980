"""Which verbs there are. Each is imported when it is called."""

from __future__ import annotations

import shutil
from difflib import get_close_matches
from typing import Annotated

from cyclopts import App, Parameter

import dueldoku
from dueldoku.cli.numbers import ANY
from dueldoku.errors import UnknownName

app = App(
    name="dueldoku",
    help="Competitive Sudoku: a duel over one Sudoku.",
    version=f"dueldoku {dueldoku.__version__}",
    help_format="plaintext",
    default_parameter=Parameter(
        converter=ANY, show_default=lambda default: default if default and default != -1 else None
    ),
    suppress_keyboard_interrupt=False,
)
VERBS = {
    "solve": ("solve", "Solve a puzzle, or each of many."),
    "count": ("solve", "Count the solutions of a puzzle."),
    "methods": ("solve", "List the methods of solving."),
    "generate": ("generate", "Make puzzles with exactly one solution, or boards for the game."),
    "book": ("book", "Make a book of graded puzzles with solutions, for paper: HTML or PDF."),
    "rate": ("rate", "Grade puzzles as people find them, and explain the steps."),
    "bench": ("bench", "Measure solvers and searches side by side with others, and how far from perfect agents play."),
    "show": ("show", "Show boards in the terminal, or draw them as SVG."),
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
    "export": ("export", "Write the games of an archive as CSV, JSON lines or parquet, or copy it."),
    "dataset": ("dataset", "Make labelled positions by the thousand: exact values, best moves, a data card."),
    "solve-game": ("solve_game", "Tell what a small board is worth under perfect play, and how it is played."),
    "replay": ("replay", "Show a recorded game."),
    "lab": ("lab", "Repeat the reports' experiments: list, run, report."),
    "agent": ("agent", "List the bundled agents, begin one of your own, check one, train one."),
    "tune": ("tune", "Find better weights for sensei by self-play."),
    "warm": ("warm", "Compile ahead, so that nothing has to be compiled when it is first used."),
    "doctor": ("doctor", "Tell how safely and exactly this machine can run anybody's agents."),
    "dojo": ("dojo", "Make the puzzles that the page teaches with: from games, each proven; Sudokus by technique."),
    "serve": ("serve", "Serve the page: play, watch, replay and analyse in a browser."),
    "demo": ("demo", "See sensei play the agents of the reports, and read about one of the games."),
}
_NARROW = 80  # columns; with less than that, a command and what it does have a line each
_START = {
    "demo": "see sensei play, and read why",
    "play you sensei:level=beginner": "play it yourself",
    "serve": "play, watch and analyse in a browser",
    "solve PUZZLE": "solve a Sudoku; see generate, rate",
    "agent new mine": "write an agent; then check it",
}


@app.default
def start(*words: Annotated[str, Parameter(show=False)]) -> None:
    """Tell how to begin."""
    if words:
        near = get_close_matches(words[0], VERBS, 1)
        told = f"did you mean {near[0]}?" if near else "dueldoku --help lists them"
        raise UnknownName(f"expected a verb, got {words[0]!r}; {told}")
    wide = shutil.get_terminal_size().columns >= _NARROW
    print("Dueldoku: a duel over one Sudoku.\n")
    for command, what in _START.items():
        print(f"  dueldoku {command:30}  {what}" if wide else f" dueldoku {command}\n   {what}")
    print("\nAll verbs:  dueldoku --help", "One of them:  dueldoku solve --help", sep="          " if wide else "\n")


# These only tell what there is, so whoever stops reading has seen enough. All others have something to do, and have not
# done it when their output is closed.
ONLY_TELL = {
    *("solve", "count", "methods", "generate", "rate", "show", "convert", "formats", "analyse", "review", "ratings"),
    *("report", "export", "replay", "agent list", "lab list"),
}
for number, (verb, (module, about)) in enumerate(VERBS.items()):
    function = verb.replace("-", "_")  # imported when it is called
    app.command(f"dueldoku.cli.{module}:{function}", name=verb, help=about, sort_key=number)
