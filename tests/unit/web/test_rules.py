"""The worked example says what happens on its board."""

from __future__ import annotations

from dueldoku.web.pages import rules


def test_the_example_is_a_whole_game_as_told() -> None:
    states = rules._states()
    assert states[0]["values"].count(0) == 7
    assert "Seven" in rules._STORY[0][1]
    bomb = next(number for number, (_, told) in enumerate(rules._STORY) if "Refused" in told)
    assert states[bomb]["last"]["placed"] is False
    for number, (move, told) in enumerate(rules._STORY):
        points = states[number]["last"]["points"] if move else 0
        assert points == 0 or f"{points} point" in told
    assert (states[-1]["turn"], states[-1]["scores"]) == (0, [4, 13])
