"""Amplification by subsampling: what a coin that one run tosses alone costs, and what it gives back.

Who takes part with probability q, in something that costs a, loses κ = log(1 + q·(exp(a) − 1)). A run that has a row
more tosses its coin alone: that costs κ, and where the coin is true a is given back, which pays for what the row does
later. The claim says which κ it speaks of. That the two fit together is asked of the solver here, and of the kernel.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from twinproof.lang.amounts import multiples_of
from twinproof.lang.expr import ONE, ZERO, Apply, Expr, Literal, Op, apply, conjunction, implies, subterms
from twinproof.lang.mechanism import Mechanism, is_public
from twinproof.lang.noise import COIN
from twinproof.search.budget import amount_of
from twinproof.search.prices import Pricing
from twinproof.smt import prove

_LITTLE = 400_000  # z3's resource units for whether a coin pays for what it gives back


@dataclass(frozen=True, slots=True)
class Toss:
    """What a coin that one run tosses alone costs, one step of κ, and how many steps of which units it gives back."""

    kappa: Expr
    back: tuple[tuple[Expr, int], ...]


def tosses(mechanism: Mechanism, pricings: Sequence[Pricing]) -> dict[int, Toss]:
    """The coins that a claim speaks of, by their sites."""
    units = list(dict.fromkeys(p.unit for p in pricings if not p.is_free and p.rate is None))
    found: dict[int, Toss] = {}
    for site, sampling in enumerate(mechanism.samplings):
        if sampling.noise is COIN and is_public(sampling.parameters[0], mechanism.parameters):
            for toss, amount in _offered(mechanism, units):
                if _is_fair(mechanism, sampling.parameters[0], toss.kappa, amount):
                    found[site] = toss
                    break
    return found


def _offered(mechanism: Mechanism, units: list[Expr]) -> Iterator[tuple[Toss, Expr]]:
    """Each logarithm of the claim as κ, with each exponent in it as what is given back."""
    for kappa in _terms(Op.LOG, amount_of(mechanism.claim)):
        for power in _terms(Op.EXP, kappa):
            (amount,) = power.args
            parts = multiples_of(amount, units)
            if parts and all(n > 0 and n.denominator == 1 for _, n in parts):
                yield Toss(kappa, tuple((unit, int(n)) for unit, n in parts)), amount


def _terms(op: Op, e: Expr) -> Iterable[Apply]:
    return dict.fromkeys(part for part in subterms(e) if isinstance(part, Apply) and part.op is op)


def _is_fair(mechanism: Mechanism, chance: Expr, kappa: Expr, amount: Expr) -> bool:
    """Whether the coin pays for what it gives back, on the left and on the right."""
    left, right = apply(Op.NEG, kappa), apply(Op.SUB, kappa, amount)
    lost = _expected(chance, apply(Op.EXP, left), apply(Op.EXP, apply(Op.NEG, right)))
    won = _expected(chance, apply(Op.EXP, kappa), apply(Op.EXP, right))
    one = Literal(Fraction(1))
    known = (apply(Op.LT, ZERO, p.var) for p in mechanism.parameters if p.positive)
    condition = conjunction(mechanism.requires, *known, apply(Op.LE, ZERO, chance), apply(Op.LE, chance, ONE))
    goals = (apply(Op.LE, lost, one), apply(Op.LE, one, won))
    return all(prove(implies(condition, goal), _LITTLE).proved for goal in goals)


def _expected(chance: Expr, tails: Expr, heads: Expr) -> Expr:
    return apply(Op.ADD, apply(Op.MUL, apply(Op.SUB, ONE, chance), tails), apply(Op.MUL, chance, heads))
