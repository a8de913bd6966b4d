"""The optimal composition of n equal releases, for given numbers: whether a δ is large enough, for [AC-While].

Whether  Σ_{j ≤ n} C(n, j)·max(0, E^(n−j) − L·E^j)  ≤  δ·(1 + E)^n,  with E = e^ε₀ and L = e^ε. A term is positive where
ε < (n − 2j)·ε₀, which fractions decide. The rest is enclosed: the left side is rounded up, and the right side down.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

from twinproof.lang.enclosure import LARGEST_EXPONENT, down, exp, up

MOST_ROUNDS = 5_000
_BITS = (128, 256, 512, 1024)  # of the enclosures, which get finer until the sides are apart


def is_enough(rounds: int, each: Fraction, epsilon: Fraction, delta: Fraction) -> bool:
    """Whether so many releases, each of which is (ε₀, 0)-private, are (ε, δ)-private together. No is: not shown."""
    if not 0 <= rounds <= MOST_ROUNDS or not 0 < rounds * each + abs(epsilon) <= LARGEST_EXPONENT:
        return False
    positive = [j for j in range(rounds + 1) if epsilon < (rounds - 2 * j) * each]
    return (not positive and delta >= 0) or any(_is_below(rounds, each, epsilon, delta, positive, b) for b in _BITS)


def _is_below(rounds: int, each: Fraction, epsilon: Fraction, delta: Fraction, positive: list[int], bits: int) -> bool:
    low, high = exp(each, bits)
    above, below = exp(epsilon, bits)[0], Fraction(1)  # L·E^j at least, and (1 + E)^n at least
    highest = [Fraction(1)]  # E^j at most
    for _ in range(rounds):
        highest.append(up(highest[-1] * high, bits))
        below = down(below * (1 + low), bits)
    total = Fraction(0)
    for j in positive:  # 0, 1, 2, …
        total = up(total + comb(rounds, j) * (highest[rounds - j] - above), bits)
        above = down(above * low, bits)
    return total <= delta * below
