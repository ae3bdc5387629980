"""The page, made from a small archive; and numbers on it, computed again from the stored games."""

from __future__ import annotations

import re
import sqlite3
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from tiny_lab import run_into, tiny

from dueldoku.arena.archive import Archive
from dueldoku.errors import FormatError
from dueldoku.lab.experiment import Experiment, label
from dueldoku.lab.notebook import Notebook
from dueldoku.lab.page import read_page
from dueldoku.lab.report import Section, html, join, markdown, write
from dueldoku.lab.run import Records

assert tiny  # a fixture
Tiny = Callable[[str], Experiment]
DONE, UNDONE = ("minimax-over-time", "pruning"), "giants"


@pytest.fixture
def sections(tiny: Tiny, tmp_path: Path) -> list[Section]:
    made = [Section.of(experiment, run_into(tmp_path, experiment)) for experiment in map(tiny, DONE)]
    experiment = tiny(UNDONE)
    with Archive(tmp_path / "lab.db") as archive:
        data = Records(archive, Notebook(tmp_path / "lab.jsonl")).largest(experiment)
    return [*made, Section.of(experiment, data)]


def test_the_page_is_whole_and_needs_no_other_file(sections: list[Section], tmp_path: Path) -> None:
    page = html(sections)
    stack: list[str] = []

    class Checker(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            for key, value in attrs:
                assert key not in ("src", "href") or (value or "").startswith(("data:", "#"))
            if tag not in ("meta", "img"):
                stack.append(tag)

        def handle_endtag(self, tag: str) -> None:
            assert stack.pop() == tag

    Checker().feed(page)
    assert not stack
    assert page.count("data:image/svg+xml") == len(DONE)
    assert str(tmp_path) not in page


def test_a_section_tells_its_run(sections: list[Section]) -> None:
    done, date = sections[0], "2026-11-18T04:07:00+00:00"
    run = {"machine": "a small one", "python": "3.11", "dueldoku": "0.1", "scale": "quick"}
    commands = {"minimax-over-boards --workers 2": "quick", "--all": "paper", "pruning": "quick"}
    runs = [
        {"date": date, "run": run | {"command": f"dueldoku lab run {names}", "scale": scale}}
        for names, scale in commands.items()
    ]
    told = "dueldoku lab run minimax-over-boards --workers 2, on a small one, Python 3.11, Dueldoku 0.1, 2026-11-18"
    section = Section.of(done.experiment, done.data, runs)  # which has the same games as minimax-over-boards
    assert section.run == f"{told}."
    assert f"**Run.** {told}." in markdown([section])
    assert f"<b>Run.</b> {told}." in html([section])
    assert Section.of(done.experiment, done.data, [*runs[:1], *runs]).run == (f"{told}; the last of 2 runs.")
    assert (
        "run --all, on" in Section.of(done.experiment, done.data, runs[1:]).run
    )  # of another scale with as many games
    assert Section.of(done.experiment, done.data, runs[2:]).run == ""


def test_both_forms_say_the_same(sections: list[Section], tmp_path: Path) -> None:
    files = write(tmp_path / "out", sections)
    assert [file.name for file in files] == ["index.html", "README.md", *(f"{name}.svg" for name in DONE)]
    assert all(file.stat().st_size < 1_000_000 for file in files)
    text = files[1].read_text(encoding="utf-8")
    for section in sections:
        assert f"## {section.experiment.name} (" in text
        for finding in section.findings:
            assert f"*{finding.claim}* **This {finding.outcome}.** {finding.first.reason}" in text
            for who, verdict in finding.others.items():
                assert f"**{who}: it {verdict.outcome}.** {verdict.reason}" in text
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert links
    assert all((files[1].parent / link).exists() for link in links)


def test_what_is_not_done_says_how_to_do_it(sections: list[Section]) -> None:
    text = markdown(sections)
    assert re.search(r"0 of \d+ games and measurements are there; to go on: dueldoku lab run giants --scale \w+", text)
    assert "| giants | report 004, table 9 | - | - | - | - | - | - | not run |" in text


def test_a_number_of_the_page_computed_again_from_the_archive(sections: list[Section], tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "lab.db")
    query = """SELECT one.name, two.name, winner, time_limit FROM games
        JOIN agents AS one ON one.id = agent1 JOIN agents AS two ON two.id = agent2"""
    points: defaultdict[tuple[str, str, str], list[float]] = defaultdict(list)
    for one, two, winner, limit in connection.execute(query):
        score = (0.5, 1.0, 0.0)[winner]
        agent, other, own = (one, two, score) if one.startswith("minimax-bombs") else (two, one, 1 - score)
        points[label(agent), label(other), f"{int(limit.split()[0]) / 1e6:g} s"].append(own)
    connection.close()
    (table,) = sections[0].tables
    for agent, other, *cells in table.rows:
        for limit, cell in zip(table.head[2:], cells, strict=True):
            played = points[agent, other, limit]
            assert len(played) == 4
            assert cell.startswith(f"{100 * sum(played) / len(played):.0f} % (")


def test_the_same_archive_gives_the_same_files(sections: list[Section], tiny: Tiny, tmp_path: Path) -> None:
    notebook = Notebook(tmp_path / "lab.jsonl")
    with Archive(tmp_path / "lab.db") as archive:
        records = Records(archive, notebook)
        again = [Section.of(tiny(name), records.collect(tiny(name), "quick")) for name in DONE]
    assert html(again) == html(sections[:2])


def test_pages_of_two_archives_are_joined(sections: list[Section], tmp_path: Path) -> None:
    minimax, pruning, giants = sections
    write(tmp_path / "two", [minimax, pruning])
    changed = replace(minimax, findings=minimax.findings[:2])
    write(tmp_path / "one", [pruning, changed])
    files = join(tmp_path / "one", [minimax, giants])
    assert [file.name for file in files] == ["README.md", "minimax-over-time.svg"]
    assert files[0].read_text(encoding="utf-8") == markdown([minimax, pruning])
    rows = [entry.row for entry in read_page(files[0])]
    assert [row[0] for row in rows] == ["minimax-over-time", "pruning"]
    totals = [sum(int(row[column]) for row in rows) for column in range(2, 8)]
    told = " | ".join(map(str, totals))
    assert f"| the reports |  | {told} |  |\n| all |  | {told} |  |\n" in files[0].read_text(encoding="utf-8")


@pytest.mark.parametrize("text", [None, "", "# A page", "# A page\n\n## Overview\n\n| a | b |\n"])
def test_only_the_labs_page_can_be_joined_with(sections: list[Section], tmp_path: Path, text: str | None) -> None:
    if text is not None:
        (tmp_path / "README.md").write_text(text, encoding="utf-8")
    with pytest.raises(FormatError, match="expected the lab's page"):
        join(tmp_path, sections)
    assert not (tmp_path / "pictures").exists()


def test_more_rounds_in_the_archive_do_not_change_a_smaller_scale(
    sections: list[Section], tiny: Tiny, tmp_path: Path
) -> None:
    experiment = tiny(DONE[0])
    larger = replace(experiment, sizes={"quick": experiment.sizes["quick"]._replace(rounds=2)})
    more = run_into(tmp_path, larger)
    with Archive(tmp_path / "lab.db") as archive:
        data = Records(archive, Notebook(tmp_path / "lab.jsonl")).collect(experiment, "quick")
    assert len(more.games) > len(data.games)
    assert data.games == sections[0].data.games
