"""The functions of a network's nodes, all that neat-python has: a node is an activation of its gathered links."""

from __future__ import annotations

from math import inf

import numpy as np
from numpy.typing import NDArray

from dueldoku.kernels.base.jit import lean_part, part

Floats = NDArray[np.float64]
Places = NDArray[np.int32]
ACTIVATIONS = (
    *("identity", "tanh", "relu", "gauss", "sigmoid", "sin", "elu", "lelu", "selu"),
    *("softplus", "clamped", "inv", "log", "exp", "abs", "hat", "square", "cube"),
)
AGGREGATIONS = ("sum", "product", "max", "min", "maxabs", "median", "mean")
_IDENTITY, _TANH, _RELU, _GAUSS, _SIGMOID, _SIN, _ELU, _LELU, _SELU = range(9)
_SOFTPLUS, _CLAMPED, _INV, _LOG, _EXP, _ABS, _HAT, _SQUARE, _CUBE = range(9, 18)
_SUM, _PRODUCT, _MAX, _MIN, _MAXABS, _MEDIAN, _MEAN = range(7)
_LEAK = 0.005
_SELU_SCALE, _SELU_DEPTH = 1.0507009873554804934193349852946, 1.6732632423543772848170429916717


@lean_part
def _between(low: float, value: float, high: float) -> float:
    return max(low, min(high, value))


@lean_part
def activation(kind: int, z: float) -> float:
    """The function with this place in ACTIVATIONS."""
    if kind == _TANH:
        z = np.tanh(_between(-60.0, 2.5 * z, 60.0))
    elif kind == _RELU:
        z = max(0.0, z)
    elif kind == _GAUSS:
        z = np.exp(-5.0 * _between(-3.4, z, 3.4) ** 2)
    elif kind != _IDENTITY:
        z = _rare_activation(kind, z)
    return z


@part
def _rare_activation(kind: int, z: float) -> float:
    """One of the functions that our own settings do without; a call costs less than to inline them all."""
    if kind == _SIGMOID:
        z = 1.0 / (1.0 + np.exp(-_between(-60.0, 5.0 * z, 60.0)))
    elif kind == _SIN:
        z = np.sin(_between(-60.0, 5.0 * z, 60.0))
    elif kind == _ELU:
        z = z if z > 0 else np.exp(z) - 1.0
    elif kind == _LELU:
        z = z if z > 0 else _LEAK * z
    elif kind == _SELU:
        z = _SELU_SCALE * (z if z > 0 else _SELU_DEPTH * (np.exp(z) - 1.0))
    elif kind == _SOFTPLUS:
        z = 0.2 * np.log(1.0 + np.exp(_between(-60.0, 5.0 * z, 60.0)))
    elif kind == _CLAMPED:
        z = _between(-1.0, z, 1.0)
    elif kind == _INV:
        z = 1.0 / z if z != 0 else 0.0
    elif kind == _LOG:
        z = np.log(max(1e-7, z))
    elif kind == _EXP:
        z = np.exp(_between(-60.0, z, 60.0))
    elif kind == _ABS:
        z = abs(z)
    elif kind == _HAT:
        z = max(0.0, 1.0 - abs(z))
    elif kind == _SQUARE:
        z = z * z
    elif kind == _CUBE:
        z = z * z * z
    return z


@lean_part
def gather(kind: int, values: Floats, source: Places, weight: Floats, first: int, end: int) -> float:
    """What the links from ``first`` to before ``end`` bring, by the way with this place in AGGREGATIONS."""
    total = 0.0
    if kind == _SUM:
        for link in range(first, end):
            total += values[source[link]] * weight[link]
    elif kind == _PRODUCT:
        total = 1.0
        for link in range(first, end):
            total *= values[source[link]] * weight[link]
    elif first == end:
        pass
    elif kind == _MEAN:
        for link in range(first, end):
            total += values[source[link]] * weight[link]
        total /= end - first
    elif kind == _MEDIAN:
        lower = _ranked((end - first - 1) // 2, values, source, weight, first, end)
        total = (lower + _ranked((end - first) // 2, values, source, weight, first, end)) / 2
    else:
        best = -inf
        for link in range(first, end):
            value = values[source[link]] * weight[link]
            merit = abs(value) if kind == _MAXABS else value if kind == _MAX else -value
            if merit > best:
                best, total = merit, value
    return total


@lean_part
def _ranked(rank: int, values: Floats, source: Places, weight: Floats, first: int, end: int) -> float:
    """The value of this rank, the smallest having 0. It counts, for lack of memory to sort in."""
    for link in range(first, end):
        value, smaller, equal = values[source[link]] * weight[link], 0, 0
        for other in range(first, end):
            rival = values[source[other]] * weight[other]
            smaller += rival < value
            equal += rival == value
        if smaller <= rank < smaller + equal:
            return value
    return 0.0


@lean_part
def finite(value: float) -> float:
    """An answer that can be compared: 0 for what grew beyond all bounds, where neat-python may stop with an error."""
    return value if abs(value) < inf else 0.0
