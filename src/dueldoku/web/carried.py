"""What is not broken off in the middle."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def carried_through(method: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Once it has begun, it goes on to its end, whether or not whoever asked for it still waits."""

    @wraps(method)
    async def run(*args: P.args, **more: P.kwargs) -> T:
        return await asyncio.shield(method(*args, **more))

    return run
