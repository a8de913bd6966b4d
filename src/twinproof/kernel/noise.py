"""What the kernel knows of each noise: where its values lie, and which couplings by a shift it allows at which price.

Two samplings of one noise and one rate are coupled by v ↦ v + k(v). The *distance* d = k + e₁ − e₂ says how far the
right noise is from the left noise: it costs |d| times the rate, provided that the noise allows it. This is trusted, and
the theorems that the rules name are about just these noises; so the table is exhaustive, and what is not in it is
refused by every rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
    """A noise with a rate: mass e^(−rate·|v − centre|), up to a factor, on its values."""

    values: Callable[[Expr, Expr], Expr]  # of a centre and v: whether v is one of the values
    allows: Callable[[Expr], Expr]  # of a distance: whether the values of the left go to values of the right


SHIFTS: Mapping[Noise, ShiftCoupling] = MappingProxyType(
    {
        LAPLACE: ShiftCoupling(lambda centre, v: TRUE, lambda distance: TRUE),
        ONE_SIDED: ShiftCoupling(
            lambda centre, v: apply(Op.LE, centre, v), lambda distance: apply(Op.LE, ZERO, distance)
        ),
    }
)


def shift_coupling(noise: Noise) -> ShiftCoupling:
    """What the kernel knows of a noise; raises `UnknownNoise`."""
    known = SHIFTS.get(noise)
    if known is None:
        raise UnknownNoise(noise)
    return known
