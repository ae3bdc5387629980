"""The games of a batch as the search for territories sees them, one after the other in the same search."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dueldoku.board.geometry import Geometry
from dueldoku.board.move import Move
from dueldoku.engine.network import Learned
from dueldoku.engine.territory import MOST_QUESTIONS, Style
from dueldoku.envs import Batch
from dueldoku.kernels.duel import outlook, territory
from dueldoku.kernels.duel.outlook import INPUTS
from dueldoku.kernels.duel.play import POINTS
from dueldoku.kernels.duel.terrain import Features, place_of
from dueldoku.kernels.duel.territory import MOST_BOMBS, POINT, TerritorySearch

_ENTRIES = 1 << 11
_STEP, _MOST = 0x3C6EF372FE94F82B, (1 << 62) - 57  # hashes that have nothing to do with each other
SIBLINGS = 6


class Sights(NamedTuple):
    """What was seen in some games: the network's inputs, the search's value and whether it is sure, its move.

    The network is only asked while both players can move.
    """

    seen: NDArray[np.int16]
    value: NDArray[np.float32]
    is_sure: NDArray[np.bool_]
    actions: NDArray[np.int64]
    is_asked: NDArray[np.bool_]
    siblings: NDArray[np.int16]  # SIBLINGS positions after different moves, for each of some games
    worth: NDArray[np.float32]  # what the search says of them


class _Ground(NamedTuple):
    """Some positions as the search wants them, with the player to move as the first."""

    empty: NDArray[np.uint64]
    reach: NDArray[np.uint64]
    left: NDArray[np.int64]
    cells: NDArray[np.int64]  # how many are empty
    bombs: NDArray[np.int64]  # those that live
    doubts: NDArray[np.int64]
    kills: NDArray[np.int64]
    homes: NDArray[np.int64]
    moves: NDArray[np.int64]  # turn of the search -> action


class Searcher:
    """Searches for so many nodes, with the network if one is given."""

    def __init__(
        self, size: Geometry, learned: str, nodes: int, rng: np.random.Generator, *, siblings: bool = False
    ) -> None:
        self.size, self.nodes, self.rng, style = size, nodes, rng, Style()
        no_bombs: dict[Move, frozenset[int]] = {Move(0, 0, digit): frozenset() for digit in range(MOST_BOMBS)}
        self.network = Learned.parse(learned).network if learned else outlook.NONE
        self.search = territory.search_of(
            size,
            [0] * size.size,
            [[1] * size.size] * 2,
            1,
            style.table(size),
            no_bombs,
            reduce=style.reduce,
            entries=_ENTRIES,
            network=self.network,
            margin=territory.INF if siblings else 0,
        )
        watcher = outlook.network_of(np.zeros((len(INPUTS) + 1, 1)), np.zeros(2))  # sees, and says nothing
        self._watcher = self.network if learned else watcher
        self._hash = int(rng.integers(1 << 60))
        self._turns: Any = np.asarray(self.search.moves)["turn"]
        self._root: Any = np.asarray(self.search.plies)[:1]  # fields of arrays are faster to get at than those of rows
        self._now: Any = np.asarray(self.search.now).reshape(1)
        self._siblings = siblings
        self._places = np.array([place_of(size, cell) for cell in range(size.size)])
        self._units, self._units_of = np.array(size.units), np.array(size.units_of)

    def look(self, batch: Batch, games: NDArray[np.int64]) -> Sights:
        """Look at these games."""
        ground, count = self._ground(batch, games), len(games)
        found = np.empty((count, 3), np.int64)  # value, whether it is sure, turn
        seen = np.empty((count, len(INPUTS)), np.int16)
        chosen: list[tuple[int, int, int]] = []  # siblings: number, turn, value
        for number in range(count):
            search = self._place(ground, number)
            seen[number] = self._see(search)
            found[number], values = self._think(search)
            if self._siblings:
                turns = self._turns[0][: self._root["count"][0]]
                turns = turns[turns < len(ground.kills[number])]
                if len(turns) >= SIBLINGS:
                    chosen += [(number, turn, values[turn]) for turn in self.rng.permutation(turns)[:SIBLINGS].tolist()]
        siblings, worth = self._judge_siblings(ground, np.array(chosen, np.int64).reshape(-1, 3))
        actions = ground.moves[np.arange(count), found[:, 2]]
        value = (found[:, 0] / POINT).astype(np.float32)
        can_answer = np.asarray(ground.reach[:, 1].any(axis=1))
        return Sights(seen, value, found[:, 1].astype(bool), actions, can_answer, siblings, worth)

    def _judge_siblings(
        self, ground: _Ground, chosen: NDArray[np.int64]
    ) -> tuple[NDArray[np.int16], NDArray[np.float32]]:
        """What is seen after these moves, and what the search said; all of a game's or none."""
        number, place, value = chosen.T
        terrain = self.search.scene.terrain
        bit = np.zeros((len(place), ground.empty.shape[1]), np.uint64)
        bit[np.arange(len(place)), place >> 6] = np.uint64(1) << (place & 63).astype(np.uint64)
        empty, mine, theirs = ground.empty[number] & ~bit, ground.reach[number, 0], ground.reach[number, 1]
        reach = np.stack([theirs & ~bit, (mine | terrain.around[place]) & empty], axis=1)
        left, units = ground.left[number], terrain.units[place].astype(np.int64)
        completed = (np.take_along_axis(left, units, axis=1) == 1).sum(axis=1)
        np.subtract.at(left, (np.arange(len(place))[:, None], units), 1)
        after = _Ground(
            empty, reach, left, ground.cells[number] - 1, ground.bombs[number] & ~ground.kills[number, place],
            ground.doubts[number], ground.kills[number], ground.homes[number], ground.moves[number],
        )  # fmt: skip
        both_move = (reach != 0).any(axis=2).all(axis=1)
        is_fit = np.asarray(both_move).reshape(-1, SIBLINGS).all(axis=1).repeat(SIBLINGS)
        seen = [self._see(self._place(after, at)) for at in np.flatnonzero(is_fit).tolist()]
        worth = np.array(POINTS)[completed] - value / POINT
        return np.array(seen, np.int16).reshape(-1, len(INPUTS)), worth[is_fit].astype(np.float32)

    def glance(self, seen: NDArray[np.int16]) -> NDArray[np.float32]:
        """What the judge says of positions that were seen, in points."""
        nodes = seen.astype(np.int64) @ self.network.inner[1:] + self.network.inner[0]
        values = np.maximum(nodes, 0) @ self.network.outer[:-1].astype(np.int64) + self.network.outer[-1]
        return np.asarray(self.by_hand(seen) + values / (POINT * outlook.SCALE**2), np.float32)

    def by_hand(self, seen: NDArray[np.int16]) -> NDArray[np.float32]:
        """What the weights that were made by hand say."""
        weights: Any = np.asarray(self.search.weights)[seen[:, INPUTS.index("cells")]]
        values = sum(weights[name] * seen[:, INPUTS.index(name)] for name in list(Features.__annotations__)[:-1])
        return np.asarray((values + weights["turn"]) / POINT, np.float32)

    def _ground(self, batch: Batch, games: NDArray[np.int64]) -> _Ground:
        size, count = self.size, len(games)
        is_empty = batch.values[games] == 0
        planes = batch.observe()[games, -2:].astype(bool).reshape(count, 2, size.size)
        candidates, solutions = batch.candidates()[games], batch.solutions()[games].astype(np.int64)
        cells = is_empty.sum(axis=1)
        doubts = candidates.sum(axis=1) - cells
        bombs = np.zeros_like(candidates)
        asked = np.flatnonzero(doubts <= MOST_QUESTIONS)
        bombs[asked] = batch.bombs(games[asked], everywhere=True)
        bombs[bombs.sum(axis=1) > MOST_BOMBS] = False
        known = bombs.sum(axis=1)
        living = (np.int64(1) << known) - 1
        turns = self.search.scene.kills.size
        moves = np.zeros((count, turns + MOST_BOMBS), np.int64)
        moves[:, self._places] = np.arange(size.size) * size.side + solutions - 1
        kills, homes = np.zeros((count, turns), np.int64), np.zeros((count, MOST_BOMBS), np.int64)
        game, action = np.nonzero(bombs)
        cell, digit = np.divmod(action, size.side)
        bomb = np.arange(len(game)) - np.searchsorted(game, game)
        homes[game, bomb] = self._places[cell]
        moves[game, turns + bomb] = action
        # Where the units have their digits 1 ... N in a solution is what their cells' digits are sorted by.
        order = np.argsort(solutions[:, self._units], axis=2)
        at = order[game[:, None], self._units_of[cell], digit[:, None]]
        needs = self._places[np.column_stack([self._units[self._units_of[cell], at], cell])]
        np.bitwise_or.at(kills, (game[:, None], needs), 1 << bomb[:, None])
        left = is_empty[:, self._units].sum(axis=2)
        return _Ground(
            self._masks(is_empty), self._masks(planes), left, cells, living, doubts - known, kills, homes, moves
        )

    def _masks(self, cells: NDArray[np.bool_]) -> NDArray[np.uint64]:
        words = self.search.scene.empty.shape[1]
        places = np.zeros((*cells.shape[:-1], 64 * words), bool)
        places[..., self._places] = cells
        return np.packbits(places, axis=-1, bitorder="little").view(np.uint64)

    def _place(self, ground: _Ground, number: int) -> TerritorySearch:
        """Set a position up, with a hash of its own."""
        scene, root, now = self.search.scene, self._root, self._now
        scene.empty[0], scene.reach[0] = ground.empty[number], ground.reach[number]
        scene.left[:], scene.kills[:], scene.homes[:] = ground.left[number], ground.kills[number], ground.homes[number]
        self._hash += 1
        root["side"][0], root["cells"][0], root["hash"][0] = 0, ground.cells[number], self._hash * _STEP % _MOST
        root["bombs"][0], root["killer"][0], root["killer_before"][0] = ground.bombs[number], -1, -1
        now["is_alone"][0] = not ground.reach[number, 1].any()
        return self.search._replace(scene=scene._replace(doubts=int(ground.doubts[number])))

    def _see(self, search: TerritorySearch) -> NDArray[np.int32]:
        """What the network sees."""
        watching: Any = search._replace(network=self._watcher)
        territory.start(watching, 0)
        territory.proceed(watching, 1)
        return self._watcher.seen.copy()

    def _think(self, search: TerritorySearch) -> tuple[tuple[int, bool, int], NDArray[np.int64]]:
        """Search deeper and deeper; returns the value, whether it is sure, the turn to take, and what all are worth."""
        root, nodes, depth = self._root, self._now["nodes"], 0
        nodes[0], found, values = 0, (0, False, -1), search.values
        search.history[:] = 0
        while nodes[0] < self.nodes and depth < len(search.moves) and not found[1]:
            depth += 1
            territory.start(search, depth)
            if not territory.proceed(search, self.nodes - int(nodes[0]) if depth > 1 else territory.INF):
                break
            found = int(root["best"][0]), bool(root["is_sure"][0]), int(root["choice"][0])
            values = search.values.copy() if self._siblings else values
        return found, values
