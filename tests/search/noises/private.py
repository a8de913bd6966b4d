"""Private mechanisms with noise of every kind."""

from enum import Enum
from fractions import Fraction
from typing import Annotated, NamedTuple

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
def by_any_bound(scores: Annotated[list[int], each_within("sens")], sens: int, eps: Epsilon) -> int:
    return choose(scores, eps / (2 * sens))


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def by_five(scores: Annotated[list[int], each_within(5)], eps: Epsilon) -> int:
    return choose(scores, eps / 10)


@mechanism(epsilon="2 * eps", requires="len(scores) >= 1")
def twice_eps(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    return permute_and_flip(scores, eps)


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def one_score_moves(scores: Annotated[list[int], one_within(1)], eps: Epsilon) -> int:
    return choose(scores, eps / 2)


@mechanism(epsilon="eps", requires="len(scores) >= 2")
def choose_then_measure(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> tuple[int, int]:
    best = choose(scores, eps / 4)
    return best, laplace(scores[best], 2 / eps)


@mechanism(epsilon="eps1 + eps2")
def response_and_count(
    yes: Annotated[int, within(1)], count: Annotated[int, within(1)], eps1: Epsilon, eps2: Epsilon
) -> tuple[bool, int]:
    return randomized_response(yes > 0, eps1), laplace(count, 1 / eps2)


@mechanism(epsilon="eps")
def bits_one(bits: Annotated[list[bool], one_changed()], eps: Epsilon) -> int:
    yes = 0
    for bit in bits:
        if randomized_response(bit, eps):
            yes += 1
    return yes


class Kind(Enum):
    A = 0
    B = 1
    C = 2


@mechanism(epsilon="eps")
def mode_of_kinds(rows: Annotated[list[Kind], one_added_or_removed()], eps: Epsilon) -> int:
    counts = [sum(1 for r in rows if r == k) for k in Kind]
    return choose(counts, eps)


@mechanism(epsilon="eps", requires="top >= 0")
def quantile(rows: Annotated[list[int], one_changed()], top: int, eps: Epsilon) -> int:
    scores = [-abs(len(rows) - 2 * sum(1 for r in rows if r < c)) for c in range(top + 1)]
    return choose(scores, eps / 4)


@mechanism(epsilon="eps", requires="k >= 2 and len(xs) >= 0")
def kary_list(xs: Annotated[list[int], one_changed()], k: int, eps: Epsilon) -> list[int]:
    return [randomized_choice(clamp(x, 0, k - 1), k, eps) for x in xs]


@mechanism(epsilon="eps")
def padded(count: Annotated[int, within(1)], n: int, eps: Epsilon) -> tuple[int, int]:
    dice = uniform(1, 6)
    return dice, laplace(count, 1 / eps)


@mechanism(epsilon="eps")
def sometimes(count: Annotated[int, within(1)], eps: Epsilon) -> int | None:
    if coin(Fraction(1, 3)):
        return laplace(count, 1 / eps)
    return None


@mechanism(epsilon="eps")
def noise_public(count: Annotated[int, within(1)], eps: Epsilon) -> tuple[int, int]:
    return truncated_laplace(7, 2, 10), laplace(count, 1 / eps)


@mechanism(epsilon="eps")
def geometric_public(count: Annotated[int, within(1)], eps: Epsilon) -> tuple[int, int]:
    wait = geometric(3)
    return wait, laplace(count, 1 / eps)


@mechanism(epsilon="eps")
def subsampled_sum(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    total = 0
    for row in rows:
        if coin(Fraction(1, 4)):
            total += clamp(row, 0, 10)
    return laplace(total, 10 / eps)


@mechanism(epsilon="eps")
def bernoulli_choice(x: Annotated[int, within(1)], y: Annotated[int, within(1)], eps: Epsilon) -> int:
    """One of two counts, by a coin; both may move."""
    picked = x if coin(Fraction(1, 2)) else y
    return laplace(picked, 1 / eps)


@mechanism(epsilon="eps", requires="len(qs) >= 1")
def response_svt(qs: Annotated[list[int], one_within(1)], t: int, eps: Epsilon) -> int:
    """The first query whose answer to "above t?" is told to be yes."""
    i = 0
    while i < len(qs):
        if randomized_response(qs[i] > t, eps):
            return i
        i += 1
    return i


class Person(NamedTuple):
    age: int
    smokes: bool


@mechanism(epsilon="eps")
def rows_of_people(people: Annotated[list[Person], one_changed()], eps: Epsilon) -> tuple[list[int], list[bool]]:
    ages = [randomized_choice(clamp(p.age, 0, 99), 100, eps / 2) for p in people]
    smokers = [randomized_response(p.smokes, eps / 2) for p in people]
    return ages, smokers


@mechanism(epsilon="eps", requires="len(prices) >= 1")
def best_price(bids: Annotated[list[int], one_changed()], prices: list[int], eps: Epsilon) -> int:
    """McSherry and Talwar's auction with bids of 0 or more and unit revenue: how many buy."""
    return choose([sum(1 for b in bids if b >= p) for p in prices], eps / 2)


@mechanism(epsilon="log(1 + (exp(eps) - 1) / 2)")
def half_of_the_rows(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    count = 0
    for _row in rows:
        if coin(Fraction(1, 2)):
            count += 1
    return laplace(count, 1 / eps)


@mechanism(epsilon="log(1 + (exp(eps) - 1) / 10)")
def tenth_of_the_rows(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    total = 0
    for row in rows:
        if coin(Fraction(1, 10)):
            total += clamp(row, 0, 5)
    return laplace(total, 5 / eps)


@mechanism(epsilon="log(1 + (exp(eps) - 1) / 3)")
def chosen_from_a_third(rows: Annotated[list[bool], one_added_or_removed()], eps: Epsilon) -> int:
    """Scores are apart only where the coin of the row that one run has alone came up."""
    yes = 0
    no = 0
    for row in rows:
        if coin(Fraction(1, 3)):
            if row:
                yes += 1
            else:
                no += 1
    return choose([no, yes], eps)


@mechanism(epsilon="eps")
def two_one_sided(bits: Annotated[list[bool], one_changed()], eps: Epsilon) -> int:
    """Which of the two draws is moved depends on which count is larger."""
    return sum(bits) + geometric(1 / eps) - geometric(1 / eps)
