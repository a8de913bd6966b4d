"""Privacy claims: what each notion of privacy is made of, says, and is broken by.

A notion is one class, whatever its parts are: the texts of `@mechanism(…)`, their syntax trees, expressions over the
public parameters (the claim of a mechanism), printed expressions (its words), or numbers (what is claimed on given
inputs). `map` goes from one to the next. There is one notion today, (ε, δ)-differential privacy; another is a class
beside it and a member of the unions below. Whoever takes a claim apart does so by a `match` that ends with
`assert_never`, so that a notion it does not know is refused, by mypy and in a run, and never taken for (ε, δ).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar, final, overload

from twinproof.lang.expr import ZERO, Expr, Literal
from twinproof.lang.types import NUMBERS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Part = TypeVar("Part")
Other = TypeVar("Other")
KEYWORDS = ("epsilon", "delta")  # the arguments of `@mechanism(…)` that claims are made of, of all notions
_LOOSE = 20  # e^20 is about 485 million
_LARGEST = 2_000  # an ε beyond this one is only broken where the right side is impossible


@final
@dataclass(frozen=True, slots=True)
class EpsilonDelta(Generic[Part]):
    """(ε, δ)-differential privacy: P(left ∈ S) ≤ e^ε · P(right ∈ S) + δ, for adjacent inputs and all sets S."""

    epsilon: Part
    delta: Part

    def parts(self) -> tuple[Part, ...]:
        """All that the claim speaks of."""
        return self.epsilon, self.delta

    def named(self) -> dict[str, Part]:
        """The parts by the names that they have in `@mechanism(…)` and in JSON."""
        return {"epsilon": self.epsilon, "delta": self.delta}

    def map(self, change: Callable[[Part], Other]) -> EpsilonDelta[Other]:
        """The same claim over other parts: renamed, substituted, printed, evaluated."""
        return EpsilonDelta(change(self.epsilon), change(self.delta))

    # ---------------------------------------------------------------------------------------- what `--infer` looks for

    @property
    def amount(self) -> Part:
        """The part that `--infer` makes as small as it can."""
        return self.epsilon

    def scaled(self, times: Callable[[Part], Part]) -> EpsilonDelta[Part]:
        """A multiple of the claim: of ε alone, at the same δ."""
        return EpsilonDelta(times(self.epsilon), self.delta)

    # ------------------------------------------------------------------------------------------------ over expressions

    def is_well_typed(self: EpsilonDelta[Expr]) -> bool:
        """Whether all parts are numbers."""
        return all(e.type in NUMBERS for e in self.parts())

    def notion(self: EpsilonDelta[Expr]) -> str:
        """ "pure" when δ is literally 0, else "approximate"."""
        return "pure" if isinstance(self.delta, Literal) and self.delta.value == 0 else "approximate"

    @property
    def gives_up(self: EpsilonDelta[Expr]) -> bool:
        """Whether something may be given up: there is a δ."""
        return self.notion() != "pure"

    def to_json(self: EpsilonDelta[Expr], show: Callable[[Expr], str]) -> dict[str, str]:
        """The claim as `verify --json` prints it."""
        return {"notion": self.notion(), **self.map(show).named()}

    # ------------------------------------------------------------------------------------------------ over texts: words

    def short(self: EpsilonDelta[str]) -> str:
        """What is claimed, in brackets: (eps, 0)."""
        return f"({self.epsilon}, {self.delta})"

    def adjective(self: EpsilonDelta[str]) -> str:
        """What a mechanism is that keeps the claim."""
        return f"{self.short()}-differentially private"

    def noun(self: EpsilonDelta[str]) -> str:
        """What a mechanism has that keeps the claim."""
        return f"{self.short()}-differential privacy"

    # --------------------------------------------------------------------------------------------------- over numbers

    def is_meant(self: EpsilonDelta[Fraction]) -> bool:
        """Whether the claim has a meaning: no part is below zero."""
        return self.epsilon >= 0 and self.delta >= 0

    def looseness(self: EpsilonDelta[Fraction]) -> str:
        """Why the claim says nothing, or next to nothing, in words; empty if it says something."""
        if self.delta >= 1:
            return "a δ of 1 or more is kept by every mechanism, so this claim says nothing"
        if self.epsilon >= _LOOSE:
            likely = f"lets an output be e^{_LOOSE} times as likely"
            return f"an ε of {_LOOSE} or more {likely}, so this claim says next to nothing"
        return ""

    def allows(self: EpsilonDelta[Fraction], least_delta: Fraction) -> bool:
        """Whether such an `excess` of an event, or of all outputs together, is within the claim."""
        return least_delta <= self.delta

    def is_broken_by(
        self: EpsilonDelta[Fraction], p: Fraction, q: Fraction, power_of_e: Callable[[Fraction], Fraction]
    ) -> bool:
        """Whether p > e^ε · q + δ.

        It follows for the true numbers if p is at most the probability of an event on the left, q at least that on the
        right, and `power_of_e` rounds up. An impossible event on the right (q = 0) needs no power.
        """
        if q == 0:
            return not self.allows(p)
        if self.epsilon > _LARGEST:
            return False
        return not self.allows(excess(p, q, power_of_e(self.epsilon)))


Claim: TypeAlias = EpsilonDelta[Expr]
"""What a mechanism claims, over its public parameters and the lengths of its private lists."""

ClaimText: TypeAlias = EpsilonDelta[str]
"""A claim as it is written or printed."""

ClaimValue: TypeAlias = EpsilonDelta[Fraction]
"""What is claimed on given inputs."""


def pure(epsilon: Expr) -> Claim:
    """ε-differential privacy: the claim with δ = 0."""
    return EpsilonDelta(epsilon, ZERO)


def stated(given: Mapping[str, Part], nothing: Part) -> EpsilonDelta[Part]:
    """The claim that the arguments of `@mechanism(…)` state; `nothing` stands for 0, the part that need not be said."""
    return EpsilonDelta(given["epsilon"], given.get("delta", nothing))


@overload
def excess(p: Fraction, q: Fraction, factor: Fraction) -> Fraction: ...
@overload
def excess(p: NDArray[np.float64], q: NDArray[np.float64], factor: float) -> NDArray[np.float64]: ...
def excess(p: Any, q: Any, factor: Any) -> Any:
    """p − e^ε · q, the δ that it takes at this ε: exactly, or in floats for many events at once.

    With p rounded down, q and the factor e^ε up, it is a lower bound; the other way round, an upper one.
    """
    return p - factor * q
