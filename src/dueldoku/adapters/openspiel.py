"""The duel as an OpenSpiel game in Python: sequential, without chance, with perfect information.

Importing this module registers ``dueldoku``:

>>> import pyspiel
>>> game = pyspiel.load_game("dueldoku(board=random-2x3,rules=classic,returns=win)")
>>> state = game.new_initial_state()
>>> state.apply_action(state.legal_actions()[0])
>>> state.current_player()
1

``board`` is a bundled board's name, a recipe, a position or the board itself. OpenSpiel's notation has its own use for
some signs, so write ``~`` for ``=``, ``;`` for ``,`` and ``!`` for a blank there, and name the shape of a board that is
written out: ``dueldoku(board=generate:size~2x3;empty~18)``, ``dueldoku(board=2x2:12..34..........)``. In a dictionary,
``pyspiel.load_game("dueldoku", {"board": ...})``, either spelling will do. ``rules`` are by default those of the board,
and ``seed`` draws what is left to chance before the game begins.
``returns`` is "win" (1, 0, -1), "lead" (the points at the end less the other one's; zero-sum, too) or "points" (one's
own points: a general-sum game, as the points of a board are not always as many).

Bombs are actions: a refused move passes the turn. A player who has no cell to fill is skipped. Offences are no actions,
so what is not legal raises ActionError.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Literal, get_args

import numpy as np

from dueldoku.adapters import encoding
from dueldoku.adapters.start import Start
from dueldoku.duel.position import Position
from dueldoku.errors import ActionError, StartError, UnknownName
from dueldoku.game.game import Game
from dueldoku.game.oracle import Oracle

try:
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ImportError as error:
    raise ImportError(f"{__name__} needs OpenSpiel: pip install 'dueldoku[rl]' ({error})") from None

Returns = Literal["win", "lead", "points"]
_READ, _WRITTEN = str.maketrans("~;!", "=, "), str.maketrans("=, ", "~;!")
_NUMBER = re.compile("[0-9.]+")
_DEFAULTS: dict[str, Any] = {"board": "random-3x3", "rules": "", "seed": 0, "returns": "win"}


def _type_of(returns: Returns) -> pyspiel.GameType:
    is_zero_sum = returns != "points"
    return pyspiel.GameType(
        short_name="dueldoku",
        long_name="Dueldoku",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if is_zero_sum else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_DEFAULTS,
    )


class DueldokuGame(pyspiel.Game):  # type: ignore[misc]
    """The game: a board, its rules, and what counts at the end."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = _DEFAULTS | (params or {})
        if given["returns"] not in get_args(Returns):
            raise UnknownName(f"expected returns out of {', '.join(get_args(Returns))}, got {given['returns']!r}")
        self.kind: Returns = given["returns"]
        board = given["board"].translate(_READ)
        start = Start(board, given["rules"] or None).game(given["seed"])
        geometry, self.start = start.geometry, start.position()
        # Each turn takes a digit of a cell for good: it is placed, and the cell is full, or it is refused, and taboo.
        longest = sum(len(start.digits(cell)) for cell, value in enumerate(start.values) if not value)
        most = 1 if self.kind == "win" else encoding.most_points(start)
        info = pyspiel.GameInfo(
            num_distinct_actions=encoding.count_actions(geometry),
            max_chance_outcomes=0,
            num_players=2,
            min_utility=0 if self.kind == "points" else -most,
            max_utility=most,
            utility_sum=None if self.kind == "points" else 0.0,
            max_game_length=longest,
        )
        named = f"{geometry}:{board}" if _NUMBER.fullmatch(board) else board  # else it would be read as a number
        super().__init__(_type_of(self.kind), info, {**given, "board": named.translate(_WRITTEN)})

    def new_initial_state(self, state: Any = None) -> DueldokuState:
        """The start of a game; or a state as its ``to_dict`` or ``to_struct`` tells it."""
        if state is None:
            return DueldokuState(self, self.start)
        told = state.to_dict() if isinstance(state, pyspiel.StateStruct) else state
        position = Position.parse(told["position"])
        if position.grid.geometry is not self.start.grid.geometry or position.rules != self.start.rules:
            raise StartError(f"expected a position of {self}, got {position}")
        return DueldokuState(self, position)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """What makes observations; with perfect recall, it is the actions so far."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return _Observer(self, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class _Table:
    """A duel that OpenSpiel can copy and pickle, as it does with whatever a state holds; the oracle is shared."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __deepcopy__(self, memo: object) -> _Table:
        return _Table(self.game.copy())

    def __reduce__(self) -> tuple[object, ...]:
        return _table_of, (str(self.game.position()),)


_oracle_of = cache(Oracle)  # one for all states of a shape: what it has learned in one it need not search for in others


def _table_of(position: Position | str) -> _Table:
    position = Position.parse(position) if isinstance(position, str) else position
    return _Table(Game(position, oracle=_oracle_of(position.grid.geometry)))


class DueldokuState(pyspiel.State):  # type: ignore[misc]
    """A position of the game."""

    def __init__(self, game: DueldokuGame, position: Position) -> None:
        super().__init__(game)
        self._kind = game.kind
        self._table = _table_of(position)

    @property
    def duel(self) -> Game:
        """The ``Game`` behind it: look, but do not touch."""
        return self._table.game

    def current_player(self) -> int:
        """0, 1, or that the game is over."""
        return pyspiel.PlayerId.TERMINAL if self.duel.is_over() else self.duel.turn - 1

    def _legal_actions(self, player: int) -> list[int]:
        return encoding.legal_actions(self.duel)

    def _apply_action(self, action: int) -> None:
        move = encoding.move_of(self.duel, action)
        if self.duel.is_over():
            raise ActionError(f"expected no action after the end of the game, got {action}, which is {move}")
        judged = self.duel.judge(move)
        if judged.ruling.loses:
            raise ActionError(f"expected a legal action, got {action}: {judged.why}")
        self.duel.push(move)

    def _action_to_string(self, player: int, action: int) -> str:
        return str(encoding.move_of(self.duel, action))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.duel.is_over()

    def returns(self) -> list[float]:
        """What each player gets; nothing before the end."""
        outcome = self.duel.outcome()
        if outcome is None:
            return [0.0, 0.0]
        first, second = outcome.scores
        if self._kind == "points":
            return [float(first), float(second)]
        lead = float(first - second if self._kind == "lead" else (outcome.winner == 1) - (outcome.winner == 2))
        return [lead, -lead]

    def _to_struct(self) -> dict[str, str]:
        return {"position": str(self)}

    def __str__(self) -> str:
        return str(self.duel.position())


class _Observer:
    """Makes observations: the planes of ``encoding.py``, and the position as text."""

    def __init__(self, game: DueldokuGame, params: Any) -> None:
        if params:
            raise UnknownName(f"expected no parameters of observations, got {params}")
        geometry = game.start.grid.geometry
        shape = (encoding.count_planes(geometry), geometry.side, geometry.side)
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: DueldokuState, player: int) -> None:
        """Observe the state as this player sees it."""
        self.dict["observation"][:] = encoding.planes_of(state.duel, player + 1)

    def string_from(self, state: DueldokuState, player: int) -> str:
        """The same as text: both see all."""
        return str(state)


pyspiel.register_game(_type_of("win"), DueldokuGame)
