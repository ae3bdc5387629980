"""Options that several verbs have: each is spelled and explained once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

from cyclopts import Parameter

from dueldoku.arena.entrant import Entrant
from dueldoku.arena.hosting.limits import MEMORY
from dueldoku.arena.plan import Plan, make_plan
from dueldoku.arena.pool import Where
from dueldoku.cli.numbers import COUNT, MEGABYTES, NODES, NUMBER, SECONDS, between
from dueldoku.duel.rules import RULE_SETS

Flag = Annotated[bool, Parameter(negative=())]
Json = Annotated[bool, Parameter(name="--json", negative=())]  # where a verb has more to say about it
JsonResult = Annotated[Json, Parameter(help="Write the result as JSON.")]
JsonLines = Annotated[Json, Parameter(help="Write a JSON object for each, a line each.")]
Many = Parameter(consume_multiple=True, negative=())

# Boards to read.
BoardName = Annotated[str, Parameter(allow_leading_hyphen=True)]  # "-" is standard input, and boards may start with it
AnyBoardName = Annotated[
    BoardName,
    Parameter(help="A file, - for standard input, a bundled board such as empty-3x3, or the board itself."),
]
From = Annotated[
    str,
    Parameter(
        name="--from",
        help="The format to read; by default it is told by the file's suffix or by how the text looks.",
    ),
]
Shape = Annotated[str, Parameter(help="The blocks' rows x columns, such as 3x4, where the text does not tell.")]

Column = Annotated[str, Parameter(help="The column of a table (CSV, parquet) that has the boards.")]

# Puzzles to solve.
PuzzleName = Annotated[BoardName, Parameter(help="A file, - for standard input, or the puzzle itself, in any format.")]
Method = Annotated[
    str,
    Parameter(help="How to solve, with options, such as csp:variables=degree. 'dueldoku methods' lists them."),
]

# Games to play.
AgentName = Annotated[
    str,
    Parameter(
        help="A bundled agent, perhaps with options (name:option=value), or a folder, file or zip with an agent; each"
        " perhaps with a limit of its own for a turn (name@0.1)."
    ),
]
Boards = Annotated[
    list[str] | None,
    Many,
    Parameter(
        name=["--boards", "--board"],
        help="Bundled boards, files with one or many, or recipes such as generate:size=3x3,empty=40,solutions=1,seed=7,"
        " which make a new board for every round; random-3x3 if nothing is said.",
    ),
]
Times = Annotated[
    list[float] | None,
    Many,
    SECONDS,
    Parameter(name=["--times", "--time"], help="Seconds for each turn; 0.5 if nothing is said."),
]
Games = Annotated[
    int | None, between(2, 10**9), Parameter(help="How many games every two agents play; an even number.")
]
Rounds = Annotated[
    int | None,
    COUNT,
    Parameter(help="How often everything is played: every board and time with both seats, instead of --games."),
]
Time = Annotated[float | None, SECONDS, Parameter(help="Seconds for each turn; 0.5 if nothing is said.")]
Nodes = Annotated[
    int | None,
    NODES,
    Parameter(
        help="Search nodes for each turn instead: fast, no clock, no cage, and the same seed plays the same games."
    ),
]
Rules = Annotated[str | None, Parameter(help=f"The rule set: {' or '.join(RULE_SETS)}; by default that of the board.")]
Seed = Annotated[int, NUMBER, Parameter(help="The source of chance.")]
AgentMemory = Annotated[
    int, MEGABYTES, Parameter(name="--memory", help="Megabytes that an agent may take, all its processes together.")
]
Keep = Annotated[
    str, Parameter(name="--archive", help="A file to keep the games in; the same command goes on where it stopped.")
]
Places = Annotated[Where, Parameter(name="*")]  # --workers and --cluster


@dataclass(frozen=True)
class Setup:
    """What is played, as all verbs that play many games have it."""

    boards: Boards = None
    times: Times = None
    nodes: Nodes = None
    rules: Rules = None
    seed: Seed = 1
    memory: AgentMemory = MEMORY

    def plan(
        self, agents: Iterable[Entrant], *, games: int | None = None, rounds: int | None = None, gauntlet: bool = False
    ) -> Plan:
        """The plan for these agents."""
        return make_plan(
            agents,
            self.boards or ["random-3x3"],
            times=self.times,
            nodes=self.nodes,
            games=games,
            rounds=rounds,
            rules=self.rules,
            seed=self.seed,
            gauntlet=gauntlet,
            memory=self.memory,
        )


Played = Annotated[Setup, Parameter(name="*")]
WatchIt = Annotated[Flag, Parameter(name="--watch", help="Open the page beside it, to follow it live.")]
DryRun = Annotated[Flag, Parameter(help="Only list the games.")]

# Positions to think about.
Thinking = Annotated[float, SECONDS, Parameter(name="--time", help="Seconds to think about each position.")]
Memory = Annotated[int, MEGABYTES, Parameter(help="Megabytes that the search may take.")]

# Games that were played.
ArchiveFile = Annotated[str, Parameter(help="An archive of games.")]
GameFile = Annotated[
    BoardName,
    Parameter(help="An archive, a file of games as JSON lines or a game as text; - for standard input."),
]
GameNumber = Annotated[int, NUMBER, Parameter(help="Which game of the file, from 1; by default the last.")]
Tournament = Annotated[
    str | None, Parameter(name="--name", help="Only the games of this tournament; by default those of all.")
]
Anchor = Annotated[str | None, Parameter(help="The agent whose rating is 0; by default the mean is.")]
