"""Mechanisms that look like those of `private`, and are not private."""

from enum import Enum
from fractions import Fraction
from typing import Annotated

from twinproof import (
    Epsilon,
    choose,
    clamp,
    coin,
    each_within,
    geometric,
    laplace,
    mechanism,
    one_added_or_removed,
    one_changed,
    one_within,
    permute_and_flip,
    randomized_choice,
    randomized_response,
    truncated_laplace,
    uniform,
    within,
)


@mechanism(epsilon="eps", requires="len(scores) >= 1 and sens >= 1")
def a_little_more(scores: Annotated[list[int], each_within("sens")], sens: int, eps: Epsilon) -> int:
    return choose(scores, 101 * eps / (200 * sens))


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def nine_for_ten(scores: Annotated[list[int], each_within(5)], eps: Epsilon) -> int:
    return choose(scores, eps / 9)


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def one_score_monotone_price(scores: Annotated[list[int], one_within(1)], eps: Epsilon) -> int:
    return choose(scores, 101 * eps / 100)


@mechanism(epsilon="eps", requires="len(scores) >= 2")
def choose_then_measure(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> tuple[int, int]:
    best = choose(scores, eps / 4)
    return best, laplace(scores[best], 1 / eps)


@mechanism(epsilon="eps")
def bits_101(bits: Annotated[list[bool], one_changed()], eps: Epsilon) -> list[bool]:
    return [randomized_response(b, 101 * eps / 100) for b in bits]


class Kind(Enum):
    A = 0
    B = 1
    C = 2


@mechanism(epsilon="eps")
def mode_changed(rows: Annotated[list[Kind], one_changed()], eps: Epsilon) -> int:
    counts = [sum(1 for r in rows if r == k) for k in Kind]
    return choose(counts, eps)


@mechanism(epsilon="eps", requires="top >= 0")
def quantile(rows: Annotated[list[int], one_changed()], top: int, eps: Epsilon) -> int:
    scores = [-abs(len(rows) - 2 * sum(1 for r in rows if r < c)) for c in range(top + 1)]
    return choose(scores, eps / 3)


@mechanism(epsilon="eps", requires="k >= 2")
def kary_list(xs: Annotated[list[int], one_changed()], k: int, eps: Epsilon) -> list[int]:
    return [randomized_choice(clamp(x, 0, k - 1), k, eps + eps / 100) for x in xs]


@mechanism(epsilon="eps")
def uniform_noise(count: Annotated[int, within(1)], eps: Epsilon) -> int:
    return count + uniform(-100, 100)


@mechanism(epsilon="eps")
def private_range(count: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(uniform(0, 3) + 2 * count, 1 / eps)


@mechanism(epsilon="eps")
def truncated(count: Annotated[int, within(1)], eps: Epsilon) -> int:
    return truncated_laplace(count, 1 / eps, 50)


@mechanism(epsilon="eps")
def response_both(bit: Annotated[list[bool], one_changed()], eps: Epsilon) -> list[tuple[bool, bool]]:
    return [(randomized_response(b, eps), randomized_response(b, eps)) for b in bit]


@mechanism(epsilon="eps / 2")
def subsampled(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    count = 0
    for _row in rows:
        if coin(Fraction(1, 2)):
            count += 1
    return laplace(count, 1 / eps)


@mechanism(epsilon="eps", requires="len(qs) >= 1")
def response_svt(qs: Annotated[list[int], each_within(1)], t: int, eps: Epsilon) -> int:
    i = 0
    while i < len(qs):
        if randomized_response(qs[i] > t, eps):
            return i
        i += 1
    return i


@mechanism(epsilon="eps")
def leaky_coin(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    if coin(Fraction(1, 1000)):
        return x
    return laplace(x, 1 / eps)


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def flipped_monotone(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    return permute_and_flip(scores, eps)


@mechanism(epsilon="log(1 + (exp(eps) - 1) / 3)")
def half_of_the_rows_priced_as_a_third(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    count = 0
    for _row in rows:
        if coin(Fraction(1, 2)):
            count += 1
    return laplace(count, 1 / eps)


@mechanism(epsilon="log(1 + (exp(eps) - 1) / 3)")
def chosen_from_a_third(rows: Annotated[list[bool], one_added_or_removed()], eps: Epsilon) -> int:
    yes = 0
    no = 0
    for row in rows:
        if coin(Fraction(1, 3)):
            if row:
                yes += 1
            else:
                no += 1
    return choose([no, yes], 101 * eps / 100)


@mechanism(epsilon="log(1 + (exp(eps) - 1) / 3)")
def chosen_by_the_difference(rows: Annotated[list[bool], one_added_or_removed()], eps: Epsilon) -> int:
    """One score rises and the other falls."""
    more = 0
    for row in rows:
        if coin(Fraction(1, 3)):
            more += 1 if row else -1
    return permute_and_flip([-more, more], eps)


@mechanism(epsilon="eps")
def two_one_sided(bits: Annotated[list[bool], one_changed()], eps: Epsilon) -> int:
    return sum(bits) + geometric(1 / eps) - geometric(99 / (100 * eps))
