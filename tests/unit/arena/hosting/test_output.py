"""What agents say and print: bounded and clean wherever it turns up."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
from pathlib import Path

import pytest
from hosting import BROKEN, START, meet, need, write_agent
from hypothesis import given
from hypothesis import strategies as st

from dueldoku import Game, Position
from dueldoku.arena.entrant import resolve
from dueldoku.arena.hosting.host import Host
from dueldoku.arena.hosting.output import Output
from dueldoku.arena.hosting.quote import clean, last_line
from dueldoku.arena.hosting.turn import OUTPUT_BYTES
from dueldoku.arena.profile import profile_turn
from dueldoku.errors import PlanError

SAYS_MUCH = ("raised/raises_at_length", "start_failed/raises_escapes_at_import", "malformed/tells_at_length")


@given(st.binary(max_size=300))
def test_anything_said_is_fit_to_be_shown(said: bytes) -> None:
    assert all(letter.isprintable() or letter in "\n\t" for letter in clean(said))
    assert clean(clean(said).encode()) == clean(said)


@given(st.text(max_size=2000))
def test_a_reason_on_record_is_one_short_line(text: str) -> None:
    line = last_line(clean(text.encode(errors="replace")))
    assert len(line) <= 500
    assert line.isprintable()
    assert not line.startswith(("=", "+", "-", "@"))  # a formula, in a spreadsheet


@pytest.mark.linux
def test_no_reason_on_record_is_a_formula() -> None:
    met = meet(BROKEN / "start_failed/tells_a_formula.py", level=need("full"))
    assert met.answers[-1].detail == 'HYPERLINK("http://example.org", "see why")'


@pytest.mark.linux
@pytest.mark.parametrize("agent", SAYS_MUCH)
def test_reasons_are_short_and_obeyed_by_no_terminal(agent: str) -> None:
    met = meet(BROKEN / f"{agent}.py")
    detail = met.answers[-1].detail
    assert detail
    assert len(detail) <= 500
    assert detail.isprintable()
    assert "\x1b" not in met.output
    assert csv.writer(io.StringIO()).writerow([detail])
    assert json.loads(json.dumps(detail)) == detail


@pytest.mark.linux
@pytest.mark.parametrize(
    "agent", ["prints_for_ever", "spoils_its_output", "wants_its_output_direct", "writes_megabytes", "prints_megabytes"]
)
def test_an_agent_prints_as_much_as_was_promised(agent: str) -> None:
    with Host(resolve(str(BROKEN / f"plays/{agent}.py")), 1) as host:
        host.launch()
        assert host._output
        blocks = os.fstat(host._output.descriptor).st_blocks
        host.start()
    met = meet(BROKEN / f"plays/{agent}.py")
    assert blocks * 512 <= OUTPUT_BYTES
    assert len(met.output) <= OUTPUT_BYTES
    assert all(letter.isprintable() or letter in "\n\t" for letter in met.output)


@pytest.mark.linux
def test_what_was_printed_last_is_kept_from_turn_to_turn(tmp_path: Path) -> None:
    agent = write_agent(tmp_path, "print('x' * 40_000)\nprint(task.player)\ntask.propose(next(game.legal_moves()))")
    met = meet(agent)
    lines = met.output.splitlines()
    assert len(met.output) == OUTPUT_BYTES
    assert [len(line) for line in lines] == [OUTPUT_BYTES - 40_006, 1, 40_000, 1]
    assert lines[-1] == "1"


FLAGS = ("O_APPEND", "O_NONBLOCK", "O_DIRECT")


@pytest.mark.linux
@pytest.mark.parametrize("flag", FLAGS)
def test_what_an_agent_makes_of_its_output_does_not_end_a_game(flag: str, tmp_path: Path) -> None:
    need("full")
    body = f"""
with contextlib.suppress(OSError):
    os.write(1, b"said\\n")
    fcntl.fcntl(1, fcntl.F_SETFL, os.{flag})
task.propose(next(game.legal_moves()))
"""
    met = meet(write_agent(tmp_path, body, top="import contextlib, fcntl"), level="full")
    assert met.verdict == "plays", met.answers[-1].detail
    assert met.output.startswith("said\n")


@pytest.mark.linux
@pytest.mark.parametrize("flag", FLAGS)
def test_an_output_is_read_whatever_its_flags_are(flag: str, tmp_path: Path) -> None:
    import fcntl  # not on every system

    output = Output(tmp_path / "output")
    os.write(output.descriptor, b"said\n")
    with contextlib.suppress(OSError):  # not every kernel has O_DIRECT for memory
        fcntl.fcntl(output.descriptor, fcntl.F_SETFL, getattr(os, flag))
    assert [output.take(), output.take()] == ["said", ""]
    output.close()


@pytest.mark.linux
def test_nobody_can_enlarge_an_output(tmp_path: Path) -> None:
    output = Output(tmp_path / "output")
    size = os.fstat(output.descriptor).st_size
    with pytest.raises(PermissionError):
        os.ftruncate(output.descriptor, size + 1)
    assert os.write(output.descriptor, bytes(size)) == size
    with pytest.raises(PermissionError):
        os.write(output.descriptor, b"x")
    output.collect()
    assert os.write(output.descriptor, b"x\n") == 2
    assert output.text() == "x\n"
    output.close()
    output.close()
    assert output.text() == "x\n"


def test_where_there_is_no_such_memory_a_file_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "memfd_create", raising=False)
    output = Output(tmp_path / "output")
    os.write(output.descriptor, b"y" * OUTPUT_BYTES + b"end\x1b\n")
    assert output.text().endswith("yend?\n")
    output.close()
    assert len(output.text()) == OUTPUT_BYTES


@pytest.mark.linux
@pytest.mark.parametrize(
    "line",
    [
        "[" * 20_000,
        '{"late": 0, "functions": [{"part": 1, "name": 2, "place": 3, "calls": Infinity, "own": 1, "all": 1}]}',
        "[]",
        '{"late": 0, "functions": 1}',
    ],
)
def test_a_profile_that_an_agent_made_up_gets_a_sentence(line: str, tmp_path: Path) -> None:
    body = f"from dueldoku.arena.hosting.profiled import MARK\nos.write(1, (MARK + {line!r}).encode())\nos._exit(0)"
    agent = resolve(str(write_agent(tmp_path, body)))
    with pytest.raises(PlanError, match="nothing could be measured"):
        profile_turn(agent, Game(Position.parse(START)), 1.0)
