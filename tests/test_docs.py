"""What the documents say is tried: every console and Python example, every file listed, every link."""

from __future__ import annotations

import doctest
import re
import runpy
import subprocess
import sys
import tomllib
from inspect import isfunction
from pathlib import Path

import pytest
from notice import without_notice

import dueldoku
from dueldoku import Verdict, solve

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "docs/tutorials").glob("*.md"))]
ARCHITECTURE = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
CHANGES = re.findall(
    r"^\| (.+) \| (.+) \|$", ARCHITECTURE.partition("\n## To change")[2].partition("\n## ")[0], re.MULTILINE
)[1:]
CONSOLE = re.compile(
    r"(?:<!-- file: (\S+) -->\n```\w+|```console)\n(.*?)```", re.DOTALL
)  # a file to write, or a command


@pytest.mark.slow
@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_console_examples_print_what_they_show(document: Path, tmp_path: Path) -> None:
    examples = CONSOLE.findall(document.read_text(encoding="utf-8"))
    for file, block in examples:
        if file:
            (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / file).write_text(block, encoding="utf-8")
            continue
        command, _, shown = block.partition("\n")
        program, *arguments = command.removeprefix("$ ").split()
        assert program in ("dueldoku", "simulate_game", "play_match")
        done = subprocess.run(
            [sys.executable, "-m", program, *arguments],
            cwd=tmp_path,
            capture_output=True,
            encoding="utf-8",
            timeout=240,  # nothing takes a tenth of it; machines that test are busy
            check=False,
        )
        pattern = re.escape(shown).replace(re.escape("...\n"), r"(?s:.*\n)").replace("…", "[^\n]*")
        assert re.fullmatch(pattern, done.stdout + without_notice(done.stderr)), (
            f"{command}\n{done.stdout}{done.stderr}"
        )
    if document.name == "README.md":
        assert len(examples) >= 4


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_python_examples(document: Path) -> None:
    failed, tried = doctest.testfile(str(document), module_relative=False, encoding="utf-8")
    assert failed == 0
    assert tried or document.name not in ("README.md", "game.md")


@pytest.mark.parametrize(
    "document",
    [*DOCUMENTS, ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", ROOT / "CHANGELOG.md"],
    ids=lambda path: path.name,
)
def test_links_lead_somewhere(document: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)\)", document.read_text(encoding="utf-8"))
    assert all((document.parent / link).exists() for link in links if "://" not in link)


def test_the_architecture_lists_every_source_file_and_no_other() -> None:
    listed: set[str] = set()
    folder = ""
    for line in ARCHITECTURE.splitlines():
        if heading := re.match(r"##+ (src/)?([a-z_/]+)", line):
            folder = f"{heading[2]}/" if heading[1] else "" if heading[2] == "src" else f"dueldoku/{heading[2]}/"
        elif row := re.match(r"\| `([a-z_]+\.\w+)` \|", line):
            listed.add(folder + row[1])
    source = ROOT / "src"
    files = {str(path.relative_to(source)) for path in source.rglob("*") if path.suffix in (".py", ".typed")}
    rooms = {name for name in files if name.endswith("__init__.py") and name != "dueldoku/__init__.py"}
    assert listed == files - rooms


def test_the_picture_of_the_rooms_is_the_contract_of_imports() -> None:
    picture = ARCHITECTURE.partition("```\n")[2].partition("```")[0]
    drawn = [sorted(row.split()) for row in re.findall(r"^│ ([^│]+) │", picture, re.MULTILINE)]
    linter = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    layers = next(contract["layers"] for contract in linter["contracts"] if contract["type"] == "layers")
    assert drawn == [sorted(re.findall(r"\w+", layer.replace("dueldoku.", ""))) for layer in layers]


@pytest.mark.parametrize(("change", "where"), CHANGES, ids=[change for change, _ in CHANGES])
def test_what_a_change_touches_is_there(change: str, where: str) -> None:
    """A path stands in backticks, and behind it in brackets the names that it holds."""
    for place, names in re.findall(r"`([\w/.]+)`(?: \(((?:`\w+`(?:, )?)+)\))?", where):
        file = ROOT / "src/dueldoku" / place
        assert file.exists(), place
        for name in re.findall(r"\w+", names):
            assert re.search(rf"\b{name}\b", file.read_text(encoding="utf-8")), f"{name} in {place}"


def test_the_diagrams_are_those_that_make_pictures_draws() -> None:
    drawn = runpy.run_path(str(ROOT / "docs/pictures/draw.py"))["pictures"]()
    assert all((ROOT / "docs/pictures" / name).read_text(encoding="utf-8") == text for name, text in drawn.items())


@pytest.mark.parametrize("boards", ["blocked_rows", "blocked_columns"])
def test_the_boards_of_the_block_row_test_are_blocked_by_their_fours_alone(boards: str) -> None:
    for number, view in enumerate(runpy.run_path(str(ROOT / "docs/pictures/draw.py"))[boards]()):
        fours = [cell for cell, value in enumerate(view.grid) if value == 4]
        assert len(fours) == 2 + number
        assert [view.tints[cell] for cell in fours] == ["green"] * len(fours)
        assert not view.grid.clash
        assert solve(view.grid).verdict is Verdict.NONE
        assert all(solve(view.grid.with_value(cell, 0)).solutions for cell in fours)


def test_the_readme_names_the_targets_of_the_makefile() -> None:
    readme, makefile = ((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "Makefile"))
    targets = set(re.findall(r"^\s+make ([a-z]+)", readme, re.MULTILINE))
    assert targets == {"demo", "test"}
    assert all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in targets)


def test_the_readme_keeps_to_a_page_and_a_half_and_shows_a_game_that_moves() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(readme.splitlines()) <= 110
    picture = ROOT / "docs/pictures/moving.svg"
    assert "](docs/pictures/moving.svg)" in readme
    assert "@keyframes" in picture.read_text(encoding="utf-8")
    assert picture.stat().st_size < 300_000


def public_members() -> list[tuple[str, object]]:
    """The public names, and what their classes define."""
    things = [(name, getattr(dueldoku, name)) for name in dueldoku.__all__ if name not in ("FORMATS", "RULE_SETS")]
    return things + [
        (f"{name}.{key}", getattr(member, "__func__", member))
        for name, thing in things
        if isinstance(thing, type)
        for key, member in vars(thing).items()
        if not key.startswith("_") and (isinstance(member, property) or isfunction(getattr(member, "__func__", member)))
    ]


def test_every_public_name_has_a_docstring_and_every_function_an_example() -> None:
    examples = re.findall(r"^>>> .*", "\n".join(path.read_text(encoding="utf-8") for path in DOCUMENTS), re.MULTILINE)
    for name, thing in public_members():
        if getattr(thing, "__name__", "") != "<lambda>":  # a default of a field, which is told where the field is
            assert thing.__doc__, name
        if isfunction(thing) and "." not in name:
            assert any(f"dueldoku.{name}(" in example for example in examples), name
