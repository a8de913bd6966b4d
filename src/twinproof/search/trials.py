"""Trials: pairs of adjacent inputs with a left run, to try couplings on before anything is proved.

A coupling says what the right run draws, given what the left run drew and what it returned. So one left run and one
coupling make one right run, and whether that returns the same output within the budget is a matter of running it.
Trials come from a fixed stream of pseudo-random numbers: the same program always has the same trials.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from twinproof.lang.command import expressions, subcommands
from twinproof.lang.expr import Expr, Literal, subterms
from twinproof.lang.mechanism import EachWithin, Mechanism, Neighbours, OneWithin, Parameter, Sensitive, Within
from twinproof.lang.noise import Parameters
from twinproof.lang.types import BOOL, INT, REAL, SCORE, ListOf, TupleOf, Type
from twinproof.search.budget import epsilon_of
from twinproof.search.compiled import Memory, Program, Run, TooLong, function

Value = Any
Directions = Mapping[str, int]  # of monotone parameters: 1 if the right run has the larger entries, else −1

_CANDIDATES = range(-2, 10)  # the candidates for which a score is told apart, next to multiples of constants
_SIZES = (1, 2, 3, 4, 5, 9)  # how long lists may be
_LONG = 32  # how long they are where a cost for each entry must show
_FAR = 25  # a threshold that is far away
_RATES = (Fraction(1), Fraction(1, 2), Fraction(2))


@dataclass(frozen=True, slots=True)
class Trial:
    """Two adjacent inputs, the rigid values, and a run of the left one."""

    left: Memory
    right: Memory
    rigid: Memory
    run: Run
    epsilon: Fraction


@dataclass(frozen=True, slots=True)
class _Table:
    """A query or a score on two databases, which are known by their numbers 0 and 1."""

    values: tuple[dict[int, int], dict[int, int]]

    def __call__(self, database: int, candidate: int = 0) -> int:
        return self.values[database].get(candidate, 0)


def constants(mechanism: Mechanism) -> list[int]:
    """The integers that the program and its claim speak of."""
    found = {0}
    texts = [e for c in subcommands(mechanism.body) for e in expressions(c)]
    for e in (*texts, mechanism.requires, epsilon_of(mechanism.claim)):
        for part in subterms(e):
            if isinstance(part, Literal) and part.type in (INT, REAL) and -1000 <= part.value <= 1000:
                found.add(int(part.value))
    return sorted(found)


class Trials:
    """An endless stream of trials for one mechanism."""

    def __init__(self, program: Program, directions: Directions) -> None:
        self.program = program
        self.mechanism = program.mechanism
        self.directions = directions
        self.random = Random(20160713)
        self.constants = constants(self.mechanism)
        multiples = (c * n for c in self.constants if c > 1 for n in range(1, 5))
        self.candidates = sorted({*_CANDIDATES, *(m for m in multiples if m <= 2 * _FAR)})
        self.samples = list(dict.fromkeys(site.target.name for site in program.sites))
        self._parameters = [[function(p) for p in site.parameters] for site in program.sites]
        self._rigid: Memory = {}
        self._requires = function(self.mechanism.requires)
        self._epsilon = function(epsilon_of(self.mechanism.claim))

    def stream(self, attempts: int) -> Iterator[Trial]:
        """This many trials, or as many as come of four times as many attempts."""
        found = 0
        for attempt in range(4 * attempts):
            trial = self._attempt(_SIZES[attempt % len(_SIZES)])
            if trial is not None:
                yield trial
                found += 1
                if found == attempts:
                    return

    def long(self, attempts: int) -> Iterator[Trial]:
        """Trials on long lists, with public integers that are often far away, so that the runs go on."""
        found = 0
        for _ in range(4 * attempts):
            trial = self._attempt(_LONG, far=True)
            if trial is not None:
                yield trial
                found += 1
                if found == attempts:
                    return

    def _attempt(self, size: int, far: bool = False) -> Trial | None:
        rigid: Memory = {}
        length = size if far or self.random.random() < 0.5 else self.random.randrange(size + 1)
        for p in self.mechanism.parameters:
            if p.adjacency is None:
                rigid[p.name] = self._public(p.var.type, length)
                if far and p.var.type == INT and self.random.random() < 0.5:
                    rigid[p.name] = self.random.choice((_FAR, -_FAR))
        left, right = dict[str, Value](), dict[str, Value]()
        for p in self.mechanism.parameters:
            if p.adjacency is not None:
                self._private(p, length, left, right, rigid)
        return self._trial(left, right, rigid)

    def _trial(self, left: Memory, right: Memory, rigid: Memory) -> Trial | None:
        try:
            if not self._requires(left, left, right, rigid):
                return None
            self._rigid = rigid
            run = self.program.run(left, rigid, self._draw)
            return Trial(left, right, rigid, run, Fraction(self._epsilon(left, left, right, rigid)))
        except (TooLong, ZeroDivisionError):
            return None

    # ------------------------------------------------------------------------------------------------------ values

    def _small(self) -> int:
        if self.random.random() < 0.1:
            return self.random.choice(self.constants) + self.random.randrange(-1, 2)
        return self.random.randrange(-2, 3)

    def _draw(self, site: int, _key: object, centre: int, memory: Memory) -> int:
        """A small distance from the centre, as far as a constant says, or close to another sample."""
        chance = self.random.random()
        if chance < 0.15:
            noise = self.random.choice(self.constants) * self.random.choice((1, -1)) + self.random.randrange(-2, 3)
        elif chance < 0.3:
            noise = memory[self.random.choice(self.samples)] - centre + self.random.randrange(-1, 2)
        else:
            noise = self.random.randrange(-3, 4)
        value: int = self.program.sites[site].noise.scripted(noise, lambda: self._numbers(site, memory), centre)
        return value

    def _numbers(self, site: int, memory: Memory) -> Parameters:
        """The parameters of the noise that is drawn."""
        compiled = self._parameters[site]
        return tuple(Fraction(number(memory, memory, memory, self._rigid)) for number in compiled)

    def _public(self, kind: Type, length: int) -> Value:
        match kind:
            case ListOf(item):
                long = length if self.random.random() < 0.7 else self.random.randrange(4)
                return tuple(self._public(item, length) for _ in range(long))
            case TupleOf(items):
                return tuple(self._public(item, length) for item in items)
        if kind == BOOL:
            return self.random.random() < 0.5
        if kind == REAL:
            return self.random.choice(_RATES)
        chance = self.random.random()
        return self.random.randrange(1, 4) if chance < 0.5 else self._small() if chance < 0.8 else self._up_to(length)

    def _up_to(self, length: int) -> int:
        return self.random.randrange(length + 1)

    def _private(self, p: Parameter, length: int, left: Memory, right: Memory, rigid: Memory) -> None:
        match p.adjacency:
            case Within(bound):
                left[p.name], right[p.name] = self._pair(self._bound(bound, rigid), 0)
            case EachWithin(bound):
                most, sign = self._bound(bound, rigid), self.directions.get(p.name, 0)
                pairs = [self._pair(most, sign) for _ in range(length)]
                left[p.name], right[p.name] = tuple(a for a, _ in pairs), tuple(b for _, b in pairs)
            case OneWithin(bound):
                moved = self.random.randrange(max(1, length))
                pairs = [self._pair(self._bound(bound, rigid) if i == moved else 0, 0) for i in range(length)]
                left[p.name], right[p.name] = tuple(a for a, _ in pairs), tuple(b for _, b in pairs)
            case Neighbours():
                left[p.name], right[p.name] = 0, 1
            case Sensitive(bound):
                most = self._bound(bound, rigid)
                if p.var.type == SCORE:
                    rigid[p.name] = self._table(self.candidates, most)
                else:
                    rigid[p.name] = tuple(self._table([0], most) for _ in range(length))

    def _table(self, candidates: list[int], most: int) -> _Table:
        pairs = {c: self._pair(most, 0) for c in candidates}
        return _Table(({c: a for c, (a, _) in pairs.items()}, {c: b for c, (_, b) in pairs.items()}))

    def _bound(self, bound: Expr, rigid: Memory) -> int:
        return int(function(bound)(rigid, rigid, rigid, rigid))

    def _pair(self, most: int, sign: int) -> tuple[int, int]:
        """Two close integers; the right one is larger or smaller where a sign is given."""
        value = self._small()
        most = max(most, 0)
        step = most if self.random.random() < 0.7 else self.random.randrange(most + 1)
        sign = sign or self.random.choice((1, -1))
        return value, value + sign * step


def inputs(mechanism: Mechanism, trial: Trial, side: int) -> dict[str, Value]:
    """The inputs of one run (0: left, 1: right) as a user gives them: a database by its answers or scores."""
    found: dict[str, Value] = {}
    for p in mechanism.parameters:
        match p.adjacency:
            case None:
                found[p.name] = plain(trial.rigid[p.name])
            case Neighbours():
                pass
            case Sensitive():
                table = trial.rigid[p.name]
                if isinstance(table, _Table):
                    found[p.name] = {**table.values[side], "else": 0}
                else:
                    found[p.name] = [query(side) for query in table]
            case _:
                found[p.name] = plain((trial.left, trial.right)[side][p.name])
    return found


def plain(value: Value) -> Value:
    """A value of a run as Python has it: lists for lists."""
    return [plain(v) for v in value] if isinstance(value, tuple) else value
