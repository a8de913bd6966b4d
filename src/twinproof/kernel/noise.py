"""What the kernel knows of each noise: where there is one, where its values lie, and what a pair of samples costs.

Two samplings of one noise are coupled by pairs (v, u) of a left and a right sample. The *row* of the noise says which
pairs fit, and how many *steps* each costs: a left sample v has at most e^(steps · unit) times the mass of u. Steps may
be negative. Noise that is moved with its centre also has *shifts*, v ↦ v + k, at the price of |k + e₁ − e₂|: that is
the row again, by the triangle inequality, and it does not look at the sample.

This is trusted, and the theorems that the rules name are about just these noises; so both tables are exhaustive, and
what is not in them is refused by every rule.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from twinproof.lang.command import Sample
from twinproof.lang.expr import (
    ONE,
    TRUE,
    ZERO,
    Expr,
    Literal,
    Op,
    Place,
    Var,
    apply,
    conjunction,
    forall,
    free_variables,
    fresh_name,
    tag,
)
from twinproof.lang.noise import (
    CHOOSE,
    COIN,
    GAUSSIAN,
    LAPLACE,
    ONE_SIDED,
    PERMUTE_AND_FLIP,
    RANDOMIZED_CHOICE,
    RANDOMIZED_RESPONSE,
    TRUNCATED,
    UNIFORM,
    Noise,
)
from twinproof.lang.scale import factors, quotient, reciprocal
from twinproof.lang.types import INT


class UnknownNoise(Exception):
    """The kernel has no rule for a noise."""

    def __init__(self, noise: Noise, why: str = "") -> None:
        super().__init__(why or f"there is no rule for {noise.name} noise")


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
    """What the kernel knows of shifts of a noise; raises `UnknownNoise`."""
    coupling = SHIFTS.get(noise)
    if coupling is None:
        raise UnknownNoise(noise)
    return coupling


# ------------------------------------------------------------------------------------------------- squares of distances


@dataclass(frozen=True, slots=True)
class Square:
    """What a distance of 1 costs where divergences of Rényi are paid, and whether a sample is moved for that: else it
    is a range of scores that counts."""

    price: Callable[[Sample], Expr]
    moved: bool


def _of_rate(share: Fraction) -> Callable[[Sample], Expr]:
    """A share of the square of the rate."""

    def price(sampling: Sample) -> Expr:
        number, above, below = factors(sampling.rate)
        return quotient(number * number * share, (*above, *above), (*below, *below))

    return price


def _of_variance(sampling: Sample) -> Expr:
    return reciprocal(apply(Op.MUL, Literal(2), sampling.parameters[0]))


SQUARES: Mapping[Noise, Square] = MappingProxyType(
    {
        GAUSSIAN: Square(_of_variance, moved=True),  # 1/(2σ²)
        LAPLACE: Square(_of_rate(Fraction(1, 2)), moved=True),  # ρ²/2
        CHOOSE: Square(_of_rate(Fraction(1, 8)), moved=False),  # ρ²/8
    }
)


def price_of_squares(sampling: Sample, place: Place) -> Expr:
    """What a distance of 1 costs, in the memory of one run; raises `UnknownNoise`.

    It is put as one fraction. That is the same wherever σ² or ρ is positive: then nothing in it divides by zero.
    """
    square = SQUARES.get(sampling.noise)
    if square is None:
        raise UnknownNoise(sampling.noise, f"squares of distances have no price for {sampling.noise.name} noise")
    return tag(square.price(sampling), place)


# ---------------------------------------------------------------------------------------------------- pairs of samples


@dataclass(frozen=True, slots=True)
class Law:
    """A noise as one run draws it: its parameters and its centre, read in the memory of that run."""

    parameters: tuple[Expr, ...]
    centre: Expr


def _same(a: Expr, b: Expr) -> Expr:
    return TRUE if a == b else apply(Op.EQ, a, b)


def _minus(a: Expr, b: Expr) -> Expr:
    return apply(Op.SUB, a, b)


def _from_to(low: Expr, e: Expr, below: Expr) -> Expr:
    return conjunction(apply(Op.LE, low, e), apply(Op.LT, e, below))


class Row(ABC):
    """One noise. Its theorem is `law_price` (foundations/NoiseTable.v): where the pair (v, u) fits two laws that both
    are distributions, the left mass of v is at most e^(steps · unit) times the right mass of u."""

    rests_on_bound = False  # whether a number M of the proof is read: how much larger scores on the right may be

    @abstractmethod
    def lawful(self, law: Law) -> Expr:
        """Whether there is such a noise: it is a distribution."""

    @abstractmethod
    def values(self, law: Law, v: Expr) -> Expr:
        """Whether v can be drawn."""

    @abstractmethod
    def fits(self, left: Law, right: Law, bound: Expr, v: Expr, u: Expr) -> Expr:
        """Whether values v of the left and u of the right may be paired."""

    def unit(self, law: Law) -> Expr | None:
        """What a step costs; None: there are no steps."""
        return None

    def steps(self, left: Law, right: Law, bound: Expr, v: Expr, u: Expr) -> Expr:
        """How many steps a pair costs, an integer."""
        return ZERO


class _Rated(Row):
    """A noise whose first parameter is its rate, and whose other parameters must be the same."""

    def lawful(self, law: Law) -> Expr:
        return apply(Op.LT, ZERO, law.parameters[0])

    def fits(self, left: Law, right: Law, bound: Expr, v: Expr, u: Expr) -> Expr:
        return conjunction(*(_same(a, b) for a, b in zip(left.parameters, right.parameters, strict=True)))

    def unit(self, law: Law) -> Expr | None:
        return law.parameters[0]


class _Laplace(_Rated):
    """All integers; the price is exact."""

    def values(self, law: Law, v: Expr) -> Expr:
        return TRUE

    def steps(self, left: Law, right: Law, bound: Expr, v: Expr, u: Expr) -> Expr:
        theirs, ours = apply(Op.ABS, _minus(u, right.centre)), apply(Op.ABS, _minus(v, left.centre))
        return _minus(theirs, ours)


class _OneSided(_Rated):
    """The integers from the centre on."""

    def values(self, law: Law, v: Expr) -> Expr:
        return apply(Op.LE, law.centre, v)

    def steps(self, left: Law, right: Law, bound: Expr, v: Expr, u: Expr) -> Expr:
        return _minus(_minus(u, right.centre), _minus(v, left.centre))


class _Truncated(_Laplace):
    """The integers that are no further than the second parameter from the centre."""

    def lawful(self, law: Law) -> Expr:
        rate, bound = law.parameters
        return conjunction(apply(Op.LT, ZERO, rate), apply(Op.LE, ZERO, bound))

    def values(self, law: Law, v: Expr) -> Expr:
        return apply(Op.LE, apply(Op.ABS, _minus(v, law.centre)), law.parameters[1])


class _Gaussian(_Rated):
    """All integers; the one parameter is the variance, and a step costs one over twice of it."""

    def values(self, law: Law, v: Expr) -> Expr:
        return TRUE

    def unit(self, law: Law) -> Expr | None:
        return apply(Op.QUOTIENT, apply(Op.REAL, ONE), apply(Op.MUL, Literal(2), law.parameters[0]))

    def steps(self, left: Law, right: Law, bound: Expr, v: Expr, u: Expr) -> Expr:
        theirs, ours = _minus(u, right.centre), _minus(v, left.centre)
        return _minus(apply(Op.MUL, theirs, theirs), apply(Op.MUL, ours, ours))


class _Coin(Row):
    """The one parameter is the probability of `true`; the same side up, at no price."""

    def lawful(self, law: Law) -> Expr:
        return conjunction(apply(Op.LE, ZERO, law.parameters[0]), apply(Op.LE, law.parameters[0], ONE))

    def values(self, law: Law, v: Expr) -> Expr:
        return TRUE

    def fits(self, left: Law, right: Law, bound: Expr, v: Expr, u: Expr) -> Expr:
        return conjunction(_same(left.parameters[0], right.parameters[0]), _same(u, v))


def _told(law: Law, v: Expr) -> Expr:
    """1 where a response is the truth."""
    return apply(Op.ITE, apply(Op.EQ, v, law.centre), ONE, ZERO)


class _Response(_Rated):
    """True and false; a step less for what is true on the right than for what is true on the left."""

    def values(self, law: Law, v: Expr) -> Expr:
        return TRUE

    def steps(self, left: Law, right: Law, bound: Expr, v: Expr, u: Expr) -> Expr:
        return _minus(_told(left, v), _told(right, u))


class _Choice(_Response):
    """The first parameter is the number k of the values 0 … k − 1, the second is the rate."""

    def lawful(self, law: Law) -> Expr:
        return conjunction(apply(Op.LT, ZERO, law.parameters[1]), self.values(law, law.centre))

    def values(self, law: Law, v: Expr) -> Expr:
        return _from_to(ZERO, v, law.parameters[0])

    def fits(self, left: Law, right: Law, bound: Expr, v: Expr, u: Expr) -> Expr:
        return conjunction(super().fits(left, right, bound, v, u), self.values(right, right.centre))

    def unit(self, law: Law) -> Expr | None:
        return law.parameters[1]


class _Uniform(Row):
    """As many integers as the one parameter says, from the centre on; equally many, at no price."""

    def lawful(self, law: Law) -> Expr:
        return apply(Op.LE, ONE, law.parameters[0])

    def values(self, law: Law, v: Expr) -> Expr:
        return _from_to(law.centre, v, apply(Op.ADD, law.centre, law.parameters[0]))

    def fits(self, left: Law, right: Law, bound: Expr, v: Expr, u: Expr) -> Expr:
        return _same(left.parameters[0], right.parameters[0])


class _OfScores(_Rated):
    """The positions of a list of scores, none of which is raised by more than M: M less what the chosen one is."""

    rests_on_bound = True

    def lawful(self, law: Law) -> Expr:
        return conjunction(super().lawful(law), apply(Op.LT, ZERO, apply(Op.LEN, law.centre)))

    def values(self, law: Law, v: Expr) -> Expr:
        return _from_to(ZERO, v, apply(Op.LEN, law.centre))

    def fits(self, left: Law, right: Law, bound: Expr, v: Expr, u: Expr) -> Expr:
        ours, theirs = left.centre, right.centre
        spoken = (free_variables(e) for e in (ours, theirs, bound, v, u))
        j = Var(fresh_name("j", {var.name for each in spoken for var in each}), INT, Place.RIGID)
        raised = _minus(apply(Op.GET, theirs, j), apply(Op.GET, ours, j))
        inside = _from_to(ZERO, j, apply(Op.LEN, ours))
        at_most = forall(j, apply(Op.IMPLIES, inside, apply(Op.LE, raised, bound)))
        lengths = _same(apply(Op.LEN, ours), apply(Op.LEN, theirs))
        return conjunction(super().fits(left, right, bound, v, u), lengths, at_most)

    def steps(self, left: Law, right: Law, bound: Expr, v: Expr, u: Expr) -> Expr:
        return _minus(bound, _minus(apply(Op.GET, right.centre, u), apply(Op.GET, left.centre, v)))


class _PermuteAndFlip(_OfScores):
    """The same, for one position on both sides."""

    def fits(self, left: Law, right: Law, bound: Expr, v: Expr, u: Expr) -> Expr:
        return conjunction(super().fits(left, right, bound, v, u), _same(u, v))


ROWS: Mapping[Noise, Row] = MappingProxyType(
    {
        LAPLACE: _Laplace(),
        ONE_SIDED: _OneSided(),
        TRUNCATED: _Truncated(),
        GAUSSIAN: _Gaussian(),
        COIN: _Coin(),
        RANDOMIZED_RESPONSE: _Response(),
        RANDOMIZED_CHOICE: _Choice(),
        UNIFORM: _Uniform(),
        CHOOSE: _OfScores(),
        PERMUTE_AND_FLIP: _PermuteAndFlip(),
    }
)


def row_of(noise: Noise) -> Row:
    """What the kernel knows of a noise; raises `UnknownNoise`."""
    row = ROWS.get(noise)
    if row is None:
        raise UnknownNoise(noise)
    return row
