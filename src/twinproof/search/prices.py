"""What a draw costs, in whole steps of a public rate, or in ε itself; also where the program computes its noise.

A rate such as eps / (2 · bound) is a public *unit*, eps / 2, over a *divisor*: an integer that is read in the memory.
To move a sample by d costs |d| / divisor units, and m units are enough where |d| ≤ m · divisor. So the ledger counts
whole units, and the questions about it are linear; that they are enough is a question of its own at each draw, which
the kernel asks. Both runs must have the same divisor, and it must be positive.

A rate of any other form, such as half of what is left of a budget, is paid as it is: to move a sample by d costs |d|
times the rate, on the one counter of the ledger that is a real number and counts ε.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from twinproof.lang.command import Assign, Sample, expressions, subcommands
from twinproof.lang.dataflow import reached
from twinproof.lang.expr import (
    ONE,
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
from twinproof.search.pairing import is_free

_MOST_STEPS = 8  # of one draw that are told apart; beyond them a draw counts as if the divisor were 1
_COMPARED = (Op.MIN, Op.MAX, Op.LT, Op.LE)


@dataclass(frozen=True, slots=True)
class Pricing:
    """The rate of a sampling as a public unit, and the integer that the program divides it by, if it does."""

    unit: Expr  # zero: it costs nothing
    divisor: Expr | None = None
    rate: Expr | None = None  # that is paid in ε itself; the unit is 1 then

    @property
    def is_free(self) -> bool:
        """Whether no counter pays."""
        return self == FREE

    @property
    def shared(self) -> Expr | None:
        """What both runs must agree on, and what must be positive: the divisor, or the rate."""
        return self.divisor if self.rate is None else self.rate

    @property
    def counter(self) -> Type:
        """What the counter holds."""
        return INT if self.rate is None else REAL

    def steps(self, distance: int, shared: int | Fraction) -> int | Fraction:
        """What it costs to move a sample by so much, where the divisor, or the rate, has this value."""
        return -(-abs(distance) // shared) if self.rate is None else abs(distance) * shared

    def price(self, distance: Expr, most: int) -> Expr:
        """The same as an expression, exact up to so many steps, if these are few, and not below it for just as many."""
        return self._in_units(distance, most) if self.rate is None else self._in_epsilon(distance, most)

    def _in_epsilon(self, distance: Expr, most: int) -> Expr:
        assert self.rate is not None
        far, rate = apply(Op.ABS, distance), tag(self.rate, Place.LEFT)
        whole = apply(Op.MUL, apply(Op.REAL, far), rate)
        for steps in range(min(most, _MOST_STEPS), 0, -1):
            some = rate if steps == 1 else apply(Op.MUL, Literal(Fraction(steps)), rate)
            whole = apply(Op.ITE, apply(Op.LE, far, Literal(steps)), some, whole)
        return apply(Op.ITE, apply(Op.EQ, distance, ZERO), Literal(Fraction(0)), whole)

    def _in_units(self, distance: Expr, most: int) -> Expr:
        assert self.divisor is not None
        far = apply(Op.ABS, distance)
        whole: Expr = far
        for steps in (*((most,) if most > _MOST_STEPS else ()), *range(min(most, _MOST_STEPS), 0, -1)):
            enough = apply(Op.LE, far, product(steps, (tag(self.divisor, Place.LEFT),)))
            whole = apply(Op.ITE, enough, Literal(steps), whole)
        return apply(Op.ITE, apply(Op.EQ, distance, ZERO), ZERO, whole)

    def enough(self, rate: Expr) -> Expr:
        """When a price is enough: both runs have one divisor, it is positive, and so is the rate of the counter."""
        assert self.shared is not None
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


def pricing(mechanism: Mechanism, sampling: Sample) -> Pricing:
    """How the price of a sampling is counted."""
    if is_free(sampling, mechanism.claim.gives_up):
        return FREE
    rate = sampling.rate
    number, above, below = factors(rate)
    if is_public(rate, mechanism.parameters):
        bounds = tuple(e for e in below if _is_bound_of_rows(e, mechanism))
        if not bounds or not number:
            return Pricing(rate)
        others = tuple(e for e in below if e not in bounds)
        return Pricing(quotient(number, above, others), product(1, bounds))
    public = [[e for e in part if is_public(e, mechanism.parameters)] for part in (above, below)]
    computed = [e for e in below if e not in public[1]]
    if len(public[0]) < len(above) or any(e.type != INT for e in computed):
        return Pricing(ONE, rate=rate)
    unit = quotient(number, tuple(public[0]), tuple(public[1]))
    return Pricing(unit if number else Literal(Fraction(0)), product(1, tuple(computed)))
