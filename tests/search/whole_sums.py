"""Sums of fractions: PRIVATE are proved, as sums of integers; those in NEAR miss their claims."""

from enum import Enum
from fractions import Fraction
from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed, one_changed, one_within

PRIVATE = (
    "summed_at_once",
    "in_a_public_unit",
    "by_kind",
    "by_number",
    "halves_and_thirds",
    "tenths_of_a_number",
    "cut_as_fractions",
    "cut_by_ifs",
    "listed_first",
    "mean_of_fractions",
    "divided_by_a_unit",
)
NEAR = (
    "for_less",
    "not_clamped",
    "tenths_for_hundredths",
    "thirds_on_halves",
    "any_denominator",
    "in_a_unit_for_less",
    "in_a_unit_of_the_rows",
    "by_kind_replaced",
    "mean_on_a_coarse_grid",
    "both_signs_replaced",
    "cut_too_high",
)


class Kind(Enum):
    FOOD = 0
    DRINK = 1


class Sale(NamedTuple):
    kind: Kind
    cents: int


@mechanism(epsilon="eps")
def summed_at_once(cents: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> Fraction:
    total = sum(Fraction(clamp(tip, 0, 2000), 100) for tip in cents)
    return laplace(total, 20 / eps, grid=100)


@mechanism(epsilon="eps")
def for_less(cents: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> Fraction:
    total = sum(Fraction(clamp(tip, 0, 2001), 100) for tip in cents)
    return laplace(total, 20 / eps, grid=100)


@mechanism(epsilon="eps")
def not_clamped(cents: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> Fraction:
    total = Fraction(0)
    for tip in cents:
        total += Fraction(min(tip, 2000), 100)
    return laplace(total, 20 / eps, grid=100)


@mechanism(epsilon="eps")
def tenths_for_hundredths(cents: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> Fraction:
    total = Fraction(0)
    for tip in cents:
        total += Fraction(clamp(tip, 0, 2000), 10)
    return laplace(total, 20 / eps, grid=100)


@mechanism(epsilon="eps", requires="unit >= 1")
def in_a_public_unit(cents: Annotated[list[int], one_added_or_removed()], unit: int, eps: Epsilon) -> Fraction:
    total = Fraction(0)
    for tip in cents:
        total += Fraction(clamp(tip, 0, 2000), unit)
    return laplace(total, 2000 / (unit * eps), grid=unit)


@mechanism(epsilon="eps", requires="unit >= 1")
def in_a_unit_for_less(cents: Annotated[list[int], one_added_or_removed()], unit: int, eps: Epsilon) -> Fraction:
    """A tip of a cent and more is worth more than 2000 of them where a euro has fewer than 100 cents."""
    total = Fraction(0)
    for tip in cents:
        total += Fraction(clamp(tip, 0, 2000), unit)
    return laplace(total, 20 / eps, grid=unit)


@mechanism(epsilon="eps")
def in_a_unit_of_the_rows(rows: Annotated[list[tuple[int, int]], one_added_or_removed()], eps: Epsilon) -> Fraction:
    """Each row has a denominator of its own."""
    total = Fraction(0)
    for number, unit in rows:
        total += Fraction(clamp(number, 0, 1), clamp(unit, 1, 5))
    return laplace(total, 1 / eps, grid=12)


@mechanism(epsilon="eps")
def any_denominator(rows: Annotated[list[int], one_added_or_removed()], unit: int, eps: Epsilon) -> Fraction:
    """Where the unit is 0 a run with rows raises, and where it is 7 that with one row."""
    total = Fraction(0)
    for number in rows:
        total += Fraction(clamp(number, 0, 1), unit)
    return laplace(total, 1 / eps, grid=100)


@mechanism(epsilon="eps", requires="unit >= 1")
def divided_by_a_unit(cents: Annotated[list[int], one_added_or_removed()], unit: int, eps: Epsilon) -> Fraction:
    total = sum(clamp(tip, 0, 2000) for tip in cents)
    return laplace(Fraction(total, unit), 2000 / (unit * eps), grid=unit)


@mechanism(epsilon="eps")
def by_kind(sales: Annotated[list[Sale], one_added_or_removed()], eps: Epsilon) -> list[Fraction]:
    totals = {kind: Fraction(0) for kind in Kind}
    for sale in sales:
        totals[sale.kind] += Fraction(clamp(sale.cents, 0, 500), 100)
    return [laplace(total, 5 / eps, grid=100) for total in totals.values()]


@mechanism(epsilon="eps")
def by_kind_replaced(sales: Annotated[list[Sale], one_changed()], eps: Epsilon) -> list[Fraction]:
    """A sale that is replaced leaves one sum and enters the other."""
    totals = {kind: Fraction(0) for kind in Kind}
    for sale in sales:
        totals[sale.kind] += Fraction(clamp(sale.cents, 0, 500), 100)
    return [laplace(total, 5 / eps, grid=100) for total in totals.values()]


@mechanism(epsilon="eps", requires="n >= 1")
def by_number(sales: Annotated[list[tuple[int, int]], one_added_or_removed()], n: int, eps: Epsilon) -> list[Fraction]:
    totals = [Fraction(0)] * n
    for key, cents in sales:
        if key >= 0 and key < n:
            totals[key] += Fraction(clamp(cents, 0, 500), 100)
    return [laplace(total, 5 / eps, grid=100) for total in totals]


@mechanism(epsilon="eps")
def halves_and_thirds(rows: Annotated[list[tuple[bool, int]], one_changed()], eps: Epsilon) -> Fraction:
    total = Fraction(0)
    for half, number in rows:
        if half:
            total += Fraction(clamp(number, 0, 2), 2)
        else:
            total += Fraction(clamp(number, 0, 3), 3)
    return laplace(total, 1 / eps, grid=6)


@mechanism(epsilon="eps")
def thirds_on_halves(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> Fraction:
    """A third is no multiple of a half, so some runs raise."""
    total = Fraction(0)
    for number in rows:
        total += Fraction(clamp(number, 0, 3), 3)
    return laplace(total, 1 / eps, grid=2)


@mechanism(epsilon="eps")
def tenths_of_a_number(xs: Annotated[list[int], one_within(3)], eps: Epsilon) -> Fraction:
    total = Fraction(0)
    for x in xs:
        total += x * Fraction(1, 10)
    return laplace(total, Fraction(3, 10) / eps, grid=10)


@mechanism(epsilon="eps")
def cut_as_fractions(cents: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> Fraction:
    total = Fraction(0)
    for tip in cents:
        total += clamp(Fraction(tip, 100), Fraction(0), Fraction(20))
    return laplace(total, 20 / eps, grid=100)


@mechanism(epsilon="eps")
def cut_by_ifs(cents: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> Fraction:
    total = Fraction(0)
    for tip in cents:
        amount = Fraction(tip, 100)
        if amount > 20:
            amount = Fraction(20)
        if amount < 0:
            amount = Fraction(0)
        total = total + amount
    return laplace(total, 20 / eps, grid=100)


@mechanism(epsilon="eps")
def cut_too_high(cents: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> Fraction:
    """Above 20 euros a tip counts for 20, but one of 20 euros and a cent is let through."""
    total = Fraction(0)
    for tip in cents:
        amount = max(Fraction(tip, 100), Fraction(0))
        if amount > Fraction(2001, 100):
            amount = Fraction(20)
        total = total + amount
    return laplace(total, 20 / eps, grid=100)


@mechanism(epsilon="eps")
def both_signs_replaced(cents: Annotated[list[int], one_changed()], eps: Epsilon) -> Fraction:
    total = Fraction(0)
    for tip in cents:
        total += Fraction(clamp(tip, -2000, 2000), 100)
    return laplace(total, 20 / eps, grid=100)


@mechanism(epsilon="eps")
def listed_first(cents: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> Fraction:
    euros = [Fraction(tip, 100) for tip in cents]
    kept = [min(max(e, Fraction(0)), Fraction(20)) for e in euros if e > Fraction(1, 4)]
    return laplace(sum(kept), 20 / eps, grid=100)


@mechanism(epsilon="eps", requires="n >= 1")
def mean_of_fractions(cents: Annotated[list[int], one_changed()], n: int, eps: Epsilon) -> Fraction:
    total = Fraction(0)
    for tip in cents:
        total += Fraction(clamp(tip, 0, 2000), 100)
    mean = total / n
    return laplace(mean, 20 / (n * eps), grid=100 * n)


@mechanism(epsilon="eps", requires="n >= 1")
def mean_on_a_coarse_grid(cents: Annotated[list[int], one_changed()], n: int, eps: Epsilon) -> Fraction:
    """Where n is 2 the mean of an odd number of cents is no whole number of them."""
    total = Fraction(0)
    for tip in cents:
        total += Fraction(clamp(tip, 0, 2000), 100)
    mean = total / n
    return laplace(mean, 20 / (n * eps), grid=100)
