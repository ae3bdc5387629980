"""The results of all experiments as one page, in HTML that needs no other file and in Markdown with pictures beside it.

Everything on it is computed from what is stored; only the questions and the reports' claims are written by hand.
"""

from __future__ import annotations

import shlex
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from dueldoku.arena.task import limit_text
from dueldoku.lab.claim import EQUAL_RATIO, EQUAL_SHARE
from dueldoku.lab.experiment import FIRST_SEED, Contest, Data, Experiment, seconds_of
from dueldoku.lab.finding import ClaimState, Finding, Verdict
from dueldoku.lab.page import REPORT, Entry, overview, read_page, write_page
from dueldoku.lab.registry import NAMES, load_all
from dueldoku.render import plots
from dueldoku.render.table import Table, whole_page
from dueldoku.words import counted

TITLE = "The lab: the reports' experiments, run again"
INTRODUCTION = (
    "Competitive Sudoku is a duel over one Sudoku. Two players fill the same board in turn and score 1, 3 or 7 points "
    "for completing one, two or three of a cell's row, column and block. A move that would leave the board without a "
    "solution is refused and only passes the turn: a bomb, which can be used on purpose. Five reports (000 to 004) "
    "describe programs that play this game or solve Sudokus, and the experiments that their authors made. Every table "
    "and figure of them is repeated here.",
    "Who plays: the reports' own agents, as their texts and listings describe them, mistakes included (as=000 and the "
    "like). The first verdict on a claim is about them. A second one says what holds of our agents, which are the same "
    "without the mistakes; where the text of a report and its listing disagree, a third one is about the listing. The "
    "reports played on boards of their course, named random-3x3 and so on. These are not ours to give away: ours are "
    "generated namesakes with as many empty cells and as many solutions; the empty ones are the same.",
    "How long they think: at the scale `reported`, as long as in the report, but translated. A second is as many nodes "
    "as the report's own algorithm, in plain Python, looks at in a second on our machine, on a board of that size. So "
    "the games are the same on every machine, and the compiled agents play them in a fraction of the time.",
    "How to read the numbers: games come in pairs, the same board twice with the seats swapped. A share of the points "
    "counts a win as 1 and a draw as 0.5, so 50 % is level. Behind each number stands its 95 % interval: if the whole "
    "experiment were repeated again and again, 19 of 20 such intervals would contain the truth. A claim holds, or "
    "does not, only if all of the interval says so; otherwise it cannot be told yet, and it says how many games would "
    f"tell. Whatever lies within {100 * EQUAL_SHARE:.0f} points of a share or within {100 * EQUAL_RATIO - 100:.0f} % "
    "of a time counts as equal; these margins were set before the games were played.",
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
li ul { padding-left: 1.5rem }
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
    run: str = ""  # which command it is from, and on which machine

    @classmethod
    def of(cls, experiment: Experiment, data: Data, runs: Sequence[Mapping[str, Any]] = ()) -> Section:
        """The results, if all of them are there; ``runs`` are those of the notebook."""
        if not data.complete:
            return cls(experiment, data)
        with plots.look():
            svg = plots.as_svg(experiment.picture(data))
        told = _run_words(experiment, data, runs)
        return cls(experiment, data, experiment.findings(data), experiment.tables(data), svg, told)

    @property
    def counts(self) -> list[int]:
        """How many of the claims hold, do not hold, cannot be told; and how many of those about ours."""
        first = Counter(finding.outcome.state for finding in self.findings)
        ours = Counter(finding.ours.outcome.state for finding in self.findings if finding.ours)
        return [counts[state] for counts in (first, ours) for state in ClaimState]

    @property
    def size(self) -> str:
        """What was done, as a sentence."""
        contests = self.experiment.games(self.data.size)
        parts = list(map(_contest_words, contests))
        if len(parts) > 3:
            rounds = sorted({contest.plan.rounds for contest in contests})
            played = f" of {rounds[0]} to {rounds[-1]} rounds each" if len(rounds) > 1 else ""
            parts = [f"{len(parts)} matches{played}, of which the first is {parts[0]}"]
        if count := len(self.data.readings):
            parts.append(f"{count} measurements")
        if course := [name for name in self.data.size.boards if name in self.data.size.course]:
            parts.append(f"not on our namesakes but on a course's own boards: {', '.join(course)}")
        if self.data.size.seed != FIRST_SEED:
            parts.append(f"games with the seed {self.data.size.seed}")
        done = f", {counted(len(self.data.games), 'game')}" if self.data.games else ""
        return f"Scale {self.data.scale}{done}: {'; '.join(parts)}."


def _contest_words(contest: Contest) -> str:
    plan = contest.plan
    if contest.translated:
        limits = ", ".join(f"{seconds_of(limit):g} s" for limit in plan.limits) + " of the report's Python"
    else:
        limits = ", ".join(limit_text(limit).partition(" or ")[0] for limit in plan.limits)
    where = "" if any(limit.nodes is None for limit in plan.limits) else ", in one process"
    boards = ", ".join(board.name for board in plan.boards)
    rounds = counted(plan.rounds, "round")
    agents = counted(len(plan.agents), "agent")
    return f"“{contest.name}”: {agents} on {boards}; {limits} a turn{where}; {rounds} of both seats"


def _run_words(experiment: Experiment, data: Data, runs: Iterable[Mapping[str, Any]]) -> str:
    """The last run of the experiment, or of one that has the same games and measurements, and how many there were."""
    names = {"--all", *(it.name for it in load_all() if it.sizes is experiment.sizes)}
    own = [it for it in runs if names & set(shlex.split(it["run"]["command"]))]
    own = [it for it in own if it["run"]["scale"] == data.scale] or own  # two scales may be the same
    if not own:
        return ""
    last, date = own[-1]["run"], own[-1]["date"].partition("T")[0]
    words = f"{last['command']}, on {last['machine']}, Python {last['python']}, Dueldoku {last['dueldoku']}, {date}"
    return f"{words}; the last of {len(own)} runs." if len(own) > 1 else f"{words}."


# -- the page --------------------------------------------------------------------------------------------------------


def write(folder: Path, sections: Sequence[Section]) -> list[Path]:
    """Write the page in both forms, and the pictures; the files."""
    return _write(folder, sections, {"index.html": html(sections), "README.md": markdown(sections)})


def join(folder: Path, sections: Sequence[Section]) -> list[Path]:
    """Write the sections that have results into the page in Markdown that is there, and the pictures; the files."""
    done = [section for section in sections if section.findings]
    entries = {it.name: it for it in (*read_page(folder / "README.md"), *map(_entry, done))}
    text = write_page(TITLE, INTRODUCTION, [entries[name] for name in NAMES if name in entries])
    return _write(folder, done, {"README.md": text})


def _write(folder: Path, sections: Sequence[Section], pages: Mapping[str, str]) -> list[Path]:
    pictures = folder / "pictures"
    pictures.mkdir(parents=True, exist_ok=True)
    files = {folder / name: text for name, text in pages.items()}
    files |= {pictures / f"{it.experiment.name}.svg": it.svg for it in sections if it.svg}
    for file, text in files.items():
        file.write_text(text, encoding="utf-8")
    return list(files)


def _row(section: Section) -> tuple[str, ...]:
    counts = map(str, section.counts) if section.findings else "-" * 2 * len(ClaimState)
    scale = section.data.scale if section.findings else "not run"
    return (section.experiment.name, _source(section.experiment), *counts, scale)


def html(sections: Sequence[Section]) -> str:
    """The page as HTML, pictures included."""
    parts = [f"<p>{escape(text)}</p>\n" for text in INTRODUCTION]
    parts.append(f'<div id="overview">{_linked(overview(list(map(_row, sections))).html(), sections)}</div>\n')
    parts += [_html_section(section) for section in sections]
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
        items = "".join(map(_html_finding, section.findings))
        parts.append(f"<ul>\n{items}</ul>\n")
        data = b64encode(section.svg.encode()).decode()
        image = f'<img alt="{escape(experiment.caption)}" src="data:image/svg+xml;base64,{data}">'
        parts.append(f"<figure>{image}<figcaption>{escape(experiment.caption)}</figcaption></figure>\n")
        parts += [table.html(3) for table in section.tables]
    return "".join(parts)


def _html_finding(finding: Finding) -> str:
    told = f"{_mark(finding.first)} <i>{escape(finding.claim)}</i> {_html_verdict('This', finding.first)}"
    others = [f"<li>{_mark(it)} {_html_verdict(f'{who}: it', it)}</li>" for who, it in finding.others.items()]
    return f"<li>{told}{'<ul>' + ''.join(others) + '</ul>' if others else ''}</li>\n"


def _html_verdict(who: str, verdict: Verdict) -> str:
    return f"<b>{who} {verdict.outcome}.</b> {escape(verdict.reason)}"


def _mark(verdict: Verdict) -> str:
    return _MARKS[verdict.outcome.state]


def markdown(sections: Sequence[Section]) -> str:
    """The page as Markdown, with the pictures in a folder beside it."""
    return write_page(TITLE, INTRODUCTION, list(map(_entry, sections)))


def _entry(section: Section) -> Entry:
    experiment = section.experiment
    parts = [f"{experiment.name} ({_source(experiment)})"]
    parts += [f"**{label}.** {text}" for label, text in _words(section)]
    if section.findings:
        parts.append("\n".join(map(_markdown_finding, section.findings)))
        parts.append(f"![{experiment.caption}](pictures/{experiment.name}.svg)\n\n*{experiment.caption}*")
        for table in section.tables:
            note = f"\n\n{table.note[:1].upper()}{table.note[1:]}." if table.note else ""
            parts.append(f"### {table.title}{note}\n\n{table.markdown()}")
    return Entry(_row(section), "\n\n".join(parts))


def _markdown_finding(finding: Finding) -> str:
    first = finding.first
    lines = [f"- {_mark(first)} *{finding.claim}* **This {first.outcome}.** {first.reason}"]
    lines += [f"  - {_mark(it)} **{who}: it {it.outcome}.** {it.reason}" for who, it in finding.others.items()]
    return "\n".join(lines)


def _source(experiment: Experiment) -> str:
    whose = experiment.report if experiment.report == "ours" else f"{REPORT}{experiment.report}"
    return f"{whose}, {experiment.where}"


def _verdicts_in_words(counts: Sequence[int]) -> str:
    """How many claims hold, do not, or cannot be told yet; the last only if there are any."""
    holds, fails, unknown = counts[:3]
    told = [f"{holds} {'holds' if holds == 1 else 'hold'}", f"{fails} {'does' if fails == 1 else 'do'} not hold"]
    return ", ".join([*told, *([f"{unknown} cannot be told yet"] if unknown else [])])


def _words(section: Section) -> list[tuple[str, str]]:
    """The paragraphs of a section."""
    experiment, data = section.experiment, section.data
    words = [("Question", experiment.question), ("Claim", experiment.claim), ("Set-up", experiment.setup)]
    words += [("Remark", remark) for remark in data.remarks]
    if data.complete:
        told = _verdicts_in_words(section.counts)
        words += [("Size", section.size), *([("Run", section.run)] if section.run else [])]
        return [*words, ("Result", f"Of {counted(len(section.findings), 'claim')}, {told}.")]
    again = f"dueldoku lab run {experiment.name} --scale {data.scale} --archive {shlex.quote(data.archive)}"
    again += " --boards FOLDER" if data.size.course else ""
    again += f" --seed {data.size.seed}" if data.size.seed != FIRST_SEED else ""
    return [*words, ("Result", f"{data.stored} of {data.planned} games and measurements are there; to go on: {again}")]
