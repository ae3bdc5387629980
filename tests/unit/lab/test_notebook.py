"""Measurements on the disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from dueldoku.errors import ArchiveError, FormatError
from dueldoku.lab.experiment import MeasureTask, Reading
from dueldoku.lab.notebook import Notebook

ONE, TWO = (MeasureTask("pruning", "16x16", {"puzzle": name}) for name in ("a", "b"))


def test_what_was_noted_is_there_again(tmp_path: Path) -> None:
    notebook = Notebook.beside(tmp_path / "deep" / "lab.db")
    notebook.begin(command="dueldoku lab run")
    notebook.add(ONE, {"seconds": 1.5})
    again = Notebook(tmp_path / "deep" / "lab.jsonl")
    assert ONE in again
    assert TWO not in again
    assert again.readings([TWO, ONE]) == [Reading({"puzzle": "a"}, {"seconds": 1.5})]
    assert [run["run"] for run in again.runs] == [{"command": "dueldoku lab run"}]


def test_a_torn_line_costs_one_measurement(tmp_path: Path) -> None:
    path = tmp_path / "lab.jsonl"
    notebook = Notebook(path)
    notebook.add(ONE, 1)
    notebook.add(TWO, 2)
    text = path.read_text(encoding="utf-8")
    path.write_text(text[:-20], encoding="utf-8")
    torn = Notebook(path)
    assert (ONE in torn, TWO in torn) == (True, False)
    torn.add(TWO, 3)
    assert Notebook(path).readings([ONE, TWO]) == [Reading({"puzzle": "a"}, 1), Reading({"puzzle": "b"}, 3)]


def test_another_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "lab.jsonl"
    path.write_text("my diary\n", encoding="utf-8")
    with pytest.raises(FormatError, match=r"lab\.jsonl: expected the lab's measurements, a JSON object a line"):
        Notebook(path)


def test_a_place_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ArchiveError, match=r"nothing can be noted there"):
        Notebook(tmp_path / "file" / "lab.jsonl").add(ONE, 1)


def test_the_key_tells_what_is_measured() -> None:
    same = MeasureTask("variable-order", "16x16", {"puzzle": "a"})
    assert same.key == ONE.key != TWO.key
    assert str(ONE) == "pruning: puzzle a"
