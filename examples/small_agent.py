"""An agent in thirty lines. It looks one turn ahead, and passes with a bomb if the number of empty cells is even.

dueldoku play examples/small_agent.py greedy_player --board random-2x3
dueldoku agent check examples/small_agent.py
"""

from dueldoku import Agent, Game, Move, Ruling, Task


class SmallAgent(Agent):
    """The last proposal counts, so each better move is proposed as soon as it is found."""

    def think(self, game: Game, task: Task) -> None:
        """Propose the move that is worth most."""
        best = float("-inf")
        for move in game.legal_moves():
            value = self.value(game, move)
            if value > best:
                best = value
                task.propose(move)

    def value(self, game: Game, move: Move) -> float:
        """Points now, less what the opponent can take next; a refused move passes the turn."""
        if game.judge(move).ruling is Ruling.REFUSED:
            even = len(game.grid.holes) % 2 == 0
            return 2 - self.most(game) if even else -100
        points = game.points(game.geometry.cell_of(move))
        game.push(move)
        value = points - self.most(game)
        game.pop()
        return value

    def most(self, game: Game) -> int:
        """What the player who moves now can take at most."""
        return max((game.points(cell) for cell in game.cells()), default=0)
