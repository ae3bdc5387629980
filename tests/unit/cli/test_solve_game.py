"""``dueldoku solve-game`` as people call it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from notice import without_notice

from dueldoku import Game, Move, Position
from dueldoku.cli.main import main
from dueldoku.engine.perfect import Perfect, bounds
from dueldoku.formats.detect import read


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Run the verb in an empty folder: exit code, output, error output."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> tuple[int, str, str]:
        code = main(["solve-game", "--memory", "16", *arguments])
        out, err = capsys.readouterr()
        return code, out, without_notice(err)

    return call


def test_in_words(run) -> None:
    code, out, err = run("1..44.31.4122143")
    assert (code, err) == (0, "")
    without, line, with_bombs, other = out.splitlines()
    assert without.startswith("without bombs: -2, player 2 gets 2 more (")
    assert with_bombs.startswith("with bombs: +2, player 1 gets 2 more (")
    assert line.count(",") == 3
    assert other.split(",")[0].endswith(" bomb")
    assert run("1..44.31.4122143", "--no-bombs")[1].splitlines()[1:] == [line]


def test_as_json_with_a_line_that_can_be_played(run) -> None:
    code, out, _ = run("board-2x2", "--json")
    found = json.loads(out)
    assert code == 0
    assert (found["turn"], found["empty"], found["without_bombs"]["value"]) == (1, 7, 8)
    answer = found["with_bombs"]
    assert (answer["value"], answer["least"], answer["most"], answer["why"]) == (7, 7, 7, "")
    game = Game(read(found["position"])[0])
    for move in answer["line"]:
        game.push(Move.parse(move))
    assert game.is_over()
    assert game.scores[0] - game.scores[1] == 7


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (("random-2x3", "--nodes", "20"), "with bombs: not solved within 20 nodes: no bounds yet (20 nodes, "),
        (("random-3x3", "--seconds", "0.01"), "with bombs: not solved within 0.01 s: no bounds yet ("),
        (("empty-3x3",), "with bombs: too large, with more than 64 empty cells or 4096 solutions: no bounds yet ("),
    ],
)
def test_what_is_not_solved_gets_a_sentence(run, arguments: tuple[str, ...], wanted: str) -> None:
    code, out, err = run(*arguments)
    assert (code, err) == (1, "")
    assert wanted in out


def test_bounds_in_words() -> None:
    words = [bounds(*pair) for pair in ((None, None), (None, 3), (-7, None), (-7, 3))]
    assert words == ["no bounds yet", "at most +3", "at least -7", "between -7 and +3"]


def test_an_interrupt_leaves_what_is_known(run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(perfect: Perfect, most_nodes: int) -> bool:
        perfect.least = -4
        raise KeyboardInterrupt

    monkeypatch.setattr(Perfect, "proceed", interrupted)
    code, out, _ = run("random-2x3")
    assert code == 130
    assert out.startswith("without bombs: stopped: at least -4 (no nodes, ")
    assert "with bombs" not in out.removeprefix("without bombs")


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (("11..............",), "the board already breaks the rules"),
        (("123...4.........",), "the board has no solution: every move would be refused"),
        (("easy-2x2", "--seconds", "0"), "expected --seconds to be at least 0.0001, got 0"),
        (("easy-2x2", "--nodes", "-3"), "expected --nodes to be at least 1, got -3"),
        (("easy-2x2", "--rules", "chess"), "expected a rule set out of classic, rows, border, random, got 'chess'"),
    ],
)
def test_wrong_input_is_explained(run, arguments: tuple[str, ...], wanted: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith(f"dueldoku: {wanted}")


def test_who_moves_is_told_by_the_position(run) -> None:
    position = str(Position(read("1..44.31.4122143")[0].grid, turn=2))
    assert "without bombs: -2, player 1 gets 2 more (" in run(position)[1]
