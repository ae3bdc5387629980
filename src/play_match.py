"""The course's driver for a match: several games on one board, the players taking turns to begin."""

from dueldoku import start  # noqa: F401  # first of all: until it has run, what follows could come from anywhere

# isort: split
import argparse
from pathlib import Path

from simulate_game import play_game, run

_BOARD = "boards/empty-2x2.txt"  # where the course keeps it; without the file, the board is empty all the same


def play_match(
    player: str,
    opponent: str,
    count: int,
    board_file: str,
    calculation_time: float,
    verbose: bool = False,
    warmup: bool = False,
) -> None:
    """Play ``count`` games, print the results and write them to a file in the working directory."""
    totals = [0.0, 0.0]
    lines = []
    for game in range(count):
        names = (player, opponent) if game % 2 == 0 else (opponent, player)
        print(f"Playing game {game + 1}")
        result = play_game(board_file, *names, calculation_time, verbose, warmup and game == 0)
        for seat, gained in enumerate(result):
            totals[seat if game % 2 == 0 else 1 - seat] += gained
        lines.append(f"{names[0]} - {names[1]} {result[0]:g}-{result[1]:g}")
        print(f"{lines[-1]}\n")
    lines.append(f"Match result: {player} - {opponent} {totals[0]:g}-{totals[1]:g}")
    print(lines[-1])
    stem = Path(board_file or _BOARD).stem
    name = f"{Path(player).name}-{Path(opponent).name}-board={stem}-time={calculation_time}-match-result.txt"
    Path(name).write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    """Play a match, as the command line says."""
    parser = argparse.ArgumentParser(description="Play a match of Competitive Sudoku between two agents.")
    parser.add_argument("players", nargs="*", metavar="player", help="the two players, if not given by name below")
    parser.add_argument("--first", help="the first player (default: random_player)")
    parser.add_argument("--second", help="the second player (default: random_player)")
    parser.add_argument("--time", help="seconds for a turn (default: 3)", type=float, default=3.0)
    parser.add_argument("--board", help=f"a board file of either generation (default: {_BOARD})")
    parser.add_argument("--count", help="the number of games (default: 6)", type=int, default=6)
    parser.add_argument("--verbose", help="print the games", action="store_true")
    parser.add_argument("--warm-up", help="a practice turn for each player first", action="store_true")
    given = parser.parse_args()
    if len(given.players) > 2:
        parser.error(f"expected two players, got {len(given.players)}")
    names = iter(given.players)
    first = given.first or next(names, "random_player")
    second = given.second or next(names, "random_player")
    if given.time <= 0 or given.count < 1:
        parser.error("expected a time above 0 and at least one game")
    board = given.board or (_BOARD if Path(_BOARD).is_file() else "")
    play_match(first, second, given.count, board, given.time, given.verbose, given.warm_up)


def command() -> None:
    """The console command ``play_match``."""
    run(main)


if __name__ == "__main__":
    command()
