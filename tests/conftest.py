"""Settings of the property tests. The machine may be slow or busy, so no example has a deadline."""

from __future__ import annotations

import signal

from hypothesis import HealthCheck, settings

settings.register_profile(
    "dueldoku",
    deadline=None,
    max_examples=50,
    suppress_health_check=[HealthCheck.differing_executors, HealthCheck.too_slow],
)
settings.load_profile("dueldoku")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell that runs us in the background ignores Ctrl-C for us, and what we start would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
