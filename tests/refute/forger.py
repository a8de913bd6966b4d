"""A forger of refutations who knows how they are checked, and an oracle who follows every run.

The forger writes whatever the replay will find, in the form that it wants, with a digest that fits; so a forged
certificate is turned down only if the replay finds that the claim holds. The oracle (`tests.exact.brute`) shares
neither the states nor the shortcuts of the replay.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import Any

from flint import arb, ctx, fmpq

from tests.exact.brute import (
    BITS,
    COUNTERS,
    FLAGS,
    ITEMS,
    MARKS,
    NUMBERS,
    PAIR,
    Enumeration,
    RandomProgram,
    enumerate_outputs,
)
from tests.exact.noisy_programs import AnyNoise
from twinproof.document.mechanisms import decode_mechanism
from twinproof.document.programs import ProgramReader
from twinproof.document.strict import NOT_WELL_FORMED, Rejected
from twinproof.exact.distribution import Interval, bounds
from twinproof.lang.adjacency import EachWithin, OneWithin, Sensitive, Within
from twinproof.lang.command import Assign, Command, If, Seq, Skip, sequence
from twinproof.lang.errors import TwinproofError
from twinproof.lang.expr import FALSE, TRUE, Expr, Literal, Op, Var, apply, free_variables, list_of, negate
from twinproof.lang.inputs import check_inputs
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.types import BOOL, DATABASE, INT, REAL, SCORE, ListOf, TupleOf, Type
from twinproof.refute import Counterexample
from twinproof.refute.evidence import outward
from twinproof.refute.replay import NotConfirmed, Replayed, replay
from twinproof.verify.counterexample_document import check_refuted, digest, write

Document = dict[str, Any]
Inputs = Mapping[str, Any]

# ------------------------------------------------------------------------------------------------------------ forgeries


def forged(mechanism: Mechanism, left: Inputs, right: Inputs, event: tuple[Any, ...], found: Replayed) -> Document:
    """The certificate of what the replay found, whether it breaks the claim or not; as it comes back from a file."""
    stated = Counterexample(
        mechanism=mechanism.name,
        left=left,
        right=right,
        public={p.name: left[p.name] for p in mechanism.parameters if p.adjacency is None},
        event=event,
        p_left=found.p_left,
        p_right=found.p_right,
        claim=found.claim,
        loss_at_least=found.loss_at_least,
    )
    return dict(json.loads(json.dumps(write(mechanism, stated))))


def sealed(document: Document) -> Document:
    """The document with a digest that fits."""
    return {**document, "digest": digest(document)}


def refilled(document: Document) -> Document:
    """The document with the numbers that the replay finds for its program, its inputs and its event, if it does."""
    try:
        mechanism = decode_mechanism(ProgramReader(document), document["mechanism"])
        stated = document["counterexample"]
        kinds = {p.name: str(p.var.type) for p in mechanism.parameters}
        sides = [
            {name: Fraction(value) if kinds.get(name) == "real" else value for name, value in stated[side].items()}
            for side in ("left", "right")
        ]
        event = [output_in(o, mechanism.result.type) for o in stated["event"]]
        found = replay(mechanism, sides[0], sides[1], event)
    except (Rejected, NotConfirmed, TwinproofError, *NOT_WELL_FORMED):  # what a damaged document may lead to
        return sealed(document)
    loss: Any = "inf" if found.loss_at_least == float("inf") else found.loss_at_least
    numbers = {"p_left": outward(found.p_left), "p_right": outward(found.p_right), "loss_at_least": loss}
    claim = found.claim.map(str).named()
    return sealed({**document, "counterexample": {**stated, **numbers, **claim}})


def output_in(value: Any, kind: Type) -> Any:
    """An output of JSON as the mechanism gives it."""
    if isinstance(kind, TupleOf):
        return tuple(map(output_in, value, kind.items))
    return [output_in(v, kind.item) for v in value] if isinstance(kind, ListOf) else value


def is_accepted(document: Document, expected: Mechanism | None = None, source: str | None = None) -> bool:
    """What the check says; anything but a rejection in its own words is a mistake."""
    try:
        check_refuted(document, expected, source)
    except Rejected:
        return False
    return True


def changed(random: Random, document: Document, times: int) -> Document:
    """The document with a few things in it changed."""
    other = copy.deepcopy(document)
    for _ in range(times):
        places = [p for p in _places(other) if p[0] not in ("format", "version", "verdict", "digest")]
        # The counterexample is small, and the tables are large: both have their turn.
        wanted = random.choice(["counterexample", "mechanism", "terms", "programs"])
        path = random.choice([p for p in places if p[0] == wanted] or places)
        here: Any = other
        for key in path[:-1]:
            here = here[key]
        here[path[-1]] = random.choice(_instead(random, here[path[-1]]))
    return other


def _places(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    if isinstance(node, dict | list):
        for key in node if isinstance(node, dict) else range(len(node)):
            yield from _places(node[key], (*path, key))


def _instead(random: Random, value: Any) -> list[Any]:
    match value:
        case bool():
            return [not value, not value, int(value), None]
        case int():
            return [value + 1, value - 1, value + 1, value - 1, -value, 0, value + random.randint(2, 9), 10**400, True]
        case float():
            return [0.0, 1.0, value / 2, value * 2, 1e308, int(value)]
        case str():
            more = ["int", "bool", "LEFT", "RIGID", "MEMORY", "x", "-1", "0", "1/2", "0/1", "else", "\n", "\ud800", 1]
            return [*map(str, range(6)), "+", "<", "min", "append", "laplace", "one_sided_laplace", *more]
        case list():
            turned = [*value[1:], *value[:1]]
            return [value[:-1], [*value, *value[-1:]], turned, turned, value[::-1], [], [value], None]
        case dict():
            names = list(value)
            doubled = {f"0{name}": v for name, v in value.items()} | value
            swapped = dict(zip(names, [*list(value.values())[1:], *list(value.values())[:1]], strict=True))
            return [swapped, doubled, {n: value[n] for n in names[1:]}, {**value, "more": 0}, None]
        case _:
            return [0, [], "x", ["within", 0]]


# --------------------------------------------------------------------------------------------------------------- oracle


@dataclass(frozen=True)
class Seen:
    """What the oracle saw of one input."""

    outputs: Mapping[str, arb]
    values: tuple[Any, ...]
    lost: arb

    def probability(self, event: tuple[Any, ...]) -> Interval:
        with ctx.workprec(BITS):
            mass = sum((self.outputs.get(repr(o), arb(0)) for o in event), arb(0))
            low, high = bounds(mass).lower, bounds(mass + self.lost).upper
        return Interval(max(Fraction(0), low), min(Fraction(1), max(low, high)))


def seen(mechanism: Mechanism, inputs: Inputs, cut: float = 1e-4, fuel: int = 12, most: int = 400) -> Seen:
    """All runs, one by one."""
    found: Enumeration = enumerate_outputs(mechanism, inputs, cut=cut, fuel=fuel, most=most)
    order = sorted(range(len(found.outputs)), key=lambda n: -float(found.masses[n]))
    outputs = {repr(found.outputs[n]): found.masses[n] for n in order}
    return Seen(outputs, tuple(found.outputs[n] for n in order), found.lost)


def certainly_holds(p: Interval, q: Interval, epsilon: Fraction, delta: Fraction) -> bool:
    """Whether P_left ≤ e^ε · P_right + δ follows from the bounds."""
    with ctx.workprec(BITS):
        factor = bounds(arb(fmpq(epsilon.numerator, epsilon.denominator)).exp())
    return p.upper <= factor.lower * q.lower + delta


# ----------------------------------------------------------------------------------------------------------- inventions

RESULTS: tuple[Type, ...] = (
    INT,
    ListOf(INT),
    ListOf(BOOL),
    TupleOf((INT, INT)),
    TupleOf((INT, INT)),
    TupleOf((ListOf(INT), INT)),
    TupleOf((ListOf(INT), ListOf(INT))),
    TupleOf((INT, TupleOf((INT, BOOL)))),
    TupleOf((BOOL, ListOf(BOOL), INT)),
)


RETURNED = Var("returned", BOOL)
LISTS = {ITEMS, MARKS, PAIR}
DATA_SET_UP = {*NUMBERS, *FLAGS, *COUNTERS, *LISTS}


class Releasing(RandomProgram):
    """Programs that release their variables: once or twice, early or late, again and again, before they change."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.rates = tuple(r for r in self.rates if r >= 1) or (Fraction(2),)
        self.result = Var("result", self.random.choice(RESULTS))
        self.early = self.random.random() < 0.6
        self.quiet = self.random.random() < 0.5  # its lists are never looked into

    def mechanism(self) -> tuple[Mechanism, dict[str, object]]:
        base, inputs = super().mechanism()
        assert isinstance(base.body, Seq)
        start = [c for c in base.body.parts[: len(DATA_SET_UP)] if isinstance(c, Assign)]
        assert {c.target for c in start} == DATA_SET_UP
        early = [self.release(1)] if self.random.random() < 0.3 else []
        late = [self.release(1)] if not early or self.random.random() < 0.7 else []
        body = sequence(Assign(RETURNED, FALSE), *start, *early, *base.body.parts[len(start) :], *late)
        return replace(base, body=body, result=self.result), inputs

    def collect(self, times: int) -> Command:
        match self.random.randrange(9):
            case 0 | 1 if self.early:
                return self.release(times)
            case 2 if self.early:
                return sequence(self.release(times), Assign(RETURNED, TRUE))
            case 3:
                return Assign(ITEMS, list_of(INT, *(self.number(0) for _ in range(self.random.randint(0, 2)))))
            case 4:
                return Assign(ITEMS, apply(Op.CONCAT, ITEMS, list_of(INT, self.number(0), self.number(1))))
            case 5 | 6:
                return Assign(ITEMS, apply(Op.APPEND, ITEMS, self.number(0)))
            case 7:
                return Assign(ITEMS, apply(Op.SET, ITEMS, Literal(self.random.randint(-1, 2)), self.number(0)))
            case _:
                return super().collect(times)

    def counted(self, times: int) -> Command:
        made = super().counted(times)
        if not self.early:
            return made
        return If(negate(RETURNED), made, Skip())

    def number(self, depth: int) -> Expr:
        made = super().number(depth)
        return apply(Op.LEN, ITEMS) if self.quiet and LISTS & free_variables(made) else made

    def condition(self, depth: int) -> Expr:
        made = super().condition(depth)
        return FLAGS[0] if self.quiet and LISTS & free_variables(made) else made

    def release(self, times: int) -> Command:
        return Assign(self.result, self.part(self.result.type))

    def part(self, kind: Type) -> Expr:
        pick = self.random.choice
        match kind:
            case TupleOf(items):
                same = self.part(items[0])
                parts = [same if same.type == k and pick([True, False]) else self.part(k) for k in items]
                return apply(Op.TUPLE, *parts)
            case ListOf(item):
                whole = ITEMS if item == INT else MARKS
                one = self.part(item)
                lists: list[Expr] = [whole, whole, whole, list_of(item, one), apply(Op.APPEND, whole, one)]
                return pick(lists)
            case _ if kind == INT:
                return pick([*NUMBERS, *NUMBERS, self.number(1), apply(Op.LEN, ITEMS)])
            case _:
                return pick([*FLAGS, *FLAGS, self.condition(1)])


class ReleasingAny(Releasing, AnyNoise):
    """The same with every noise there is."""


# --------------------------------------------------------------------------------------------------------------- inputs


def inputs_for(random: Random, mechanism: Mechanism) -> dict[str, Any]:
    """Some small inputs that the mechanism takes."""
    for attempt in range(400):
        small = attempt >= 100  # reals
        given = {p.name: _value(random, p.var.type, small) for p in mechanism.parameters if p.var.type != DATABASE}
        if attempt >= 200:  # public integers that are far apart
            public = [p.name for p in mechanism.parameters if p.adjacency is None and p.var.type == INT]
            given |= {name: given[name] * random.choice((1, 10, 100)) for name in public}
        with suppress(TwinproofError):
            check_inputs(mechanism, given)
            return given
    raise AssertionError(f"{mechanism.name} takes none of 400 inputs")


def _value(random: Random, kind: Type, small: bool = False) -> Any:
    match kind:
        case ListOf(item):
            return [_value(random, item, small) for _ in range(random.choice([1, 1, 2, 2, 3]))]
        case TupleOf(items):
            return [_value(random, item, small) for item in items]
    if kind == REAL:
        return random.choice([Fraction(1), Fraction(2), Fraction(3), *([Fraction(1, 3)] * 3 if small else [])])
    if kind == SCORE:
        return {str(n): random.randint(-1, 2) for n in range(3)} | {"else": 0}
    return random.choice([True, False]) if kind == BOOL else random.randint(-1, 3)


def moved(random: Random, mechanism: Mechanism, inputs: Inputs) -> dict[str, Any]:
    """An adjacent input, where the bounds are one."""
    other = dict(inputs)
    for p in mechanism.parameters:
        value: Any = inputs.get(p.name)
        match p.adjacency:
            case Within():
                other[p.name] = value + random.choice([-1, 1])
            case Sensitive() if isinstance(value, dict):
                other[p.name] = {name: v + random.choice([-1, 0, 1]) for name, v in value.items()}
            case Sensitive():
                other[p.name] = [v + random.choice([-1, 0, 1]) for v in value]
            case EachWithin(_, monotone):
                steps = [0, 1] if monotone else [-1, 0, 1]
                other[p.name] = [v + random.choice(steps) for v in value]
            case OneWithin() if value:
                place = random.randrange(len(value))
                other[p.name] = [v + (random.choice([-1, 1]) if n == place else 0) for n, v in enumerate(value)]
            case _:
                pass
    return other
