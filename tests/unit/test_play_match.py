"""``play_match``: the course's options and lines."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import play_match

pytestmark = [
    pytest.mark.arena,
    pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning"),
]
Run = Callable[..., str]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command line in an empty folder with a board file, and return its output."""
    monkeypatch.chdir(tmp_path)
    Path("classic.txt").write_text("2 2\n1 2 . 4\n. 4 . 2\n2 1 . 3\n. . . 1\n")

    def call(*arguments: str) -> str:
        monkeypatch.setattr(sys, "argv", ["play_match", *arguments])
        play_match.command()
        return capsys.readouterr().out

    return call


@pytest.mark.parametrize(
    "players", [("greedy_player", "random_player"), ("--first=greedy_player", "--second=random_player")]
)
def test_a_match_takes_turns_and_is_written_to_a_file(run: Run, players: tuple[str, str]) -> None:
    out = run(*players, "--count=2", "--time=0.3", "--board=classic.txt")
    lines = out.splitlines()
    assert [line for line in lines if line.startswith("Playing")] == ["Playing game 1", "Playing game 2"]
    written = Path("greedy_player-random_player-board=classic-time=0.3-match-result.txt").read_text().splitlines()
    assert re.fullmatch(r"greedy_player - random_player [\d.]+-[\d.]+", written[0])
    assert re.fullmatch(r"random_player - greedy_player [\d.]+-[\d.]+", written[1])
    first, second = (list(map(float, line.rpartition(" ")[2].split("-"))) for line in written[:2])
    total = f"{first[0] + second[1]:g}-{first[1] + second[0]:g}"
    assert written[2] == lines[-1] == f"Match result: greedy_player - random_player {total}"


@pytest.mark.parametrize("arguments", [("a", "b", "c"), ("--count=0",)])
def test_wrong_input_ends_with_code_2(run: Run, arguments: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit) as ended:
        run(*arguments)
    assert ended.value.code == 2
