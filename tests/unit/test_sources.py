"""What a module can reach, and the digest of that."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from dueldoku import sources
from dueldoku.sources import digest, path_of, reach


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A little house: ``top`` imports ``low``, a function of it ``late``; nobody imports ``other``."""
    monkeypatch.setattr(sources, "FOLDER", tmp_path)
    package = tmp_path / "dueldoku"
    package.mkdir()
    texts = {
        "top": "from dueldoku import low as it\n\n\ndef f():\n    from dueldoku.late import (\n        x,\n    )\n",
        "low": "from dueldoku.lowest import x, y\n",
        **dict.fromkeys(("lowest", "late", "other"), "x = y = 1\n"),
    }
    for name, text in texts.items():
        (package / f"{name}.py").write_text(text)
    for cached in (path_of, sources._imports):
        cached.cache_clear()
    yield package
    for cached in (path_of, sources._imports):
        cached.cache_clear()


def names(files: set[Path]) -> set[str]:
    return {file.stem for file in files}


def test_imports_of_imports_are_reached_and_those_of_functions_if_asked(folder: Path) -> None:
    assert names(reach(folder / "top.py", late=False)) == {"top", "low", "lowest"}
    assert names(reach(folder / "top.py", late=True)) == {"top", "low", "lowest", "late"}


def test_the_digest_changes_with_a_name_and_with_content(folder: Path) -> None:
    files = [folder / "low.py", folder / "lowest.py"]
    before = digest(files)
    assert digest(reversed(files)) == before
    assert digest([folder / "low.py", folder / "other.py"]) != before
    files[1].write_text("x = y = 12\n")
    assert digest(files) != before
