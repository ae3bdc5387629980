"""Zips of strangers: each trick is refused in a sentence, and nothing is written where it should not be."""

from __future__ import annotations

import stat
import struct
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import pytest

from dueldoku.arena import unzip as module
from dueldoku.arena.unzip import unzip
from dueldoku.errors import PlanError


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "out" / "agent"
    place.mkdir(parents=True)
    return place


def packed(path: Path, **files: bytes) -> Path:
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def test_an_honest_zip_is_unpacked_without_litter(tmp_path: Path, folder: Path) -> None:
    files = {"team/sudokuai.py": b"x = 1", "team/data/net.bin": b"\0" * 5000, "team/empty.py": b""}
    litter = {"__MACOSX/team/._sudokuai.py": b"x", "team/.DS_Store": b"x", "team/__pycache__/a.pyc": b"x"}
    unzip(packed(tmp_path / "a.zip", **files, **litter), folder)
    found = {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}
    assert found == files


@pytest.mark.parametrize(
    "name", ["../outside.py", "a/../../outside.py", "/tmp/outside.py", "..\\outside.py", "C:outside.py", "a/.."]
)
def test_a_name_that_leads_out_is_refused(tmp_path: Path, folder: Path, name: str) -> None:
    with pytest.raises(PlanError, match="leads out of it"):
        unzip(packed(tmp_path / "a.zip", **{"team/sudokuai.py": b"", name: b"x"}), folder)
    assert not list(folder.parent.rglob("*.py")), "nothing was written, not even the honest file"


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR])
def test_links_and_devices_are_refused(tmp_path: Path, folder: Path, kind: int) -> None:
    link = ZipInfo("team/link.py")
    link.external_attr = (kind | 0o777) << 16
    with ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr(link, "/etc/passwd")
    with pytest.raises(PlanError, match="a link or a device"):
        unzip(tmp_path / "a.zip", folder)
    assert not any(folder.iterdir())


def test_a_bomb_is_refused_by_what_it_says(tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_BYTES", 1 << 20)
    with pytest.raises(PlanError, match="at most 1 MB of files in a zip"):
        unzip(packed(tmp_path / "a.zip", **{"a.bin": b"\0" * (2 << 20)}), folder)
    assert not any(folder.iterdir())


def test_a_bomb_that_lies_is_refused_by_what_comes(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    size = 2 << 20
    file = packed(tmp_path / "a.zip", **{"a.bin": b"\0" * size, "b.bin": b"\0" * size})
    file.write_bytes(file.read_bytes().replace(struct.pack("<L", size), struct.pack("<L", 9)))
    monkeypatch.setattr(module, "MOST_BYTES", 1 << 20)
    with pytest.raises(PlanError, match=r"damaged|at most 1 MB"):
        unzip(file, folder)
    assert sum(one.stat().st_size for one in folder.rglob("*") if one.is_file()) <= 1 << 20


def test_more_files_than_an_agent_may_have_are_refused(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_FILES", 5)
    with pytest.raises(PlanError, match="at most 5 files"):
        unzip(packed(tmp_path / "a.zip", **{f"{number}.py": b"" for number in range(6)}), folder)
    assert not any(folder.iterdir())


def test_a_list_without_end_is_not_even_read(tmp_path: Path, folder: Path) -> None:
    file = packed(tmp_path / "a.zip", **{"a.py": b""})
    data = bytearray(file.read_bytes())
    at = data.rfind(b"PK\5\6")
    struct.pack_into("<L", data, at + 12, 0xFFFFFFFE)
    file.write_bytes(data)
    with pytest.raises(PlanError, match="a zip of at most 10000 files"):
        unzip(file, folder)


@pytest.mark.parametrize("comment", [0, 9, 65_535])
def test_a_longer_list_behind_the_usual_one_is_not_even_read(
    tmp_path: Path, folder: Path, comment: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second record at the end of the zip says how many files there really are; it may stand far from the end."""
    monkeypatch.setattr(module, "ZipFile", lambda _: pytest.fail("it is read"))
    longer = struct.pack("<4sQ2H2L4Q", b"PK\6\6", 44, 45, 45, 0, 0, 10**6, 10**6, 10**8, 0)
    leads = struct.pack("<4sLQL", b"PK\6\7", 0, 100, 1)
    usual = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 1, 1, 46, 0, comment)
    file = tmp_path / "a.zip"
    file.write_bytes(bytes(100) + longer + leads + usual + b"c" * comment)
    with pytest.raises(PlanError, match="a zip of at most 10000 files"):
        unzip(file, folder)


def test_entries_that_share_their_content_count_each(tmp_path: Path, folder: Path) -> None:
    """A bomb without a bomb: three hundred names for one megabyte."""
    size, names = 1 << 20, [f"{number:05}" for number in range(300)]
    packed(tmp_path / "one.zip", **{"00000": bytes(size)})
    data = (tmp_path / "one.zip").read_bytes()
    at, end = data.rfind(b"PK\1\2"), data.rfind(b"PK\5\6")
    entries = b"".join(data[at:end].replace(b"00000", name.encode()) for name in names)
    tail = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, len(names), len(names), len(entries), at, 0)
    (tmp_path / "a.zip").write_bytes(data[:at] + entries + tail)
    with pytest.raises(PlanError, match="at most 256 MB"):
        unzip(tmp_path / "a.zip", folder)
    assert not any(folder.iterdir())


@pytest.mark.parametrize(
    "names", [["x" * 300], ["/".join(["y" * 200] * 40)], ["a", "a/b"], ["a/b", "a"]], ids=["long", "deep", "in", "on"]
)
def test_names_that_no_disk_takes_are_told(tmp_path: Path, folder: Path, names: list[str]) -> None:
    with pytest.raises(PlanError, match=r"cannot be unpacked|twice"):
        unzip(packed(tmp_path / "a.zip", **dict.fromkeys(names, b"")), folder)


def test_names_that_are_no_text_are_told(tmp_path: Path, folder: Path) -> None:
    file = packed(tmp_path / "a.zip", **{"éé.py": b""})
    file.write_bytes(file.read_bytes().replace("éé".encode(), b"\xff\xfe\xff\xfe"))
    with pytest.raises(PlanError, match="damaged"):
        unzip(file, folder)


@pytest.mark.parametrize("content", [b"", b"Rar!", b"PK\5\6", b"PK\3\4" + b"\0" * 100, b"\0" * 70_000])
def test_what_is_no_zip_is_told(tmp_path: Path, folder: Path, content: bytes) -> None:
    file = tmp_path / "a.zip"
    file.write_bytes(content)
    with pytest.raises(PlanError, match="expected a zip file"):
        unzip(file, folder)


def test_a_damaged_zip_is_told(tmp_path: Path, folder: Path) -> None:
    file = packed(tmp_path / "a.zip", **{"a.py": bytes(range(256)) * 9})
    data = bytearray(file.read_bytes())
    data[40:60] = bytes(20)
    file.write_bytes(data)
    with pytest.raises(PlanError, match="damaged"):
        unzip(file, folder)


def test_an_encrypted_zip_is_told(tmp_path: Path, folder: Path) -> None:
    file = packed(tmp_path / "a.zip", **{"a.py": b"x"})
    data = bytearray(file.read_bytes())
    data[data.rfind(b"PK\1\2") + 8] |= 1
    file.write_bytes(data)
    with pytest.raises(PlanError, match="without a password"):
        unzip(file, folder)


def test_a_file_twice_and_folders_too_deep_are_told(tmp_path: Path, folder: Path) -> None:
    with ZipFile(tmp_path / "twice.zip", "w") as archive:
        archive.writestr("a.py", "1")
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr("a.py", "2")
    with pytest.raises(PlanError, match="twice"):
        unzip(tmp_path / "twice.zip", folder)
    with pytest.raises(PlanError, match="50 deep"):
        unzip(packed(tmp_path / "deep.zip", **{"a/" * 60 + "a.py": b""}), folder)
