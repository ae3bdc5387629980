"""The project's own files agree with each other: versions, systems, commands."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import dueldoku

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_workflow_runs_nothing_but_targets_of_the_makefile() -> None:
    commands = re.findall(r"run: (.+)", text_of(".github/workflows/test.yml"))
    assert {command.split()[1] for command in commands} == {"audit", "check", "docs", "test"}
    hooks = re.findall(r"entry: (.+)", text_of(".pre-commit-config.yaml"))
    targets = re.findall(r"^([a-z]+):", text_of("Makefile"), re.MULTILINE)
    assert all(command.split()[0] == "make" and command.split()[1] in targets for command in [*commands, *hooks])
    assert re.findall(r"^make .+", text_of(".ci/run"), re.MULTILINE) == ["make check", "make test"]


def test_every_python_and_system_that_is_promised_is_tried() -> None:
    workflow = text_of(".github/workflows/test.yml")
    pythons = re.findall(r'"([\d.]+)"', re.search(r"python: \[(.+)\]", workflow)[1])
    promised = [words[-1] for entry in PROJECT["classifiers"] if re.fullmatch(r"\d\.\d+", (words := entry.split())[-1])]
    assert pythons == promised
    assert PROJECT["requires-python"] == f">={pythons[0]}"
    systems = {"MacOS": "macos-latest", "Windows": "windows-latest", "Linux": "ubuntu-latest"}
    promised = [entry.split()[-1] for entry in PROJECT["classifiers"] if entry.startswith("Operating System")]
    assert {systems[system] for system in promised} == set(re.findall(r"\w+-latest", workflow))


def test_one_version() -> None:
    assert re.search(r"^version: (.+)", text_of("CITATION.cff"), re.MULTILINE)[1] == dueldoku.__version__


def test_the_changelog_keeps_its_form() -> None:
    headings = re.findall(r"^##+ (.+)", text_of("CHANGELOG.md"), re.MULTILINE)
    assert headings[0] == "[Unreleased]"
    kinds = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
    assert all(heading in kinds or re.match(r"\[[\w.]+\]( - \d{4}-\d\d-\d\d)?$", heading) for heading in headings)


def test_contributors_are_told_every_target() -> None:
    listed = set(re.findall(r"^    make ([a-z]+)", text_of("CONTRIBUTING.md"), re.MULTILINE))
    targets = set(re.findall(r"^([a-z]+):", text_of("Makefile"), re.MULTILINE))
    assert listed == targets - {"help"}
