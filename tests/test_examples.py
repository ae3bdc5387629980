"""The examples and the notebooks are run as they stand."""

from __future__ import annotations

import csv
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from notice import without_notice

import dueldoku
from dueldoku.agents.greedy_player import GreedyPlayer

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
NOTEBOOKS = sorted((ROOT / "docs/notebooks").glob("*.ipynb"))
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

pytestmark = pytest.mark.slow


def run(name: str, *arguments: str | Path) -> str:
    """What the example prints; it says nothing else."""
    done = subprocess.run(
        [sys.executable, "-P", EXAMPLES / name, *arguments],
        capture_output=True,
        encoding="utf-8",
        timeout=240,
        check=False,
    )
    assert (done.returncode, without_notice(done.stderr)) == (0, "")
    return done.stdout


def test_every_example_is_listed_and_tried() -> None:
    listed = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    tried = Path(__file__).read_text(encoding="utf-8")
    for path in EXAMPLES.glob("*.py"):
        assert f"]({path.name})" in listed
        assert f'"{path.name}"' in tried or path.stem in tried


def test_solve_csv(tmp_path: Path) -> None:
    (tmp_path / "puzzles.csv").write_text(f"id,puzzle\n1,{PUZZLE}\n2,{'.' * 81}\n3,11{'.' * 79}\n", encoding="utf-8")
    said = run("solve_csv.py", tmp_path / "puzzles.csv", tmp_path / "solved.csv")
    assert said == "3 puzzles, 1 of them with exactly one solution.\n"
    with open(tmp_path / "solved.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["solutions"] for row in rows] == ["1", "2", "0"]
    assert rows[0]["solution"] == str(dueldoku.solve(PUZZLE).solution)
    assert rows[2]["solution"] == ""


def test_small_tournament_and_the_picture_of_its_ratings(tmp_path: Path) -> None:
    archive, picture = tmp_path / "games.db", tmp_path / "ratings.svg"
    said = run("small_tournament.py", archive)
    assert "1. mcts-cells" in said
    assert run("small_tournament.py", archive) == said  # nothing is played twice
    with dueldoku.Archive(archive) as kept:
        assert len(kept.games()) == 36
    assert run("plot_ratings.py", archive, picture) == f"4 agents, drawn in {picture}\n"
    assert "mcts-cells" in picture.read_text(encoding="utf-8")


def test_worth_of_bombs() -> None:
    lines = run("worth_of_bombs.py").splitlines()
    assert [line.split()[0] for line in lines] == ["10", "14", "18"]
    won = [int(line.partition("with bombs ")[2].split()[0]) for line in lines]
    assert sum(won) > 30  # of 60


def test_small_agent_beats_greedy_player() -> None:
    space: dict[str, type[dueldoku.Agent]] = {"__name__": "small_agent"}  # type: ignore[dict-item]
    exec((EXAMPLES / "small_agent.py").read_text(encoding="utf-8"), space)
    won = 0
    for seed in range(6):
        board = dueldoku.generate("2x3", empty=18, seed=seed)
        for seat in (1, 2):
            players = [GreedyPlayer(), GreedyPlayer()]
            players[seat - 1] = space["SmallAgent"]()
            game = dueldoku.Game(board)
            while game.outcome() is None:
                proposals: list[dueldoku.Move] = []
                task = dueldoku.Task(game.turn, dueldoku.Limit(), proposals.append)
                task.rng.seed(seed * 100 + len(game.history))
                players[game.turn - 1].think(dueldoku.Game(game.position()), task)
                game.push(proposals[-1])
            won += game.outcome().winner == seat
    assert won >= 9  # of 12


def test_learner_gets_better_and_becomes_an_agent(tmp_path: Path) -> None:
    assert run("learner.py", tmp_path / "learned", "--rounds", "40", "--games", "96").startswith("20 of 40 rounds")
    agent = str(tmp_path / "learned")
    report = dueldoku.match(agent, "greedy_player", board="generate:size=2x2,empty=9", games=40, nodes=1)
    assert report.match("learned", "greedy_player").share.value > 0.6


def test_the_notebook_shows_the_learner_as_it_is() -> None:
    notebook = nbformat.read(ROOT / "docs/notebooks/learner.ipynb", as_version=4)
    [written] = [cell.source for cell in notebook.cells if cell.source.startswith("%%writefile")]
    assert written.partition("\n")[2] == (EXAMPLES / "learner.py").read_text(encoding="utf-8").rstrip("\n")


@pytest.mark.arena
@pytest.mark.filterwarnings("default")  # event loops of other libraries are not ours to mend
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run_and_show_boards(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEARNER_ROUNDS", "4")
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=240, resources={"metadata": {"path": str(tmp_path)}}).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    assert not [output for output in outputs if output.output_type == "error"]
    assert not [output for output in outputs if output.get("name") == "stderr" and without_notice(output.text)]
    assert any("image/svg+xml" in output.get("data", {}) for output in outputs)


def test_notebooks_are_kept_without_output_and_are_on_the_site() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["experiments", "first-steps", "learner", "your-own-agent"]
    index = (ROOT / "docs/notebooks/index.md").read_text(encoding="utf-8")
    for path in NOTEBOOKS:
        notebook = nbformat.read(path, as_version=4)
        assert f"]({path.name})" in index
        assert not [cell for cell in notebook.cells if cell.get("outputs") or cell.get("execution_count")]
