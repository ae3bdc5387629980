"""Every broken and hostile agent, in both seats, as root and as an ordinary user, at every level of a real cage.

python tests/soak/hostile_agents.py [WHO LEVEL [PART_OF_A_NAME]]    WHO: root, ordinary; LEVEL: full, strong

An agent's folder is the verdict that it must get. Below the level full it plays only as an ordinary user whom nobody
knows, in a mount namespace of its own. Opposite sits an agent in a cage as good, which must not be disturbed. A game
that ends otherwise because a turn got no core ("starved") says nothing: play it again on a quieter machine.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from hosting import BROKEN, HOSTILE, START
from ordinary import run_as_ordinary_user, run_here

from dueldoku.duel.turn import Reason

WAYS = ("root", "full"), ("ordinary", "full"), ("ordinary", "strong")
_OTHERWISE = {  # at the level strong
    "wakes_its_zygote.py": "plays",  # Landlock refuses its signal, so nobody wakes up
    "is_killed_by_its_own_timer.py": "died",  # its first process is no init, which nothing of its own can kill
}
_GAMES = f"""
import sys, time
from dueldoku import Game, Position
from dueldoku.agents.base import Limit
from dueldoku.arena.entrant import resolve
from dueldoku.arena.hosting.host import Host
from dueldoku.arena.referee import Referee
from dueldoku.errors import ArenaFault
level, needs, *paths = sys.argv[1:]
for path in paths:
    for seat in (1, 2):
        game = Game(Position.parse({START!r}), seed=1)
        referee, began = Referee(game), time.monotonic()
        start = 0.5 if "hangs" in path else 30.0
        asked = Host(resolve(path), seat, seed=1, level=level, start_seconds=start)
        other = Host(resolve(needs), 3 - seat, seed=2, level=level)
        disturbed, starved = [], ""
        seats = (asked, other) if seat == 1 else (other, asked)
        try:
            with asked, other:
                for turn, answer, _ in referee.turns(seats, Limit(0.25)):
                    if turn.player != seat and answer.fault:
                        disturbed.append(f"{{answer.fault}}, {{answer.detail}}")
                    if answer.fault:
                        starved = "starved" if answer.starved else ""
            reason = referee.reason()
            verdict = reason.name.lower() if reason.is_loss else "plays"
        except ArenaFault as fault:
            verdict, starved = str(fault), "starved" if "too busy" in str(fault) else ""
        told = "; ".join(disturbed) or "-"
        name, took = path.rpartition("/")[2], f"{{time.monotonic() - began:.2f}}"
        print(name, seat, asked.level, verdict, took, starved, told, sep="|")
"""


def check(who: str, level: str, part: str = "") -> list[str]:
    """Play all of them so; what is wrong, in words."""
    agents = [file for file in sorted(BROKEN.glob("*/*.py")) if part in file.stem]
    needs, names = HOSTILE / "user" / "needs.py", {file.name: file for file in agents}
    assert len(names) == len(agents), "two agents have one name"
    printed = []
    for some in (agents[start : start + 10] for start in range(0, len(agents), 10)):
        if who == "root":
            printed += run_here(_GAMES, level, str(needs), *map(str, some)).splitlines()
        else:
            with TemporaryDirectory() as folder:
                places = [f"/mnt/agents/{file.name}" for file in (needs, *some)]
                files = [needs, *some]
                printed += run_as_ordinary_user(Path(folder), files, _GAMES, level, *places).splitlines()
    wrong, games, slowest = [], 0, 0.0
    for line in printed:
        name, seat, got, verdict, seconds, starved, disturbed = line.split("|", 6)
        wanted = names[name].parent.name
        games, slowest = games + 1, max(slowest, float(seconds))
        if level != "full":
            wanted = _OTHERWISE.get(name, wanted)
        if (got, verdict, disturbed) != (level, wanted, "-"):
            why = f"{verdict} at {got} ({starved or 'not starved'})"
            wrong.append(f"{who}, {level}, seat {seat}: {name}: {why}, opponent: {disturbed}")
    print(f"{who}, {level}: {len(agents)} agents, {games} games, {len(wrong)} wrong, the longest {slowest:.1f} s")
    assert games == 2 * len(agents)
    return wrong


if __name__ == "__main__":
    assert {folder.name for folder in BROKEN.iterdir() if folder.is_dir()} <= {
        reason.name.lower() for reason in Reason
    } | {"plays"}
    chosen, part = (tuple(sys.argv[1:3]),) if sys.argv[2:] else WAYS, "".join(sys.argv[3:4])
    found = [sentence for who, level in chosen for sentence in check(who, level, part)]
    print(*found, sep="\n")
    sys.exit(bool(found))
