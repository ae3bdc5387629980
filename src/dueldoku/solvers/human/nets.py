"""Forcing nets: suppose a candidate to be true, fill in all singles that follow, and find that it cannot be.

A chain goes from one place to the next; in a net, a single may follow from several places at once. Either one case ends
in a contradiction, or all cases of a choice (the digits of a cell, the places of a digit in a unit) have the same end.

Where singles alone lead nowhere, nets within the net strike out more: inside the case, a candidate that leads to a
contradiction by singles is false. That is the last resort, and it solves nearly everything without a guess.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from dueldoku.board.geometry import bits
from dueldoku.solvers.human.board import CandidateBoard, remembered
from dueldoku.solvers.human.case import Case, Cases, Fact, Literal
from dueldoku.solvers.human.deduction import Candidate, Deduction, Link
from dueldoku.solvers.human.forcing import MOST, Region, is_too_open, regions_of
from dueldoku.solvers.human.links import Graph, plain_graph

TRIED = 10  # nets within which there are nets, to choose from
TOLD = 6  # nets that are worked out in words, to take the shortest


Inner = tuple[Case, list[Fact]]  # a net within a net, and the facts it needs


class Choices(NamedTuple):
    """The board as candidates by number and choices between them."""

    graph: Graph
    regions: list[Region]
    members: list[tuple[int, ...]]
    of: list[list[int]]  # the choices of each candidate

    def case(self) -> Case:
        """A case in which nothing is supposed yet."""
        return Case(self.members, self.of)


@remembered
def choices_of(board: CandidateBoard) -> Choices:
    """What there is to choose on a board."""
    graph, regions = plain_graph(board), regions_of(board)
    of: list[list[int]] = [[] for _ in range(graph.candidates)]
    for number, region in enumerate(regions):
        for member in region.members:
            of[member].append(number)
    return Choices(graph, regions, [region.members for region in regions], of)


def find_net(board: CandidateBoard) -> Iterator[Deduction]:
    """A candidate that cannot be true, or cannot be false, by singles; else the same end in all cases of a choice."""
    if is_too_open(board):
        return
    choices = choices_of(board)
    candidates = choices.graph.candidates
    cases = Cases(choices.members, candidates, also_false=True)
    while cases.grow() and not cases.impossible:
        pass
    if cases.impossible:
        yield from _contradictions(board, choices, cases.impossible)
        return
    yield from _verities(board, choices, cases)


def _contradictions(board: CandidateBoard, choices: Choices, impossible: int) -> Iterator[Deduction]:
    told = []
    for at in bits(impossible)[:TOLD]:
        is_true, candidate = at < choices.graph.candidates, at % choices.graph.candidates
        case = choices.case()
        case.add(candidate, is_true)
        assert case.end
        told.append((case.reasons(*case.end.causes), case, candidate, is_true))
    told.sort(key=lambda net: len(net[0]))
    for facts, case, candidate, is_true in told:
        yield _Story(board, choices).refute(case, facts, candidate, is_true)


def _verities(board: CandidateBoard, choices: Choices, cases: Cases) -> Iterator[Deduction]:
    """Ends that all cases of a choice have in common; the choice may also be whether a candidate is true."""
    candidates = choices.graph.candidates
    regions = sorted(choices.regions, key=lambda region: len(region.members))
    for region in regions:
        mask = sum(1 << member for member in region.members)
        for end in range(candidates):
            for is_true, known in ((True, cases.true[end]), (False, cases.false[end])):
                if not mask & ~known and not mask >> end & 1:
                    supposed = [(member, True) for member in region.members]
                    yield _Story(board, choices).agree(region.tell(board, choices.graph), supposed, (end, is_true))
    either = []  # candidates that lead to an end whether they are true or false
    for end in range(candidates):
        for is_true, known in ((True, cases.true[end]), (False, cases.false[end])):
            both = known & known >> candidates
            either += [(one, end, not is_true) for one in bits(both) if one != end]
    for one, end, is_false in sorted(either):
        name = _Story(board, choices).say(one)
        yield _Story(board, choices).agree(f"{name} or not", [(one, True), (one, False)], (end, not is_false))


def find_nested_net(board: CandidateBoard) -> Iterator[Deduction]:
    """A candidate that cannot be true, by singles and by candidates that cannot be true then; short ones first."""
    choices = choices_of(board)
    if choices.graph.candidates > MOST * board.geometry.size:
        return
    found = []
    for candidate in dict.fromkeys(member for choice in sorted(choices.members, key=len) for member in choice):
        board.tick()
        case, refuted = choices.case(), dict[Literal, int]()  # what nets struck out: how many facts were known then
        case.add(candidate, is_true=True)
        while not case.end and (gone := _impossible_within(choices, case)):
            known = len(case.facts)
            for other in gone:
                refuted[other, False] = known
                case.suppose(other, is_true=False)
            case.follow()
        if case.end:
            found.append((len(refuted), len(case.facts), case, candidate, refuted))
            if len(found) == TRIED:
                break
    found.sort(key=lambda net: net[:2])
    told = [_nested(board, choices, *net[2:]) for net in found[:TOLD]]
    yield from sorted(told, key=lambda step: len(step.reason))


def _impossible_within(choices: Choices, case: Case) -> list[int]:
    """The open candidates that lead to a contradiction by singles in this case; the first that are found."""
    facts = case.facts
    open_ = [
        [member for member in choice if (member, False) not in facts]
        for choice in choices.members
        if not any((member, True) in facts for member in choice)
    ]
    number: dict[int, int] = {}
    for choice in open_:
        for member in choice:
            number.setdefault(member, len(number))
    cases = Cases([[number[member] for member in choice] for choice in open_], len(number), also_false=False)
    while cases.grow() and not cases.impossible:
        pass
    names = list(number)
    return [names[at] for at in bits(cases.impossible)]


def _nested(
    board: CandidateBoard, choices: Choices, case: Case, candidate: int, refuted: dict[Literal, int]
) -> Deduction:
    """The reasons of a net within which other nets strike out candidates: only what is needed, each net once."""
    order = {literal: at for at, literal in enumerate(case.facts)}
    inner: dict[Literal, Inner] = {}
    assert case.end
    needed, open_ = set[Literal](), list(case.end.causes)
    while open_:
        literal = open_.pop()
        if literal in needed:
            continue
        needed.add(literal)
        if literal in refuted:
            within = choices.case()
            for fact in list(case.facts)[: refuted[literal]]:
                within.suppose(*fact)
            within.follow()
            within.suppose(literal[0], is_true=True)
            within.follow()
            assert within.end
            facts = within.reasons(*within.end.causes)
            inner[literal] = within, [fact for fact in facts if fact.literal not in order or fact.choice >= 0]
            open_ += [fact.literal for fact in facts if fact.literal in order and fact.choice < 0]
        else:
            open_ += case.facts[literal].causes
    facts = [case.facts[literal] for literal in sorted(needed, key=order.__getitem__)]
    return _Story(board, choices).refute(case, facts, candidate, is_true=True, inner=inner)


def _named(end: Fact) -> tuple[int, ...]:
    """The candidate at which a case ended, if it was one."""
    return end.literal[:1] if end.literal[0] >= 0 else ()


class _Story:
    """Nets in words."""

    def __init__(self, board: CandidateBoard, choices: Choices) -> None:
        self.board, self.choices = board, choices

    def say(self, candidate: int, is_true: bool = True) -> str:
        cell, digit = self.choices.graph.candidate(candidate)
        return f"{self.board.geometry.name(cell)} is {'' if is_true else 'not '}{digit}"

    def _single(self, fact: Fact) -> str:
        """A single that follows in a case."""
        (cell, digit), region = self.choices.graph.candidate(fact.literal[0]), self.choices.regions[fact.choice]
        name = self.board.geometry.name(cell)
        if region.cell is not None:
            return f"{name} can only be {digit}"
        return f"in {self.board.unit_names(region.unit)}, {digit} fits only in {name}"

    def _end(self, case: Case) -> str:
        """The contradiction at the end of a case."""
        assert case.end
        candidate, graph = case.end.literal[0], self.choices.graph
        if candidate < 0:
            region = self.choices.regions[case.end.choice]
            if region.cell is not None:
                return f"no digit is left for {self.board.geometry.name(region.cell)}"
            return f"{region.digit} fits nowhere in {self.board.unit_names(region.unit)}"
        one, because = graph.candidate(candidate), case.facts[candidate, False].causes
        if not because:
            return f"{self.say(candidate)}, which it cannot be"
        two = graph.candidate(because[0][0])
        if one.cell == two.cell:
            return f"{self.board.geometry.name(one.cell)} is both {one.digit} and {two.digit}"
        return f"{self.board.names(sorted((one.cell, two.cell)))} are both {one.digit}"

    def _follow(self, facts: Sequence[Fact]) -> list[str]:
        """The singles that follow in a case, in words."""
        return [self._single(fact) for fact in facts if fact.literal[1] and fact.choice >= 0]

    def _follow_nested(self, facts: Sequence[Fact], inner: dict[Literal, Inner]) -> list[str]:
        """The same, numbered, with what nets within the case strike out; those with one reason are told together."""
        told = list[str]()
        for is_inner, some in groupby(facts, lambda fact: fact.literal in inner):
            if not is_inner:
                told += self._follow(list(some))
                continue
            for why, alike in groupby([fact.literal for fact in some], lambda literal: self._within(*inner[literal])):
                struck = [self.choices.graph.candidate(candidate) for candidate, _ in alike]
                told.append(f"{self._none_of(struck)}, for then {why}")
        return [f"({number}) {step}" for number, step in enumerate(told, 1)]

    def _none_of(self, struck: Sequence[Candidate]) -> str:
        """``r1c1 is not 3``; of several, ``r1c1 is neither 3 nor 4`` or ``neither r1c1 nor r2c2 is 3``."""
        cells = list(dict.fromkeys(self.board.geometry.name(cell) for cell, _ in struck))
        digits = list(dict.fromkeys(str(digit) for _, digit in struck))
        if len(struck) == 1:
            return f"{cells[0]} is not {digits[0]}"
        if len(cells) == 1:
            return f"{cells[0]} is neither {' nor '.join(digits)}"
        if len(digits) == 1:
            return f"neither {' nor '.join(cells)} is {digits[0]}"
        return "none of these holds: " + ", ".join(
            f"{self.board.geometry.name(cell)}={digit}" for cell, digit in struck
        )

    def _within(self, case: Case, facts: Sequence[Fact]) -> str:
        """How a net within a net ends: just the digits on the way, without those that the end tells again."""
        assert case.end
        last = case.end.literal[0]
        clash = {last, *(cause for cause, _ in case.facts[last, False].causes)} if last >= 0 else set[int]()
        singles = [fact.literal[0] for fact in facts if fact.literal[1] and fact.choice >= 0]
        steps = [self._short(single) for single in singles if single not in clash]
        return f"{', '.join(steps)}, and {self._end(case)}" if steps else self._end(case)

    def _short(self, candidate: int) -> str:
        cell, digit = self.choices.graph.candidate(candidate)
        return f"{self.board.geometry.name(cell)}={digit}"

    def refute(
        self,
        case: Case,
        facts: list[Fact],
        candidate: int,
        is_true: bool,
        inner: dict[Literal, Inner] | None = None,
    ) -> Deduction:
        """The deduction that what was supposed is not so."""
        inner = inner or {}
        assert case.end
        steps = [*(self._follow_nested(facts, inner) if inner else self._follow(facts)), self._end(case)]
        steps[-1] = f"so {steps[-1]}" if inner else steps[-1]
        why = f"Suppose that {self.say(candidate, is_true)}. Then {'; '.join(steps)}. That cannot be"
        every = [*facts, *(fact for _, within in inner.values() for fact in within)]
        used = [case.end, *(inside.end for inside, _ in inner.values() if inside.end)]
        return self._conclude(why, every, used, (candidate, not is_true))

    def agree(self, choice: str, supposed: list[Literal], end: Literal) -> Deduction:
        """The deduction that all cases have the same end."""
        told, every = [], list[Fact]()
        for literal in supposed:
            case = self.choices.case()
            case.suppose(*literal)
            case.follow(goal=end)
            facts = case.reasons(end)
            every += facts
            steps = self._follow(facts)
            if not end[1]:
                steps.append(self.say(*end))
            if literal != end:
                told.append(f"If {self.say(*literal)}: {'; '.join(steps)}")
        return self._conclude(f"{choice}. {'. '.join(told)}. So in any case", every, [], end)

    def _conclude(self, why: str, facts: list[Fact], ends: list[Fact], end: Literal) -> Deduction:
        graph = self.choices.graph
        links = dict.fromkeys(
            Link(graph.place(cause), graph.place(fact.literal[0]), strong=fact.literal[1])
            for fact in facts
            for cause, _ in fact.causes
        )
        cells = dict.fromkeys(graph.candidate(fact.literal[0]).cell for fact in facts)
        for fact in ends:
            members = self.choices.members[fact.choice] if fact.choice >= 0 else ()
            cells |= dict.fromkeys(graph.candidate(member).cell for member in (*members, *_named(fact)))
        found: Candidate = graph.candidate(end[0])
        if end[1]:
            return Deduction(f"{why}: {self.say(*end)}.", tuple(cells), found, links=tuple(links))
        return self.board.strike(cells, [found], why, links)
