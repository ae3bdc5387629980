"""The base class of course agents."""

from __future__ import annotations

import contextlib
import pickle
import time
from pathlib import Path
from typing import Any

from competitive_sudoku.sudoku import GameState, Move


class SudokuAI:
    """Override ``compute_best_move`` and call ``propose_move`` in it as often as you like: the last one counts."""

    # Agents that forget to call this constructor get these from the class; the one who runs them sets the rest.
    lock: Any = None
    player_number: int = -1
    solve_sudoku_path: str = "bin/solve_sudoku"  # agents hand it to execute.solve_sudoku, which needs no program

    def __init__(self) -> None:
        self.best_move = [0, 0, 0]
        self.lock = None
        self.player_number = -1

    def compute_best_move(self, game_state: GameState) -> None:
        """Think about the position and propose moves until time is up."""
        raise NotImplementedError  # as the course's own base class does

    def propose_move(self, move: Move) -> None:
        """Make ``move`` the current proposal."""
        if not hasattr(move, "value"):
            raise AttributeError(f"propose_move takes a Move, got {move!r}")
        row, col = move.square if hasattr(move, "square") else (move.i, move.j)
        value = move.value  # all read before the lock is taken: a bad argument must not leave it locked
        with self._locked():
            self.best_move[:] = row, col, value  # in one go: a process can be killed at any moment

    def save(self, object: Any) -> None:
        """Keep ``object`` for this player's next turns (pickled in the working directory)."""
        with self._locked(), _timed("Saving"):
            new = self._file.with_suffix(".new")  # what was saved before stays until the new is complete
            new.write_bytes(pickle.dumps(object))
            new.replace(self._file)

    def load(self) -> Any:
        """What was saved last, or None."""
        with self._locked():
            if not self._file.is_file():
                return None
            with _timed("Loading"):
                return pickle.loads(self._file.read_bytes())

    @property
    def _file(self) -> Path:
        return Path.cwd() / f"{self.player_number}.pkl"

    def _locked(self) -> contextlib.AbstractContextManager[Any]:
        return self.lock or contextlib.nullcontext()


@contextlib.contextmanager
def _timed(what: str) -> Any:
    start = time.monotonic()
    yield
    seconds, milliseconds = divmod(round((time.monotonic() - start) * 1000), 1000)
    print(f"{what} data took {seconds} seconds and {milliseconds} milliseconds")
