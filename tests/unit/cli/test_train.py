"""``dueldoku agent train``."""

from __future__ import annotations

from pathlib import Path

import pytest

from dueldoku.agents.base import Limit, Task
from dueldoku.agents.neat.fitness import CellMode
from dueldoku.agents.neat.network import load_network
from dueldoku.agents.registry import load_agent
from dueldoku.board.geometry import Geometry
from dueldoku.board.move import Move
from dueldoku.cli import train as train_command
from dueldoku.cli.main import main
from dueldoku.game.boards import one_position
from dueldoku.game.game import Game


@pytest.fixture
def few_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CellMode, "_STARTS", ((Geometry.of(2, 2), 3), (Geometry.of(2, 3), 3), (Geometry.of(3, 3), 0)))
    monkeypatch.setattr(CellMode, "_EXAM_STARTS", 9)


@pytest.mark.usefixtures("few_starts")
def test_training_on_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    command = ["agent", "train", "neat", "--seed", "3", "--checkpoint", "run"]
    assert main([*command, "--generations", "1"]) == 0
    assert main([*command, "--generations", "2", "--resume", "--out", "nets/mine.json"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "generation   best   mean   pairs of games won against greedy play"
    assert [line.split()[0] for line in lines[1:]] == ["0", "The", "generation", "1", "The"]
    assert load_network("nets/mine.json").made_by == "dueldoku agent train neat --mode cell --generations 2 --seed 3"
    assert (tmp_path / "nets/mine.csv").read_text().startswith("number,best,mean,exam\n0,")
    assert (tmp_path / "nets/mine.svg").read_text().count("<polyline") == 3
    assert main(["play", "neat:network=nets/mine.json", "random_player", "--board", "easy-2x2"]) == 0


def test_training_with_a_file_of_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    command = ["agent", "train", "neat", "--mode", "default", "--size", "2x2"]
    assert main([*command, "--print-config"]) == 0
    text = capsys.readouterr().out
    Path("my own.cfg").write_text(text.replace("pop_size = 150", "pop_size = 8"))
    own = [*command, "--config", "my own.cfg", "--generations", "2", "--checkpoint", "run"]
    assert main(own) == 0
    made_by = "dueldoku agent train neat --mode default --size 2x2 --config 'my own.cfg' --generations 2 --seed 1"
    assert load_network("neat.json").made_by == made_by
    Path("my own.cfg").write_text(text.replace("pop_size = 150", "pop_size = 9"))
    capsys.readouterr()
    assert main([*own, "--resume"]) == 2
    assert capsys.readouterr().err.startswith("dueldoku: expected a checkpoint of default mode for 2x2 with seed 1 and")
    assert main(["agent", "train", "neat", "--mode", "report", "--size", "2x3", "--config", "my own.cfg"]) == 2
    assert "my own.cfg: expected num_inputs = 36 and num_outputs = 36, got" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["greedy_player"], "greedy_player"),
        (["sensei", "--resume"], "expected --checkpoint with --resume: the folder of the run"),
        (["sensei", "--resume", "--checkpoint", "."], "sensei.npz: expected the checkpoint of a run: No such file"),
        (["sensei", "--rules", "classic"], "expected a rule set with territories, got 'classic'"),
        (["neat", "--generations", "0"], "expected --generations to be at least 1, got 0"),
        (["neat", "--resume"], "expected --checkpoint with --resume: the folder of the run"),
        (["neat", "--resume", "--checkpoint", "."], "neat.checkpoint: expected the checkpoint of a run: No such file"),
        (["neat", "--mode", "report", "--size", "x"], "expected a block shape such as 3x3"),
        (["neat", "--config", "no.cfg"], "no.cfg: expected a configuration file of neat-python, got none"),
    ],
)
def test_wrong_wishes_are_told(
    words: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["agent", "train", *words]) == 2
    assert sentence in capsys.readouterr().err


def test_what_is_no_checkpoint_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "neat.checkpoint").write_bytes(b"nonsense")
    assert main(["agent", "train", "neat", "--resume", "--checkpoint", str(tmp_path)]) == 2
    assert capsys.readouterr().err == "dueldoku: expected a checkpoint of `dueldoku agent train neat`\n"


def test_without_neat_python_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(train_command, "find_spec", lambda name: None)
    assert main(["agent", "train", "neat"]) == 2
    assert capsys.readouterr().err == "dueldoku: training needs neat-python: pip install 'dueldoku[neat]'\n"


@pytest.mark.parametrize("how", [[], ["--outcomes"]])
def test_sensei_learns_on_the_command_line(
    how: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In two sittings as in one, and what comes out is a judge."""
    monkeypatch.chdir(tmp_path)
    command = ["agent", "train", "sensei", "--boards", "empty-2x2", "--games", "32", "--nodes", "20", "--hidden", "3"]
    command += ["--epochs", "1", "--led", "1", "--workers", "1", *how]
    assert main([*command, "--generations", "2", "--out", "whole.json"]) == 0
    assert main([*command, "--generations", "1", "--checkpoint", "run"]) == 0
    assert main([*command, "--generations", "2", "--checkpoint", "run", "--resume", "--out", "nets/parts.json"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "generation  positions  off by  glance by hand  spread (points)"
    assert "".join(line.split()[0][0] for line in lines) == "g01Tg0Tg1T"
    whole = Path("whole.json").read_text()
    assert Path("nets/parts.json").read_text() == whole
    assert Path("nets/parts.csv").read_text().count("\n") == 3
    assert Path("nets/parts.svg").read_text().startswith("<?xml")
    agent = load_agent("sensei:network=whole.json")
    game = Game(one_position("empty-2x2"), "rows")
    proposed: list[Move] = []
    agent.think(game, Task(1, Limit(nodes=2_000), proposed.append))
    assert proposed
    assert not game.judge(proposed[-1]).ruling.loses
