"""``dueldoku warm``: compile ahead what would otherwise be compiled when it is first used."""

from __future__ import annotations

import os
import sys
from typing import Annotated

from cyclopts import Parameter
from cyclopts.types import PositiveInt
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from dueldoku.arena.warming import GROUPS, expected_seconds, missing
from dueldoku.arena.warming import warm as compile_all
from dueldoku.cache import kernels
from dueldoku.cli.live import in_words


def warm(
    *,
    workers: PositiveInt | None = None,
    again: Annotated[bool, Parameter(negative=())] = False,
) -> None:
    """Compile everything that Dueldoku compiles, once on a machine, on all cores.

    Parameters
    ----------
    workers
        How many processes compile at a time; by default one for each core.
    again
        Go through what was compiled before, too: what is missing of it is compiled anew.

    """
    groups = GROUPS if again else missing()
    if not groups:
        print("Everything is compiled already.")
        return
    cores = workers or os.cpu_count() or 1
    print(f"Compiling what is new or has changed, once: about {in_words(expected_seconds(groups, cores))}.", flush=True)
    console = Console(highlight=False)
    columns = TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f} %")
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task, left = bar.add_task("", total=sum(group.seconds for group in groups.values())), list(groups)
        bar.update(task, description=f"compiling {', '.join(left[:cores])}")
        for name in compile_all(groups, cores):
            left.remove(name)
            bar.update(task, advance=groups[name].seconds, description=f"compiling {', '.join(left[:cores])}")
            if not console.is_terminal:
                print(f"  {name}: compiled", flush=True)
    print(f"Compiled. It is kept in {kernels()}.", file=sys.stderr if not console.is_terminal else sys.stdout)
