"""Privacy claims: what each notion of privacy is made of, says, and is broken by.

A notion is one class, whatever its parts are: the texts of `@mechanism(…)`, their syntax trees, expressions over the
public parameters (the claim of a mechanism), printed expressions (its words), or numbers (what is claimed on given
inputs). `map` goes from one to the next. There are (ε, δ)-differential privacy, zero-concentrated differential privacy
(zCDP) and Rényi differential privacy; another is a class beside them and a member of the union below. Whoever takes a
claim apart does so by a `match` that ends with `assert_never`, so that a notion it does not know is refused, by mypy
and in a run, and never taken for (ε, δ).

The Rényi divergence of order α > 1 is D_α(μ‖ν) = 1/(α−1) · ln Σ_x μ(x)^α · ν(x)^(1−α), infinite where μ(x) > 0 = ν(x).
A δ with zCDP or Rényi privacy is what may be taken away from the left run first: there is a μ' ≤ μ with a mass that is
smaller by at most δ, one for all orders, of which the divergence is as claimed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
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
KEYWORDS: Mapping[str, tuple[str, ...]] = {  # the arguments of `@mechanism(…)`, with the parts that each of them holds
    "epsilon": ("epsilon",),
    "zcdp": ("rho",),
    "renyi": ("alpha", "r"),
    "delta": ("delta",),
}
NOTIONS = ("epsilon", "zcdp", "renyi")  # … one of which must be there, and says which notion it is
_LOOSE = 20  # e^20 is about 485 million
_NEARLY_ALL = Fraction(9, 10)  # a δ at which all data may be shown nine times in ten
_ONE_WORD = re.compile(r"[\w./]+")
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

    def valued(self, up: Callable[[Part], Fraction], down: Callable[[Part], Fraction]) -> EpsilonDelta[Fraction]:
        """The claim over numbers; where they are rounded, `up` and `down`, it claims no more than it did."""
        return self.map(up)

    # ---------------------------------------------------------------------------------------- what `--infer` looks for

    @property
    def amount(self) -> Part:
        """The part that `--infer` makes as small as it can."""
        return self.epsilon

    @property
    def amount_name(self) -> str:
        """What this part is called in JSON."""
        return "epsilon"

    def scaled(self, times: Callable[[Part], Part]) -> EpsilonDelta[Part]:
        """A multiple of the claim: of ε alone, at the same δ."""
        return EpsilonDelta(times(self.epsilon), self.delta)

    # ------------------------------------------------------------------------------------------------ over expressions

    def is_well_typed(self: EpsilonDelta[Expr]) -> bool:
        """Whether all parts are numbers."""
        return all(e.type in NUMBERS for e in self.parts())

    def notion(self: EpsilonDelta[Expr]) -> str:
        """ "pure" when δ is literally 0, else "approximate"."""
        return "pure" if _is_nothing(self.delta) else "approximate"

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
        if gives_up_too_much := loose_rarely(self.delta):
            return gives_up_too_much
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


@final
@dataclass(frozen=True, slots=True)
class Concentrated(Generic[Part]):
    """ρ-zCDP: D_α(left ‖ right) ≤ α · ρ for adjacent inputs and all orders α > 1; with a δ, δ-approximate ρ-zCDP."""

    rho: Part
    delta: Part

    def parts(self) -> tuple[Part, ...]:
        """All that the claim speaks of."""
        return self.rho, self.delta

    def named(self) -> dict[str, Part]:
        """The parts by the names that they have in JSON."""
        return {"rho": self.rho, "delta": self.delta}

    def map(self, change: Callable[[Part], Other]) -> Concentrated[Other]:
        """The same claim over other parts: renamed, substituted, printed, evaluated."""
        return Concentrated(change(self.rho), change(self.delta))

    def valued(self, up: Callable[[Part], Fraction], down: Callable[[Part], Fraction]) -> Concentrated[Fraction]:
        """The claim over numbers; where they are rounded, `up` and `down`, it claims no more than it did."""
        return self.map(up)

    # ---------------------------------------------------------------------------------------- what `--infer` looks for

    @property
    def amount(self) -> Part:
        """The part that `--infer` makes as small as it can."""
        return self.rho

    @property
    def amount_name(self) -> str:
        """What this part is called in JSON."""
        return "rho"

    def scaled(self, times: Callable[[Part], Part]) -> Concentrated[Part]:
        """A multiple of the claim: of ρ alone, at the same δ."""
        return Concentrated(times(self.rho), self.delta)

    # ------------------------------------------------------------------------------------------------ over expressions

    def is_well_typed(self: Concentrated[Expr]) -> bool:
        """Whether all parts are numbers."""
        return all(e.type in NUMBERS for e in self.parts())

    def notion(self: Concentrated[Expr]) -> str:
        """Its name in JSON."""
        return "zcdp"

    @property
    def gives_up(self: Concentrated[Expr]) -> bool:
        """Whether something may be given up: there is a δ."""
        return not _is_nothing(self.delta)

    def to_json(self: Concentrated[Expr], show: Callable[[Expr], str]) -> dict[str, str]:
        """The claim as `verify --json` prints it."""
        return {"notion": self.notion(), **self.map(show).named()}

    # ------------------------------------------------------------------------------------------------ over texts: words

    def short(self: Concentrated[str]) -> str:
        """What is claimed, in short: rho-zCDP."""
        return f"{_approximate(self.delta)}{_bracketed(self.rho)}-zCDP"

    def adjective(self: Concentrated[str]) -> str:
        """What a mechanism is that keeps the claim."""
        return self.short()

    def noun(self: Concentrated[str]) -> str:
        """What a mechanism has that keeps the claim."""
        return self.short()

    # --------------------------------------------------------------------------------------------------- over numbers

    def is_meant(self: Concentrated[Fraction]) -> bool:
        """Whether the claim has a meaning: no part is below zero."""
        return self.rho >= 0 and self.delta >= 0

    def looseness(self: Concentrated[Fraction]) -> str:
        """Why the claim says nothing, or next to nothing, in words; empty if it says something."""
        return _loose_on_average("ρ", self.rho, self.delta)

    def speaks_of(self: Concentrated[Fraction], order: Fraction) -> bool:
        """Whether the claim bounds the divergence of this order."""
        return order > 1

    def bound(self: Concentrated[Fraction], order: Fraction) -> Fraction:
        """What the divergence of this order may be at most."""
        return order * self.rho


@final
@dataclass(frozen=True, slots=True)
class Renyi(Generic[Part]):
    """(α, r)-Rényi differential privacy: D_α(left ‖ right) ≤ r for adjacent inputs; with a δ, approximately so."""

    alpha: Part
    r: Part
    delta: Part

    def parts(self) -> tuple[Part, ...]:
        """All that the claim speaks of."""
        return self.alpha, self.r, self.delta

    def named(self) -> dict[str, Part]:
        """The parts by the names that they have in JSON."""
        return {"alpha": self.alpha, "r": self.r, "delta": self.delta}

    def map(self, change: Callable[[Part], Other]) -> Renyi[Other]:
        """The same claim over other parts: renamed, substituted, printed, evaluated."""
        return Renyi(change(self.alpha), change(self.r), change(self.delta))

    def valued(self, up: Callable[[Part], Fraction], down: Callable[[Part], Fraction]) -> Renyi[Fraction]:
        """The claim over numbers; where they are rounded, `up` and `down`, it claims no more than it did.

        The divergence grows with the order: at a smaller one the same bound says less.
        """
        return Renyi(down(self.alpha), up(self.r), up(self.delta))

    # ---------------------------------------------------------------------------------------- what `--infer` looks for

    @property
    def amount(self) -> Part:
        """The part that `--infer` makes as small as it can."""
        return self.r

    @property
    def amount_name(self) -> str:
        """What this part is called in JSON."""
        return "r"

    def scaled(self, times: Callable[[Part], Part]) -> Renyi[Part]:
        """A multiple of the claim: of r alone, at the same order and the same δ."""
        return Renyi(self.alpha, times(self.r), self.delta)

    # ------------------------------------------------------------------------------------------------ over expressions

    def is_well_typed(self: Renyi[Expr]) -> bool:
        """Whether all parts are numbers."""
        return all(e.type in NUMBERS for e in self.parts())

    def notion(self: Renyi[Expr]) -> str:
        """Its name in JSON."""
        return "renyi"

    @property
    def gives_up(self: Renyi[Expr]) -> bool:
        """Whether something may be given up: there is a δ."""
        return not _is_nothing(self.delta)

    def to_json(self: Renyi[Expr], show: Callable[[Expr], str]) -> dict[str, str]:
        """The claim as `verify --json` prints it."""
        return {"notion": self.notion(), **self.map(show).named()}

    # ------------------------------------------------------------------------------------------------ over texts: words

    def short(self: Renyi[str]) -> str:
        """What is claimed, in short: (alpha, r)-RDP."""
        return f"{_approximate(self.delta)}({self.alpha}, {self.r})-RDP"

    def adjective(self: Renyi[str]) -> str:
        """What a mechanism is that keeps the claim."""
        return self.short()

    def noun(self: Renyi[str]) -> str:
        """What a mechanism has that keeps the claim."""
        return self.short()

    # --------------------------------------------------------------------------------------------------- over numbers

    def is_meant(self: Renyi[Fraction]) -> bool:
        """Whether the claim has a meaning: an order above 1, and nothing below zero."""
        return self.alpha > 1 and self.r >= 0 and self.delta >= 0

    def looseness(self: Renyi[Fraction]) -> str:
        """Why the claim says nothing, or next to nothing, in words; empty if it says something."""
        return _loose_on_average("r", self.r, self.delta)

    def speaks_of(self: Renyi[Fraction], order: Fraction) -> bool:
        """Whether the claim bounds the divergence of this order."""
        return order == self.alpha

    def bound(self: Renyi[Fraction], order: Fraction) -> Fraction:
        """What the divergence of its order may be at most."""
        return self.r


AnyClaim: TypeAlias = EpsilonDelta[Part] | Concentrated[Part] | Renyi[Part]
"""A claim of any notion, over some parts."""

OfMoments: TypeAlias = Concentrated[Part] | Renyi[Part]
"""A claim about Rényi divergences."""

Claim: TypeAlias = AnyClaim[Expr]
"""What a mechanism claims, over its public parameters and the lengths of its private lists."""

ClaimText: TypeAlias = AnyClaim[str]
"""A claim as it is written or printed."""

ClaimValue: TypeAlias = AnyClaim[Fraction]
"""What is claimed on given inputs."""


def _is_nothing(delta: Expr) -> bool:
    return isinstance(delta, Literal) and delta.value == 0


def _approximate(delta: str) -> str:
    """What stands before a claim with a δ; nothing if that is written as 0."""
    return "" if delta == "0" else f"{_bracketed(delta)}-approximate "


def _bracketed(text: str) -> str:
    """A text as the first part of a word."""
    return text if _ONE_WORD.fullmatch(text) else f"({text})"


def loose_rarely(delta: Fraction) -> str:
    """Who shows all data with the probability δ, and nothing otherwise, keeps every claim with this δ."""
    if delta >= 1:
        return "a δ of 1 or more is kept by every mechanism, so this claim says nothing"
    if delta >= _NEARLY_ALL:
        shown = "may be kept by showing all data nine times in ten"
        return f"a claim with a δ of {_NEARLY_ALL} or more {shown}, so this one says next to nothing"
    return ""


def _loose_on_average(name: str, amount: Fraction, delta: Fraction) -> str:
    """A divergence bounds the loss of a typical output, since none of an order above 1 is below that of order 1."""
    if gives_up_too_much := loose_rarely(delta):
        return gives_up_too_much
    if amount >= _LOOSE:
        likely = f"lets outputs be e^{_LOOSE} times as likely on average"
        return f"{name} of {_LOOSE} or more {likely}, so this claim says next to nothing"
    return ""


def pure(epsilon: Expr) -> Claim:
    """ε-differential privacy: the claim with δ = 0."""
    return EpsilonDelta(epsilon, ZERO)


def argument_of(part: str) -> str:
    """The argument of `@mechanism(…)` that a part is, as its author knows it; of a pair, the name of the part."""
    return next((name for name, parts in KEYWORDS.items() if parts == (part,)), part)


def why_no_notion(arguments: Collection[str]) -> str:
    """What is wrong with the arguments of `@mechanism(…)`, if they do not say one notion; empty if they do."""
    named = [f"`{name}`" for name in NOTIONS if name in arguments]
    if len(named) == 1:
        return ""
    return f"the claim has {' and '.join(named)}: several notions at once" if named else "the claim has no `epsilon`"


def stated(given: Mapping[str, Part], nothing: Part) -> AnyClaim[Part]:
    """The claim that is made of these parts; `nothing` stands for 0, the δ that need not be said."""
    delta = given.get("delta", nothing)
    if "rho" in given:
        return Concentrated(given["rho"], delta)
    if "alpha" in given:
        return Renyi(given["alpha"], given["r"], delta)
    return EpsilonDelta(given["epsilon"], delta)


@overload
def excess(p: Fraction, q: Fraction, factor: Fraction) -> Fraction: ...
@overload
def excess(p: NDArray[np.float64], q: NDArray[np.float64], factor: float) -> NDArray[np.float64]: ...
def excess(p: Any, q: Any, factor: Any) -> Any:
    """p − e^ε · q, the δ that it takes at this ε: exactly, or in floats for many events at once.

    With p rounded down, q and the factor e^ε up, it is a lower bound; the other way round, an upper one.
    """
    return p - factor * q
