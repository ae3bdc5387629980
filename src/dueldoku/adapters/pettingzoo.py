"""The duel as a PettingZoo environment in which agents take turns (AEC), ``dueldoku_v0``.

>>> duel = env(board="random-2x3", rules="classic")
>>> duel.reset(seed=1)
>>> for agent in duel.agent_iter():
...     observation, reward, termination, truncation, info = duel.last()
...     action = None if termination else duel.action_space(agent).sample(observation["action_mask"])
...     duel.step(action)

An observation is a dictionary of planes and the mask of the actions that are no offence (``encoding.py``). Bombs are
among them: a refused move passes the turn. A player who has no cell to fill is skipped. An action outside the mask is
an offence, as the rules have it: it ends the game, and its player loses. What is no action at all raises ActionError.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dueldoku.adapters import encoding
from dueldoku.adapters.start import Board, Start
from dueldoku.errors import UnknownName
from dueldoku.game.game import Game

try:
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

    from dueldoku.adapters.spaces import action_space, observation_space, observe
except ImportError as error:
    raise ImportError(f"{__name__} needs PettingZoo: pip install 'dueldoku[rl]' ({error})") from None

NAME = f"dueldoku_{encoding.VERSION}"
PLAYERS = ("player_1", "player_2")


def env(
    board: Board = "random-3x3", rules: str | None = None, *, reward: str = "win", render_mode: str | None = None
) -> AECEnv[str, Any, Any]:
    """The environment, with PettingZoo's check that calls come in order."""
    return wrappers.OrderEnforcingWrapper(raw_env(board, rules, reward=reward, render_mode=render_mode))


class raw_env(AECEnv[str, Any, Any]):  # type: ignore[misc]  # noqa: N801 (PettingZoo's name)
    """The environment itself.

    ``board`` is a bundled board's name, a file, a board, or a recipe, which makes a new board at each ``reset``;
    ``rules`` are by default those of the board. ``reward`` is "win" (1, 0, -1 at the end) or "lead" (the points of each
    turn, less the other one's; an offence costs 7 points for each digit of the board). The seed of ``reset`` draws a
    recipe's board and the regions of the rules random; without one, the next are drawn from the last. ``game`` is the
    ``Game`` under way: look, but do not touch.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 (as PettingZoo has it)
        "render_modes": encoding.MODES,
        "name": NAME,
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        board: Board = "random-3x3",
        rules: str | None = None,
        *,
        reward: str = "win",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._start = Start(board, rules)
        self._reward = encoding.check_reward(reward)
        self.render_mode = encoding.check_mode(render_mode)
        self._chance = np.random.default_rng()
        self.possible_agents = list(PLAYERS)
        self.agents: list[str] = []
        self.observation_spaces = {agent: observation_space(self._start.geometry) for agent in PLAYERS}
        self.action_spaces = {agent: action_space(self._start.geometry) for agent in PLAYERS}
        self.game: Game = self._start.game(0)

    def observation_space(self, agent: str) -> Any:
        """What this player observes: always the same space."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """What this player may do: always the same space."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game."""
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        self.game = self._start.game(int(self._chance.integers(1 << 62)))
        self.agents = list(PLAYERS)
        self.rewards = dict.fromkeys(PLAYERS, 0.0)
        self._cumulative_rewards = dict.fromkeys(PLAYERS, 0.0)
        self.terminations = dict.fromkeys(PLAYERS, False)
        self.truncations = dict.fromkeys(PLAYERS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in PLAYERS}
        self.agent_selection = PLAYERS[self.game.turn - 1]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        """The planes and the mask as this player sees them."""
        if agent not in PLAYERS:
            raise UnknownName(f"expected {' or '.join(PLAYERS)}, got {agent!r}")
        return observe(self.game, PLAYERS.index(agent) + 1)

    def step(self, action: Any) -> None:
        """Take the turn of the player to move; ``None`` once the game is over for them."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        turn = self.game.push(encoding.move_of(self.game, action), PLAYERS.index(agent) + 1)
        gained = encoding.reward_of(self.game, self._reward)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(PLAYERS, (gained, -gained), strict=True))
        self.infos = {one: {"turn": str(turn)} for one in PLAYERS}
        if self.game.is_over():
            self.terminations = dict.fromkeys(PLAYERS, True)
            self.agent_selection = PLAYERS[2 - turn.player]
        else:
            self.agent_selection = PLAYERS[self.game.turn - 1]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The board as the render mode wants it; nothing without one."""
        return encoding.show(self.game, self.render_mode) if self.render_mode else None

    def close(self) -> None:
        """Nothing is open."""
