"""The functions of nodes against those of neat-python itself."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from neat.activations import ActivationFunctionSet
from neat.aggregations import AggregationFunctionSet

from dueldoku.kernels.base.jit import kernel
from dueldoku.kernels.learning.functions import ACTIVATIONS, AGGREGATIONS, activation, finite, gather

numbers = st.floats(-100, 100) | st.sampled_from([0.0, -0.0, 1e-9, 1.0, -1.0])
lists = st.lists(st.tuples(numbers, st.floats(-30, 30)), max_size=9)


@kernel
def activated(kind: int, z: float) -> float:
    return activation(kind, z)


@kernel
def gathered(kind: int, values: np.ndarray, source: np.ndarray, weight: np.ndarray) -> float:
    return gather(kind, values, source, weight, 1, source.size)


@kernel
def made_finite(value: float) -> float:
    return finite(value)


def test_there_are_all_of_them() -> None:
    assert sorted(ACTIVATIONS) == sorted(ActivationFunctionSet().functions)
    assert sorted(AGGREGATIONS) == sorted(AggregationFunctionSet().functions)


@given(st.sampled_from(ACTIVATIONS), numbers)
def test_activations(name: str, z: float) -> None:
    theirs: Callable[[float], float] = ActivationFunctionSet().get(name)
    assert activated(ACTIVATIONS.index(name), z) == pytest.approx(theirs(z), rel=1e-9, abs=1e-12)


@given(st.sampled_from(AGGREGATIONS), lists)
def test_aggregations(name: str, links: list[tuple[float, float]]) -> None:
    theirs: Callable[[list[float]], float] = AggregationFunctionSet().get(name)
    values = np.array([9.0, *(value for value, _ in links)])
    weight = np.array([9.0, *(weight for _, weight in links)])
    ours = gathered(AGGREGATIONS.index(name), values, np.arange(len(values), dtype=np.int32), weight)
    assert ours == pytest.approx(theirs([value * weight for value, weight in links]), rel=1e-9, abs=1e-9)


def test_an_answer_is_a_finite_number() -> None:
    assert [made_finite(value) for value in (1.5, -2e300, inf, -inf, nan)] == [1.5, -2e300, 0, 0, 0]
