"""In what a claim is paid, and which draws are moved for that.

A claim of (ε, δ) is paid in ε: to move a sample by d costs |d| steps of the rate of its noise. A claim about Rényi
divergences, zCDP say, is paid in divergence: d² steps, each of which costs 1/(2σ²) for Gaussian noise and ρ²/2 for
Laplace noise of the rate ρ. There a move looks neither at the sample nor at the output.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from twinproof.kernel.judgment import ALL_ORDERS, Orders
from twinproof.kernel.noise import SHIFTS, SQUARES, price_of_squares
from twinproof.lang.claim import Claim, Concentrated, EpsilonDelta, Renyi
from twinproof.lang.command import Sample
from twinproof.lang.expr import Expr, Place


@dataclass(frozen=True, slots=True)
class Currency:
    """What a claim is paid in: ε, or the divergence of some orders."""

    orders: Orders | None = None

    @property
    def in_squares(self) -> bool:
        """Whether a distance counts as its square."""
        return self.orders is not None

    @property
    def gives_back(self) -> bool:
        """Whether a price may be negative: not where it is paid α times, for all α."""
        return self.orders is None or self.orders.one is not None

    def moves(self, sampling: Sample) -> bool:
        """Whether the right sample is the left one moved, at the price of that."""
        square = SQUARES.get(sampling.noise)
        return (square is not None and square.moved) if self.in_squares else sampling.noise in SHIFTS

    def ranges(self, sampling: Sample) -> bool:
        """Whether a position is chosen, at the price of how far the changes of all scores are apart."""
        square = SQUARES.get(sampling.noise)
        return self.in_squares and square is not None and not square.moved

    def rate(self, sampling: Sample) -> Expr:
        """What a step costs: of noise that is moved, or of noise that has a rate."""
        if self.orders is None or not (self.moves(sampling) or self.ranges(sampling)):
            return sampling.rate
        return self.orders.times(price_of_squares(sampling, Place.MEMORY))

    def steps(self, distance: int) -> int:
        """How many steps a distance is."""
        return distance * distance if self.in_squares else abs(distance)


IN_EPSILON = Currency()


def currency_of(claim: Claim) -> Currency:
    """What a claim is paid in."""
    match claim:
        case EpsilonDelta():
            return IN_EPSILON
        case Concentrated():
            return Currency(ALL_ORDERS)
        case Renyi(alpha):
            return Currency(Orders(alpha))
        case _:
            assert_never(claim)
