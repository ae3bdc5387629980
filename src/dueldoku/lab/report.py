"""The results of all experiments as one page, in HTML that needs no other file and in Markdown with pictures beside it.

Everything on it is computed from what is stored; only the questions and the reports' claims are written by hand.
"""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from dueldoku.arena.plan import Plan
from dueldoku.arena.task import limit_text
from dueldoku.lab.experiment import ClaimState, Data, Experiment, Finding
from dueldoku.lab.notebook import Notebook
from dueldoku.render import plots
from dueldoku.render.table import Table, whole_page

TITLE = "The lab: the reports' experiments, run again"
INTRODUCTION = (
    "Competitive Sudoku is a duel over one Sudoku. Two players fill the same board in turn and score 1, 3 or 7 points "
    "for completing one, two or three of a cell's row, column and block. A move that would leave the board without a "
    "solution is refused and only passes the turn: a bomb, which can be used on purpose. Five reports (000 to 004) "
    "describe programs that play this game or solve Sudokus, and the experiments that their authors made. Dueldoku has "
    "these programs, without their mistakes, and repeats every table and figure here.",
    "How to read the numbers: games come in pairs, the same board twice with the seats swapped. A share of the points "
    "counts a win as 1 and a draw as 0.5, so 50 % is level. Behind each number stands its 95 % interval: if the whole "
    "experiment were repeated again and again, 19 of 20 such intervals would contain the truth. A claim holds, or does "
    "not, only if all of the interval says so; otherwise it cannot be told yet, and more games are needed. "
    "Our searches are compiled and some hundred times as fast as the reports', so that even short turns here are worth "
    "long ones there.",
)
_MARKS = {ClaimState.HOLDS: "✔", ClaimState.FAILS: "✘", ClaimState.OPEN: "?"}
_STYLE = """
img { max-width: 100%; background: white }
figure { margin: 1rem 0 }
figcaption, .small { font-size: .9rem; opacity: .8 }
li { margin: .4rem 0 }
h2 { margin-top: 3rem; border-top: 1px solid #8884; padding-top: 1rem }
th, td { vertical-align: top }
td:not(:first-child) { white-space: nowrap }
#overview td { white-space: normal }
#overview td:first-child { white-space: nowrap }
li { list-style: none }
#overview :is(th, td):nth-child(2) { text-align: left }
"""


@dataclass(frozen=True)
class Section:
    """An experiment and what came of it; without findings if it is not complete."""

    experiment: Experiment
    data: Data
    findings: Sequence[Finding] = ()
    tables: Sequence[Table] = ()
    svg: str = ""

    @classmethod
    def of(cls, experiment: Experiment, data: Data) -> Section:
        """The results, if all of them are there."""
        if not data.complete:
            return cls(experiment, data)
        with plots.look():
            svg = plots.as_svg(experiment.picture(data))
        return cls(experiment, data, experiment.findings(data), experiment.tables(data), svg)

    @property
    def counts(self) -> dict[ClaimState, int]:
        """How many of the claims hold, do not hold, cannot be told."""
        counts = Counter(finding.outcome for finding in self.findings)
        return {outcome: counts[outcome] for outcome in ClaimState}

    @property
    def size(self) -> str:
        """What was done, as a sentence."""
        parts = [_contest_words(contest.plan) for contest in self.experiment.contests(self.data.scale)]
        if len(parts) > 3:
            parts = [f"{len(parts)} matches of which the first is: {parts[0]}"]
        if count := len(self.data.readings):
            parts.append(f"{count} measurements")
        done = f"{len(self.data.games)} games" if self.data.games else ""
        return f"Scale {self.data.scale}" + (f", {done}" if done else "") + f": {'; '.join(parts)}."


def _contest_words(plan: Plan) -> str:
    limits = ", ".join(limit_text(limit).partition(" or ")[0] for limit in plan.limits)
    where = "" if any(limit.nodes is None for limit in plan.limits) else ", in one process"
    boards = ", ".join(board.name for board in plan.boards)
    rounds = f"{plan.rounds} round{'s' * (plan.rounds != 1)}"
    return f"{len(plan.agents)} agents on {boards}; {limits} a turn{where}; {rounds} of both seats"


# -- the page --------------------------------------------------------------------------------------------------------


def write(folder: Path, sections: Sequence[Section], notebook: Notebook) -> list[Path]:
    """Write the page in both forms, and the pictures; the files."""
    pictures = folder / "pictures"
    pictures.mkdir(parents=True, exist_ok=True)
    files = {folder / "index.html": html(sections, notebook), folder / "README.md": markdown(sections, notebook)}
    files |= {pictures / f"{it.experiment.name}.svg": it.svg for it in sections if it.svg}
    for file, text in files.items():
        file.write_text(text, encoding="utf-8")
    return list(files)


def overview(sections: Iterable[Section]) -> Table:
    """Every experiment in a line."""
    rows = []
    for it in sections:
        counts = [str(count) for count in it.counts.values()] if it.findings else ["-"] * len(ClaimState)
        rows.append((it.experiment.name, _source(it.experiment), *counts, it.data.scale if it.findings else "not run"))
    head = ("experiment", "from", *map(str, ClaimState), "scale")
    return Table("Overview", head, tuple(rows), note="how many claims of each experiment hold, and how many do not")


def circumstances(notebook: Notebook) -> Table:
    """How the experiments were run."""
    told = ("command", "machine", "python", "dueldoku")
    rows = tuple((run["date"], *(run["run"][key] for key in told)) for run in notebook.runs)
    return Table("Runs", ("date", "command", "machine", "Python", "Dueldoku"), rows)


def html(sections: Sequence[Section], notebook: Notebook) -> str:
    """The page as HTML, pictures included."""
    parts = [f"<p>{escape(text)}</p>\n" for text in INTRODUCTION]
    parts.append(f'<div id="overview">{_linked(overview(sections).html(), sections)}</div>\n')
    parts += [_html_section(section) for section in sections]
    parts.append(circumstances(notebook).html())
    return whole_page(TITLE, "".join(parts), _STYLE)


def _linked(table: str, sections: Iterable[Section]) -> str:
    for section in sections:
        name = section.experiment.name
        table = table.replace(f"<td>{name}</td>", f'<td><a href="#{name}">{name}</a></td>', 1)
    return table


def _html_section(section: Section) -> str:
    experiment = section.experiment
    parts = [f'<h2 id="{experiment.name}">{experiment.name} <small>({escape(_source(experiment))})</small></h2>\n']
    for label, text in _words(section):
        parts.append(f"<p><b>{label}.</b> {escape(text)}</p>\n")
    if section.findings:
        items = "".join(
            f"<li>{_MARKS[it.outcome]} <i>{escape(it.claim)}</i> <b>This {it.outcome}.</b> {escape(it.because)}</li>\n"
            for it in section.findings
        )
        parts.append(f"<ul>\n{items}</ul>\n")
        data = b64encode(section.svg.encode()).decode()
        image = f'<img alt="{escape(experiment.caption)}" src="data:image/svg+xml;base64,{data}">'
        parts.append(f"<figure>{image}<figcaption>{escape(experiment.caption)}</figcaption></figure>\n")
        parts += [table.html(3) for table in section.tables]
    return "".join(parts)


def markdown(sections: Sequence[Section], notebook: Notebook) -> str:
    """The page as Markdown, with the pictures in a folder beside it."""
    parts = [f"# {TITLE}", *INTRODUCTION, "## Overview", overview(sections).markdown()]
    for section in sections:
        experiment = section.experiment
        parts.append(f"## {experiment.name} ({_source(experiment)})")
        parts += [f"**{label}.** {text}" for label, text in _words(section)]
        if section.findings:
            parts.append(
                "\n".join(
                    f"- {_MARKS[it.outcome]} *{it.claim}* **This {it.outcome}.** {it.because}"
                    for it in section.findings
                )
            )
            parts.append(f"![{experiment.caption}](pictures/{experiment.name}.svg)\n\n*{experiment.caption}*")
            for table in section.tables:
                note = f"\n\n{table.note[:1].upper()}{table.note[1:]}." if table.note else ""
                parts.append(f"### {table.title}{note}\n\n{table.markdown()}")
    parts += ["## Runs", circumstances(notebook).markdown()]
    return "\n\n".join(parts) + "\n"


def _source(experiment: Experiment) -> str:
    return f"{experiment.report if experiment.report == 'ours' else f'report {experiment.report}'}, {experiment.where}"


def _words(section: Section) -> list[tuple[str, str]]:
    """The paragraphs of a section."""
    experiment, data = section.experiment, section.data
    words = [("Question", experiment.question), ("Claim", experiment.claim), ("Set-up", experiment.setup)]
    if data.complete:
        told = ", ".join(f"{outcome}: {count}" for outcome, count in section.counts.items())
        return [*words, ("Size", section.size), ("Result", f"Of {len(section.findings)} claims, {told}.")]
    again = f"dueldoku lab run {experiment.name} --scale {data.scale}"
    return [*words, ("Result", f"{data.stored} of {data.planned} games and measurements are there; to go on: {again}")]
