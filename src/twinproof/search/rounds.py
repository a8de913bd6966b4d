"""Rounds that are private each by itself, and what they are worth together: the optimal composition, for numbers.

A claim of numbers with a δ, over a loop of at most n rounds, is met where each round is ε₀-private and n of them need
no more than the claim ([AC-While]). So a round is proved as a mechanism of its own, which releases a value: with the
largest ε₀ that n rounds may cost, and with the variables that both runs share as inputs that are the same in both. What
a round does with that value is computed from what is shared.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NoReturn

from twinproof.kernel.composition import MOST_ROUNDS, is_enough
from twinproof.kernel.judgment import Budget
from twinproof.kernel.rules import Theorem, frame, seq, while_composed
from twinproof.lang.adjacency import unmoved
from twinproof.lang.claim import EpsilonDelta, pure
from twinproof.lang.command import (
    Command,
    If,
    While,
    expressions,
    has_rounds,
    has_sampling,
    parts_of,
    sequence,
    subcommands,
    written,
)
from twinproof.lang.computable import at_least
from twinproof.lang.expr import (
    TRUE,
    Expr,
    Literal,
    Op,
    Place,
    Var,
    apply,
    conjunction,
    conjuncts,
    free_variables,
    fresh_name,
    subterms,
    tag,
)
from twinproof.lang.liveness import live_at_head, live_before
from twinproof.lang.mechanism import Mechanism, Parameter
from twinproof.lang.types import INT
from twinproof.search.compiled import function
from twinproof.search.endings import exchanged, it_ends, variant_of
from twinproof.search.result import Account
from twinproof.search.terms import Unsupported
from twinproof.smt import prove
from twinproof.tactics.paper_rules import weaken
from twinproof.tactics.stepping import Stuck, alone, together

LEFT, RIGHT = Place.LEFT, Place.RIGHT
FREE = Budget()
_MOST_GUESSES = 40  # at the number of rounds
_HALVES = 60
_NEARLY = Fraction(49, 50)  # of what a round may cost: a fraction that can be read is tried first
_FINEST = 1 << 60


@dataclass(frozen=True)
class Rounds:
    """A mechanism that releases values in a loop, and one round of it as a mechanism."""

    before: Command
    loop: While
    after: Command
    round: Mechanism  # up to the value that it releases; its claim is what a round may cost
    rest: Command  # … and what is computed from that
    shared: tuple[Var, ...]  # what a round leaves to the next ones, and to what comes after the loop
    times: int

    @property
    def each(self) -> Expr:
        """What a round may cost."""
        return self.round.claim.amount


def rounds(mechanism: Mechanism, facts: Expr) -> Iterator[Rounds]:
    """The ways to see a mechanism as rounds; facts are what is known of both inputs."""
    claim = mechanism.claim
    if not isinstance(claim, EpsilonDelta) or not claim.gives_up or any(map(free_variables, claim.parts())):
        return
    parts = parts_of(mechanism.body)
    noisy = [n for n, part in enumerate(parts) if has_sampling(part)]
    if len(noisy) != 1 or not isinstance(loop := parts[noisy[0]], While):
        return
    before, after = sequence(*parts[: noisy[0]]), sequence(*parts[noisy[0] + 1 :])
    if has_rounds(before) or has_rounds(after):
        return
    shared = _shared(loop, after, mechanism.result)
    times = _most_rounds(mechanism, before, loop, facts)
    each = None if times is None else _largest_cost(times, *map(_number, claim.parts()))
    if times is None or each is None:
        return
    inside = parts_of(loop.body)
    for n in range(1, len(inside) + 1):
        first, rest = sequence(*inside[:n]), sequence(*inside[n:])
        if has_sampling(rest) or has_rounds(rest):
            continue
        released = {v for v in live_before(rest, frozenset(shared), all_reads=True) if v in written(first)}
        given = _given(first, mechanism)
        if len(released) == 1 and given is not None:
            (value,) = released
            one = replace(mechanism, body=first, result=value, parameters=(*mechanism.parameters, *given))
            for cost in dict.fromkeys((simplest(each * _NEARLY, each), each)):
                yield Rounds(before, loop, after, replace(one, claim=pure(Literal(cost))), rest, shared, times)


def _shared(loop: While, after: Command, result: Var) -> tuple[Var, ...]:
    """What a round writes, and matters later."""
    later = live_before(after, frozenset((result,)), all_reads=True)
    alive = live_at_head(loop, later, all_reads=True) & written(loop.body)
    return tuple(sorted(alive, key=lambda v: v.name))


def _given(first: Command, mechanism: Mechanism) -> tuple[Parameter, ...] | None:
    """The variables that a round starts from, as inputs that are the same in both runs; None if there is none such."""
    inputs = {p.var for p in mechanism.parameters}
    read = live_before(first, frozenset(), all_reads=True) - inputs
    if read & written(first) or any(v.type != INT for v in read):
        return None
    return tuple(Parameter(v, unmoved()) for v in sorted(read, key=lambda v: v.name))


# --------------------------------------------------------------------------------------------------------- the numbers


def _number(e: Expr) -> Fraction:
    """A number of the claim, or a little less."""
    return at_least(function(e)({}, {}, {}, {}))


def _most_rounds(mechanism: Mechanism, before: Command, loop: While, facts: Expr) -> int | None:
    """The smallest number that the rounds of a loop are seen not to exceed, among those that the program suggests."""
    try:
        left = tag(variant_of(loop.condition), LEFT)
    except Unsupported:
        return None
    said = [mechanism.requires, *(e for c in subcommands(sequence(before, loop)) for e in expressions(c))]
    numbers = (part.value for e in said for part in subterms(e) if isinstance(part, Literal) and part.type == INT)
    whole = {0, *map(int, numbers)}
    guesses = {b - a + more for a in whole for b in whole for more in (0, 1)}
    for n in sorted(n for n in guesses if 1 <= n <= MOST_ROUNDS)[:_MOST_GUESSES]:
        within = alone(before, LEFT, apply(Op.LE, left, Literal(n)), FREE).judgment.pre
        if prove(apply(Op.IMPLIES, facts, within)).proved:
            return n
    return None


def _largest_cost(times: int, epsilon: Fraction, delta: Fraction) -> Fraction | None:
    """The largest ε₀ that so many rounds may cost each, by halving; a little less, so that the kernel agrees."""
    if epsilon <= 0 or not 0 < delta < 1:
        return None
    low, high = float(epsilon) / times, float(epsilon) + 40.0
    for _ in range(_HALVES):
        middle = (low + high) / 2
        low, high = (middle, high) if _needed(times, middle, float(epsilon)) <= delta else (low, middle)
    found = Fraction(math.floor(low * (1 - 1e-12) * _FINEST), _FINEST)
    found = max(found, epsilon / times)
    return found if found > 0 and is_enough(times, found, epsilon, delta) else None


def simplest(low: Fraction, high: Fraction) -> Fraction:
    """The fraction with the smallest denominator from low to high, for 0 < low."""
    whole = -(-low.numerator // low.denominator)
    if whole <= high:
        return Fraction(whole)
    return (whole - 1) + 1 / simplest(1 / (high - whole + 1), 1 / (low - whole + 1))


def _needed(times: int, each: float, epsilon: float) -> float:
    """The δ that so many rounds need at this ε, about."""
    whole = times * math.log1p(math.exp(-each))
    found = 0.0
    for j in range(times + 1):
        over = (times - 2 * j) * each - epsilon
        if over <= 0:
            break
        ways = math.lgamma(times + 1) - math.lgamma(j + 1) - math.lgamma(times - j + 1)
        found += math.exp(ways - j * each - whole) * -math.expm1(-over)
    return found


# --------------------------------------------------------------------------------------------------------- the theorem


def composed(rounds: Rounds, mechanism: Mechanism, facts: Expr, one: Theorem, taken: set[str]) -> Theorem:
    """The theorem of the whole, from that of one round."""
    claim = mechanism.claim
    assert isinstance(claim, EpsilonDelta)
    loop, shared, value = rounds.loop, rounds.shared, rounds.round.result
    if free_variables(facts) & {tag(v, side) for v in written(mechanism.body) for side in (LEFT, RIGHT)}:
        raise Unsupported("what is known of the inputs may change")
    variant = variant_of(loop.condition)
    index = Var(fresh_name("rest", taken), INT, Place.RIGID)
    invariant = conjunction(facts, _same(*shared))
    b1, b2, e = tag(loop.condition, LEFT), tag(loop.condition, RIGHT), tag(variant, LEFT)
    in_step = apply(Op.EQ, b1, b2)
    pre = conjunction(invariant, b1, b2, apply(Op.EQ, index, e))
    post = conjunction(_same(*shared), invariant, in_step, apply(Op.LT, e, index))
    cost = Budget(rounds.each)
    there = _round(rounds, weaken(one, cost=cost), value, pre, post)
    back = _round(rounds, weaken(one, cost=cost), value, exchanged(pre), _same(*shared))
    ends = it_ends(loop.body, pre, TRUE, taken | {index.name})
    epsilon, delta = (Literal(_number(e)) for e in claim.parts())
    numbers = Budget(epsilon, delta)
    pairs = tuple((v, v) for v in shared)
    times = Literal(rounds.times)
    body = while_composed(
        loop.condition, loop.condition, invariant, variant, times, index, pairs, numbers, there, back, ends
    )
    start = together(rounds.before, rounds.before, body.judgment.pre, FREE, _no_noise)
    end = together(rounds.after, rounds.after, _same(mechanism.result), FREE, _no_noise)
    start, end = weaken(start, pre=facts), weaken(end, pre=body.judgment.post)
    return weaken(seq(start, seq(body, end)), cost=Budget(*claim.parts()))


def _round(rounds: Rounds, one: Theorem, value: Var, pre: Expr, post: Expr) -> Theorem:
    """A round from `pre` to `post`: the value is released, and the rest is computed."""
    kept = {tag(v, side) for v in written(rounds.round.body) for side in (LEFT, RIGHT)}
    known = conjunction(*(p for p in conjuncts(pre) if not free_variables(p) & kept))
    released = frame(known, weaken(one, pre=pre))
    rest = together(rounds.rest, rounds.rest, post, FREE, _no_noise)
    rest = weaken(rest, pre=released.judgment.post)
    return weaken(seq(released, rest), pre=pre, cost=Budget(rounds.each))


def _same(*shared: Var) -> Expr:
    return conjunction(*(apply(Op.EQ, tag(v, LEFT), tag(v, RIGHT)) for v in shared))


def _no_noise(*_: object) -> NoReturn:
    raise Stuck("there is no noise in what is computed from a released value")


# -------------------------------------------------------------------------------------------------- what is told of it


def told_of_rounds(rounds: Rounds, account: Account) -> Account:
    """How a round is proved, with the sites that its loops have in the whole. There is no draw before it."""
    forks = 1 + sum(isinstance(c, If | While) for c in subcommands(rounds.before))
    invariants = tuple(replace(i, site=i.site + forks) for i in account.invariants)
    return replace(account, invariants=invariants, rounds=(rounds.times, account.claim))
