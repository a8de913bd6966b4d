"""Which order tells two sides apart best, and by which outputs; in floats, for the search only.

Masses of the left are lower bounds and those of the right upper ones. All sums are taken in logarithms: an order may be
large, and the ratio of two masses as well.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from twinproof.exact.moments import Order
from twinproof.lang.claim import Concentrated, OfMoments, Renyi
from twinproof.lang.noise.powers import Floats
from twinproof.lang.rounding import nearest

FEW = tuple(map(Fraction, ("17/16", "3/2", "2", "4", "16", "64")))
MANY = tuple(
    map(Fraction, ("257/256", "17/16", "5/4", "3/2", "2", "5/2", "3", "4", "5", "6", "8", "10", "12", "16", "20", "24"))
) + tuple(map(Fraction, (32, 40, 48, 64, 96, 128, 256, 512, 1024)))
_SURE = 1e-11
_STEPS = 60  # of halving, for a cap
_CLEARLY = 1 / 8  # of what a sum is over the limit


@dataclass(frozen=True, slots=True)
class Telling:
    """An order, how large the divergence is there at least, in multiples of what is claimed, and by which outputs."""

    order: Order
    score: float
    divergence: float
    outputs: tuple[int, ...]


def orders_of(claim: OfMoments[Fraction], among: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
    """The orders that may break a claim."""
    match claim:
        case Concentrated():
            return among
        case Renyi(alpha):
            return (alpha,)


def scores(low: Floats, highs: Floats, claim: OfMoments[Fraction]) -> tuple[Floats, Floats]:
    """For one left side and several right ones: how far the claim is from broken, and the divergence there."""
    best, divergences = np.zeros(len(highs)), np.zeros(len(highs))
    for alpha in orders_of(claim, FEW):
        for n, high in enumerate(highs):
            order = Order(alpha, _cap(low, high, claim.delta))
            divergence = _divergence(_log_sum(_terms(low, high, order)), order, claim)
            score = in_claims(divergence, claim, alpha)
            if score > best[n]:
                best[n], divergences[n] = score, divergence
    return best, divergences


def divergence(low: Floats, high: Floats, order: Order, claim: OfMoments[Fraction]) -> float:
    """The divergence of an order, by all these outputs."""
    return _divergence(_log_sum(_terms(low, high, order)), order, claim)


def telling(low: Floats, high: Floats, claim: OfMoments[Fraction]) -> Telling:
    """The order at which few and likely outputs break the claim; if none do, the one that comes closest."""
    cap = _cap(low, high, claim.delta)
    found = [_at(low, high, Order(alpha, cap), claim) for alpha in orders_of(claim, MANY)]
    broken = [t for t in found if t.score > 1]
    if broken:
        return min(broken, key=lambda t: (_weight(low, t), abs(t.order.alpha - 2)))
    return max(found, key=lambda t: t.score)


def most_told(log_p: float, log_q: float, claim: OfMoments[Fraction]) -> float:
    """How many times what is claimed one output makes of a divergence, at the order where that is most."""
    orders = orders_of(claim, MANY)
    told = ((a, (nearest(a) * log_p - nearest(a - 1) * log_q) / nearest(a - 1)) for a in orders)
    return max(in_claims(divergence, claim, a) for a, divergence in told)


def _weight(low: Floats, t: Telling) -> float:
    """How much there is to read, and how much is asked of who does not believe in what is unlikely."""
    likely = float(low[list(t.outputs)].sum())
    return len(t.outputs) - math.log10(max(likely, 1e-300)) / 2


def in_claims(divergence: float, claim: OfMoments[Fraction], alpha: Fraction) -> float:
    """A divergence in multiples of what is claimed; where nothing is allowed, anything is far too much."""
    if divergence <= 0 or math.isinf(divergence):
        return max(0.0, divergence)
    bound = nearest(claim.bound(alpha))
    return (divergence - _SURE) / bound if bound > 0 else divergence * 1e9


def _at(low: Floats, high: Floats, order: Order, claim: OfMoments[Fraction]) -> Telling:
    terms = _terms(low, high, order)
    divergence = _divergence(_log_sum(terms), order, claim)
    ranked = np.argsort(-terms, kind="stable")
    score = in_claims(divergence, claim, order.alpha)
    if math.isinf(divergence):
        chosen = ranked[:1]
    else:
        limit = nearest(order.alpha - 1) * nearest(claim.bound(order.alpha))
        so_far = np.logaddexp.accumulate(terms[ranked])
        over = np.logaddexp(limit, _log_given_up(order, claim))  # the sum must be more than this
        whole = so_far[-1]
        enough = over + _CLEARLY * (whole - over) if whole > over else whole
        chosen = ranked[: int(np.searchsorted(so_far, enough)) + 1]
    return Telling(order, score, divergence, tuple(int(n) for n in chosen if terms[n] > -np.inf))


def _terms(low: Floats, high: Floats, order: Order) -> Floats:
    """The logarithm of what each output adds to the sum."""
    alpha, above_one = nearest(order.alpha), nearest(order.alpha - 1)  # which no rounding makes zero
    with np.errstate(divide="ignore", invalid="ignore"):
        p, q = np.log(low), np.log(high)
        plain: Floats = np.where(low > 0, alpha * p - above_one * q, -np.inf)
    if order.cap is None:
        return plain
    cap = nearest(order.cap)
    above = low > cap * high
    with np.errstate(divide="ignore", invalid="ignore"):
        extra = math.log(alpha) + above_one * math.log(cap)
        kept = np.where(high > 0, alpha * math.log(cap) + q, -np.inf)
        capped: Floats = np.logaddexp(kept, extra + np.log(np.maximum(low - cap * high, 0)))
    return np.where(above, capped, plain)


def _log_sum(terms: Floats) -> float:
    if not len(terms):
        return -math.inf
    return float(np.logaddexp.reduce(terms))


def _log_given_up(order: Order, claim: OfMoments[Fraction]) -> float:
    """The logarithm of what a δ takes away from the sum."""
    if order.cap is None:
        return -math.inf
    raised = nearest(order.alpha - 1) * math.log(nearest(order.cap))
    return math.log(nearest(order.alpha)) + raised + math.log(nearest(claim.delta))


def _divergence(log_sum: float, order: Order, claim: OfMoments[Fraction]) -> float:
    """From the logarithm of the sum to the divergence, which is none below 0."""
    if math.isinf(log_sum):
        return max(0.0, log_sum)
    given_up = _log_given_up(order, claim)
    if log_sum <= given_up:
        return 0.0
    left = log_sum + math.log1p(-math.exp(given_up - log_sum))
    return max(0.0, left - _SURE) / nearest(order.alpha - 1)


def _cap(low: Floats, high: Floats, delta: Fraction) -> Fraction | None:
    """The ratio above which there is about δ more on the left; None where no δ is claimed."""
    if delta == 0:
        return None
    most = nearest(delta)
    smallest, largest = -700.0, 700.0
    for _ in range(_STEPS):
        middle = (smallest + largest) / 2
        over = float(np.maximum(low - math.exp(middle) * high, 0).sum())
        smallest, largest = (middle, largest) if over > most else (smallest, middle)
    return Fraction(max(math.exp(largest), 1e-300))
