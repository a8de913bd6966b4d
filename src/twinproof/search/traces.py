"""Coupled pairs of runs, followed from one loop head to the next: what couplings spend, and what holds at each head."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from twinproof.lang.expr import Place
from twinproof.search.alignment import alone_at
from twinproof.search.compiled import Draw, Key, Memory, Value, function
from twinproof.search.trials import Trial

if TYPE_CHECKING:
    from twinproof.search.coupling_search import Search

Visit = tuple[int, tuple[int, ...]]  # a loop head, and the rounds of the loops around it and of itself
Spent = int | Fraction
Followed = tuple[Value, int, int]  # the right sample, the steps that it costs, and its move
Following = Callable[
    [Draw, Value, Memory, Memory], Followed
]  # the left draw, the right centre and memory, rigid values


@dataclass(frozen=True, slots=True)
class Trace:
    """A coupled pair of runs: what it spent, and at each loop head its site, both memories and the ledger."""

    spent: tuple[Spent, ...]
    most: tuple[int, ...]  # at each site, what the dearest draw took of the steps in which it is paid
    shifts: tuple[int, ...]
    heads: list[tuple[int, Memory, Memory, tuple[Spent, ...]]]


@dataclass
class Pair:
    """A trial and couplings. First the left run goes through its loop heads, then the right run meets it there."""

    search: Search
    trial: Trial
    following: Sequence[Following | None]  # at each site
    heads: list[tuple[int, Memory, Memory, tuple[Spent, ...]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rigid = {**self.trial.rigid, self.search.names.output.name: self.trial.run.result}
        count = len(self.search.names.counters)
        self.paid: list[Spent] = [0] * count  # by draws of both runs, and by coins of the right run alone
        self.paid_alone: list[Spent] = [0] * count  # by coins that the left run tosses alone
        self.most = [0] * len(self.following)
        self.made: list[int] = []
        self.left: dict[Visit, tuple[Memory, tuple[Spent, ...]]] = {}  # the left run's visits
        self.waiting: dict[Visit, list[Visit]] = {}  # … that it makes alone, by where the right run is meanwhile

    def trace(self) -> Trace:
        """Both runs."""
        program, trial, pace = self.search.program, self.trial, self.search.pace
        program.run(trial.left, trial.rigid, self._again, self._remember)
        for visit in self.left if pace.steps else ():
            there = pace.waits(*visit, Place.LEFT, trial.positions)
            if there is not None:
                self.waiting.setdefault(there, []).append(visit)
        program.run(trial.right, trial.rigid, self._follow, self._compare)
        return Trace(_sum(self.paid, self.paid_alone), tuple(self.most), tuple(self.made), self.heads)

    def _again(self, site: int, key: Key, _centre: Value, _memory: Memory) -> Value:
        value = self.trial.run.draws[key].value
        if self.search.is_alone(self.trial, site, key[1]):
            self.search.toss(site, value, self.paid_alone)
        return value

    def _remember(self, head: int, rounds: tuple[int, ...], memory: Memory) -> None:
        self.left[head, rounds] = dict(memory), tuple(self.paid_alone)

    def _follow(self, site: int, key: Key, centre: Value, memory: Memory) -> Value:
        drawn, follows = self.search.drawn(self.trial, key), self.following[site]
        if drawn is None or follows is None:
            value = self.search.drawn_alone(self.trial, site, key, centre, memory, self.rigid)
            if drawn is None:
                self.search.toss(site, value, self.paid)
            return value
        self.search.tell_ledger(_sum(self.paid, self.paid_alone), self.rigid)
        value, distance, moved = follows(drawn, centre, memory, self.rigid)
        self.made.append(moved)
        divisor, pricing = self.search.divisors[site], self.search.pricings[site]
        shared = None if divisor is None else divisor(drawn.before, drawn.before, memory, self.rigid)
        steps: Spent = distance
        if shared is not None or pricing.squared:
            steps = pricing.steps(distance, shared)
        self.most[site] = max(self.most[site], pricing.rounds(distance, shared))
        counter = self.search.counter_of[site]
        if counter is not None:
            self.paid[counter] += steps
        return value

    def _compare(self, head: int, rounds: tuple[int, ...], memory: Memory) -> None:
        pace, positions = self.search.pace, self.trial.positions
        for ours in pace.visits(head, rounds, positions) if pace.steps else (rounds,):
            for visit in self._beside(head, ours, memory):
                self._meet(head, visit, memory)
        for inner in self.waiting.get((head, rounds), ()):  # the left run went alone while this one was here
            self._meet(alone_at(inner[0]), inner, memory)
        there = pace.waits(head, rounds, Place.RIGHT, positions) if pace.steps else None
        if there is not None:
            self._meet(alone_at(head), there, memory)

    def _beside(self, head: int, rounds: tuple[int, ...], memory: Memory) -> Iterator[Visit]:
        """The visits of the left run that belong to one that has made so many rounds; in loops over lists, near it."""
        if head not in self.search.pace.over:
            yield head, rounds
            return
        belong = function(self.search.pace.over[head].positions_belong)
        for made in range(rounds[-1] - 1, rounds[-1] + 2):
            visit = head, (*rounds[:-1], made)
            if visit in self.left:
                left, _ = self.left[visit]
                if belong(left, left, memory, self.rigid):
                    yield visit

    def _meet(self, head: int, visit: Visit, memory: Memory) -> None:
        if visit in self.left:
            left, paid_alone = self.left[visit]
            self.heads.append((head, left, dict(memory), _sum(self.paid, paid_alone)))


def _sum(paid: Sequence[Spent], more: Sequence[Spent]) -> tuple[Spent, ...]:
    return tuple(a + b for a, b in zip(paid, more, strict=True))
