"""A stranger's walk: five broken agents, each understood by what the program shows."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from program import Run

from dueldoku.arena import conformance, uncaged
from dueldoku.arena.entrant import resolve

pytestmark = pytest.mark.arena

NATIVE = "from dueldoku import Agent, Ruling\n\n\nclass Mine(Agent):\n    def think(self, game, task):\n"
COURSE = "import competitive_sudoku.sudokuai\n\n\nclass SudokuAI(competitive_sudoku.sudokuai.SudokuAI):\n"
AGENTS = {
    "keyed/agent.py": NATIVE
    + "        seen = {0: 'first', 2: 'second'}\n"
    + "        print('turn', len(game.start.past))\n"
    + "        print(seen[len(game.start.past)])\n"
    + "        moves = (move for move in game.legal_moves() if game.judge(move).ruling is Ruling.PLACED)\n"
    + "        task.propose(next(moves))\n",
    "endless/agent.py": NATIVE + "        print('I begin')\n        while True:\n            pass\n",
    "chatty/agent.py": NATIVE
    + "        print('first words')\n        print('x' * 100_000)\n        raise SystemExit('that was all')\n",
    "typed/sudokuai.py": COURSE + "    def compute_best_move(self, state):\n        self.propose_move((0, 0, 1))\n",
    "imports/sudokuai.py": "from imports.helperz import best\n\n" + COURSE + "    pass\n",
}
SHOWN = {
    "keyed/agent.py": ("raised KeyError in keyed/agent.py:8: 4", "KeyError: 4"),
    "endless/agent.py": ("no proposal in time", "I begin"),
    "chatty/agent.py": ("raised SystemExit in chatty/agent.py:8: that was all", "SystemExit: that was all"),
    "typed": (
        "raised AttributeError in typed/sudokuai.py:6: propose_move takes a Move, got (0, 0, 1)",
        "AttributeError: propose_move takes a Move, got (0, 0, 1)",
    ),
    "imports": (
        "could not start: ModuleNotFoundError in imports/sudokuai.py:1: No module named 'imports.helperz'",
        "ModuleNotFoundError: No module named 'imports.helperz'",
    ),
}
ALL_CASES = conformance.CASES
STARTS = [agent for agent in SHOWN if agent != "imports"]


@pytest.fixture(autouse=True)
def _here(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in AGENTS.items():
        Path(name).parent.mkdir()
        Path(name).write_text(text)
    monkeypatch.setattr(conformance, "CASES", (("random-2x3", "classic", 8), ("empty-2x2", "rows", 8)))
    uncaged._warn.cache_clear()


@pytest.mark.parametrize("agent", SHOWN)
def test_agent_check_tells_each_fault_once(run: Run, agent: str) -> None:
    words, last = SHOWN[agent]
    code, out, _ = run("agent", "check", agent, "--time", "0.3")
    assert code == 1
    assert out.count(f"{'it' if agent == 'imports' else 'loses:'} {words}\n") == 1
    assert out.count(f"      | {last}\n") == 1
    cause = words if words.startswith("no ") else words.rpartition(":")[0] if agent == "typed" else ""
    assert f"{agent} has 1 fault: " in out.splitlines()[-1]
    assert cause.partition(": propose")[0] in out.splitlines()[-1]
    if agent != "imports":
        assert out.count("the same again: ") == 3


def test_agent_check_is_restricted_by_rules(run: Run) -> None:
    _, out, _ = run("agent", "check", "random_player", "--rules", "rows", "--time", "0.3")
    assert [line.split(":")[0] for line in out.splitlines()[:-1]] == [
        "ok     empty-2x2 rows, as player 1",
        "ok     empty-2x2 rows, as player 2",
    ]
    _, out, _ = run("agent", "check", "random_player", "--rules", "border", "--time", "0.3")
    assert out.count("empty-2x2 border") == 2
    code, _, err = run("agent", "check", "random_player", "--rules", "chess")
    assert (code, err.partition(",")[0]) == (2, "dueldoku: expected a rule set out of classic")


def test_what_an_agent_saved_in_one_game_of_the_check_is_gone_in_the_next() -> None:
    Path("saver.py").write_text(
        NATIVE + "        assert task.load() is None or task.load() == task.player\n        task.save(task.player)\n"
        "        open('more', 'a').write(str(task.player))\n        assert len(set(open('more').read())) == 1\n"
        "        task.propose(next(m for m in game.legal_moves() if game.judge(m).ruling is Ruling.PLACED))\n"
    )
    found = list(conformance.check(resolve("saver.py"), 2.0))
    assert [one.faults for one in found] == [[], [], [], []]
    assert all(one.turns > 1 for one in found)


@pytest.mark.parametrize("agent", STARTS)
def test_play_shows_it_and_replay_output_shows_it_again(run: Run, agent: str) -> None:
    words, last = SHOWN[agent]
    code, out, _ = run("play", agent, "random_player", "--board", "random-2x3", "--time", "0.3")
    assert code == 0
    assert words in out
    assert f"      | {last}\n" in out
    _, plain, _ = run("replay", "games/played.jsonl")
    assert f"| {last}" not in plain
    assert "--output shows it" in plain
    code, again, _ = run("replay", "games/played.jsonl", "--output")
    assert code == 0
    assert f"      | {last}\n" in again
    turns = len(re.findall(r"^ *\d+\. ", again, re.M))
    assert f"      | {last}\n" in run("replay", "games/played.jsonl", "--at", str(turns), "--output")[1]


def test_play_tells_why_an_agent_does_not_start(run: Run) -> None:
    code, out, err = run("play", "imports", "random_player", "--time", "0.3")
    words, last = SHOWN["imports"]
    assert (code, out) == (2, "")
    assert f"      | {last}\n" in err
    assert err.endswith(f"dueldoku: imports: {words}\n")


def test_play_json_holds_the_real_reason(run: Run) -> None:
    _, out, _ = run("play", "keyed/agent.py", "random_player", "--board", "random-2x3", "--time", "0.3", "--json")
    told = json.loads(out)
    assert told["result"]["reason"] == "raised an exception"
    assert told["result"]["detail"] == "KeyError in keyed/agent.py:8: 4"
    assert told["output"]["1"] == "turn 0\nfirst"
    _, out, _ = run("play", "endless/agent.py", "random_player", "--board", "random-2x3", "--time", "0.2", "--json")
    assert json.loads(out)["result"] == {"winner": 2, "scores": [0, 0], "reason": "no proposal in time"}


def test_match_and_report_show_each_cause_once(run: Run) -> None:
    match = ("match", "keyed/agent.py", "typed", "--board", "random-2x3", "--time", "0.3", "--games", "4")
    code, out, _ = run(*match, "--archive", "games.db")
    assert code == 0
    words, last = SHOWN["typed"]
    assert out.count(f"      | {last}\n") == 1
    assert f"typed lost 4 games, the first is game 1: {words}." in out
    assert "dueldoku replay games.db --game NUMBER --output" in out
    code, out, _ = run("report", "games.db")
    assert f"typed lost 4 games, the first is game 1: {words}." in out
    assert f"      | {last}\n" in out
    run("report", "games.db", "--html", "page.html")
    assert f"\n{last}</pre>" in Path("page.html").read_text()
    assert last in run("replay", "games.db", "--game", "2", "--output")[1]


def test_the_fast_lane_warns_once_on_standard_error(run: Run) -> None:
    code, out, err = run("match", "keyed/agent.py", "typed", "--board", "random-2x3", "--nodes", "1", "--games", "4")
    assert code == 0
    assert SHOWN["typed"][0] in out
    assert err.count("nothing is caged") == 1
    assert "nothing is caged" not in out


def test_agent_profile_tells_where_a_turns_time_goes(run: Run) -> None:
    code, out, _ = run("agent", "profile", "typed", "--board", "easy-2x2", "--time", "5")
    assert code == 0
    assert out.startswith("typed proposed nothing and took ")
    assert "What went wrong: raised AttributeError in typed/sudokuai.py:6: propose_move takes a Move" in out
    assert re.search(r"^SudokuAI.compute_best_move typed/sudokuai.py:5 +1 ", out, re.M)
    assert re.search(r"^SudokuAI.propose_move competitive_sudoku/sudokuai.py:\d+ +1 ", out, re.M)
    assert re.search(r"^its own functions +[0-9.]+ ms +\d+ %$", out, re.M)
    told = json.loads(run("agent", "profile", "typed", "--board", "easy-2x2", "--json")[1])
    assert {"own", "oracle"} <= set(told["parts"])


def test_agent_check_of_a_fresh_agent_takes_at_most_15_cpu_seconds(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """All cases are played, so this is the command as people call it; what its processes take is counted, too."""
    monkeypatch.setattr(conformance, "CASES", ALL_CASES)
    run("agent", "new", "fresh")
    before = sum(os.times()[:4])  # this process and its children
    code, out, _ = run("agent", "check", "fresh/agent.py")
    assert (code, out.count("ok ")) == (0, 2 * len(ALL_CASES))
    assert sum(os.times()[:4]) - before < 15
