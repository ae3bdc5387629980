"""One line plays a game, a match, a tournament."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import dueldoku
from dueldoku.errors import BrokenAgents, DueldokuError

AGENT = """
from dueldoku import Agent

class First(Agent):
    def think(self, game, task):
        task.propose(next(game.legal_moves()))
"""


def test_a_game_in_one_line() -> None:
    one, again = (dueldoku.play("greedy_player", "random_player", board="easy-2x2", nodes=1, seed=3) for _ in range(2))
    assert one.record == again.record
    assert str(one).endswith(f"after {len(one.record.turns)} turns.")
    assert one._repr_svg_().startswith("<svg")
    assert one.to_json()["reason"] == "board full"


def test_a_path_is_played_in_its_cage(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(AGENT)
    result = dueldoku.play(str(file), "greedy_player", board="easy-2x2", seconds=5.0)
    assert result.task.agents[0].kind == "file"
    assert (result.fault, result.level != "none") == (0, sys.platform.startswith("linux"))
    assert dueldoku.play(str(file), "greedy_player", board="easy-2x2", nodes=1).level == "none"


def test_a_match_in_one_line_prints_plots_and_shows_itself() -> None:
    report = dueldoku.match("greedy_player", "random_player", board=["easy-2x2", "random-2x3"], nodes=1, games=8)
    assert len(report.games) == 8
    assert str(report).startswith("greedy_player against random_player: ")
    assert "<table>" in report._repr_html_()
    pytest.importorskip("matplotlib")
    labels = [label.get_text() for label in report.plot().axes[0].get_yticklabels()]
    assert sorted(labels) == ["greedy_player", "random_player"]


def test_a_tournament_in_one_line_goes_on_where_it_stopped(tmp_path: Path) -> None:
    agents, file = ["greedy_player", "random_player", "naive_player"], tmp_path / "games.db"
    first = dueldoku.tournament(agents, board="easy-2x2", nodes=1, rounds=1, archive=file)
    more = dueldoku.tournament(agents, board="easy-2x2", nodes=1, rounds=2, archive=file)
    assert (len(first.games), len(more.games)) == (6, 12)
    assert str(more).startswith("Standings")
    with dueldoku.Archive(file) as archive:
        assert len(archive.games("tournament")) == 12
    gauntlet = dueldoku.tournament(agents, board="easy-2x2", nodes=1, games=2, gauntlet="naive_player")
    assert {game.pair.count("naive_player") for game in gauntlet.games} == {1}


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"board": "nowhere.txt"}, "no such file"),
        ({"games": 3}, "expected an even number of games"),
        ({"games": 2, "rounds": 2}, "games or of rounds, got both"),
        ({"seconds": 1.0}, "a time or a number of nodes"),
        ({"rules": "chess"}, "expected a rule set out of"),
    ],
)
def test_what_is_wrong_is_told_in_a_sentence(options: dict[str, object], sentence: str) -> None:
    with pytest.raises(DueldokuError, match=sentence):
        dueldoku.match("greedy_player", "random_player", **{"board": "easy-2x2", "nodes": 1, **options})  # type: ignore[arg-type]


@pytest.mark.slow
def test_a_match_from_python_counts_repeated_games_once() -> None:
    report = dueldoku.match("minimax-cells", "minimax-regions", board="easy-2x2", nodes=20, games=6)
    score = report.match("minimax-cells", "minimax-regions")
    assert (score.games, score.repeats, len(report.games)) == (2, 4, 6)
    assert "4 of 6 games repeated earlier ones move for move" in str(report)


def test_a_limit_of_its_own_from_python() -> None:
    result = dueldoku.play("greedy_player@7", "random_player", board="easy-2x2", nodes=1)
    assert result.task.names == ("greedy_player@7", "random_player")
    assert [limit.nodes for limit in result.task.limits] == [7, 1]
    plain = dueldoku.play("greedy_player", "random_player", board="easy-2x2", nodes=1)
    assert plain.task.key != result.task.key


def test_a_tournament_from_python_leaves_broken_agents_out() -> None:
    agents = ("greedy_player", "nobody", "random_player", "no/where")
    report = dueldoku.tournament(agents, board="easy-2x2", nodes=1, skip_broken=True)
    assert list(report.left_out) == ["no/where", "nobody"]
    assert report.agents == ["greedy_player", "random_player"]
    with pytest.raises(BrokenAgents, match="2 cannot") as told:
        dueldoku.tournament(agents, board="easy-2x2", nodes=1)
    assert list(told.value.broken) == ["no/where", "nobody"]
