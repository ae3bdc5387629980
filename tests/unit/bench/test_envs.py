from __future__ import annotations

from importlib.util import find_spec

from dueldoku.bench import envs


def test_everybody_is_measured() -> None:
    paces = {pace[:3]: pace for pace in envs.measure_envs(rounds=1, seconds=0.02, games=128)}
    for game in ("6x6", "9x9", "9x9 rows"):
        assert paces["Batch", game, "turns"].per_second > paces["Game", "9x9", "turns"].per_second
        assert paces["Batch", game, "with observation and mask"].per_second > 0
    threads = paces["Batch, 2 threads beside 1", "9x9", "turns, by the wall clock"]
    assert threads.ratio is not None
    assert 0 < threads.ratio < 2.5  # the same games: parts of different games had shown 3.9
    needs = {"OpenSpiel": ["pyspiel"], "PettingZoo": ["pettingzoo", "pygame"], "pgx": ["pgx"]}
    for name, modules in needs.items():
        measured = [pace for key, pace in paces.items() if key[0] == name]
        assert bool(measured) == all(find_spec(module) for module in modules)
        assert all(pace.per_second > 0 for pace in measured)
