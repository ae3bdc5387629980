"""The one thing that the program may say unasked: a first run compiles the kernels."""

from __future__ import annotations

NOTICE = "dueldoku: compiling the solver, once: this takes some seconds\n"


def without_notice(errors: str) -> str:
    return errors.replace(NOTICE, "")
