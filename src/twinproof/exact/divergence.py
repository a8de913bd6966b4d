"""The ε-DP divergence, the privacy loss, and differential privacy of finite mechanisms.

All that matters about ε is the factor e^ε ≥ 1. It is given either as a rational (then every answer is exact) or as
`Exp(ε)` for a rational ε, which is enclosed more and more tightly until the question is decided. A question that stays
open at the highest precision raises `Undecided`; with rational masses that cannot happen for lack of precision alone,
because e^ε is transcendental for every rational ε ≠ 0 and so never sits exactly on a rational threshold.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeAlias, TypeVar

from flint import arb, ctx, fmpq

from twinproof.exact.distribution import ZERO, Interval, Mass, SubDistribution, Undecided, bounds, power_of_e, show
from twinproof.lang.claim import excess

T = TypeVar("T", bound=Hashable)
A = TypeVar("A", bound=Hashable)
B = TypeVar("B", bound=Hashable)

Relation: TypeAlias = "AbstractSet[tuple[A, B]] | Callable[[A, B], bool]"
Mechanism: TypeAlias = "Mapping[A, SubDistribution[B]]"

PRECISIONS = (64, 256, 1024, 4096, 16384)


@dataclass(frozen=True, slots=True)
class Exp:
    """The number e^ε for a rational ε ≥ 0."""

    epsilon: Fraction

    def __post_init__(self) -> None:
        if isinstance(self.epsilon, int):
            object.__setattr__(self, "epsilon", Fraction(self.epsilon))
        if not isinstance(self.epsilon, Fraction):
            raise TypeError(f"ε must be an int or a Fraction, not {type(self.epsilon).__name__}")
        if self.epsilon < 0:
            raise ValueError(f"ε must not be negative, but it is {self.epsilon}")

    def __repr__(self) -> str:
        return f"Exp({self.epsilon})"

    def enclosure(self, bits: int) -> Interval:
        """Rational bounds of e^ε from a ball computed with this many bits."""
        if self.epsilon == 0:
            return Interval(Fraction(1), Fraction(1))
        return power_of_e(self.epsilon, bits)


Factor: TypeAlias = Fraction | Exp
FactorLike: TypeAlias = int | Fraction | Exp


def to_factor(value: FactorLike) -> Factor:
    """The factor e^ε: a rational of at least 1, or an `Exp`."""
    if isinstance(value, Exp):
        return value
    if not isinstance(value, (int, Fraction)):
        raise TypeError(f"e^ε must be an int, a Fraction or Exp(ε), not {type(value).__name__}")
    if value < 1:
        raise ValueError(f"the factor e^ε must be at least 1 (ε ≥ 0), but it is {value}")
    return Fraction(value)


def to_delta(value: int | Fraction) -> Fraction:
    """A rational δ ≥ 0."""
    if not isinstance(value, (int, Fraction)):
        raise TypeError(f"δ must be an int or a Fraction, not {type(value).__name__}")
    if value < 0:
        raise ValueError(f"δ must not be negative, but it is {value}")
    return Fraction(value)


def enclosures(factor: Factor) -> Iterator[Interval]:
    """Ever tighter bounds of the factor: a single exact one if it is rational."""
    if isinstance(factor, Fraction):
        yield Interval(factor, factor)
    else:
        yield from (factor.enclosure(bits) for bits in PRECISIONS)


def exceeds(left: Mass, right: Mass, exp_epsilon: FactorLike, delta: Fraction = ZERO) -> bool:
    """Decide left > e^ε · right + δ, or raise `Undecided`."""
    p, q = bounds(left), bounds(right)
    for factor in enclosures(to_factor(exp_epsilon)):
        # Masses are non-negative even where their balls reach below 0, hence the clamp.
        if excess(p.lower, q.upper, factor.upper) > delta:
            return True
        if excess(p.upper, max(ZERO, q.lower), factor.lower) <= delta:
            return False
    raise Undecided(
        f"cannot tell whether {show(left)} > {exp_epsilon} · {show(right)} + {delta}: the enclosures overlap"
    )


def pairs_of(relation: Relation[A, B], left: Iterable[A], right: Iterable[B]) -> frozenset[tuple[A, B]]:
    """The relation as a set of pairs over left × right, whichever way it was given."""
    if callable(relation):
        columns = list(right)
        return frozenset((a, b) for a in left for b in columns if relation(a, b))
    return frozenset(relation)


def divergence_bounds(
    mu1: SubDistribution[T], mu2: SubDistribution[T], exp_epsilon: FactorLike, bits: int = 128
) -> Interval:
    """Rational bounds of Δ_ε(μ₁, μ₂); exact if masses and factor are rational.

    The supremum over events is attained at E = {x | μ₁(x) > e^ε μ₂(x)}, so Δ_ε is the sum of the positive parts.
    """
    factor = to_factor(exp_epsilon)
    return _divergence(mu1, mu2, factor.enclosure(bits) if isinstance(factor, Exp) else Interval(factor, factor))


def divergence(mu1: SubDistribution[T], mu2: SubDistribution[T], exp_epsilon: int | Fraction) -> Fraction:
    """Δ_ε(μ₁, μ₂) = sup over events E of μ₁(E) - e^ε μ₂(E), exactly: the smallest δ at this ε."""
    result = divergence_bounds(mu1, mu2, exp_epsilon)
    if not result.is_exact:
        raise TypeError("the exact divergence needs rational masses and a rational e^ε: use divergence_bounds")
    return result.lower


def divergence_at_most(
    mu1: SubDistribution[T], mu2: SubDistribution[T], exp_epsilon: FactorLike, delta: int | Fraction
) -> bool:
    """Decide Δ_ε(μ₁, μ₂) ≤ δ, or raise `Undecided`."""
    limit = to_delta(delta)
    for factor in enclosures(to_factor(exp_epsilon)):
        result = _divergence(mu1, mu2, factor)
        if result.upper <= limit:
            return True
        if result.lower > limit:
            return False
    raise Undecided(f"cannot tell whether the divergence at {exp_epsilon} is at most {limit}: the enclosures overlap")


def worst_event(mu1: SubDistribution[T], mu2: SubDistribution[T], exp_epsilon: FactorLike) -> frozenset[T]:
    """The event where μ₁(E) - e^ε μ₂(E) is largest: all points with μ₁(x) > e^ε μ₂(x)."""
    return frozenset(point for point in mu1 if exceeds(mu1[point], mu2[point], exp_epsilon))


def _divergence(mu1: SubDistribution[T], mu2: SubDistribution[T], factor: Interval) -> Interval:
    lower, upper = ZERO, ZERO
    for point in mu1:
        p, q = bounds(mu1[point]), bounds(mu2[point])
        lower += max(ZERO, excess(p.lower, q.upper, factor.upper))
        upper += max(ZERO, excess(p.upper, max(ZERO, q.lower), factor.lower))
    return Interval(lower, upper)


@dataclass(frozen=True, slots=True)
class Loss(Generic[T]):
    """The largest ratio μ₁(x) / μ₂(x), whose logarithm is the privacy loss; None stands for infinity.

    `point` is where the lower bound is reached (None if μ₁ has no mass: then the ratio is 0).
    """

    lower: Fraction | None
    upper: Fraction | None
    point: T | None

    @property
    def is_infinite(self) -> bool:
        """Whether some event has mass on the left and certainly none on the right."""
        return self.lower is None

    def logarithm(self, bits: int = 128) -> tuple[float, float]:
        """Outward rounded bounds of the loss itself, the logarithm of the ratio."""
        return _log(self.lower, bits, -1), _log(self.upper, bits, 1)

    def __repr__(self) -> str:
        low, high = self.logarithm()
        return f"Loss({low:.12g} .. {high:.12g} at {self.point!r})"


def largest_loss(mu1: SubDistribution[T], mu2: SubDistribution[T]) -> Loss[T]:
    """The largest loss of μ₁ against μ₂ over all points, which is also that over all events (δ = 0)."""
    lower: Fraction | None = ZERO
    upper: Fraction | None = ZERO
    where: T | None = None
    for point in mu1:
        p, q = bounds(mu1[point]), bounds(mu2[point])
        # The ratio is infinite for certain only when the right mass is certainly 0 and the left one is not.
        low = (None if p.lower > 0 else ZERO) if q.upper <= 0 else max(ZERO, p.lower) / q.upper
        high = None if q.lower <= 0 else p.upper / q.lower
        if where is None or (lower is not None and (low is None or low > lower)):
            lower, where = low, point
        upper = None if upper is None or high is None else max(upper, high)
    return Loss(lower, upper, where)


def _log(ratio: Fraction | None, bits: int, direction: int) -> float:
    if ratio is None:
        return math.inf
    if ratio == 0:
        return -math.inf
    with ctx.workprec(bits):
        end = bounds(arb(fmpq(ratio.numerator, ratio.denominator)).log())
    return _outward(end.lower if direction < 0 else end.upper, direction)


def _outward(value: Fraction, direction: int) -> float:
    nearest = float(value)
    exact = Fraction(nearest)
    if (direction < 0 and exact > value) or (direction > 0 and exact < value):
        return math.nextafter(nearest, direction * math.inf)
    return nearest


@dataclass(frozen=True, slots=True)
class Violation(Generic[A, B]):
    """Adjacent inputs and an event whose probabilities break the claimed privacy."""

    left: A
    right: A
    event: frozenset[B]
    p_left: Mass
    p_right: Mass

    def __repr__(self) -> str:
        event = "{" + ", ".join(sorted(map(repr, self.event))) + "}"
        return f"Violation({self.left!r} ~ {self.right!r}, {event}: {show(self.p_left)} against {show(self.p_right)})"


@dataclass(frozen=True, slots=True)
class Privacy(Generic[A, B]):
    """Whether a finite mechanism is (ε, δ)-differentially private, with the violation if it is not."""

    mechanism: Mechanism[A, B]
    adjacency: frozenset[tuple[A, A]]
    exp_epsilon: Factor
    delta: Fraction
    violation: Violation[A, B] | None

    @property
    def holds(self) -> bool:
        return self.violation is None

    def check(self) -> bool:
        """Verify the answer again: the violation by its two probabilities, privacy by every adjacent pair."""
        violation = self.violation
        if violation is None:
            return all(
                divergence_at_most(self.mechanism[a], self.mechanism[b], self.exp_epsilon, self.delta)
                for a, b in self.adjacency
            )
        if (violation.left, violation.right) not in self.adjacency:
            return False
        p = self.mechanism[violation.left].probability(violation.event)
        q = self.mechanism[violation.right].probability(violation.event)
        return exceeds(p, q, self.exp_epsilon, self.delta)

    def __repr__(self) -> str:
        verdict = "private" if self.violation is None else repr(self.violation)
        return f"Privacy(e^ε = {self.exp_epsilon}, δ = {self.delta}: {verdict})"


def is_private(
    mechanism: Mechanism[A, B],
    adjacency: Relation[A, A],
    exp_epsilon: FactorLike,
    delta: int | Fraction = 0,
) -> Privacy[A, B]:
    """Decide (ε, δ)-differential privacy of a finite mechanism for an adjacency (pairs, or a predicate on inputs).

    The adjacency is taken as given: a symmetric one has to list both directions.
    """
    factor, limit = to_factor(exp_epsilon), to_delta(delta)
    pairs = _adjacent(mechanism, adjacency)
    violation: Violation[A, B] | None = None
    for left, right in sorted(pairs, key=repr):
        mu1, mu2 = mechanism[left], mechanism[right]
        if not divergence_at_most(mu1, mu2, factor, limit):
            event = _violating_event(mu1, mu2, factor, limit)
            violation = Violation(left, right, event, mu1.probability(event), mu2.probability(event))
            break
    return Privacy(dict(mechanism), pairs, factor, limit, violation)


def smallest_delta(mechanism: Mechanism[A, B], adjacency: Relation[A, A], exp_epsilon: int | Fraction) -> Fraction:
    """The smallest δ for which the mechanism is (ε, δ)-differentially private."""
    pairs = _adjacent(mechanism, adjacency)
    return max((divergence(mechanism[a], mechanism[b], exp_epsilon) for a, b in pairs), default=ZERO)


def _adjacent(mechanism: Mechanism[A, B], adjacency: Relation[A, A]) -> frozenset[tuple[A, A]]:
    pairs = pairs_of(adjacency, mechanism, mechanism)
    for pair in pairs:
        for point in pair:
            if point not in mechanism:
                raise ValueError(f"the adjacency relates {pair!r}, but the mechanism has no input {point!r}")
    return pairs


def _violating_event(mu1: SubDistribution[B], mu2: SubDistribution[B], factor: Factor, delta: Fraction) -> frozenset[B]:
    """An event that breaks the bound, given that the divergence is known to exceed δ.

    Where balls leave it open whether a point belongs to the worst event, the points that certainly do are tried.
    """
    for bracket in enclosures(factor):
        event = frozenset(x for x in mu1 if bounds(mu1[x]).lower > bracket.upper * bounds(mu2[x]).upper)
        p, q = bounds(mu1.probability(event)), bounds(mu2.probability(event))
        if excess(p.lower, q.upper, bracket.upper) > delta:
            return event
    raise Undecided(f"the divergence at {factor} exceeds {delta}, but the enclosures are too wide to name an event")
