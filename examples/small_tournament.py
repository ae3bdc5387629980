"""A tournament in Python: every agent against every other, with both seats.

    python examples/small_tournament.py games.db

Run it again, and it goes on where it stopped: the games are kept in the archive.
"""

import sys

import dueldoku


def main(archive: str) -> None:
    """Play what is missing, and print the standings."""
    report = dueldoku.tournament(
        ["minimax-bombs", "mcts-cells", "greedy_player", "random_player"],
        board="generate:size=2x3,empty=18,seed=5",  # a new board for every round
        nodes=300,
        rounds=3,
        archive=archive,
    )
    print(report)
    print(f"More:  dueldoku report {archive}")


if __name__ == "__main__":
    main(*sys.argv[1:2])
