"""``dueldoku lab`` as people call it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from notice import without_notice
from tiny_lab import tiny

from dueldoku.cli.main import main
from dueldoku.formats.course import write_course
from dueldoku.lab.experiment import Experiment
from dueldoku.lab.notebook import Notebook
from dueldoku.lab.registry import NAMES
from dueldoku.puzzles.api import generate

pytestmark = pytest.mark.slow

assert tiny  # a fixture
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    tiny: Callable[[str], Experiment],
) -> Run:
    """Run the program in an empty folder, with tiny experiments: exit code, output, error output."""
    monkeypatch.chdir(tmp_path)
    tiny("pruning")

    def call(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["dueldoku", "lab", *arguments])
        code = main(["lab", *arguments])
        out, err = capsys.readouterr()
        return code, out, without_notice(err)

    return call


def test_the_list(run: Run) -> None:
    code, out, err = run("list")
    assert (code, err) == (0, "")
    assert [line.split()[0] for line in out.splitlines()[::2]] == list(NAMES)
    told = [json.loads(line) for line in run("list", "--json")[1].splitlines()]
    assert [one["name"] for one in told] == list(NAMES)
    assert all(one["claim"] and one["setup"] for one in told)


def test_an_experiment_is_run_once_and_reported(run: Run) -> None:
    code, out, err = run("run", "pruning", "--workers", "1")
    assert (code, err) == (0, "")
    assert out.startswith("pruning: Is it worth pruning")
    assert "9/9  0 s left" in out
    assert "lab report --archive games/lab.db" in out
    assert "all of it was stored before" in run("run", "pruning")[1]
    code, out, err = run("report", "pruning", "--out", "page")
    assert (code, out, err) == (0, "The page is page/index.html, the same as Markdown page/README.md.\n", "")
    assert "dueldoku lab run" in Path("page/README.md").read_text(encoding="utf-8") or Path("page/index.html").is_file()
    assert Path("page/pictures/pruning.svg").is_file()


def test_results_of_another_archive_join_the_page(run: Run) -> None:
    run("run", "pruning", "--workers", "1")
    run("report", "pruning", "--out", "page")
    run("run", "giants", "--archive", "other.db", "--workers", "1")
    code, out, err = run("report", "--archive", "other.db", "--out", "page", "--join")
    told = "Of page/README.md, the sections on giants are new; the others are as they were.\n"
    assert (code, out, err) == (0, told, "")
    text = Path("page/README.md").read_text(encoding="utf-8")
    assert "**Run.** dueldoku lab run giants --archive other.db --workers 1, on " in text
    assert text.index("## pruning (") < text.index("## giants (")
    code, _, err = run("report", "--archive", "other.db", "--out", "nowhere", "--join")
    assert (code, err) == (
        2,
        "dueldoku: nowhere/README.md: expected the lab's page to join with, but it cannot be read\n",
    )


def test_games_are_kept_in_the_archive_that_was_named(run: Run) -> None:
    code, out, _ = run("run", "minimax-over-time", "--archive", "mine.db", "--workers", "1")
    assert code == 0
    assert "48/48" in out
    assert Path("mine.db").is_file()
    assert "all of it was stored before" in run("run", "minimax-over-boards", "--archive", "mine.db")[1]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("run", "minimax"), "expected an experiment out of minimax-over-time,"),
        (("run",), "expected the names of experiments or --all"),
        (("run", "pruning", "--all"), "expected the names of experiments or --all"),
        (("run", "pruning", "--scale", "huge"), "huge"),
        (("run", "pruning", "--workers", "0"), "expected at least one worker, got 0"),
        (("report", "pruning"), "games/lab.db: expected an archive of games, but there is no such file"),
        (("report", "everything"), "expected an experiment out of"),
        (("run", "pruning", "--boards", "nowhere"), "random-3x3.txt, got 'nowhere': no such folder"),
        (("run", "pruning", "--boards", "."), "random-3x3.txt, got '.' without any of them"),
    ],
)
def test_wrong_input_is_one_sentence(run: Run, arguments: tuple[str, ...], sentence: str) -> None:
    code, _, err = run(*arguments)
    assert code == 2
    assert err.startswith("dueldoku: ")
    assert sentence in err
    assert err.count("\n") == 1


def test_without_matplotlib_it_says_what_to_install(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dueldoku.cli.lab.find_spec", lambda name: None)
    for verb in ("run", "report"):
        assert run(verb, "pruning") == (2, "", "dueldoku: the lab needs matplotlib: pip install 'dueldoku[lab]'\n")


def test_lab_list_works_without_matplotlib() -> None:
    blocked = "import sys; sys.modules |= dict.fromkeys(['matplotlib', 'cycler', 'neat'])"
    code = f"{blocked}; from dueldoku.cli.main import main; sys.exit(main(['lab', 'list', '--json']))"
    listed = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True).stdout
    assert [json.loads(line)["name"] for line in listed.splitlines()] == list(NAMES)


@pytest.mark.parametrize("steps", [1, 4])
def test_ctrl_c_stops_and_the_same_command_goes_on(run: Run, steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    add, noted = Notebook.add, 0

    def add_some(self: Notebook, task: object, value: object) -> None:
        nonlocal noted
        add(self, task, value)  # type: ignore[arg-type]
        noted += 1
        if noted == steps:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Notebook, "add", add_some)
    code, _, err = run("run", "pruning", "--workers", "1")
    assert code == 130
    assert "what is done is stored in games/lab.db. To go on:" in err
    lines = Path("games/lab.jsonl").read_text(encoding="utf-8").splitlines()
    assert sum('"key"' in line for line in lines) == steps
    monkeypatch.setattr(Notebook, "add", add)
    code, out, _ = run("run", "pruning", "--workers", "1")
    assert code == 0
    assert f"{9 - steps}/{9 - steps}  0 s left" in out
    keys = [json.loads(line).get("key") for line in Path("games/lab.jsonl").read_text(encoding="utf-8").splitlines()]
    measured = [key for key in keys if key]
    assert len(measured) == len(set(measured)) == 9


def test_games_go_on_after_ctrl_c(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from dueldoku.arena.archive import Archive

    add, stored = Archive.add, 0

    def add_some(self: Archive, name: str, result: object) -> bool:
        nonlocal stored
        stored += 1
        if stored == 6:
            signal.raise_signal(signal.SIGINT)
        return add(self, name, result)  # type: ignore[arg-type]

    monkeypatch.setattr(Archive, "add", add_some)
    assert run("run", "minimax-over-time", "--workers", "1")[0] == 130
    monkeypatch.setattr(Archive, "add", add)
    assert "43/43  0 s left" in run("run", "minimax-over-time", "--workers", "1")[1]
    with Archive("games/lab.db") as archive:
        assert len(archive.games()) == 48


def test_a_course_s_own_boards(run: Run) -> None:
    Path("course").mkdir()
    Path("course/easy-2x2.txt").write_text(write_course(generate("2x2", empty=5, seed=9)), encoding="ascii")
    assert run("run", "mcts-over-time", "--workers", "1")[0] == 0
    code, out, _ = run("run", "mcts-over-time", "--boards", "course", "--workers", "1")
    assert code == 0
    assert "64/64" in out
    assert "32 games on other boards, or on earlier ones of these names, are left out." in out
    assert run("report", "mcts-over-time", "--boards", "course", "--out", "page")[0] == 0
    assert "on a course's own boards: easy-2x2" in Path("page/README.md").read_text(encoding="utf-8")


def test_findings_on_ours_stand_behind_those_on_the_report_s(run: Run) -> None:
    out = run("run", "mcts-over-time", "--workers", "1")[1]
    claims = [line for line in out.splitlines() if line.startswith("  ") and "/" not in line]
    assert all(line.startswith("    Ours: ") for line in claims[1::2])
    assert not any(line.startswith("    ") for line in claims[::2])


def test_games_of_an_agent_before_it_was_changed_are_left_out(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("run", "mcts-over-time", "--workers", "1")[0] == 0
    monkeypatch.setattr("dueldoku.arena.entrant.digest_of", lambda module: f"another {module}")
    assert run("report", "mcts-over-time", "--out", "page")[0] == 0
    page = Path("page/README.md").read_text(encoding="utf-8")
    assert "are shown, as there are none of this one." in page
    code, out, _ = run("run", "mcts-over-time", "--workers", "1")
    assert code == 0
    assert "64/64" in out
    sentence = "32 games of another version of mcts-tree:as=000,clock=python and 4 other agents are left out."
    assert sentence in out
    assert run("report", "mcts-over-time", "--out", "page")[0] == 0
    assert sentence in Path("page/README.md").read_text(encoding="utf-8")
