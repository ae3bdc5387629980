"""Settings of the property tests. The machine may be slow or busy, so no example has a deadline."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "dueldoku",
    deadline=None,
    max_examples=50,
    suppress_health_check=[HealthCheck.differing_executors, HealthCheck.too_slow],
)
settings.load_profile("dueldoku")
