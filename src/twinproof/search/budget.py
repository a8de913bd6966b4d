"""Where the budget goes: a bound for each counter of the ledger that together stay within the claim.

Counters whose rates are constant multiples of each other are bounded together, so that one may spend what the other
does not; so are those that no trial uses both of, as in a choice between two ways to go on. A bound is an expression
over the public parameters (n, a·q, a·max(q, 0), a·q + r, a·q·r, if flag then n else 0) that covers what the trials
spent; combinations are tried, the simplest first, and those kept that stay within the claim for the parameters tried.
The kernel proves what is only observed here.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, assert_never

from twinproof.lang.claim import Claim, Concentrated, EpsilonDelta, Renyi
from twinproof.lang.computable import at_most
from twinproof.lang.expr import ONE, ZERO, Expr, Literal, Op, Var, apply
from twinproof.lang.scale import product
from twinproof.lang.types import REAL
from twinproof.search.compiled import Memory, function
from twinproof.search.product import Cap

_FEW = 8  # units that may be known by what was tried
_MOST_FACTOR = 64


@dataclass(frozen=True, slots=True)
class Observation:
    """What one trial spent on each counter, and the rigid values it was made with."""

    rigid: Memory
    left: Memory
    spent: tuple[int | Fraction, ...]
    epsilon: Fraction


@dataclass(frozen=True, slots=True)
class Group:
    """Counters whose rates are constant multiples of one rate."""

    weights: tuple[tuple[int, int], ...]  # counter, weight
    unit: Expr  # the rate of one unit, as an expression over the public parameters
    fraction: Fraction  # … times this

    in_epsilon: bool = False  # it is the counter that counts ε itself

    def total(self, observation: Observation) -> int | Fraction:
        return sum(weight * observation.spent[counter] for counter, weight in self.weights)

    def price(self, observation: Observation) -> Fraction:
        """Of one unit. A rate that has no value was not used, and costs nothing."""
        return _value(self.unit, observation) * self.fraction


def amount_of(claim: Claim) -> Expr:
    """What there is to divide among the draws: ε, or a divergence."""
    match claim:
        case EpsilonDelta(epsilon):
            return epsilon
        case Concentrated(rho):
            return rho
        case Renyi(_, r):
            return r
        case _:
            assert_never(claim)


def _value(rate: Expr, o: Observation) -> Fraction:
    """The rate in a trial; 0 where it divides by zero, which no run has come to."""
    return at_most(function(rate)(o.left, o.left, o.left, o.rigid))


@dataclass(frozen=True, slots=True)
class Public:
    """What bounds may speak of."""

    quantities: Sequence[Expr]  # integers
    flags: Sequence[Expr]
    amounts: Sequence[Expr]  # reals


def groups(rates: Sequence[Expr], counters: Sequence[Var], observations: Sequence[Observation]) -> list[Group]:
    """The rates, by what they are multiples of; ε itself is alone."""
    rows = dict.fromkeys(tuple(_value(r, o) for r in rates) for o in observations)
    samples = [row for row in rows if all(row)]
    values = [[row[counter] for row in samples] for counter in range(len(rates))]
    alike: list[list[tuple[int, Fraction]]] = []
    for counter, mine in enumerate(values):
        if counters[counter].type == REAL:
            continue
        for members in alike:
            first = values[members[0][0]]
            ratios = {a / b for a, b in zip(mine, first, strict=True)}
            if len(ratios) == 1:
                members.append((counter, ratios.pop()))
                break
        else:
            alike.append([(counter, Fraction(1))])
    exact = [n for n, counter in enumerate(counters) if counter.type == REAL]
    itself = [Group(((n, 1),), rates[n], Fraction(1), in_epsilon=True) for n in exact]
    return [*(_group(rates, members) for members in alike), *itself]


def _group(rates: Sequence[Expr], members: list[tuple[int, Fraction]]) -> Group:
    """Whole weights: the unit is the largest rate that all are whole multiples of."""
    denominator = math.lcm(*(ratio.denominator for _, ratio in members))
    common = math.gcd(*(int(ratio * denominator) for _, ratio in members))
    unit = Fraction(common, denominator)
    weights = tuple((counter, int(ratio / unit)) for counter, ratio in members)
    return Group(weights, rates[members[0][0]], unit)


@dataclass(frozen=True, slots=True)
class Either:
    """Groups of which no trial has used more than one: together they spend what the dearest of them does."""

    groups: tuple[Group, ...]
    shares: tuple[int, ...]  # what one unit of each counts, so that all come to the same at most

    @property
    def weights(self) -> tuple[tuple[int, int], ...]:
        return tuple((c, w * share) for g, share in zip(self.groups, self.shares, strict=True) for c, w in g.weights)

    in_epsilon = False

    def total(self, observation: Observation) -> int | Fraction:
        return sum(g.total(observation) * share for g, share in zip(self.groups, self.shares, strict=True))

    def price(self, observation: Observation) -> Fraction:
        return max(g.price(observation) / share for g, share in zip(self.groups, self.shares, strict=True))


def either(clustered: Sequence[Group], observations: Sequence[Observation]) -> list[Group | Either]:
    """The groups, where those that are never used together are one."""
    apart: list[list[Group]] = []
    for group in clustered:
        for members in apart:
            if group.in_epsilon or members[0].in_epsilon:
                continue
            if not any(group.total(o) and any(m.total(o) for m in members) for o in observations):
                members.append(group)
                break
        else:
            apart.append([group])
    return [members[0] if len(members) == 1 else _either(members, observations) for members in apart]


def _either(members: list[Group], observations: Sequence[Observation]) -> Either:
    most = [int(max([1, *(m.total(o) for o in observations)])) for m in members]
    whole = math.lcm(*most)
    return Either(tuple(members), tuple(whole // m for m in most))


def caps(
    rates: Sequence[Expr],
    counters: Sequence[Var],
    public: Public,
    observations: Sequence[Observation],
) -> Iterator[tuple[Cap, ...]]:
    """Bounds that cover the observations and stay within the claim, the simplest first."""
    alone = groups(rates, counters, observations)
    together = either(alone, observations)
    for clustered in (alone, together) if len(together) < len(alone) else (alone,):
        yield from _combinations(clustered, counters, public, observations)


def _combinations(
    clustered: Sequence[Group | Either],
    counters: Sequence[Var],
    public: Public,
    observations: Sequence[Observation],
) -> Iterator[tuple[Cap, ...]]:
    offers = [list(dict.fromkeys(_bounds(g, public, observations))) for g in clustered]
    for chosen in itertools.islice(itertools.product(*offers), 4000):
        if all(_within(clustered, chosen, o) for o in observations):
            yield tuple(
                Cap(tuple((counters[c], weight) for c, weight in g.weights), bound)
                for g, bound in zip(clustered, chosen, strict=True)
            )


def _within(clustered: Sequence[Group | Either], chosen: Sequence[Expr], o: Observation) -> bool:
    spent = sum(
        (
            at_most(function(bound)(o.left, o.left, o.left, o.rigid)) * g.price(o)
            for g, bound in zip(clustered, chosen, strict=True)
        ),
        Fraction(0),
    )
    return spent <= o.epsilon


def _bounds(group: Group | Either, public: Public, observations: Sequence[Observation]) -> Iterator[Expr]:
    """Expressions that are at least what was spent, in every observation."""
    quantities, flags = public.quantities, public.flags
    cover = _Cover([group.total(o) for o in observations], observations)
    if group.in_epsilon:
        parts = (apply(Op.QUOTIENT, e, Literal(Fraction(n))) for n in (2, 3, 4) for e in public.amounts)
        yield from filter(cover.covers, (*public.amounts, *parts))
        return
    most = int(max(cover.totals, default=0))
    whole = {math.floor(o.epsilon / price) for o in observations if (price := group.price(o))}
    allowed = [Literal(n) for n in whole if n > most and len(whole) == 1]
    if most > _FEW:
        yield from allowed  # all that the claim allows for: what was tried has hardly come to it
    yield Literal(most)
    yield from allowed
    for flag in flags:
        for choice in (apply(Op.ITE, flag, Literal(most), ZERO), apply(Op.ITE, flag, ZERO, Literal(most))):
            if cover.covers(choice):
                yield choice
    for extra in (ZERO, ONE):
        for q in quantities:
            yield from cover.multiples(q, extra)
    if most > _FEW:
        yield from (bound for q in quantities for bound in cover.shares(q, group.price))
    for q in quantities:
        yield from cover.multiples(apply(Op.MAX, q, ZERO), ZERO)
    yield from (Literal(most + extra) for extra in range(1, 4))
    for a, b in itertools.combinations_with_replacement(quantities, 2):
        yield from cover.multiples(apply(Op.MUL, a, b), ZERO)
    for a, b in itertools.permutations(quantities, 2):
        yield from cover.multiples(a, b)


@dataclass(frozen=True)
class _Cover:
    """What was spent, and where."""

    totals: list[int | Fraction]
    observations: Sequence[Observation]

    def covers(self, e: Expr) -> bool:
        """Whether the expression is at least what was spent, everywhere."""
        return all(total <= value for total, value in zip(self.totals, self._values(e), strict=True))

    def _values(self, e: Expr) -> list[Any]:
        value = function(e)
        return [value(o.left, o.left, o.left, o.rigid) for o in self.observations]

    def shares(self, q: Expr, price: Callable[[Observation], Fraction]) -> Iterator[Expr]:
        """The multiple of q that the claim allows for, if it is the same everywhere: n rounds, so much for each."""
        whole = {
            math.floor(o.epsilon / (base * each))
            for o, base in zip(self.observations, self._values(q), strict=True)
            if base > 0 and (each := price(o))
        }
        if len(whole) == 1 and (factor := whole.pop()) > _MOST_FACTOR and self.covers(product(factor, (q,))):
            yield product(factor, (q,))

    def multiples(self, q: Expr, extra: Expr) -> Iterator[Expr]:
        """The least multiple of q that covers all, next to something extra."""
        factor = 1
        for total, base, rest in zip(self.totals, self._values(q), self._values(extra), strict=True):
            if total > rest and base <= 0:
                return
            if total > rest:
                factor = max(factor, -(-(total - rest) // base))
        if factor <= _MOST_FACTOR:
            bound = product(factor, (q,))
            bound = bound if extra == ZERO else apply(Op.ADD, bound, extra)
            if self.covers(bound):
                yield bound
