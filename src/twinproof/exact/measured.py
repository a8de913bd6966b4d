"""What a claim about Rényi divergences comes to on two inputs: the divergence of its order, or the largest D_α/α."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import assert_never

import numpy as np

from twinproof.exact.moments import moment
from twinproof.exact.orders import telling
from twinproof.exact.profile import Range, Seen
from twinproof.exact.renyi import Largest, of_seen
from twinproof.lang.claim import Concentrated, OfMoments, Renyi


@dataclass(frozen=True, eq=False)
class Measured:
    """Two sides, in both directions, against a claim: one that covers both."""

    claim: OfMoments[Fraction]
    left: Seen
    right: Seen

    @cached_property
    def _worse(self) -> tuple[Largest, Range]:
        """The larger of both directions: the order, what is claimed of it, and the divergence of that order."""
        sides = [of_seen(a, b) for a, b in ((self.left, self.right), (self.right, self.left))]
        match self.claim:
            case Concentrated():
                found = [d.largest() for d in sides]
            case Renyi(alpha):
                found = [Largest(alpha, d.at(alpha)) for d in sides]
            case other:
                assert_never(other)
        top = max(found, key=lambda f: f.value.at_least)
        amount = Range(top.value.at_least, max(f.value.at_most for f in found))
        there = [d.at(top.order) for d in sides]
        divergence = Range(max(r.at_least for r in there), max(r.at_most for r in there))
        return Largest(top.order, amount), divergence

    @property
    def order(self) -> Fraction:
        """The claimed order; for zCDP the one at which D_α/α is largest, as far as it was found."""
        return self._worse[0].order

    @property
    def amount(self) -> Range:
        """What the claim bounds: the divergence of its order, or the largest D_α/α over all orders."""
        return self._worse[0].value

    @property
    def divergence(self) -> Range:
        """The divergence of the order."""
        return self._worse[1]

    @cached_property
    def is_broken(self) -> bool:
        """Whether the claim is broken for certain; with a δ, whatever is taken away."""
        if self.claim.delta == 0:
            return self.amount.at_least > self.claim.amount
        return any(self._is_broken(a, b) for a, b in ((self.left, self.right), (self.right, self.left)))

    @cached_property
    def is_kept(self) -> bool:
        """Whether the claim is kept by all that may be, for certain. With a δ it may be kept beyond that."""
        return self.amount.at_most <= self.claim.amount

    def _is_broken(self, here: Seen, there: Seen) -> bool:
        if not len(here.low):
            return False
        most = np.nextafter(there.high + there.lost, np.inf)
        order = telling(here.low, most, self.claim).order
        masses = [(Fraction(p), Fraction(q)) for p, q in zip(here.low.tolist(), most.tolist(), strict=True)]
        return moment(masses, order, self.claim.delta).exceeds(self.claim)
