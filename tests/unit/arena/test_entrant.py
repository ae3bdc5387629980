"""Who plays: names, paths, options, entry points; and what changes a digest."""

from __future__ import annotations

import os
import pickle
from importlib.metadata import EntryPoint
from importlib.resources import files
from pathlib import Path

import pytest
from course_driver import COURSE_AGENTS
from hosting import write_agent

from dueldoku.agents.course import CourseAgent
from dueldoku.agents.random_player import RandomPlayer
from dueldoku.arena import entrant as entrant_module
from dueldoku.arena.entrant import _files, load, resolve, stage
from dueldoku.arena.siblings import find_siblings
from dueldoku.errors import UnknownName


def test_a_bundled_agent() -> None:
    entrant = resolve("random_player")
    assert (entrant.name, entrant.kind, entrant.source, entrant.options) == (
        "random_player",
        "bundled",
        "random_player",
        (),
    )
    assert pickle.loads(pickle.dumps(entrant)) == entrant
    assert isinstance(load(entrant), RandomPlayer)


def test_a_bundled_name_wins_over_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "random_player").mkdir()
    (tmp_path / "random_player/sudokuai.py").write_text("")
    assert resolve("random_player").kind == "bundled"
    assert resolve("./random_player").kind == "file"


def test_a_file_that_an_option_names_goes_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("nets").mkdir()
    Path("nets/mine.json").write_text((files("dueldoku.agents.neat") / "networks" / "cell.json").read_text())
    entrant = resolve("neat:network=nets/mine.json")
    assert resolve("neat:network=cell").file == ""
    Path("work").mkdir()
    stage(entrant, tmp_path / "work")
    monkeypatch.chdir("work")  # where the path of the option leads nowhere
    assert load(entrant)
    monkeypatch.chdir(tmp_path)
    Path("nets/mine.json").write_text(Path("nets/mine.json").read_text() + "\n")
    assert resolve("neat:network=nets/mine.json").digest != entrant.digest


def test_a_folder_of_the_course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entrant = resolve(str(COURSE_AGENTS / "team07_a3"))
    assert (entrant.name, entrant.kind, entrant.source) == ("team07_a3", "file", str(COURSE_AGENTS / "team07_a3"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)  # undone after the test, with what ``load`` adds
    stage(entrant, tmp_path)
    assert isinstance(load(entrant), CourseAgent)


def test_the_digest_is_of_the_contents(tmp_path: Path) -> None:
    for place in ("one", "two"):
        agent = tmp_path / place / "agent"
        (agent / "parts").mkdir(parents=True)
        (agent / "sudokuai.py").write_text("a = 1")
        (agent / "parts/b.py").write_text("b = 1")
    first, second = (str(tmp_path / place / "agent") for place in ("one", "two"))
    assert resolve(first).digest == resolve(second).digest
    (tmp_path / "two/agent/__pycache__").mkdir()
    (tmp_path / "two/agent/__pycache__/x.pyc").write_text("")
    (tmp_path / "two/agent/.hidden").write_text("")
    os.symlink("/etc/hostname", tmp_path / "two/agent/link")
    assert resolve(first).digest == resolve(second).digest
    (tmp_path / "two/agent/parts/b.py").write_text("b = 2")
    assert resolve(first).digest != resolve(second).digest
    (tmp_path / "copy").mkdir()
    stage(resolve(second), tmp_path / "copy")
    assert sorted(path.name for path in (tmp_path / "copy").rglob("*")) == ["agent", "b.py", "parts", "sudokuai.py"]


def test_a_native_agent_is_known_by_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for team in ("mine", "yours"):
        (tmp_path / team).mkdir()
        (tmp_path / team / "agent.py").touch()
        assert resolve(str(tmp_path / team / "agent.py")).name == team
    monkeypatch.chdir(tmp_path / "mine")
    assert resolve("agent.py").name == "mine"
    assert resolve("agent.py:careful=no").name == "mine:careful=no"
    (tmp_path / "other.py").touch()
    assert resolve(str(tmp_path / "other.py")).name == "other"


def test_options_of_a_file_stand_behind_the_last_colon(tmp_path: Path) -> None:
    odd = tmp_path / "C:odd=1"
    odd.mkdir()
    file = write_agent(odd, "pass")
    assert resolve(str(file)).options == ()
    entrant = resolve(f"{file}:depth=3,name=a")
    assert entrant.options == (("depth", "3"), ("name", "a"))
    assert entrant.name == "probe_agent:depth=3,name=a"
    assert entrant.digest != resolve(str(file)).digest


def test_a_folder_too_large_is_not_staged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entrant_module, "MOST_BYTES", 10)
    with pytest.raises(ValueError, match="expected at most"):
        stage(resolve(str(COURSE_AGENTS / "team07_a3")), tmp_path)


def test_files_are_sized_before_they_are_read(tmp_path: Path) -> None:
    huge = tmp_path / "huge"
    huge.mkdir()
    (huge / "sudokuai.py").write_text("")
    with (huge / "data.bin").open("wb") as file:
        file.truncate(1 << 40)  # a terabyte of nothing: to read it would take for ever
    with pytest.raises(ValueError, match="expected at most 256 MB of files for an agent"):
        resolve(str(huge))


def test_too_many_files_and_too_deep_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deep = tmp_path / "deep"
    (deep / "/".join("d" * 60)).mkdir(parents=True)
    (deep / "sudokuai.py").write_text("")
    with pytest.raises(ValueError, match="at most 50 deep"):
        resolve(str(deep))
    monkeypatch.setattr(entrant_module, "MOST_FILES", 3)
    many = tmp_path / "many"
    many.mkdir()
    for name in ("sudokuai.py", "a", "b", "c"):
        (many / name).write_text("")
    with pytest.raises(ValueError, match="at most 3 files"):
        resolve(str(many))


def test_an_agent_of_an_installed_package(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("pro", "dueldoku.agents.random_player:RandomPlayer", entrant_module.GROUP)
    monkeypatch.setattr(entrant_module, "entry_points", lambda group: [point])
    entrant = resolve("pro")
    assert (entrant.name, entrant.kind, entrant.source) == ("pro", "package", "pro")
    assert isinstance(load(entrant), RandomPlayer)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nobody", "expected an agent: one of .*random_player.*, a folder with a sudokuai.py, or a Python file; got"),
        ("", "expected an agent"),
        ("random_player:depth=3", "expected an option of random_player out of none, got 'depth'"),
        ("random_player:depth", "option=value"),
        ("{tmp}", "expected a folder with a sudokuai.py"),
        ("{tmp}/notes.txt", "expected a Python file or a folder"),
    ],
)
def test_what_is_no_agent(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("")
    with pytest.raises(UnknownName, match=message):
        resolve(text.replace("{tmp}", str(tmp_path)))


def test_only_so_much_of_an_agent_is_looked_through_for_imports(tmp_path: Path) -> None:
    """An agent of 256 MB of sources would keep everybody waiting for minutes."""
    (tmp_path / "friend.py").touch()
    agent = tmp_path / "agent"
    agent.mkdir()
    (agent / "sudokuai.py").write_text("import other\n")
    for number in range(3):
        (agent / f"a{number}.py").write_text("\n" * ((1 << 20) - 100))
    (agent / "z.py").write_text(f"import friend\n{'#' * 300_000}")
    assert find_siblings(agent, _files) == ()
    (agent / "a2.py").unlink()
    (agent / "a1.py").unlink()
    assert find_siblings(agent, _files) == ("friend.py",)
