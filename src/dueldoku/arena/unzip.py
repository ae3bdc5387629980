"""Zip files of strangers, unpacked without harm: nothing leaves the folder, nothing is larger than an agent may be.

A zip can lie about all it says of itself. So its list of files is measured before it is read, names are checked before
anything is written, and what comes out is counted while it comes.
"""

from __future__ import annotations

import os
import stat
import struct
import zlib
from pathlib import Path, PurePosixPath
from typing import BinaryIO
from zipfile import BadZipFile, ZipFile, ZipInfo

from dueldoku.arena.entrant import DEEPEST, MOST_BYTES, MOST_FILES
from dueldoku.errors import PlanError

_END = struct.Struct("<4s4H2LH")  # the record at the end of a zip: how many files it has, where their list is
_LONGEST_COMMENT = 1 << 16
_LOCATOR = 20  # bytes before that record which lead to a longer one, for very many files
_PER_FILE = 1 << 10  # bytes in that list, generously
# What zipfile raises for files that are damaged, encrypted, or packed in a way that it does not know.
_DAMAGED = (BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, MemoryError, struct.error)


def is_litter(name: str) -> bool:
    """Whether a file or folder of this name is no part of an agent: what systems and editors leave behind."""
    return name.startswith(".") or name in ("__MACOSX", "__pycache__", "Thumbs.db", "desktop.ini")


def unzip(file: Path, folder: Path) -> None:
    """Unpack the zip into a folder that is there. Raises PlanError, in a sentence that does not name the file."""
    try:
        with file.open("rb") as source:
            _measure_list(source)
            with ZipFile(source) as archive:
                members = [one for one in archive.infolist() if not _is_skipped(one)]
                _check(members)
                left = MOST_BYTES
                for member in members:
                    left -= _write(archive, member, folder.joinpath(*_path(member).parts), left)
    except PlanError:
        raise
    except _DAMAGED as error:
        raise PlanError(f"expected a zip file, but it is damaged: {error}") from None
    except OSError as error:
        raise PlanError(f"the zip cannot be unpacked: {error.strerror or error}") from None


def _measure_list(source: BinaryIO) -> None:
    """Refuse a zip whose list of files is longer than that of any agent: reading it takes all memory."""
    size = source.seek(0, os.SEEK_END)
    source.seek(max(0, size - _LOCATOR - _END.size - _LONGEST_COMMENT))
    tail = source.read()
    at = tail.rfind(b"PK\5\6")
    if at < 0 or len(tail) - at < _END.size:
        raise PlanError("expected a zip file, but it is none, or it is cut off")
    _, _, _, _, files, length, _, _ = _END.unpack_from(tail, at)
    if files > MOST_FILES or length > MOST_FILES * _PER_FILE or tail[max(0, at - _LOCATOR) : at].startswith(b"PK\6\7"):
        raise PlanError(f"expected a zip of at most {MOST_FILES} files, got more")


def _path(member: ZipInfo) -> PurePosixPath:
    return PurePosixPath(member.filename.replace("\\", "/"))  # as some programs for Windows write it


def _is_skipped(member: ZipInfo) -> bool:
    return member.is_dir() or any(is_litter(part) for part in _path(member).parts if part != "..")


def _check(members: list[ZipInfo]) -> None:
    """Refuse what an agent has no need for, before anything is written."""
    if len(members) > MOST_FILES:
        raise PlanError(f"expected a zip of at most {MOST_FILES} files, got more")
    if sum(member.file_size for member in members) > MOST_BYTES:
        raise PlanError(f"expected at most {MOST_BYTES >> 20} MB of files in a zip, got more")
    for member in members:
        name, mode = member.filename, member.external_attr >> 16
        path = _path(member)
        if path.is_absolute() or ".." in path.parts or ":" in name or "\0" in name:
            raise PlanError(f"expected files below the zip's own folder, got {name!r}, which leads out of it")
        if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
            raise PlanError(f"expected plain files in the zip, got {name!r}, which is a link or a device")
        if member.flag_bits & 1:
            raise PlanError(f"expected a zip without a password, but {name!r} is encrypted")
        if len(path.parts) > DEEPEST:
            raise PlanError(f"expected folders at most {DEEPEST} deep in the zip, got more")


def _write(archive: ZipFile, member: ZipInfo, place: Path, left: int) -> int:
    """Write one file and return its size. Raises PlanError if it is more than ``left`` bytes, whatever the zip says."""
    place.parent.mkdir(parents=True, exist_ok=True)
    written = 0
    try:
        target = place.open("xb")
    except FileExistsError:
        raise PlanError(f"expected each file once in the zip, got {member.filename!r} twice") from None
    with archive.open(member) as content, target:
        while part := content.read(1 << 16):
            written += len(part)
            if written > left:
                raise PlanError(f"expected at most {MOST_BYTES >> 20} MB of files in a zip, got more")
            target.write(part)
    return written
