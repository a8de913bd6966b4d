"""Mechanisms with divergences: those in PRIVATE keep their claims and are proved, those in NEAR miss them a little."""

from fractions import Fraction
from typing import Annotated

from twinproof import (
    Epsilon,
    choose,
    clamp,
    coin,
    each_within,
    gaussian,
    mechanism,
    moves_by_l2,
    one_added_or_removed,
    one_within,
    truncated_laplace,
    within,
)

PRIVATE = (
    "ages_two_levels",
    "select_and_measure",
    "truncated_and_gaussian",
    "slips_at_one_order",
    "vector_times_three",
    "vector_turned_and_doubled",
    "sometimes_all_else_the_best",
)
NEAR = (
    "ages_two_levels_for_one",
    "select_and_measure_each",
    "select_and_measure_twice",
    "truncated_for_less",
    "truncated_for_half",
    "slips_at_another_order",
    "slips_more_often",
    "vector_times_three_for_two",
    "vector_doubled_for_three",
    "vector_with_the_first",
    "sometimes_all_else_the_best_for_less",
)


@mechanism(zcdp="2 * rho")
def ages_two_levels(ages: Annotated[list[int], one_added_or_removed()], rho: Epsilon) -> tuple[list[int], list[int]]:
    fine = [0] * 6
    coarse = [0] * 3
    for age in ages:
        bucket = clamp(age // 20, 0, 5)
        fine[bucket] += 1
        coarse[bucket // 2] += 1
    return [gaussian(n, variance=1 / (2 * rho)) for n in fine], [gaussian(n, variance=1 / (2 * rho)) for n in coarse]


@mechanism(zcdp="rho")
def ages_two_levels_for_one(
    ages: Annotated[list[int], one_added_or_removed()], rho: Epsilon
) -> tuple[list[int], list[int]]:
    fine = [0] * 6
    coarse = [0] * 3
    for age in ages:
        bucket = clamp(age // 20, 0, 5)
        fine[bucket] += 1
        coarse[bucket // 2] += 1
    return [gaussian(n, variance=1 / (2 * rho)) for n in fine], [gaussian(n, variance=1 / (2 * rho)) for n in coarse]


@mechanism(zcdp="k * (eps * eps / 8 + rho)", requires="k >= 0 and len(counts) >= 1")
def select_and_measure(
    counts: Annotated[list[int], one_within(1)], k: int, eps: Epsilon, rho: Epsilon
) -> list[tuple[int, int]]:
    picked = []
    for _ in range(k):
        best = choose(counts, eps)
        picked.append((best, gaussian(counts[best], variance=1 / (2 * rho))))
    return picked


@mechanism(zcdp="k * (eps * eps / 8 + rho)", requires="k >= 0 and len(counts) >= 1")
def select_and_measure_each(
    counts: Annotated[list[int], each_within(1)], k: int, eps: Epsilon, rho: Epsilon
) -> list[tuple[int, int]]:
    picked = []
    for _ in range(k):
        best = choose(counts, eps)
        picked.append((best, gaussian(counts[best], variance=1 / (2 * rho))))
    return picked


@mechanism(zcdp="k * (eps * eps / 8 + rho)", requires="k >= 0 and len(counts) >= 1")
def select_and_measure_twice(
    counts: Annotated[list[int], one_within(2)], k: int, eps: Epsilon, rho: Epsilon
) -> list[tuple[int, int]]:
    picked = []
    for _ in range(k):
        best = choose(counts, eps)
        picked.append((best, gaussian(counts[best], variance=2 / rho)))
    return picked


@mechanism(zcdp="eps + rho", delta="exp(-b * eps)", requires="b >= 1")
def truncated_and_gaussian(x: Annotated[int, within(1)], b: int, eps: Epsilon, rho: Epsilon) -> tuple[int, int]:
    return truncated_laplace(x, 1 / eps, b), gaussian(x, variance=1 / (2 * rho))


@mechanism(zcdp="eps + rho", delta="exp(-b * eps) * (1 - exp(-eps)) / 2", requires="b >= 1")
def truncated_for_less(x: Annotated[int, within(1)], b: int, eps: Epsilon, rho: Epsilon) -> tuple[int, int]:
    return truncated_laplace(x, 1 / eps, b), gaussian(x, variance=1 / (2 * rho))


@mechanism(zcdp="eps / 2 + rho", delta="exp(-b * eps)", requires="b >= 1")
def truncated_for_half(x: Annotated[int, within(1)], b: int, eps: Epsilon, rho: Epsilon) -> tuple[int, int]:
    return truncated_laplace(x, 1 / eps, b), gaussian(x, variance=1 / (2 * rho))


@mechanism(renyi=("alpha", "alpha * rho"), delta="1 / 20", requires="alpha > 1")
def slips_at_one_order(x: Annotated[int, within(1)], alpha: Epsilon, rho: Epsilon) -> int:
    noisy = gaussian(x, variance=1 / (2 * rho))
    return x if coin(Fraction(1, 20)) else noisy


@mechanism(renyi=("alpha", "(alpha - 1) * rho"), delta="1 / 20", requires="alpha > 1")
def slips_at_another_order(x: Annotated[int, within(1)], alpha: Epsilon, rho: Epsilon) -> int:
    noisy = gaussian(x, variance=1 / (2 * rho))
    return x if coin(Fraction(1, 20)) else noisy


@mechanism(renyi=("alpha", "alpha * rho"), delta="1 / 20", requires="alpha > 1")
def slips_more_often(x: Annotated[int, within(1)], alpha: Epsilon, rho: Epsilon) -> int:
    noisy = gaussian(x, variance=1 / (2 * rho))
    return x if coin(Fraction(1, 19)) else noisy


@mechanism(zcdp="rho", requires="k >= 1")
def vector_times_three(xs: Annotated[list[int], moves_by_l2("k")], k: int, rho: Epsilon) -> list[int]:
    out = []
    for x in xs:
        scaled = x * 3
        out.append(gaussian(scaled + 1, variance=9 * k / (2 * rho)))
    return out


@mechanism(zcdp="4 * rho", requires="k >= 1")
def vector_turned_and_doubled(xs: Annotated[list[int], moves_by_l2("k")], k: int, rho: Epsilon) -> list[int]:
    return [gaussian(-2 * x, variance=k / (2 * rho)) for x in xs]


@mechanism(zcdp="rho", requires="k >= 1")
def vector_times_three_for_two(xs: Annotated[list[int], moves_by_l2("k")], k: int, rho: Epsilon) -> list[int]:
    return [gaussian(x * 3, variance=4 * k / (2 * rho)) for x in xs]


@mechanism(zcdp="3 * rho", requires="k >= 1")
def vector_doubled_for_three(xs: Annotated[list[int], moves_by_l2("k")], k: int, rho: Epsilon) -> list[int]:
    return [gaussian(-2 * x, variance=k / (2 * rho)) for x in xs]


@mechanism(zcdp="rho", requires="k >= 1")
def vector_with_the_first(xs: Annotated[list[int], moves_by_l2("k")], k: int, rho: Epsilon) -> list[int]:
    return [gaussian(x + xs[0], variance=k / (2 * rho)) for x in xs]


@mechanism(zcdp="7/24", delta="1/100", requires="len(xs) == 2")
def sometimes_all_else_the_best(xs: Annotated[list[int], one_within(1)]) -> list[int]:
    if coin(Fraction(1, 100)) and xs[0] > 0:
        return list(xs)  # here one run is over, and the other has to choose by itself
    best = choose(xs, 1)
    return [best, gaussian(xs[best], variance=3)]


@mechanism(zcdp="7/24", delta="1/200", requires="len(xs) == 2")
def sometimes_all_else_the_best_for_less(xs: Annotated[list[int], one_within(1)]) -> list[int]:
    if coin(Fraction(1, 100)) and xs[0] > 0:
        return list(xs)
    best = choose(xs, 1)
    return [best, gaussian(xs[best], variance=3)]
