"""What a draw costs, in whole steps of a public rate, or in ε itself; also where the program computes its noise.

A rate such as eps / (2 · bound) is a public *unit*, eps / 2, over a *divisor*: an integer that is read in the memory.
To move a sample by d costs |d| / divisor units, and m units are enough where |d| ≤ m · divisor. So the ledger counts
whole units, and the questions about it are linear; that they are enough is a question of its own at each draw, which
the kernel asks. Both runs must have the same divisor, and it must be positive.

A rate of any other form, such as half of what is left of a budget, is paid as it is: to move a sample by d costs |d|
times the rate, on the one counter of the ledger that is a real number and counts ε.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from twinproof.lang.command import Assign, Sample, While, expressions, subcommands
from twinproof.lang.dataflow import reached
from twinproof.lang.expr import (
    ONE,
    TRUE,
    ZERO,
    Apply,
    Expr,
    Literal,
    Op,
    Place,
    apply,
    conjunction,
    free_variables,
    subterms,
    tag,
)
from twinproof.lang.mechanism import Mechanism, is_public
from twinproof.lang.scale import factors, product, quotient
from twinproof.lang.types import INT, REAL, Type
from twinproof.search.coins import odds_of
from twinproof.search.currency import currency_of
from twinproof.search.pairing import is_free
from twinproof.search.sums import summed_squares

_MOST_STEPS = 8  # of one draw that are told apart; beyond them a draw counts as if the divisor were 1
_MOST_DIVIDED = 100  # a rate that is divided by more has been divided by something else
_COMPARED = (Op.MIN, Op.MAX, Op.LT, Op.LE)


@dataclass(frozen=True, slots=True)
class Pricing:
    """The rate of a sampling as a public unit, and the integer that the program divides it by, if it does."""

    unit: Expr  # zero: it costs nothing
    divisor: Expr | None = None
    rate: Expr | None = None  # that is paid as it is, on a real counter; the unit is 1 then
    squared: bool = False  # whether a distance of so many steps costs the square of that
    likely: tuple[int, ...] = ()  # distances that somebody has thought of when choosing the noise
    times: Expr | None = None  # an integer of the program that the unit is multiplied with

    @property
    def is_free(self) -> bool:
        """Whether no counter pays."""
        return self == FREE

    @property
    def shared(self) -> Expr | None:
        """What both runs must agree on, and what must be positive: the divisor, the multiple, or the rate."""
        return self.rate or self.times or self.divisor

    @property
    def counter(self) -> Type:
        """What the counter holds."""
        return INT if self.rate is None else REAL

    def steps(self, distance: int, shared: int | Fraction | None) -> int | Fraction:
        """What it costs to move a sample by so much, where what is shared has this value."""
        steps = self.worth(self.rounds(distance, shared))
        return steps * shared if shared is not None and self._multiplies else steps

    @property
    def _multiplies(self) -> bool:
        """Whether what is shared multiplies a distance, and does not divide it."""
        return self.rate is not None or self.times is not None

    def worth(self, steps: int) -> int:
        """What so many steps cost."""
        return steps * steps if self.squared else steps

    def rounds(self, distance: int, shared: int | Fraction | None) -> int:
        """In how many steps a distance is paid for, where what is shared has this value."""
        return abs(distance) if shared is None or self._multiplies else -(-abs(distance) // int(shared))

    def price(self, distance: Expr, most: int, bounds: Sequence[Expr] = ()) -> Expr:
        """The same as an expression, exact up to so many steps, if these are few, and not below it for just as many.

        Where squares are paid, also for distances within bounds that are no numbers.
        """
        return self._in_units(distance, most, bounds) if self.rate is None else self._in_epsilon(distance, most)

    def _in_epsilon(self, distance: Expr, most: int) -> Expr:
        assert self.rate is not None
        far, rate = apply(Op.ABS, distance), tag(self.rate, Place.LEFT)
        whole = apply(Op.MUL, apply(Op.REAL, self._all_steps(distance)), rate)
        for steps in self._told_apart(most):
            some = rate if steps == 1 else apply(Op.MUL, Literal(Fraction(self.worth(steps))), rate)
            whole = apply(Op.ITE, apply(Op.LE, far, Literal(steps)), some, whole)
        return apply(Op.ITE, apply(Op.EQ, distance, ZERO), Literal(Fraction(0)), whole)

    def _in_units(self, distance: Expr, most: int, bounds: Sequence[Expr]) -> Expr:
        far, whole = apply(Op.ABS, distance), self._all_steps(distance)
        unit = () if self.divisor is None else (tag(self.divisor, Place.LEFT),)
        each = () if self.times is None else (tag(self.times, Place.LEFT),)
        for multiple in each:
            whole = apply(Op.MUL, whole, multiple)
        for steps in self._told_apart(most):
            enough = apply(Op.LE, far, product(steps, unit))
            whole = apply(Op.ITE, enough, product(self.worth(steps), each), whole)
        for bound in bounds if self.squared and not unit and not each else ():
            whole = apply(Op.ITE, apply(Op.LE, far, bound), apply(Op.MUL, bound, bound), whole)
        return apply(Op.ITE, apply(Op.EQ, distance, ZERO), ZERO, whole)

    def _all_steps(self, distance: Expr) -> Expr:
        """What is enough for any distance, if the divisor is 1 at least."""
        return apply(Op.MUL, distance, distance) if self.squared else apply(Op.ABS, distance)

    def _told_apart(self, most: int) -> list[int]:
        """The numbers of steps that are told apart, the largest first."""
        many = {most, *self.likely} if most > _MOST_STEPS or self.likely else set[int]()
        return sorted({*many, *range(1, min(most, _MOST_STEPS) + 1)}, reverse=True)

    def enough(self, rate: Expr) -> Expr:
        """When a price is enough: both runs have one divisor, it is positive, and so is the rate of the counter."""
        if self.shared is None:
            return TRUE
        ours, theirs = tag(self.shared, Place.LEFT), tag(self.shared, Place.RIGHT)
        if self.rate is not None:
            return conjunction(apply(Op.LT, ZERO, ours), apply(Op.EQ, ours, theirs))
        units = (tag(self.unit, place) for place in (Place.LEFT, Place.RIGHT))
        known = (apply(Op.EQ, unit, rate) for unit in units if unit != rate)
        return conjunction(apply(Op.LT, ZERO, rate), *known, apply(Op.LE, ONE, ours), apply(Op.EQ, ours, theirs))


FREE = Pricing(ZERO)


def _is_bound_of_rows(e: Expr, mechanism: Mechanism) -> bool:
    """Whether a scale is multiplied with a parameter that bounds what a row adds: then a draw costs whole steps."""
    rows = frozenset(p.var for p in mechanism.parameters if p.adjacency is not None and p.adjacency.counts_rows)
    spoken = {v for part in mechanism.claim.parts() for v in free_variables(part)}
    bound = free_variables(e)
    if not rows or e.type != INT or not bound or bound & spoken:
        return False
    from_rows = reached(mechanism.body, rows, free_variables)
    for command in subcommands(mechanism.body):
        if isinstance(command, Assign) and command.target in from_rows and free_variables(command.value) & bound:
            return True
        for part in (part for read in expressions(command) for part in subterms(read)):
            compared = isinstance(part, Apply) and part.op in _COMPARED and free_variables(part)
            if compared and compared & bound and compared & from_rows:
                return True
    return False


def _is_booked(rate: Expr, mechanism: Mechanism) -> bool:
    """Whether the program itself keeps account of a public amount of which the claim does not speak.

    What is left after each of so many draws is then a sum of reals, and not a number of draws.
    """
    spoken = {v for part in mechanism.claim.parts() for v in free_variables(part)}
    own = {v for v in free_variables(rate) if v.type == REAL} - spoken
    loops = (c.body for c in subcommands(mechanism.body) if isinstance(c, While)) if own else ()
    booked = (c for body in loops for c in subcommands(body) if isinstance(c, Assign) and c.target.type == REAL)
    return any(free_variables(c.value) & own for c in booked)


def _rows(mechanism: Mechanism) -> int:
    """How many rows may not be the same in both runs, of the data set with most of them."""
    return max((p.adjacency.most for p in mechanism.parameters if p.adjacency is not None), default=1)


def _in_squares(mechanism: Mechanism, sampling: Sample, rate: Expr) -> Pricing:
    """How squares of distances are counted: where a rate is divided by the square of an integer, in steps of that.

    Not around the entries of a list whose squares are bounded together: of these the square of an integer may be the
    bound, and a whole step for each entry would be too much.
    """
    number, above, below = factors(rate)
    if summed_squares(mechanism, sampling) and is_public(rate, mechanism.parameters):
        return Pricing(rate, squared=True)
    if not number:
        return Pricing(rate, squared=True)
    computed = [e for e in (*above, *below) if not is_public(e, mechanism.parameters)]
    if computed and all(e in above and e.type == INT for e in computed):
        public = tuple(e for e in above if e not in computed)
        return Pricing(quotient(number, public, below), squared=True, times=product(1, tuple(computed)))
    often = Counter(e for e in below if e.type == INT)
    spoken = {v for part in mechanism.claim.parts() for v in free_variables(part)}  # a claim 1/(2σ²) is one step of it
    twice = {e: often[e] // 2 * 2 for e in often if often[e] > 1 and not free_variables(e) & spoken}
    if any(e not in twice or often[e] % 2 for e in computed):
        return Pricing(ONE, rate=rate, squared=True)
    if not twice:
        largest = math.isqrt(number.denominator // math.gcd(number.denominator, 2))
        moved = {n * each for each in {math.isqrt(number.denominator), largest} for n in range(1, _rows(mechanism) + 1)}
        return Pricing(rate, squared=True, likely=tuple(sorted(moved - {0, 1})))
    others = list(below)
    for e, times in twice.items():
        for _ in range(times):
            others.remove(e)
    roots = tuple(e for e, times in twice.items() for _ in range(times // 2))
    return Pricing(quotient(number, above, tuple(others)), product(1, roots), squared=True)


def _divisors(n: int) -> tuple[int, ...]:
    """The numbers of steps that a rate may have been divided for: no trial may have taken so many of them."""
    return tuple(d for d in range(2, min(n, _MOST_DIVIDED) + 1) if n % d == 0)


def pricing(mechanism: Mechanism, sampling: Sample) -> Pricing:
    """How the price of a sampling is counted."""
    currency = currency_of(mechanism.claim)
    odds = odds_of(mechanism, sampling)
    if odds is not None and odds.unit is not None:
        return Pricing(odds.unit)
    if is_free(sampling, currency, mechanism.claim.gives_up):
        return FREE
    rate = currency.rate(sampling)
    if is_public(rate, mechanism.parameters) and _is_booked(rate, mechanism):
        return Pricing(ONE, rate=rate, squared=currency.in_squares)
    if currency.in_squares and (currency.moves(sampling) or currency.ranges(sampling)):
        return _in_squares(mechanism, sampling, rate)
    number, above, below = factors(rate)
    if is_public(rate, mechanism.parameters):
        bounds = tuple(e for e in below if _is_bound_of_rows(e, mechanism))
        if not bounds or not number:
            return Pricing(rate)
        others = tuple(e for e in below if e not in bounds)
        return Pricing(quotient(number, above, others), product(1, bounds), likely=_divisors(number.denominator))
    public = [[e for e in part if is_public(e, mechanism.parameters)] for part in (above, below)]
    computed = [e for e in below if e not in public[1]]
    multiples = [e for e in above if e not in public[0]]
    if number and multiples and not computed and all(e.type == INT for e in multiples):
        unit = quotient(number, tuple(public[0]), tuple(public[1]))
        return Pricing(unit, times=product(1, tuple(multiples)))
    if multiples or any(e.type != INT for e in computed):
        return Pricing(ONE, rate=rate)
    unit = quotient(number, tuple(public[0]), tuple(public[1]))
    return Pricing(unit if number else Literal(Fraction(0)), product(1, tuple(computed)))
