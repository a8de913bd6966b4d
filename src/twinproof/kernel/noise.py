"""What the kernel knows of each noise: where its values lie, and which couplings by a shift it allows at which price.

Two samplings of one noise and one rate are coupled by v ↦ v + k(v). The *distance* d = k + e₁ − e₂ says how far the
right noise is from the left noise: it costs |d| times the rate, provided that the noise allows it. This is trusted, and
the theorems that the rules name are about just these noises; so the table is exhaustive, and what is not in it is
refused by every rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from twinproof.lang.expr import TRUE, ZERO, Expr, Op, apply
from twinproof.lang.noise import LAPLACE, ONE_SIDED, Noise


class UnknownNoise(Exception):
    """The kernel has no rule for a noise."""

    def __init__(self, noise: Noise) -> None:
        super().__init__(f"there is no rule for {noise.name} noise")


@dataclass(frozen=True, slots=True)
class ShiftCoupling:
    """A noise with a rate: mass e^(−rate·|v − centre|), up to a factor, on its values.

    Its values are all integers, or those from the centre on. In the latter case the values of the left must go to
    values of the right: the distance must not be negative.
    """

    from_centre_on: bool

    def values(self, centre: Expr, v: Expr) -> Expr:
        """Whether v is one of the values."""
        return apply(Op.LE, centre, v) if self.from_centre_on else TRUE

    def allows(self, distance: Expr) -> Expr:
        """Whether samples may be coupled at this distance."""
        return apply(Op.LE, ZERO, distance) if self.from_centre_on else TRUE


SHIFTS: Mapping[Noise, ShiftCoupling] = MappingProxyType(
    {LAPLACE: ShiftCoupling(from_centre_on=False), ONE_SIDED: ShiftCoupling(from_centre_on=True)}
)


def shift_coupling(noise: Noise) -> ShiftCoupling:
    """What the kernel knows of a noise; raises `UnknownNoise`."""
    coupling = SHIFTS.get(noise)
    if coupling is None:
        raise UnknownNoise(noise)
    return coupling
