"""Draw the ratings of an archive with their error bars.

    python examples/plot_ratings.py games.db ratings.svg

It needs matplotlib: pip install 'dueldoku[lab]'.
"""

import sys

import dueldoku


def main(archive: str, picture: str) -> None:
    """Open the archive, make the report, save the figure."""
    with dueldoku.Archive(archive) as games:
        report = dueldoku.Report(games.games())
    report.plot().savefig(picture, bbox_inches="tight")
    print(f"{len(report.numbers.agents)} agents, drawn in {picture}")


if __name__ == "__main__":
    main(*sys.argv[1:3])
