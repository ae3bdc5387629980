"""Agents as they are handed in: folders, zips, folders full of both, broken ones, copies."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

import pytest

from dueldoku.arena.entrant import resolve
from dueldoku.arena.notes import copies_note, find_copies
from dueldoku.arena.submissions import gather
from dueldoku.errors import BrokenAgents, DueldokuError, PlanError, UnknownName

CODE = "class SudokuAI: pass\n"


def folder(path: Path, name: str = "sudokuai.py", code: str = CODE) -> Path:
    path.mkdir(parents=True, exist_ok=True)
    (path / name).write_text(code)
    return path


def packed(path: Path, *names: str, code: str = CODE) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    with ZipFile(path, "w") as archive:
        for name in names:
            archive.writestr(name, code)
    return path


@pytest.fixture
def submissions(tmp_path: Path) -> Path:
    """Thirteen of them: good ones, and some of each way to hand in something else."""
    place = tmp_path / "submissions"
    folder(place / "team01")
    folder(place / "team02" / "project" / "agent", code=CODE + "# nested")
    packed(place / "team03.zip", "team03/sudokuai.py", "__MACOSX/team03/._sudokuai.py", ".DS_Store", code=CODE + "# 3")
    packed(place / "team04.zip", "sudokuai.py", code=CODE + "# 4")
    packed(place / "team05" / "final.zip", "final/sudokuai.py", code=CODE + "# 5")
    folder(place / "team06", "agent.py", CODE + "# 6")
    folder(place / "team07")  # the same as team01
    (place / "team08").mkdir()
    folder(place / "team09", "main.py")
    folder(place / "team10" / "a")
    folder(place / "team10" / "b")
    (place / "team11.zip").write_bytes(b"Rar!")
    (place / "team12.rar").write_bytes(b"Rar!")
    packed(place / "team13.zip", "../outside.py")
    (place / "grades.csv").write_text("team01,8")
    (place / ".DS_Store").write_text("x")
    return place


def test_a_tournament_takes_zips_and_a_folder_of_folders(submissions: Path) -> None:
    with gather([str(submissions), "greedy_player"], many=True) as field:
        names = [agent.name for agent in field.agents]
        assert names == [*(f"team0{number}" for number in range(1, 8)), "greedy_player"]
        sources = [Path(agent.source) for agent in field.agents[:-1]]
        assert all(source.exists() for source in sources)
        assert [source.name for source in sources] == [
            *("team01", "agent", "team03", "team04", "final", "agent.py", "team07")
        ]
    assert sum(source.exists() for source in sources) == 4, "what was unpacked is gone"


def test_a_zip_of_what_agent_new_writes_is_an_agent_too(tmp_path: Path) -> None:
    with gather([str(packed(tmp_path / "eve.zip", "carol/agent.py", "carol/test_agent.py"))]) as field:
        (agent,) = field.check()
        assert (agent.name, Path(agent.source).name) == ("eve", "agent.py")
    with (
        gather([str(packed(tmp_path / "two.zip", "a/agent.py", "b/agent.py"))]) as field,
        pytest.raises(PlanError, match=r"two.zip: expected only one agent.py, got 2: a, b"),
    ):
        field.check()


def test_all_bad_paths_are_named_at_once(submissions: Path) -> None:
    with gather([str(submissions), "nobody", str(submissions / "no" / "where")], many=True) as field:
        assert field.broken == {
            "team08": "expected a folder with a sudokuai.py or an agent.py, but it is empty",
            "team09": "expected a folder with a sudokuai.py or an agent.py, got only main.py",
            "team10": "expected only one sudokuai.py, got 2: a, b",
            "team11": "expected a zip file, but it is none, or it is cut off",
            "team12": "expected a folder, a zip or a Python file, got 'team12.rar'",
            "team13": "expected files below the zip's own folder, got '../outside.py', which leads out of it",
            "nobody": "there is no such file, folder or bundled agent",
            str(submissions / "no" / "where"): "there is no such file, folder or bundled agent",
        }
        with pytest.raises(BrokenAgents, match=r"8 cannot: team08: .*; team09: .*; nobody: "):
            field.check()
    empty = submissions / "team08"
    with gather([str(empty), "greedy_player"]) as field, pytest.raises(PlanError, match=r"team08: expected a folder"):
        field.check()
    with gather(["nobody", "greedy_player"]) as field, pytest.raises(UnknownName, match="one of random_player"):
        field.check()


def test_what_was_unpacked_is_gone_on_every_way_out(submissions: Path) -> None:
    sources = []
    for error in (DueldokuError("no"), KeyboardInterrupt(), SystemExit(3)):
        with pytest.raises(type(error)), gather([str(submissions / "team03.zip")]) as field:  # noqa: PT012
            (agent,) = field.agents
            assert (Path(agent.source) / "sudokuai.py").is_file()
            sources.append(Path(agent.source))
            raise error
    assert len(sources) == 3
    assert not any(source.exists() for source in sources)


def test_copies_are_recognised_whatever_their_folders_are_called(submissions: Path) -> None:
    packed(submissions / "team14.zip", "deep/inside/sudokuai.py")
    with gather([str(submissions)], many=True) as field:
        copies = find_copies((agent.name, agent.digest) for agent in field.agents)
    assert copies == (("team01", "team07", "team14"),)
    assert copies_note(copies).startswith("team01, team07 and team14 have the same files")
    other = folder(submissions / "team15", code=CODE + " ")
    assert resolve(str(other)).digest != resolve(str(submissions / "team01")).digest


def test_a_single_nested_folder_or_zip_is_an_agent_anywhere(submissions: Path) -> None:
    texts = [str(submissions / "team02"), f"{submissions / 'team03.zip'}:depth=3", f"{submissions / 'team05'}@0.1"]
    with gather(texts) as field:
        assert [agent.name for agent in field.check()] == ["team02", "team03:depth=3", "team05@0.1"]
        assert field.agents[1].options == (("depth", "3"),)
        assert field.agents[2].handicap == 0.1


def test_zips_within_zips_have_an_end(tmp_path: Path) -> None:
    inner = packed(tmp_path / "0.zip", "sudokuai.py")
    for number in range(1, 4):
        with ZipFile(tmp_path / f"{number}.zip", "w") as archive:
            archive.write(inner, f"{number}.zip")
        inner = tmp_path / f"{number}.zip"
    with gather([str(tmp_path / "1.zip")]) as field:
        assert [agent.name for agent in field.check()] == ["1"]
    with gather([str(tmp_path / "3.zip")]) as field:
        assert "zips within zips" in field.broken[str(tmp_path / "3.zip")]


def test_a_folder_and_a_zip_of_the_same_name_are_told_apart(tmp_path: Path) -> None:
    folder(tmp_path / "all" / "team01")
    packed(tmp_path / "all" / "team01.zip", "sudokuai.py", code=CODE + "#")
    with gather([str(tmp_path / "all")], many=True) as field:
        assert [agent.name for agent in field.agents] == ["team01", "team01.zip"]
