"""The duel as a Gymnasium environment: one seat is yours, an agent of ours, or your own, sits in the other.

Importing this module registers ``Dueldoku-2x2-v0``, ``2x3``, ``3x3``, ``3x4`` and ``4x4``: each game is on a new board
with half of its cells empty. All arguments of ``Duel`` may be given to ``gymnasium.make``.

>>> import gymnasium
>>> duel = gymnasium.make("Dueldoku-2x3-v0", opponent="random_player")
>>> observation, info = duel.reset(seed=1)
>>> over = False
>>> while not over:
...     action = duel.action_space.sample(observation["action_mask"])
...     observation, reward, over, _, info = duel.step(action)

An action outside the mask is an offence, as the rules have it: the game is over, and lost. What is no action at all
raises ActionError, and a step after the end raises TurnError.
"""

from __future__ import annotations

from typing import Any, SupportsFloat

import numpy as np
from numpy.typing import NDArray

from dueldoku.adapters import encoding
from dueldoku.adapters.start import Board, Start
from dueldoku.agents.base import Agent, Limit
from dueldoku.arena import uncaged
from dueldoku.arena.entrant import resolve
from dueldoku.arena.hosting.limits import MEMORY
from dueldoku.arena.play import open_seat
from dueldoku.arena.referee import Referee
from dueldoku.arena.seat import AgentSeat, Answer, Seat
from dueldoku.duel.turn import reason_in_words
from dueldoku.errors import PlanError, TurnError
from dueldoku.game.game import Game

try:
    import gymnasium

    from dueldoku.adapters.spaces import action_space, observation_space, observe
except ImportError as error:
    raise ImportError(f"{__name__} needs Gymnasium: pip install 'dueldoku[rl]' ({error})") from None

SIZES = ("2x2", "2x3", "3x3", "3x4", "4x4")
_NODES = 1_000  # of an opponent, if nothing is said
_TRIES = 100


class Duel(gymnasium.Env[dict[str, Any], Any]):
    """One seat of a duel.

    ``board``, ``rules`` and ``reward`` are as in the PettingZoo environment. ``opponent`` is a bundled agent with its
    options, a path to an agent, or an ``Agent``. With ``nodes`` it plays in this process, fast, and the same seed plays
    the same games; nothing is caged then, so name only agents of your own. With ``seconds`` it plays in its cage and
    under the clock, a new cage for each game. ``seat`` is yours: 1 moves first, 2 second, 0 lets chance decide anew for
    each game.
    """

    metadata: dict[str, Any] = {"render_modes": encoding.MODES, "render_fps": 1}  # noqa: RUF012 (as Gymnasium has it)

    def __init__(
        self,
        board: Board = "random-3x3",
        rules: str | None = None,
        *,
        opponent: str | Agent = "greedy_player",
        nodes: int | None = None,
        seconds: float | None = None,
        seat: int = 1,
        reward: str = "win",
        memory: int = MEMORY,
        render_mode: str | None = None,
    ) -> None:
        self._start = Start(board, rules)
        self._reward = encoding.check_reward(reward)
        self.render_mode = encoding.check_mode(render_mode)
        self._limit = _limit(nodes, seconds)
        if seat not in (0, 1, 2):
            raise PlanError(f"expected the seat 1, 2 or, for either, 0, got {seat!r}")
        if isinstance(opponent, Agent) and self._limit.nodes is None:
            raise PlanError("expected a limit of nodes for an agent that is an object: it cannot be put into a cage")
        self._opponent = opponent if isinstance(opponent, Agent) else resolve(opponent)
        if not isinstance(self._opponent, Agent) and self._limit.nodes is not None:
            uncaged.warn([self._opponent])
        self._wish, self._memory = seat, memory
        self.player = seat or 1
        self._referee: Referee | None = None
        self._other: Seat | None = None
        self.observation_space = observation_space(self._start.geometry)
        self.action_space = action_space(self._start.geometry)

    @property
    def game(self) -> Game:
        """The game under way: look, but do not touch. Raises TurnError before the first ``reset``."""
        if self._referee is None:
            raise TurnError("expected a reset before the first turn")
        return self._referee.game

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a new game; the opponent moves first if it is their turn. Raises AgentFault if they cannot start."""
        super().reset(seed=seed)
        for _ in range(_TRIES):
            self.close()
            board, chance, seat = (int(self.np_random.integers(most)) for most in (1 << 62, 1 << 32, 2))
            self._referee = Referee(self._start.game(board))
            self.player = self._wish or seat + 1
            self._other = self._sit_down(3 - self.player, chance)
            try:
                self._other.start()
                self._let_them_play(self._referee)
            except BaseException:
                self.close()
                raise
            if not self.game.is_over():  # else the opponent failed before your first turn
                break
        else:
            raise PlanError(f"the opponent lost {_TRIES} games before your first turn: {self.game.history[-1]}")
        if self.render_mode == "human":
            self.render()
        return observe(self.game, self.player), self._info()

    def step(self, action: Any) -> tuple[dict[str, Any], SupportsFloat, bool, bool, dict[str, Any]]:
        """Take a turn; then the opponent takes theirs, until it is your turn again."""
        move = encoding.move_of(self.game, action)
        assert self._referee
        self._referee.take(Answer(move))
        gained = encoding.reward_of(self.game, self._reward) + self._let_them_play(self._referee)
        if self.render_mode == "human":
            self.render()
        if self.game.is_over():
            self.close()
        gained = gained if self.player == 1 else -gained
        return observe(self.game, self.player), gained, self.game.is_over(), False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are no offence, for learners that ask by this name."""
        return encoding.mask_of(self.game, self.player).astype(bool)

    def render(self) -> Any:
        """The board as the render mode wants it; nothing without one."""
        return encoding.show(self.game, self.render_mode) if self.render_mode else None

    def close(self) -> None:
        """Let the opponent go."""
        if self._other:
            self._other.close()
        self._other = None

    def _sit_down(self, player: int, seed: int) -> Seat:
        if isinstance(self._opponent, Agent):
            return AgentSeat(self._opponent, player, seed)
        return open_seat(self._opponent, player, seed, self._limit, self._memory)

    def _let_them_play(self, referee: Referee) -> float:
        """What the opponent's turns gave to player 1. One who proposes nothing loses."""
        gained = 0.0
        while not referee.game.is_over() and referee.game.turn != self.player:
            assert self._other
            referee.take(self._other.ask(referee.game, self._limit))
            gained += encoding.reward_of(referee.game, self._reward)
        return gained

    def _info(self) -> dict[str, Any]:
        """The turns since yours, the points, and how the game ended if it did."""
        turns = self.game.history
        mine = max((at for at, turn in enumerate(turns) if turn.player == self.player), default=0)
        info: dict[str, Any] = {"turns": [str(turn) for turn in turns[mine:]], "scores": tuple(self.game.scores)}
        if outcome := self.game.outcome():
            info |= {"winner": outcome.winner, "reason": str(outcome.reason)}
            last = self._referee and self._referee.last
            if last and last.answer.fault:  # why the opponent proposed nothing
                info["reason"] = reason_in_words(last.answer.fault, last.answer.detail)
        return info


def _limit(nodes: int | None, seconds: float | None) -> Limit:
    if nodes is not None and seconds is not None:
        raise PlanError(f"expected nodes or seconds, got {nodes} and {seconds}")
    if (nodes is not None and not nodes >= 1) or (seconds is not None and not 0 < seconds <= 86_400):
        raise PlanError(f"expected at least one node, or seconds above 0 and up to a day, got {nodes or seconds}")
    return Limit(seconds) if seconds is not None else Limit(nodes=_NODES if nodes is None else nodes)


for _size in SIZES:
    gymnasium.register(
        f"Dueldoku-{_size}-{encoding.VERSION}",
        entry_point=f"{__name__}:Duel",
        kwargs={"board": f"generate:size={_size},empty=0.5"},
    )
