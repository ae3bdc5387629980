"""Report 000, figure 5: the same games as figure 4, over the boards."""

from __future__ import annotations

from dueldoku.lab.claim import above, all_of, below, difference, percent
from dueldoku.lab.duels import extremes
from dueldoku.lab.experiment import ClaimState, Data, Experiment, Finding
from dueldoku.lab.experiments.mcts_over_time import DUELS, SIZES


def findings(data: Data) -> list[Finding]:
    """What the text says of figure 4, asked of every board."""
    table = DUELS.over_boards(data)
    greedy = table.pop("greedy_player")
    won = [name for name, value in greedy.items() if above(value, 0.5) is ClaimState.HOLDS]
    worst, best = extremes(table)
    return [
        Finding(
            "There is no board on which it wins against the greedy player.",
            all_of(below(value, 0.5) for value in greedy.values()),
            f"It wins for sure on {', '.join(won) or 'none'}; its shares are "
            + ", ".join(f"{percent(value)} on {name}" for name, value in greedy.items())
            + ".",
        ),
        Finding(
            "Which C is better depends on the board.",
            above(difference(worst[0], best[0]), 0.1),
            f"C = 2 does best on {best[1]}, {percent(best[0])}, and worst on {worst[1]}, {percent(worst[0])}.",
        ),
    ]


EXPERIMENT = Experiment(
    name="mcts-over-boards",
    report="000",
    where="figure 5",
    question="On which boards does the tree search do well?",
    claim="It varies with the board. What the report says in words about this figure is lost in our copy; of the same "
    "games it says that the greedy player is not beaten.",
    setup="The games of mcts-over-time, all times together.",
    sizes=SIZES,
    games=DUELS.games,
    findings=findings,
    tables=DUELS.board_tables,
    picture=DUELS.board_picture,
    caption="Share of the points of C = 2 on each board, all times together; in brackets, how many cells are empty.",
)
