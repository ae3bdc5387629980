"""An experiment of our own: what an agent gains by passing with bombs.

    python examples/worth_of_bombs.py

A bomb is a move that is refused, because no solution would be left; so it passes the turn. The same search plays with
and without them, on boards with more and more empty cells, both seats on each board.
"""

import dueldoku

GAMES = 20


def main() -> None:
    """Print a line for each number of empty cells."""
    for empty in (10, 14, 18):
        report = dueldoku.match(
            "minimax-bombs",
            "minimax-bombs:bombs=none",
            board=f"generate:size=2x3,empty={empty},seed=1",
            nodes=500,
            games=GAMES,
        )
        score = report.match("minimax-bombs", "minimax-bombs:bombs=none")
        print(
            f"{empty} empty cells: with bombs {score.won} won, {score.drawn} drawn, {score.lost} lost of {GAMES} games"
        )


if __name__ == "__main__":
    main()
