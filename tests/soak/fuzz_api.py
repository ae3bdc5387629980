"""Requests of every kind to every path of the API, made by schemathesis from its own description: no answer is 5xx.

python tests/soak/fuzz_api.py [REQUESTS_FOR_EACH_PATH]
"""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.generation import GenerationMode

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from page_server import PageServer

REQUESTS = 300


def fuzz(url: str, requests: int) -> dict[str, dict[int, int]]:
    """Send so many requests to each path and verb; how often each status came. Raises AssertionError for a crash."""
    schema = schemathesis.openapi.from_url(f"{url}/openapi.json")
    told: dict[str, dict[int, int]] = {}
    for found in schema.get_all_operations():
        operation = found.ok()
        statuses = told[operation.label] = {}
        for mode in GenerationMode:
            _ask(operation.as_strategy(generation_mode=mode), max(1, requests // 2), statuses)
    return told


def _ask(strategy: Any, requests: int, statuses: dict[int, int]) -> None:
    @given(strategy)
    @settings(
        max_examples=requests,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def send(case: Any) -> None:
        if case.query and "wait" in case.query:
            case.query["wait"] = 0  # not 30 seconds for each
        answer = case.call(timeout=120)
        statuses[answer.status_code] = statuses.get(answer.status_code, 0) + 1
        assert answer.status_code < 500, (case.as_curl_command(), answer.text[:500])

    with suppress(Unsatisfiable):  # a call that takes nothing cannot be wrong
        send()


if __name__ == "__main__":
    with TemporaryDirectory() as temporary:
        server = PageServer(Path(temporary) / "games.db")
        try:
            for path, statuses in fuzz(server.url, int(sys.argv[1]) if sys.argv[1:] else REQUESTS).items():
                print(path, statuses, flush=True)
        finally:
            server.stop()
