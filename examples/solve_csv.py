"""Solve every puzzle of a CSV file and write the solutions beside them.

    python examples/solve_csv.py puzzles.csv solved.csv

The input has a column ``puzzle``. The output has it, too, and two more: ``solution``, and ``solutions``, which says how
many there are, counted up to 2.
"""

import csv
import sys

import dueldoku


def main(source: str, target: str) -> None:
    """Read, solve all at once on all cores, write."""
    with open(source, newline="", encoding="utf-8") as file:
        puzzles = [row["puzzle"] for row in csv.DictReader(file)]
    solved = dueldoku.solve_many(puzzles, limit=2)
    with open(target, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["puzzle", "solution", "solutions"])
        for puzzle, values, count in zip(puzzles, solved.solutions, solved.counts, strict=True):
            writer.writerow([puzzle, "".join(map(str, values)) if count > 0 else "", count])
    print(f"{len(puzzles)} puzzles, {sum(solved.counts == 1)} of them with exactly one solution.")


if __name__ == "__main__":
    main(*sys.argv[1:3])
