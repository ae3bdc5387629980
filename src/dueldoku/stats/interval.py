"""An estimate and how sure it is. It stands apart from what computes it, so that it is read without SciPy."""

from __future__ import annotations

from typing import NamedTuple


class Interval(NamedTuple):
    """An estimate and the range around it; always finite."""

    value: float
    low: float
    high: float
