"""Trials: pairs of adjacent inputs with a left run, to try couplings on before anything is proved.

A coupling says what the right run draws, given what the left run drew and what it returned. So one left run and one
coupling make one right run, and whether that returns the same output within the budget is a matter of running it.
Trials come from a fixed stream of pseudo-random numbers: the same program always has the same trials.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from random import Random
from typing import Any

from twinproof.lang.adjacency_kind import Case
from twinproof.lang.command import expressions, subcommands
from twinproof.lang.computable import at_most
from twinproof.lang.enclosure import NoNumber
from twinproof.lang.expr import (
    Apply,
    Expr,
    Literal,
    Op,
    Place,
    UnknownType,
    conjunction,
    conjuncts,
    free_variables,
    may_be_irrational,
    subterms,
)
from twinproof.lang.faces import Dictionary, Member, Option, Text, blank, how_it_is_held
from twinproof.lang.mechanism import Mechanism, is_public
from twinproof.lang.noise import AdditiveNoise, Parameters
from twinproof.lang.noise.law import RATE
from twinproof.lang.types import BOOL, DATABASE, INT, QUERY, REAL, SCORE, ListOf, TupleOf, Type
from twinproof.search.budget import amount_of
from twinproof.search.compiled import Draw, Memory, Program, Run, TooLong, function
from twinproof.search.named_rows import Named
from twinproof.search.uses import thresholds

Value = Any

_CANDIDATES = range(-2, 10)  # the candidates for which a score is told apart, next to multiples of constants
_SIZES = (1, 2, 3, 4, 5, 9)  # how long lists may be
_LONG = 32  # how long they are where a cost for each entry must show
_MOST_ROUNDS = 2_000  # of all loops of a run; the other run may have some more
_CHOICE = 8  # of as many trials one is taken, where most tell nothing
_COMPARED = 0.3  # how often a sample is close to what it is compared with, where δ may pay for it
_FEW = 3  # one of so many trials that were asked for is not enough
_CHOSEN = 40  # how often public values are chosen again
_WIDE = 60  # … from how many integers
_FAR = 25  # a threshold that is far away
_FARTHEST = 1 << _LONG  # … also from a bound that was doubled as often as a long run goes round
_RATES = (Fraction(1), Fraction(1, 2), Fraction(2))
_OTHER_RATES = (Fraction(1, 10), Fraction(1, 100), Fraction(1, 10_000), Fraction(5), Fraction(10))
_MOST_PARAMETERS = 4  # of privacy, that are looked at together
_PARTS = (1, 1, 2, 3)  # of one, that real numbers are multiples of


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """Two adjacent inputs, the rigid values, and a run of the left one. No two are the same, whatever they hold."""

    left: Memory
    right: Memory
    rigid: Memory
    run: Run
    epsilon: Fraction
    positions: Mapping[str, tuple[int, ...]]  # of the rows that are not the same in both runs
    number: int = 0  # where what a run draws alone matters, it is another one in each


@dataclass(frozen=True, slots=True)
class _Table:
    """A query or a score on two databases, which are known by their numbers 0 and 1."""

    values: tuple[dict[int, int], dict[int, int]]

    def __call__(self, database: int, candidate: int = 0) -> int:
        return self.values[database].get(candidate, 0)


def constants(mechanism: Mechanism) -> list[int]:
    """The integers that the program and its claim speak of."""
    spoken = {0}
    texts = [e for c in subcommands(mechanism.body) for e in expressions(c)]
    for e in (*texts, mechanism.requires, amount_of(mechanism.claim)):
        for part in subterms(e):
            if isinstance(part, Literal) and part.type in (INT, REAL) and -1000 <= part.value <= 1000:
                spoken.add(int(part.value))
    return sorted(spoken)


def _required_length(requires: Expr) -> int | None:
    """How long lists have to be, if that is a number, and one for all of them."""
    lengths = set[int]()
    for part in conjuncts(requires):
        match part:
            case Apply(Op.EQ, (Apply(Op.LEN), Literal(int(n))) | (Literal(int(n)), Apply(Op.LEN))):
                lengths.add(n)
            case _:
                pass
    return lengths.pop() if len(lengths) == 1 and min(lengths) <= _LONG else None


class Trials:
    """An endless stream of trials for one mechanism."""

    def __init__(
        self,
        program: Program,
        cases: Mapping[str, Case],
        stand_ins: Mapping[int, int] | None = None,
        named: Iterable[Named] = (),
    ) -> None:
        self.program = program
        self.mechanism = program.mechanism
        self.cases = cases  # of the private parameters: how they are apart
        self._named = [(n.var.name, function(n.value)) for n in named]  # what has a name that the program may speak of
        self._given = [(p, self.mechanism.face(p.name)) for p in self.mechanism.parameters]
        self.random = Random(20160713)
        self.constants = constants(self.mechanism)
        multiples = (c * n for c in self.constants if c > 1 for n in range(1, 5))
        self.candidates = sorted({*_CANDIDATES, *(m for m in multiples if m <= 2 * _FAR)})
        self.samples = list(dict.fromkeys(s.target.name for s in program.samplings if s.target.type == INT))
        self._parameters = [[function(p) for p in s.parameters] for s in program.samplings]
        gives_up = self.mechanism.claim.gives_up  # then what happens far out matters
        compared = thresholds(self.mechanism)
        for site, instead in (stand_ins or {}).items():  # what is drawn in the place of another is compared as that is
            compared[instead] = [*compared[instead], *compared[site]]
        self._compared = [list(map(function, ts)) if gives_up else [] for ts in compared]
        self._rigid: Memory = {}
        public = (p for s in program.samplings for p in s.parameters if is_public(p, self.mechanism.parameters))
        self._rounded = [function(p) for p in public] if self.mechanism.rounds else []
        self._makers: dict[Type, Callable[[int], Value]] = {}
        self._last: tuple[Type, Callable[[int], Value]] = (INT, self._number_of_row)
        faces = self.mechanism.faces
        held = ((name, how_it_is_held(face, faces.texts)) for name, face in faces.parameters.items())
        self._held = [(name, test) for name, test in held if test is not None]
        self._requires = _remembering(self.mechanism.requires)
        self._length = _required_length(self.mechanism.requires)
        known = {p.var for p in self.mechanism.parameters if p.adjacency is None}
        self._asks_public = gives_up and free_variables(self.mechanism.requires) <= known
        self._epsilon = function(amount_of(self.mechanism.claim))
        self._privacy = self._unusual_parameters()
        self._counted = itertools.count() if gives_up else itertools.repeat(0)

    def _unusual_parameters(self) -> list[Memory]:
        """Privacy parameters that are allowed, if none of the usual ones are: a δ is a small number, say."""
        names = [p.name for p in self.mechanism.parameters if p.positive]
        own = {p.var for p in self.mechanism.parameters if p.positive}
        spoken = [e for e in conjuncts(self.mechanism.requires) if free_variables(e) and free_variables(e) <= own]
        if not spoken or len(names) > _MOST_PARAMETERS:
            return []
        asked = function(conjunction(*spoken))

        def allowed(rates: tuple[Fraction, ...]) -> list[Memory]:
            some = (dict(zip(names, chosen, strict=True)) for chosen in itertools.product(rates, repeat=len(names)))
            return [rigid for rigid in some if _holds(asked, rigid)]

        return [] if allowed(_RATES) else allowed((*_RATES, *_OTHER_RATES))

    def stream(self, attempts: int) -> Iterator[Trial]:
        """This many trials, or as many as come of four times as many attempts.

        Where these are few, since the requirements are seldom met, public values are chosen that meet them.
        """
        made = 0
        for attempt in range(8 * attempts):
            if attempt == 4 * attempts and (made > attempts // _FEW or not self._asks_public):
                return
            trial = self._attempt(_SIZES[attempt % len(_SIZES)], asked=attempt >= 4 * attempts)
            if trial is not None:
                yield trial
                made += 1
                if made == attempts:
                    return

    def long(self, attempts: int) -> Iterator[Trial]:
        """Trials on long lists, with public integers that are often far away, so that the runs go on.

        Rows that come, go or change often leave most numbers as they are. So of many trials those come first in which
        the same samples would cost the most.
        """
        if all(case.alignment is None for case in self.cases.values()):
            yield from itertools.islice(self._long(4 * attempts), attempts)
            return
        made = list(self._long(_CHOICE * attempts))
        yield from sorted(made, key=self._telling, reverse=True)[:attempts]

    def _long(self, attempts: int) -> Iterator[Trial]:
        tried = (self._attempt(_LONG, far=True) for _ in range(attempts))
        return (trial for trial in tried if trial is not None)

    def _telling(self, trial: Trial) -> Fraction:
        """What the same samples cost in both runs, in claims: one for each draw at most."""
        draws = trial.run.draws
        try:
            other = self.program.again(trial.right, trial.rigid, draws).draws
        except (TooLong, NoNumber):
            return Fraction(0)
        self._rigid, cost = trial.rigid, Fraction(0)
        for key, draw in draws.items():
            if key in other and other[key].centre != draw.centre:
                cost += min(self._apart(draw, other[key]) / trial.epsilon, Fraction(1)) if trial.epsilon > 0 else 1
        return cost

    def _apart(self, ours: Draw, theirs: Draw) -> Fraction:
        """What the same value costs in two draws; a whole claim where that is not a matter of a rate."""
        noise = self.program.samplings[ours.site].noise
        if not isinstance(noise, AdditiveNoise) or noise.parameters[0] != RATE:
            return Fraction(1)
        return abs(ours.centre - theirs.centre) * self._numbers(ours.site, ours.before)[0]

    def _attempt(self, size: int, far: bool = False, asked: bool = False) -> Trial | None:
        if self._length is not None:
            length = self._length
        else:
            length = size if far or self.random.random() < 0.5 else self.random.randrange(size + 1)
        rigid = self._public_values(length, far)
        for _ in range(_CHOSEN if asked else 0):
            if _holds(self._requires, rigid):
                break
            rigid = self._public_values(length, far)
            numbers = [name for name, value in rigid.items() if type(value) is int]
            rigid.update((name, self.below(_WIDE) - _WIDE // 4) for name in numbers if self.random.random() < 0.5)
        left, right = dict[str, Value](), dict[str, Value]()
        for p, face in self._given:  # the bounds of these may speak of what is public
            if p.adjacency is not None:
                amount = partial(_amount, rigid)
                ours, theirs = p.adjacency.trial(face, length, self.cases.get(p.name), self, amount)
                if p.private:
                    left[p.name], right[p.name] = ours, theirs
                else:
                    rigid[p.name] = _asked(ours, theirs, p.var.type)
        there = dict(self._witnesses(left, right))
        there.update((name, value(left, left, right, there)) for name, value in self._named)
        rigid.update((name, value) for name, value in there.items() if name in rigid)  # the program speaks of it
        return self._trial(left, right, rigid)

    def _public_values(self, length: int, far: bool) -> Memory:
        rigid: Memory = {}
        for p, face in self._given:
            if p.adjacency is None:
                rigid[p.name] = self.random.choice(_RATES) if p.positive else self._public(face, length)
                if far and isinstance(face, ListOf) and rigid[p.name] and self.random.random() < 0.5:
                    rigid[p.name] = rigid[p.name][:1] * len(rigid[p.name])  # each entry may tell the runs apart
                if far and face == INT and self.random.random() < 2 / 3:
                    rigid[p.name] = self.random.choice((_FAR, -_FAR))
        if self._privacy:
            rigid.update(self.random.choice(self._privacy))
        return rigid

    def _trial(self, left: Memory, right: Memory, rigid: Memory) -> Trial | None:
        try:
            if not self._requires(left, left, right, rigid) or not self._can_be_passed({**rigid, **left}):
                return None
            if not self._can_be_passed(right):
                return None
            self._rigid = rigid
            for number in self._rounded:  # which is not everywhere in reach: such a trial is none
                number(left, left, right, rigid)
            run = self.program.run(left, rigid, self._draw)
            if sum(run.loops.values()) > _MOST_ROUNDS:
                return None
            epsilon = at_most(self._epsilon(left, left, right, rigid))
            return Trial(left, right, rigid, run, epsilon, self._positions(left, right), next(self._counted))
        except (TooLong, NoNumber):
            return None

    def _witnesses(self, left: Memory, right: Memory) -> Iterator[tuple[str, int]]:
        """What there is by the adjacency, by its rigid name."""
        for name, case in self.cases.items():
            kind = self.mechanism.parameter(name).adjacency
            if case.witnesses and kind is not None and name in left:
                values = kind.witnessed(left[name], right[name])
                yield from zip((w.name for w in case.witnesses), values, strict=True)

    def _positions(self, left: Memory, right: Memory) -> dict[str, tuple[int, ...]]:
        found: dict[str, tuple[int, ...]] = {}
        for name, case in self.cases.items():
            kind = self.mechanism.parameter(name).adjacency
            if case.alignment is not None and kind is not None:
                found[name] = kind.witnessed(left[name], right[name])[: len(case.alignment.positions)]
        return found

    # ------------------------------------------------------------------------------------------------------ values

    def number(self) -> int:
        """A small integer, or one next to a constant."""
        if self.random.random() < 0.1:
            return self.constants[self.below(len(self.constants))] + self.below(3) - 1
        return self.below(5) - 2

    def _draw(self, site: int, _key: object, centre: Value, memory: Memory) -> Value:
        """A small distance from the centre, as far as a constant says, or close to another sample."""
        chance = self.random.random()
        noise = self.program.samplings[site].noise
        if self._compared[site] and self.random.random() < _COMPARED:
            near = self.random.choice(self._compared[site])(memory, memory, memory, self._rigid)
            away = near - centre + self.random.randrange(-1, 3)
            return noise.scripted(away, lambda: self._numbers(site, memory), centre)
        if chance < 0.15:
            away = self.random.choice(self.constants) * self.random.choice((1, -1)) + self.random.randrange(-2, 3)
        elif chance < 0.3 and isinstance(noise, AdditiveNoise):
            away = memory[self.random.choice(self.samples)] - centre + self.random.randrange(-1, 2)
        else:
            away = self.random.randrange(-3, 4)
        return noise.scripted(away, lambda: self._numbers(site, memory), centre)

    def _numbers(self, site: int, memory: Memory) -> Parameters:
        """The parameters of the noise that is drawn."""
        compiled = self._parameters[site]
        return tuple(Fraction(number(memory, memory, memory, self._rigid)) for number in compiled)

    def _can_be_passed(self, inputs: Memory) -> bool:
        """Whether Python has such values."""
        return all(test(inputs[name]) for name, test in self._held if name in inputs)

    def _public(self, kind: Type, length: int) -> Value:
        """A value of a type of Python, as the core holds it."""
        return self._maker(kind)(length)

    def _maker(self, kind: Type) -> Callable[[int], Value]:
        """How values of a type are made, for lists of some length. (Thousands are made of few types.)"""
        if kind not in self._makers:
            self._makers[kind] = self._made(kind)
        return self._makers[kind]

    def _made(self, kind: Type) -> Callable[[int], Value]:
        chance, below = self.random.random, self.below
        match kind:
            case Member(_, _, members):
                return lambda _: below(len(members))
            case Text():
                return lambda _: below(len(self.mechanism.faces.texts) + 2)
            case Option((_, inner)):
                some, nothing = self._maker(inner), (False, blank(inner))
                return lambda length: (True, some(length)) if chance() < 0.7 else nothing
            case Dictionary((ListOf(key), ListOf(item))):
                return partial(self._dictionary, self._maker(key), self._maker(item))
            case ListOf(item):
                entry = self._maker(item)
                return lambda length: tuple(entry(length) for _ in range(length if chance() < 0.7 else below(4)))
            case TupleOf(items):
                parts = [self._maker(item) for item in items]
                return lambda length: tuple([part(length) for part in parts])
        if kind == BOOL:
            return lambda _: chance() < 0.5
        if kind == REAL:
            return lambda _: Fraction(self.number(), _PARTS[below(len(_PARTS))])
        if kind != INT:
            raise UnknownType(kind)
        return self._integer

    def _integer(self, length: int) -> int:
        chance = self.random.random()
        if chance < 0.5:
            return 1 + self.below(3)
        return self.number() if chance < 0.8 else self.below(length + 1)

    def _dictionary(self, key: Callable[[int], Value], item: Callable[[int], Value], length: int) -> Value:
        keys = tuple(dict.fromkeys(key(length) for _ in range(length + 1)))
        return keys, tuple(item(length) for _ in keys)

    def item(self, kind: Type, far: int = 0) -> Value:
        """An entry of a private list: some of its numbers lie near constants of the program, and some far away."""
        if kind is not self._last[0]:  # nearly always it is the same as before
            self._last = (kind, self._row(kind))
        return self._last[1](far)

    def _row(self, kind: Type) -> Callable[[int], Value]:
        match kind:
            case Member() | Text() | Option() | Dictionary():
                made = self._maker(kind)
                return lambda _: made(2)
            case TupleOf(items):
                parts = [self._row(item) for item in items]
                return lambda far: tuple([part(far) for part in parts])
        if kind == INT:
            return self._number_of_row
        made, chance = self._maker(kind), self.random.random

        def other(_: int) -> Value:
            chance()
            return made(2)

        return other

    def _number_of_row(self, far: int) -> int:
        chance = self.random.random()
        if far or chance < 0.1:
            distance = _FARTHEST if far and chance < 0.5 else max(_FAR, 2 * self.constants[-1])
            return (far or (1, -1)[self.below(2)]) * distance + self.below(2)
        if chance < 0.3:
            return self.constants[self.below(len(self.constants))] + self.below(2)
        return self._integer(2)

    def below(self, limit: int) -> int:
        """0 or more, and less than the limit. (`randrange` does the same, and takes three times as long.)"""
        bits = limit.bit_length()
        while (number := self.random.getrandbits(bits)) >= limit > 0:
            pass
        return number

    def pair(self, most: int, direction: int) -> tuple[int, int]:
        """Two close integers; the right one is larger or smaller where a direction is given."""
        value = self.number()
        most = max(most, 0)
        step = most if self.random.random() < 0.7 else self.random.randrange(most + 1)
        direction = direction or self.random.choice((1, -1))
        return value, value + direction * step


def _holds(asked: Callable[..., Any], rigid: Memory) -> bool:
    """Whether a condition on public numbers holds; not where it has no value."""
    try:
        return bool(asked(rigid, rigid, rigid, rigid))
    except NoNumber:
        return False


@lru_cache(maxsize=64)
def _remembering(requires: Expr) -> Callable[[Memory, Memory, Memory, Memory], Value]:
    """A requirement as a function of a trial, which remembers its answers if it speaks of public values only.

    With `log` and the like an answer takes longer than a run, and trials of one mechanism often have the same values.
    """
    asked, spoken = function(requires), sorted(free_variables(requires), key=lambda v: v.name)
    if not may_be_irrational(requires) or any(v.place is not Place.RIGID for v in spoken):
        return asked
    names, answers = [v.name for v in spoken], dict[tuple[Value, ...], Value]()

    def remembered(left: Memory, program: Memory, right: Memory, rigid: Memory) -> Value:
        values = tuple(rigid[name] for name in names)
        if values not in answers:
            answers[values] = asked(left, program, right, rigid)
        return answers[values]

    return remembered


def _amount(rigid: Memory, e: Expr) -> int:
    """A bound of an adjacency."""
    return int(function(e)(rigid, rigid, rigid, rigid))


def _asked(left: Value, right: Value, kind: Type) -> Value:
    """A score or queries, from what they say of the two databases."""
    if kind == SCORE:
        return _Table((left, right))
    return tuple(_Table(({0: a}, {0: b})) for a, b in zip(left, right, strict=True))


def inputs(mechanism: Mechanism, trial: Trial, side: int) -> dict[str, Value]:
    """The inputs of one run (0: left, 1: right) as a user gives them: a database by its answers or scores."""
    given: dict[str, Value] = {}
    for p in mechanism.parameters:
        if p.var.type == DATABASE:
            continue
        if p.private:
            given[p.name] = plain((trial.left, trial.right)[side][p.name])
        elif p.var.type == SCORE:
            given[p.name] = {**trial.rigid[p.name].values[side], "else": 0}
        elif p.var.type == ListOf(QUERY):
            given[p.name] = [query(side) for query in trial.rigid[p.name]]
        else:
            given[p.name] = plain(trial.rigid[p.name])
    return given


def plain(value: Value) -> Value:
    """A value of a run as Python has it: lists for lists."""
    return [plain(v) for v in value] if isinstance(value, tuple) else value
