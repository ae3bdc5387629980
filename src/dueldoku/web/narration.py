"""A game in words, as HTML: who leads and whose turn it is, what just happened, all turns."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from html import escape

from dueldoku.agents.registry import AGENTS
from dueldoku.arena.task import split_limits
from dueldoku.board.move import Move
from dueldoku.dojo.telling import Starved, starved
from dueldoku.duel.record import GameRecord
from dueldoku.duel.turn import Reason, Ruling, Turn, reason_in_words
from dueldoku.game.game import Game
from dueldoku.solvers.human.board import listed
from dueldoku.web.duel import Duel
from dueldoku.web.tree import Tree
from dueldoku.words import counted

SIGNS = ("", "▴", "▾")


def players(duel: Duel) -> str:
    """Both players of a game on the page, and how long they have thought, or may still think."""
    doing = []
    for player, seat in enumerate(duel.seats, 1):
        is_on = not duel.is_over and duel.game.turn == player
        prefix = "" if not is_on else "thinks · " if seat.agent else "to move · "
        if seat.is_free:
            doing.append("not here yet")
        elif is_on and duel.is_loading:
            doing.append("is being loaded")
        else:
            left = f"{'▸ ' * is_on}{clock(duel.left_to(player))} left"
            doing.append(left if duel.clock else prefix + clock(duel.seconds_of(player)))
    return cards(duel.game, duel.names, doing)


def presence(duel: Duel, mine: list[int]) -> str:
    """Whether the people of a game are there, but for the one who looks."""
    people = {seat.owner: seat.name for player, seat in enumerate(duel.seats, 1) if seat.owner and player not in mine}
    parts = []
    for owner, name in people.items():
        away = duel.lobby.presence.away(owner, duel.key)
        told = "is here" if away == 0 else "is not here" if away is None else f"left {ago(away)}"
        parts.append(f'<p><span class="dot{" here" * (away == 0)}"></span>{escape(name)} {told}</p>')
    return "".join(parts)


def cards(game: Game, names: tuple[str, str], doing: Sequence[str]) -> str:
    """Both players: name, score, what they do, who is to move or has won."""
    parts, outcome = [], game.outcome()
    for player, name in enumerate(map(shown_name, names), 1):
        state = "" if player != (outcome.winner if outcome else game.turn) else " won" if outcome else " turn"
        score = game.scores[player - 1]
        parts.append(
            f'<div class="player p{player}{state}"><span class="sign" aria-hidden="true">{SIGNS[player]}</span>'
            f'<span class="who" title="{escape(name, quote=True)}"><span class="sr">player {player}: </span>'
            f'{escape(name)}</span><span class="score" aria-label="{counted(score, "point")}">{score}</span>'
            f'<span class="state num">{escape(doing[player - 1])}</span></div>'
        )
    return "".join(parts)


def news(duel: Duel, mine: list[int]) -> str:
    """What just happened, and what is to be done."""
    if duel.trouble:
        return f'<p class="news refused">{escape(duel.trouble)}</p>'
    if duel.is_over:
        return f'<p class="news over">{escape(ending(duel, mine))}</p>'
    if not duel.game.history:
        whose = "You begin" if duel.game.turn in mine else f"{shown_name(duel.names[duel.game.turn - 1])} begins"
        what = " Choose a cell, then a digit." if duel.game.turn in mine else ""
        return f'<p class="news">{escape(whose)}.{what}</p>'
    game, told = duel.game, ""
    if (bomb := last_bomb(game, mine)) is not None and bomb + 1 < len(game.history):
        told = f'<p class="news refused">{escape(_refusal(game, bomb, "You"))}.</p>'  # it stays until the next own turn
    refused = " refused" if game.history[-1].ruling is Ruling.REFUSED else ""
    return f'{told}<p class="news{refused}">{escape(last_turn(game, duel.names, mine))}</p>'


def last_bomb(game: Game, mine: list[int]) -> int | None:
    """The number, from 0, of the last turn of the one player who looks on, if it was refused."""
    own = [number for number, turn in enumerate(game.history) if [turn.player] == mine]
    return own[-1] if own and game.history[own[-1]].ruling is Ruling.REFUSED else None


def starved_by(game: Game, number: int) -> Starved | None:
    """What the refused turn of this number would have left without a digit or a place."""
    values, move = list(game.start.grid), game.history[number].move
    for turn in game.history[:number]:
        if turn.move and turn.ruling is Ruling.PLACED:
            values[game.geometry.cell_of(turn.move)] = turn.move.digit
    return starved(game.geometry, values, move) if move else None


def _refusal(game: Game, number: int, who: str) -> str:
    why = starved_by(game, number)
    words = why.words if why else "no solution would be left"
    return f"{who} tried {game.history[number].move}: {words}. It is refused, taboo for both from now on"


def last_turn(game: Game, names: tuple[str, str], mine: list[int] | None = None) -> str:
    """The last turn in a sentence or two."""
    turn = game.history[-1]
    names = shown_name(names[0]), shown_name(names[1])
    who = "You" if mine == [turn.player] else names[turn.player - 1]
    skipped = not game.is_over() and game.turn == turn.player
    other = "You have" if mine == [3 - turn.player] else f"{names[2 - turn.player]} has"
    more = f" {other} no cell to fill and {'are' if other == 'You have' else 'is'} skipped." if skipped else ""
    if turn.move is None:
        return f"{who} {'gave up' if turn.ruling is Ruling.RESIGNED else 'proposed nothing'}."
    if turn.ruling is Ruling.REFUSED:
        goes = "the turn passes" if not skipped else "the turn would pass"
        return f"{_refusal(game, len(game.history) - 1, who)}, and {goes}.{more}"
    if turn.ruling.loses:
        return f"{who} proposed {turn.move}, which is {turn.ruling}."
    if not turn.points:
        return f"{who} wrote {turn.move}.{more}"
    return f"{who} wrote {turn.move} and completed {completed(game, turn.move)}: +{turn.points}.{more}"


def completed(game: Game, move: Move) -> str:
    """The units of the move's cell that are full now."""
    geometry = game.geometry
    units = geometry.units_of[geometry.cell_of(move)]
    full = [unit for unit in units if all(game.values[cell] for cell in geometry.units[unit])]
    return listed(geometry.unit_name(unit) for unit in full)


def ending(duel: Duel, mine: list[int]) -> str:
    """How the game ended."""
    outcome = duel.game.outcome()
    assert outcome
    score = f"{outcome.scores[0]}–{outcome.scores[1]}"
    if not outcome.winner:
        return f"A draw, {score}."
    winner, loser = shown_name(duel.names[outcome.winner - 1]), shown_name(duel.names[2 - outcome.winner])
    wins = "You win" if mine == [outcome.winner] else "You lose" if mine == [3 - outcome.winner] else f"{winner} wins"
    if not duel.reason or not duel.reason.is_loss:
        return f"{wins} {score}."
    if duel.clock and duel.reason is Reason.TIME_UP:
        return f"{wins}: {'your' if mine == [3 - outcome.winner] else f'{loser}’s'} time is up."
    is_of_the_move = duel.reason in (Reason.TABOO, Reason.INVALID, Reason.ILLEGAL)
    played = duel.referee.last
    reason = reason_in_words(duel.reason, played.answer.detail if played else "")
    return f"{wins}: {loser} {'proposed a move that is ' * is_of_the_move}{reason}."


def turns(record: GameRecord) -> str:
    """All turns: number, player, what they did, and what an agent said then."""
    return "".join(
        f'<span class="at num">{number}.</span><span aria-hidden="true">{SIGNS[turn.player]}</span>'
        f'<span aria-current="{str(number == len(record.turns)).lower()}">{escape(turn_words(turn))}</span>'
        f"{thoughts(record, number)}"
        for number, turn in enumerate(record.turns, 1)
    )


def moves(tree: Tree, shown: Callable[[int, Turn], str]) -> str:
    """All moves of a tree, with comments: the main line in rows, variations in brackets below the move they replace."""
    ply, depth = {0: 0}, 0
    parts = [_comment(tree.nodes[0].comment)]
    for one in tree.walk():
        if isinstance(one, str):
            depth += 1 if one == "(" else -1
            opening = '<span class="variation">(' if depth == 1 else "("
            parts.append(opening if one == "(" else ")" if depth else ")</span>")
            continue
        node = tree.nodes[one]
        assert node.turn
        number = ply[one] = ply[node.parent] + 1
        sign, told = SIGNS[node.turn.player], shown(one, node.turn)
        row = f'<span class="at num">{number}.</span><span aria-hidden="true">{sign}</span>{told}'
        parts.append((f" {number}.{sign}{told} " if depth else row) + _comment(node.comment))
    return "".join(parts)


def _comment(text: str) -> str:
    return f'<span class="comment">{escape(text)}</span>' if text else ""


SCROLL = (  # the list of turns follows the board; the page itself stays where it is
    "setTimeout(() => { const turn = document.querySelector('.turns [aria-current=true]');"
    " const list = turn?.closest('.turns'); if (list) list.scrollTop = turn.offsetTop - list.offsetTop - 60; }, 50)"
)
LIGHT = (  # lights the cell of what is pointed at, on the board of this number
    "(e) => { const t = e.target.closest?.('[data-light]');"
    " if (t) getElement(%d)?.light(e.type.endsWith('out') ? '' : t.dataset.light); }"
)
_MOVE = re.compile(r"\b(r\d+c\d+)(=\d+)?\b")


def lit(text: str) -> str:
    """A text as HTML in which every cell and move can be pointed at: its cell lights up then.

    >>> lit("<r1c2=3")
    '&lt;<button type="button" class="move" data-light="r1c2">r1c2=3</button>'
    """
    return _MOVE.sub(r'<button type="button" class="move" data-light="\1">\g<0></button>', escape(text))


def thoughts(record: GameRecord, number: int) -> str:
    """What an agent said about the turn of this number, as HTML; nothing if there is nothing.

    That is the time it took of its limit, what it reported about its search, and what it printed.
    """
    told = dict(record.report.get(number, {}))
    facts = [f"{name} {_figure(value)}" for name, value in told.items() if name != "seconds"]
    if "seconds" in told:
        limit = split_limits(record.tags.get("limit", ""))[record.turns[number - 1].player - 1]
        facts.insert(0, f"{told['seconds']:.2f} s" + f" of {limit}" * bool(limit))
    said = f'<p class="soft small num">{escape(" · ".join(facts))}</p>' if facts else ""
    if number in record.output:
        said += f'<pre class="printed">{escape(record.output[number])}</pre>'
    return f'<div class="thoughts">{said}</div>' if said else ""


def _figure(value: float) -> str:
    """A number that an agent reported.

    >>> _figure(1234567.0), _figure(0.1234), _figure(-2.5)
    ('1 234 567', '0.123', '−2.5')
    """
    return (f"{value:,.0f}".replace(",", " ") if value == int(value) else f"{value:.3g}").replace("-", "−")


def turn_words(turn: Turn) -> str:
    """A turn in a few words, without its player."""
    return str(turn).partition(" ")[2].removeprefix("- ")


def shown_name(name: str) -> str:
    """A player's name as people read it.

    >>> shown_name("sensei:level=club"), shown_name("mcts-tree:c=0.5"), shown_name("greedy_player"), shown_name("a_b")
    ('Sensei, club', 'mcts tree, c=0.5', 'greedy', 'a_b')
    """
    agent, colon, options = name.partition(":")
    if agent in AGENTS:
        agent = "Sensei" if agent == "sensei" else agent.removesuffix("_player").replace("_", " ").replace("-", " ")
    return f"{agent}, {options.removeprefix('level=')}" if colon and "=" in options else agent + colon + options


def named(text: str, names: Iterable[str]) -> str:
    """What a report says of these players, with their names as people read them.

    >>> named("2. mcts-tree:c=0.5 lost to greedy_player", ("mcts-tree", "greedy_player", "mcts-tree:c=0.5"))
    '2. mcts tree, c=0.5 lost to greedy'
    """
    anyone = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.sub(rf"(?<!\w)({anyone})(?!\w)", lambda found: shown_name(found[0]), text) if anyone else text


def clock(seconds: float) -> str:
    """A span of time as a clock shows it.

    >>> clock(7.26), clock(75)
    ('7.3 s', '1:15')
    """
    return f"{seconds:.1f} s" if seconds < 60 else f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def ago(seconds: float) -> str:
    """How long ago something was.

    >>> ago(20.4), ago(150), ago(9000)
    ('20 s ago', '2 min ago', '2 h ago')
    """
    if seconds < 60:
        return f"{seconds:.0f} s ago"
    return f"{seconds // 60:.0f} min ago" if seconds < 3600 else f"{seconds // 3600:.0f} h ago"
