"""Numbers that each move up or down, with noise that ends: PRIVATE are proved, NEAR miss their claims."""

from typing import Annotated

from twinproof import Epsilon, clamp, each_within, mechanism, truncated_laplace, uniform, within

PRIVATE = (
    "clipped_answers",
    "two_numbers",
    "moved_by_two",
    "doubled_answers",
    "evenly_around",
    "positive_only",
    "negated",
)
NEAR = (
    "one_round_unpaid",
    "a_little_less",
    "two_for_one",
    "two_numbers_for_one",
    "evenly_for_less",
    "shorter_on_one_side",
)


@mechanism(epsilon="len(answers) * eps", delta="len(answers) * exp(-bound * eps)", requires="bound >= 1")
def clipped_answers(answers: Annotated[list[int], each_within(1)], bound: int, eps: Epsilon) -> list[int]:
    released = []
    i = 0
    while i < len(answers):
        value = clamp(answers[i], 0, 10)
        released.append(truncated_laplace(value, 1 / eps, bound))
        i += 1
    return released


@mechanism(epsilon="2 * eps", delta="2 * exp(-bound * eps)", requires="bound >= 1")
def two_numbers(
    x: Annotated[int, within(1)], y: Annotated[int, within(1)], bound: int, eps: Epsilon
) -> tuple[int, int]:
    first = truncated_laplace(x, 1 / eps, bound)
    second = truncated_laplace(y, 1 / eps, bound)
    return first, second


@mechanism(epsilon="2 * len(xs) * eps", delta="len(xs) * exp(-(bound - 1) * eps)", requires="bound >= 2")
def moved_by_two(xs: Annotated[list[int], each_within(2)], bound: int, eps: Epsilon) -> list[int]:
    return [truncated_laplace(x, 1 / eps, bound) for x in xs]


@mechanism(epsilon="2 * len(xs) * eps", delta="len(xs) * exp(-(bound - 1) * eps)", requires="bound >= 2")
def doubled_answers(xs: Annotated[list[int], each_within(1)], bound: int, eps: Epsilon) -> list[int]:
    out = []
    for x in xs:
        out.append(truncated_laplace(x + x, 1 / eps, bound))
    return out


@mechanism(epsilon="0", delta="len(xs) / (2 * n + 1)", requires="n >= 1")
def evenly_around(xs: Annotated[list[int], each_within(1)], n: int) -> list[int]:
    return [uniform(x - n, x + n) for x in xs]


@mechanism(epsilon="len(xs) * eps", delta="len(xs) * exp(-bound * eps)", requires="bound >= 1")
def positive_only(xs: Annotated[list[int], each_within(1)], bound: int, eps: Epsilon) -> list[bool]:
    flags = []
    for x in xs:
        noisy = truncated_laplace(x, 1 / eps, bound)
        flags.append(noisy > 0)
    return flags


@mechanism(epsilon="len(xs) * eps", delta="len(xs) * exp(-bound * eps)", requires="bound >= 1")
def negated(xs: Annotated[list[int], each_within(1)], bound: int, eps: Epsilon) -> list[int]:
    return [-truncated_laplace(-x, 1 / eps, bound) for x in xs]


@mechanism(epsilon="len(xs) * eps", delta="(len(xs) - 1) * exp(-bound * eps)", requires="bound >= 1 and len(xs) >= 1")
def one_round_unpaid(xs: Annotated[list[int], each_within(1)], bound: int, eps: Epsilon) -> list[int]:
    return [truncated_laplace(x, 1 / eps, bound) for x in xs]


@mechanism(
    epsilon="len(xs) * eps",
    delta="len(xs) * exp(-bound * eps) * (1 - exp(-eps)) / (1 + exp(-eps) - 2 * exp(-(bound + 1) * eps)) / 1.05",
    requires="bound >= 1",
)
def a_little_less(xs: Annotated[list[int], each_within(1)], bound: int, eps: Epsilon) -> list[int]:
    return [truncated_laplace(x, 1 / eps, bound) for x in xs]


@mechanism(epsilon="2 * len(xs) * eps", delta="len(xs) * exp(-(bound + 1) * eps) / 2", requires="bound >= 2")
def two_for_one(xs: Annotated[list[int], each_within(2)], bound: int, eps: Epsilon) -> list[int]:
    return [truncated_laplace(x, 1 / eps, bound) for x in xs]


@mechanism(epsilon="2 * eps", delta="exp(-(bound + 1) * eps) / 2", requires="bound >= 1")
def two_numbers_for_one(
    x: Annotated[int, within(1)], y: Annotated[int, within(1)], bound: int, eps: Epsilon
) -> tuple[int, int]:
    first = truncated_laplace(x, 1 / eps, bound)
    second = truncated_laplace(y, 1 / eps, bound)
    return first, second


@mechanism(epsilon="0", delta="len(xs) / (2 * n + 2)", requires="n >= 1")
def evenly_for_less(xs: Annotated[list[int], each_within(1)], n: int) -> list[int]:
    return [uniform(x - n, x + n) for x in xs]


@mechanism(epsilon="len(xs) * eps", delta="len(xs) * exp(-bound * eps)", requires="bound >= 1")
def shorter_on_one_side(xs: Annotated[list[int], each_within(1)], bound: int, eps: Epsilon) -> list[int]:
    return [max(truncated_laplace(x, 1 / eps, bound), x) for x in xs]
