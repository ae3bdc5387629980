"""Compiling ahead, in processes that take one group after the other."""

from __future__ import annotations

import pytest

from dueldoku import cache
from dueldoku.arena import warming
from dueldoku.arena.warming import GROUPS, Group, missing, warm
from dueldoku.errors import ArenaFault


@pytest.fixture(autouse=True)
def empty_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path_factory.mktemp("cache")))
    cache.own().mkdir(parents=True)


def test_a_group_is_told_when_it_is_done_and_all_are_marked_as_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    names = list(GROUPS)[:3]
    groups = {name: GROUPS[name] for name in names}
    monkeypatch.setattr(warming, "GROUPS", groups)
    monkeypatch.setattr(warming, "_PROGRAM", "import sys\nfor line in sys.stdin: print(line, end='', flush=True)")
    assert list(missing()) == names
    assert not cache.is_complete()
    assert sorted(warm(groups, 2)) == sorted(names)
    assert not missing()
    assert cache.is_complete()


def test_a_group_that_fails_is_told_and_nobody_waits_for_ever() -> None:
    groups = {f"nonsense {number}": Group(int, 1.0) for number in range(3)}
    with pytest.raises(ArenaFault, match=r"nonsense \d could not be compiled: KeyError: 'nonsense \d'"):
        list(warm(groups, 1))
    assert not cache.is_complete()
