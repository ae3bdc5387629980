"""``dueldoku dataset``: labelled positions for learners."""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

import dueldoku
from dueldoku.arena.dataset import Order, describe, make_dataset
from dueldoku.arena.pool import Where
from dueldoku.cli.collection import progress_bar
from dueldoku.cli.numbers import COUNT, NODES, between
from dueldoku.cli.options import Many, Seed
from dueldoku.engine.label import NODES as USUAL_NODES
from dueldoku.errors import FormatError
from dueldoku.formats.table import Table, check_writable, is_table_file, write_table


def dataset(
    file: str,
    /,
    *,
    count: Annotated[int, COUNT] = 1000,
    sizes: Annotated[list[str] | None, Many, Parameter(name=["--sizes", "--size"])] = None,
    rules: Annotated[list[str] | None, Many] = None,
    least: Annotated[int, between(1, 4096)] = 4,
    most: Annotated[int, between(1, 4096)] = 12,
    nodes: Annotated[int, NODES] = USUAL_NODES,
    seed: Seed = 1,
    workers: Annotated[int | None, COUNT] = None,
) -> None:
    """Make labelled positions by the thousand: exact value, tempo verdict, best moves; with a data card beside them.

    Parameters
    ----------
    file
        The table to write: FILE.parquet, or FILE.csv, where lists are words with blanks between them. The card is
        FILE.md.
    count
        How many different positions.
    sizes
        The blocks' rows x columns; 2x2, 2x3 and 3x3 if nothing is said.
    rules
        The rule sets; classic if nothing is said.
    least
        The least number of empty cells.
    most
        The largest number of empty cells.
    nodes
        How long the search for exact values may take; a position that takes longer is left out.
    workers
        How many processes; by default one for each core.

    """
    if not is_table_file(file):
        raise FormatError(f"expected a file that ends in .parquet or .csv, got {file!r}")
    check_writable(file)
    usual = Order()
    order = Order(tuple(sizes or usual.sizes), tuple(rules or usual.rules), least, most, seed, nodes)
    with (
        progress_bar(count, count, "labelling", "position") as bar,
        Where(workers or os.cpu_count() or 1).open() as pool,
    ):
        drawn = make_dataset(order, count, pool, lambda done: bar.update(bar.task_ids[0], completed=done))
    rows = [_flat(row) for row in drawn.rows] if file.lower().endswith(".csv") else drawn.rows
    write_table(Table({name: [row[name] for row in rows] for name in rows[0]}, "position"), file)
    card = Path(file).with_suffix(".md")
    card.write_text(describe(order, drawn, _command(order, count, file), dueldoku.__version__), encoding="utf-8")
    print(f"{file}: {count} positions; {card} tells what they are")


def _flat(row: dict[str, Any]) -> dict[str, Any]:
    return {name: " ".join(map(str, value)) if isinstance(value, list) else value for name, value in row.items()}


def _command(order: Order, count: int, file: str) -> str:
    """The command that makes the same again, wherever it is run."""
    words = ["dueldoku", "dataset", Path(file).name, "--count", count, "--sizes", *order.sizes, "--rules", *order.rules]
    words += ["--least", order.least, "--most", order.most, "--nodes", order.nodes, "--seed", order.seed]
    return shlex.join(map(str, words))
