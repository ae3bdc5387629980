"""Learned judgements as files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dueldoku.agents.registry import load_agent
from dueldoku.board.geometry import Geometry
from dueldoku.engine.network import NONE, Learned, learned_for
from dueldoku.errors import FormatError
from dueldoku.kernels.duel.outlook import INPUTS

SMALL = Learned(Geometry.of(2, 2), tuple((n, -n) for n in range(len(INPUTS) + 1)), (300, -200, 7), "a command")


def test_a_file_has_all_of_it(tmp_path: Path) -> None:
    assert Learned.parse(SMALL.to_json()) == SMALL
    (tmp_path / "net.json").write_text(SMALL.to_json())
    name = str(tmp_path / "net.json")
    assert learned_for(name, Geometry.of(2, 2)) == SMALL
    assert learned_for(name, Geometry.of(2, 3)) is None
    assert load_agent(f"sensei:network={name}")
    network = SMALL.network
    assert network.inner.tolist()[3] == [3, -3]
    assert network.outer.tolist() == [300, -200, 7]


def test_without_a_network_weights_by_hand_judge() -> None:
    for size in ((2, 2), (2, 3), (3, 3), (4, 4)):
        assert learned_for(NONE, Geometry.of(*size)) is None
    assert learned_for("bundled", Geometry.of(1, 5)) is None


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"outer": [1, 2]}, "a weight for each node"),
        ({"outer": [1, 2, 0.5]}, "0.5 is no whole number"),
        ({"outer": [1, 2, 1 << 40]}, "is no whole number up to"),
        ({"inner": [["", 1, 2]]}, "sees something else"),
        ({"size": "huge"}, "expected a block shape"),
    ],
)
def test_what_is_no_network_is_told(change: dict[str, object], why: str) -> None:
    with pytest.raises(FormatError, match="network of `dueldoku agent train sensei`") as error:
        Learned.parse(json.dumps(json.loads(SMALL.to_json()) | change), "mine.json")
    assert why in str(error.value)


def test_a_file_that_is_not_there_is_told() -> None:
    with pytest.raises(FormatError, match="expected bundled, none or a file with a network"):
        load_agent("sensei:network=nowhere.json")
