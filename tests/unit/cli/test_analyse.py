"""``dueldoku analyse``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from program import Run

LITTLE = "123.341221.3.3.1"  # one bomb, which wins


def test_analyse_in_words(run: Run) -> None:
    code, out, err = run("analyse", LITTLE, "--moves", "2")
    assert (code, err) == (0, "")
    assert "With perfect play player 1 gains 2 points from here, and wins by 2." in out
    assert (
        "r4c3=4     +2    0           0       keeps it  a bomb\nr1c4=4     -2    7           1       loses it\n\n"
        in out
    )
    assert "How it may go on: r4c3=4 " in out


def test_analyse_says_what_the_rule_says_on_open_boards(run: Run) -> None:
    command = "analyse", "random-3x3", "--nodes", "20000", "--moves", "1"
    out = run(*command)[1]
    assert "parity" not in out  # theory is for those who ask for more
    assert "give or take" in out
    assert "should keep it" in out
    more = run(*command, "--more")[1]
    assert "By the parity rule player 1 should win the tempo fight" in more
    assert "The points are an estimate, " in more


def test_analyse_as_json(run: Run) -> None:
    code, out, _ = run("analyse", "board-2x2", "--nodes", "5000", "--json")
    data = json.loads(out)
    assert code == 0
    assert data["moves"][0]["value"] == data["value"]


@pytest.mark.parametrize("verb", ["analyse", "review"])
@pytest.mark.parametrize(("option", "value", "least"), [("--nodes", "-5", "1"), ("--time", "-1.0", "0.0001")])
def test_no_less_than_nothing_can_be_thought(run: Run, verb: str, option: str, value: str, least: str) -> None:
    code, _, err = run(verb, LITTLE, option, value)
    assert (code, err) == (2, f"dueldoku: expected {option} to be at least {least}, got {value}\n")


def test_analyse_says_what_it_cannot_do(run: Run) -> None:
    code, _, err = run("analyse", "1234341221434321")
    assert (code, err) == (2, "dueldoku: the board is already full: there is nothing to play\n")


@pytest.mark.parametrize(("file", "begin"), [("tree.svg", "<svg "), ("tree.dot", "digraph tree {")])
def test_the_tree_of_a_tree_search_as_a_picture(run: Run, file: str, begin: str) -> None:
    command = "analyse", LITTLE, "--tree", file, "--nodes", "50", "--levels", "2"
    code, out, err = run(*command)
    assert (code, err) == (0, "")
    assert out.startswith(f"The tree of mcts-tree after 50 iterations is in {file}, ")
    text = Path(file).read_text()
    assert text.startswith(begin)
    assert "r4c3=4" in text
    run(*command)
    assert Path(file).read_text() == text


def test_a_picture_of_another_kind_is_told(run: Run) -> None:
    code, _, err = run("analyse", LITTLE, "--tree", "tree.png")
    assert (code, err) == (2, "dueldoku: expected a file for --tree that ends in .svg or .dot, got 'tree.png'\n")
