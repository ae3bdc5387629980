"""A notice reaches whoever waits."""

from __future__ import annotations

import io
import logging
import sys

import pytest

from dueldoku import notice


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("stream", "said"), [(Terminal(), "dueldoku: wait\n"), (io.StringIO(), "")])
def test_where_nobody_has_set_up_logging_only_a_terminal_is_told(
    stream: io.StringIO, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notice, "LOGGER", logging.Logger("alone"))
    monkeypatch.setattr(sys, "stderr", stream)
    notice.say("wait")
    assert stream.getvalue() == said


def test_a_logger_is_told_instead(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    stream, logger = Terminal(), logging.Logger("alone", logging.INFO)
    logger.addHandler(caplog.handler)
    monkeypatch.setattr(notice, "LOGGER", logger)
    monkeypatch.setattr(sys, "stderr", stream)
    notice.say("wait")
    assert caplog.messages == ["wait"]
    assert stream.getvalue() == ""


def test_how_far_it_is_takes_one_line_and_goes_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr(notice, "LOGGER", logging.Logger("alone"))
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(sys, "__stderr__", stream)
    monkeypatch.setenv("COLUMNS", "20")
    notice.say("still waiting: 1 of many")
    notice.say("still waiting: 2")
    notice.wipe()
    assert stream.getvalue() == "dueldoku: still wai\rdueldoku: still wai\r" + 19 * " " + "\r"


def test_beside_a_bar_of_progress_each_sentence_is_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr(notice, "LOGGER", logging.Logger("alone"))
    monkeypatch.setattr(sys, "stderr", stream)
    notice.say("still waiting: 1")
    notice.wipe()
    assert stream.getvalue() == "dueldoku: still waiting: 1\n"
