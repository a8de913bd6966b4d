"""How likely an event is: a proof in the logic of credit.

Whenever the guard of an event holds at its draw, the run pays the bound of the tail. What a loop may still have to pay
is a multiple of that: once, as long as it has not come to the entry that moves; or once for each round that is left.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping

from twinproof.kernel.rules import Refused, Theorem, credit_conseq
from twinproof.lang.command import Sample, While, loops_in, site_of, subcommands
from twinproof.lang.expr import (
    ONE,
    ZERO,
    Apply,
    Expr,
    Op,
    Place,
    Var,
    apply,
    conjunction,
    conjuncts,
    free_variables,
    negate,
    tag,
)
from twinproof.search.pledges import Pledge
from twinproof.tactics.credit import Held, NoCredit, Pays, credited, is_changed

LEFT = Place.LEFT
_MOST = 24  # ways that are tried


def credit(pledge: Pledge, facts: Expr, delta: Expr) -> Theorem | None:
    """⊢ᵤ c : {P | δ} ⇒ {¬bad | 0}, where P is what the facts say of the left run; None: it was not found."""
    known = conjunction(*(f for f in conjuncts(facts) if all(v.place is not Place.RIGHT for v in free_variables(f))))
    good = negate(tag(pledge.bad, LEFT))
    paying = [loop for loop in loops_in(pledge.mechanism.body) if _pays(loop, pledge)]
    ways = itertools.product(*([(site_of(loop), f) for f in _futures(loop, pledge)] for loop in paying))
    for way in itertools.islice(ways, _MOST):
        try:
            made = _Walk(pledge, known, dict(way)).credit(good)
            return credit_conseq(known, delta, good, ZERO, made)
        except (Refused, NoCredit):
            continue
    return None


class _Walk:
    """The derivation, once it is chosen what each loop may still have to pay."""

    def __init__(self, pledge: Pledge, known: Expr, futures: Mapping[int, Expr]) -> None:
        self.pledge, self.known, self.futures = pledge, known, futures

    def credit(self, good: Expr) -> Theorem:
        return credited(self.pledge.mechanism.body, conjunction(self.known, good), ZERO, self._tails, self._loops)

    def _tails(self, sampling: Sample) -> Pays | None:
        if site_of(sampling) != self.pledge.site:
            return None
        return Pays(self.pledge.event.tail, self.pledge.event.distance, tag(self.pledge.due, LEFT))

    def _loops(self, loop: While, post: Expr, after: Expr) -> Held | None:
        if not _pays(loop, self.pledge) and not is_changed(loop, post, after):
            return None
        around = [outer for outer in loops_in(self.pledge.mechanism.body) if loop in subcommands(outer)]
        paying = [site_of(outer) for outer in around if site_of(outer) in self.futures]
        future = self.futures[paying[-1]] if paying else ONE  # before a loop that does not pay, all may be to come
        good = negate(tag(self.pledge.bad, LEFT))
        owed = apply(Op.MUL, apply(Op.REAL, future), tag(self.pledge.bound, LEFT))
        return Held(conjunction(self.known, good), owed)


def _pays(loop: While, pledge: Pledge) -> bool:
    return any(isinstance(c, Sample) and site_of(c) == pledge.site for c in subcommands(loop.body))


def _futures(loop: While, pledge: Pledge) -> Iterator[Expr]:
    """How many payments there may be from the head of a loop on."""
    for part in conjuncts(pledge.event.guard):
        match part:
            case Apply(Op.EQ, (Var(place=Place.MEMORY) as index, Var(place=Place.RIGID) as moved)):
                yield apply(Op.ITE, apply(Op.LE, tag(index, LEFT), moved), ONE, ZERO)
            case _:
                pass
    for part in conjuncts(loop.condition):
        match part:
            case Apply(Op.LT, (a, b)):
                first, last = tag(a, LEFT), tag(b, LEFT)
                yield apply(Op.ITE, apply(Op.LT, first, last), apply(Op.SUB, last, first), ZERO)
            case _:
                pass
