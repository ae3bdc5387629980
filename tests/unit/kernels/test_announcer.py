"""Whoever waits for a kernel is told at once, and again and again while a large one is compiled."""

from __future__ import annotations

import time

import pytest

from dueldoku import kernels


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    sentences: list[str] = []
    monkeypatch.setattr(kernels, "say", sentences.append)
    monkeypatch.setattr(kernels, "is_heard", lambda: True)
    monkeypatch.setattr(kernels, "_EVERY", 0.01)
    return sentences


def wait_for(said: list[str], count: int) -> None:
    end = time.monotonic() + 10
    while len(said) < count and time.monotonic() < end:
        time.sleep(0.001)


def test_one_large_kernel_is_told_more_than_once(said: list[str]) -> None:
    announcer = kernels._Announcer()
    announcer.on_start(None)
    assert said == [kernels._FIRST]
    announcer.on_start(None)
    wait_for(said, 4)
    assert set(said[2:4]) == {"still compiling: 2 functions in 0 s"}
    announcer.on_end(None)
    announcer.on_end(None)
    time.sleep(0.05)
    before = len(said)
    time.sleep(0.1)
    assert len(said) == before


def test_the_first_sentence_is_said_once(said: list[str]) -> None:
    announcer = kernels._Announcer()
    for _ in range(2):
        announcer.on_start(None)
        announcer.on_end(None)
    assert said.count(kernels._FIRST) == 1


def test_nothing_is_started_where_nobody_listens(said: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "is_heard", lambda: False)
    monkeypatch.setattr(kernels, "Thread", None)
    announcer = kernels._Announcer()
    announcer.on_start(None)
    announcer.on_end(None)
    assert not said
