"""The liftings of Laplace noise in the paper's Section 3, two-sided and one-sided.

The noise has infinitely many values, so nothing here is cut off. What makes it exact: with a = e^(-ε), every mass is a
common constant times a^n for an integer n, and far from both centres the exponents of the two witnesses keep a constant
difference. An inequality between them for *all* integers is therefore one between finitely many integers, in which a
does not occur; so it holds for every a in (0, 1), e^(-ε) included. `ShiftLifting.check` verifies just that.

For tables one can look at, `ShiftLifting.windowed` takes a rational a and gathers each tail into the end of a window;
no mass is lost, and its witnesses are those of the infinite lifting seen through that window.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from twinproof.exact.distribution import ZERO, SubDistribution
from twinproof.exact.divergence import worst_event
from twinproof.liftings.lifting import LiftingAnswer, LiftingProblem, Notion, ViolatingSet, Witnesses
from twinproof.liftings.propositions import NotApplicable

if TYPE_CHECKING:
    from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Laplace:
    """The discrete Laplace mechanism L_ε(t) with centre t: mass ∝ a^|x - t| on the integers, a = e^(-ε)."""

    centre: int

    def exponent(self, x: int) -> int | None:
        """The n with mass ∝ a^n."""
        return abs(x - self.centre)

    def at_least(self, x: int, a: Fraction) -> Fraction:
        """The probability of a value ≥ x."""
        if x <= self.centre:
            return 1 - a ** (self.centre - x + 1) / (1 + a)
        return a ** (x - self.centre) / (1 + a)


@dataclass(frozen=True, slots=True)
class OneSidedLaplace:
    """The one-sided mechanism with centre t: mass ∝ a^(x - t) on the integers x ≥ t, a = e^(-ε)."""

    centre: int

    def exponent(self, x: int) -> int | None:
        """The n with mass ∝ a^n, or None where there is no mass."""
        return x - self.centre if x >= self.centre else None

    def at_least(self, x: int, a: Fraction) -> Fraction:
        """The probability of a value ≥ x."""
        return a ** max(0, x - self.centre)


Noise = Laplace | OneSidedLaplace


def mass(noise: Noise, x: int, a: Fraction) -> Fraction:
    """The probability of the value x."""
    return noise.at_least(x, a) - noise.at_least(x + 1, a)


def clamped(noise: Noise, low: int, high: int, a: Fraction) -> SubDistribution[int]:
    """The distribution of the noise with everything below `low` counted there, and everything above `high` there."""
    _require_ratio(a)
    if low > high:
        raise ValueError(f"an empty window: {low} .. {high}")
    masses = {x: mass(noise, x, a) for x in range(low, high + 1)}
    masses[low] += 1 - noise.at_least(low, a)
    masses[high] += noise.at_least(high + 1, a)
    return SubDistribution(masses)


def _require_ratio(a: Fraction) -> None:
    if not 0 < a < 1:
        raise ValueError(f"a = e^(-ε) lies strictly between 0 and 1, but it is {a}")


@dataclass(frozen=True, slots=True)
class ShiftLifting:
    """The claim left Ψ^(cost·ε, 0) right for Ψ = {x₁ + shift = x₂}, with the only witnesses it can have.

    Both witnesses live on the pairs (x, x + shift): μL has the left mass of x there, μR the right mass of x + shift.
    Their marginals are the two noises by construction, since x ↦ (x, x + shift) is a bijection onto the pairs.
    """

    left: Noise
    right: Noise
    shift: int
    cost: int

    def __post_init__(self) -> None:
        if type(self.left) is not type(self.right):
            raise ValueError(f"both sides need the same kind of noise, not {self.left} and {self.right}")
        if self.cost < 0:
            raise ValueError(f"a cost is not negative, but this is {self.cost}")

    @property
    def core(self) -> tuple[int, int]:
        """The smallest window with both centres, seen from the left. Outside of it nothing new happens."""
        ends = sorted((self.left.centre, self.right.centre - self.shift))
        return ends[0], ends[1]

    def check(self) -> bool:
        """Verify μL(x, x + shift) ≤ a^(-cost) · μR(x, x + shift) for all integers x and all a in (0, 1).

        With μL ∝ a^m and μR ∝ a^n (the constants are equal) this says n - m ≤ cost. Each step away from the core adds 1
        to both exponents, or (one-sided noise, to the left) there is no left mass at all; so n - m is constant there
        and the core decides for all x.
        """
        low, high = self.core
        return all(self._bounded(x) for x in range(low, high + 1))

    def _bounded(self, x: int) -> bool:
        m, n = self.left.exponent(x), self.right.exponent(x + self.shift)
        return m is None or (n is not None and n - m <= self.cost)

    def windowed(self, a: Fraction, low: int | None = None, high: int | None = None) -> LiftingAnswer[int, int]:
        """The lifting for a rational a between the clamped noises, left on low..high and right on the shifted window.

        The window contains the core (by default with one more point on each side). Then the finite lifting holds iff
        the infinite one does for this a: forwards because clamping maps the witnesses to these, backwards because in a
        tail the ratio of the two witnesses is the same at every point, and so also for the sums at the ends.
        """
        _require_ratio(a)
        first, last = self.core
        low, high = first - 1 if low is None else low, last + 1 if high is None else high
        if low > first or high < last:
            raise ValueError(
                f"the window {low} .. {high} does not contain the centres, seen from the left {first} .. {last}"
            )
        mu1 = clamped(self.left, low, high, a)
        mu2 = clamped(self.right, low + self.shift, high + self.shift, a)
        window = range(low, high + 1)
        problem = LiftingProblem(
            Notion.TWO_WITNESS,
            mu1,
            mu2,
            frozenset((x, x + self.shift) for x in window),
            frozenset(window),
            frozenset(x + self.shift for x in window),
            a**-self.cost,
            ZERO,
        )
        left, right = mu1.map(lambda x: (x, x + self.shift)), mu2.map(lambda y: (y - self.shift, y))
        broken = frozenset(x for x, _ in worst_event(left, right, problem.exp_epsilon))
        return LiftingAnswer(problem, ViolatingSet(broken) if broken else Witnesses(left, right))


def laplace_equal(v1: int, v2: int, k: int) -> ShiftLifting:
    """prop:lap. If |v₁ - v₂| ≤ k, then L(v₁) and L(v₂) are related by equality at cost k·ε."""
    if abs(v1 - v2) > k:
        raise NotApplicable(f"needs |v₁ - v₂| ≤ k, but |{v1} - {v2}| > {k}")
    return ShiftLifting(Laplace(v1), Laplace(v2), 0, k)


def laplace_shift(v1: int, v2: int, k: int) -> ShiftLifting:
    """prop:lap:gen. L(v₁) and L(v₂) are related by x₁ + k = x₂ at cost |k + v₁ - v₂|·ε."""
    return ShiftLifting(Laplace(v1), Laplace(v2), k, abs(k + v1 - v2))


def laplace_apart(v1: int, v2: int, k: int) -> ShiftLifting:
    """eq:lapapart. If |v₁ - v₂| ≤ k, then L(v₁) and L(v₂) are related by x₁ + k = x₂ at cost 2k·ε."""
    if abs(v1 - v2) > k:
        raise NotApplicable(f"needs |v₁ - v₂| ≤ k, but |{v1} - {v2}| > {k}")
    return ShiftLifting(Laplace(v1), Laplace(v2), k, 2 * k)


def laplace_null(v1: int, v2: int) -> ShiftLifting:
    """prop:lap:nogrow. L(v₁) and L(v₂) are related by x₁ - x₂ = v₁ - v₂ at no cost."""
    return laplace_shift(v1, v2, v2 - v1)


def one_sided_shift(v1: int, v2: int, k: int) -> ShiftLifting:
    """prop:olap:gen. If k ≥ v₂ - v₁, the one-sided noises are related by x₁ + k = x₂ at cost (k + v₁ - v₂)·ε.

    With a smaller k the left noise has values whose partners the right noise never takes: no cost is enough.
    """
    if k < v2 - v1:
        raise NotApplicable(f"needs k ≥ v₂ - v₁, but {k} < {v2} - {v1}")
    return ShiftLifting(OneSidedLaplace(v1), OneSidedLaplace(v2), k, k + v1 - v2)


def one_sided_null(v1: int, v2: int) -> ShiftLifting:
    """prop:olap:nogrow. The one-sided noises are related by x₁ - x₂ = v₁ - v₂ at no cost."""
    return one_sided_shift(v1, v2, v2 - v1)
