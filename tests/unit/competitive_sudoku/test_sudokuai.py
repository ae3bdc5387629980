"""The base class of agents: the slot, the lock, and what an agent keeps between its turns."""

from __future__ import annotations

import multiprocessing
import pickle
import re
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from competitive_sudoku.sudoku import GameState, Move, TabooMove
from competitive_sudoku.sudokuai import SudokuAI


class Impatient:
    """A lock that fails instead of waiting for ever; there is nobody else here who would release it."""

    def __init__(self, lock: Any) -> None:
        self.lock = lock

    def acquire(self, *_: object) -> bool:
        assert self.is_free(), "the lock was left locked"
        return bool(self.lock.acquire())

    def release(self) -> None:
        self.lock.release()

    def is_free(self) -> bool:
        free: bool = self.lock.acquire(timeout=0.1)
        if free:
            self.lock.release()
        return free

    def __enter__(self) -> bool:
        return self.acquire()

    def __exit__(self, *_: object) -> None:
        self.release()


@pytest.fixture(params=[threading.Lock, multiprocessing.Lock], ids=["thread", "process"])
def agent(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SudokuAI:
    """An agent as a driver sets it up, alone in its working directory."""
    monkeypatch.chdir(tmp_path)
    agent = SudokuAI()
    agent.lock = Impatient(request.param())
    agent.player_number = 2
    return agent


def test_a_new_agent() -> None:
    agent = SudokuAI()
    assert agent.best_move == [0, 0, 0]
    assert agent.lock is None
    assert agent.player_number == -1
    assert SudokuAI().best_move is not agent.best_move
    with pytest.raises(TypeError):
        SudokuAI(1)  # type: ignore[call-arg]


def test_the_move_is_left_to_the_subclass() -> None:
    with pytest.raises(NotImplementedError):
        SudokuAI().compute_best_move(GameState())
    with pytest.raises(NotImplementedError):
        SudokuAI().compute_best_move(game_state=GameState())


def test_an_agent_may_misspell_its_constructor_or_forget_the_base() -> None:
    class Misspelt(SudokuAI):
        def _init_(self) -> None:
            super().__init__()

    class Forgetful(SudokuAI):
        def __init__(self) -> None:
            self.depth = 3

    assert (Misspelt().best_move, Misspelt().lock, Misspelt().player_number) == ([0, 0, 0], None, -1)
    agent = Forgetful()
    agent.best_move = [0, 0, 0]  # as the driver does
    agent.propose_move(Move(1, 2, 3))
    assert (agent.best_move, agent.lock, agent.player_number) == ([1, 2, 3], None, -1)


# -- propose_move ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "move",
    [
        Move(1, 2, 3),
        Move((1, 2), 3),
        Move([1, 2], 3),
        TabooMove(1, 2, 3),
        SimpleNamespace(i=1, j=2, value=3),
        SimpleNamespace(square=(1, 2), value=3),
    ],
    ids=["classic", "rows", "list", "taboo", "any with i and j", "any with a square"],
)
def test_a_proposal_goes_to_the_slot(move: Any, agent: SudokuAI) -> None:
    slot = agent.best_move
    agent.propose_move(move)
    assert slot == [1, 2, 3]
    assert agent.best_move is slot
    assert agent.lock.is_free()


def test_the_last_proposal_counts(agent: SudokuAI) -> None:
    for value in (1, 2, 3):
        agent.propose_move(move=Move(0, value, value))
    assert agent.best_move == [0, 3, 3]


def test_a_proposal_needs_no_lock() -> None:
    agent = SudokuAI()
    agent.propose_move(Move(1, 2, 3))
    assert agent.best_move == [1, 2, 3]


def test_the_slot_is_written_in_one_go_under_the_lock() -> None:
    written = []

    class Slot:
        def __setitem__(self, at: slice, numbers: tuple[int, int, int]) -> None:
            written.append((at, numbers, lock.locked()))

    lock = threading.Lock()
    agent = SudokuAI()
    agent.lock, agent.best_move = lock, Slot()  # type: ignore[assignment]
    agent.propose_move(Move(1, 2, 3))
    assert written == [(slice(None), (1, 2, 3), True)]


@pytest.mark.parametrize(
    "bad",
    [
        None,
        (1, 2, 3),
        Move(5, 3),
        Move((1,), 3),
        Move((1, 2, 3), 4),
        Move(None, 3),
        SimpleNamespace(i=1, j=2),
        SimpleNamespace(square=(1, 2)),
    ],
    ids=["None", "tuple", "number", "one", "three", "no square", "no value", "no value in square"],
)
def test_a_bad_proposal_raises_changes_nothing_and_leaves_the_lock_free(bad: Any, agent: SudokuAI) -> None:
    agent.propose_move(Move(3, 2, 1))
    with pytest.raises((AttributeError, TypeError, ValueError)):
        agent.propose_move(bad)
    assert agent.best_move == [3, 2, 1]
    assert agent.lock.is_free()


def test_a_slot_that_fails_leaves_the_lock_free(agent: SudokuAI) -> None:
    agent.best_move = ()  # type: ignore[assignment]
    with pytest.raises(TypeError):
        agent.propose_move(Move(1, 2, 3))
    assert agent.lock.is_free()


# -- save and load ---------------------------------------------------------------------------------------------------


def test_what_is_saved_is_loaded(agent: SudokuAI, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    agent.save({"moves": [Move(0, 1, 2)], "state": GameState()})
    assert [path.name for path in tmp_path.iterdir()] == ["2.pkl"]
    saved = capsys.readouterr().out
    assert re.fullmatch(r"Saving data took [0-9]+ seconds and [0-9]+ milliseconds\n", saved)
    kept = agent.load()
    loaded = capsys.readouterr().out
    assert re.fullmatch(r"Loading data took [0-9]+ seconds and [0-9]+ milliseconds\n", loaded)
    assert kept["moves"] == [Move(0, 1, 2)]
    assert type(kept["state"]) is GameState
    assert agent.lock.is_free()


def test_each_save_replaces_the_one_before(agent: SudokuAI) -> None:
    for thing in ("a long text" * 100, [1], None, 0):
        agent.save(thing)
        assert agent.load() == thing


def test_there_is_nothing_to_load_at_first(agent: SudokuAI, capsys: pytest.CaptureFixture[str]) -> None:
    assert agent.load() is None
    assert capsys.readouterr().out == ""
    assert agent.lock.is_free()


def test_each_player_has_a_file_in_the_working_directory(agent: SudokuAI, tmp_path: Path) -> None:
    agent.save("two")
    agent.player_number = 1
    assert agent.load() is None
    agent.save("one")
    assert pickle.loads((tmp_path / "1.pkl").read_bytes()) == "one"
    assert pickle.loads((tmp_path / "2.pkl").read_bytes()) == "two"


def test_the_file_is_in_the_working_directory_of_the_moment(
    agent: SudokuAI, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    agent.save(1)
    assert (tmp_path / "elsewhere" / "2.pkl").is_file()


held: list[bool] = []
watched = Impatient(threading.Lock())


class Watcher:
    """Notes whether the lock is held while it is pickled and while it is read back."""

    def __getstate__(self) -> dict[str, int]:
        held.append(not watched.is_free())
        return {"value": 1}

    def __setstate__(self, state: dict[str, int]) -> None:
        held.append(not watched.is_free())


def test_saving_and_loading_hold_the_lock(agent: SudokuAI) -> None:
    held.clear()
    agent.lock = watched
    agent.save(Watcher())
    agent.load()
    assert held == [True, True]
    assert watched.is_free()


def test_what_cannot_be_pickled_raises_and_leaves_the_lock_free(agent: SudokuAI) -> None:
    agent.save("before")
    with pytest.raises((AttributeError, TypeError, pickle.PicklingError)):
        agent.save(lambda: None)
    assert agent.lock.is_free()
    assert agent.load() == "before"


def test_a_broken_file_raises_and_leaves_the_lock_free(agent: SudokuAI, tmp_path: Path) -> None:
    (tmp_path / "2.pkl").write_bytes(b"garbage")
    with pytest.raises(pickle.UnpicklingError):
        agent.load()
    assert agent.lock.is_free()


def test_saving_needs_no_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    agent = SudokuAI()
    agent.save([1, 2])
    assert agent.load() == [1, 2]
    assert (tmp_path / "-1.pkl").is_file()
