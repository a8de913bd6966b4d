"""Coins in turn, with a δ that is a product of their probabilities: PRIVATE are proved, NEAR miss their claims."""

# ruff: noqa: SIM102 (that one coin is tossed after the other is what this is about)

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, coin, each_within, laplace, mechanism, one_within, truncated_laplace, within

PRIVATE = (
    "twice_unlucky",
    "three_times_unlucky",
    "lucky_then_unlucky",
    "either_way_unlucky",
    "unlucky_and_far_out",
    "told_by_a_flag",
    "one_of_many_unlucky",
    "often_twice_unlucky",
)
NEAR = (
    "twice_unlucky_for_less",
    "three_times_unlucky_once_too_often",
    "lucky_then_unlucky_for_both",
    "either_way_unlucky_for_one",
    "one_of_two_is_enough",
    "first_is_enough",
    "each_of_many_unlucky_for_one",
    "often_twice_unlucky_once_too_often",
    "seldom_truncated_for_less",
)


@mechanism(epsilon="eps", delta="p * p", requires="0 <= p and p <= 1")
def twice_unlucky(x: Annotated[int, within(1)], p: Fraction, eps: Epsilon) -> int:
    if coin(p):
        if coin(p):
            return x
    return laplace(x, 1 / eps)


@mechanism(epsilon="eps", delta="p * q / 100", requires="0 <= p and p <= 1 and 0 <= q and q <= 1")
def three_times_unlucky(x: Annotated[int, within(1)], p: Fraction, q: Fraction, eps: Epsilon) -> int:
    out = laplace(x, 1 / eps)
    if coin(p):
        if coin(q):
            if coin(Fraction(1, 100)):
                out = x
    return out


@mechanism(epsilon="eps", delta="(1 - p) * p", requires="0 <= p and p <= 1")
def lucky_then_unlucky(x: Annotated[int, within(1)], p: Fraction, eps: Epsilon) -> int:
    out = laplace(x, 1 / eps)
    if not coin(p):
        if coin(p):
            out = x
    return out


@mechanism(epsilon="eps", delta="1 / 100")
def either_way_unlucky(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    """Whichever way the first coin falls, the second one is as unlikely."""
    out = laplace(x, 1 / eps)
    if coin(Fraction(1, 2)):
        if coin(Fraction(1, 100)):
            out = x
    else:
        if coin(Fraction(1, 100)):
            out = -x
    return out


@mechanism(epsilon="eps", delta="p * exp(-t * eps) / (1 + exp(-eps))", requires="0 <= p and p <= 1 and t >= 1")
def unlucky_and_far_out(count: Annotated[int, within(1)], p: Fraction, t: int, eps: Epsilon) -> int:
    """The count is shown with probability p, if it is high."""
    if coin(p):
        if count > 0:
            noisy = laplace(count, 1 / eps)
            if noisy > t:
                return noisy
    return 0


@mechanism(epsilon="eps", delta="p * p", requires="0 <= p and p <= 1")
def told_by_a_flag(x: Annotated[int, within(1)], p: Fraction, eps: Epsilon) -> tuple[bool, int]:
    first = coin(p)
    if first:
        second = coin(p)
        if second:
            return first, x
    return first, laplace(x, 1 / eps)


@mechanism(epsilon="eps", delta="p * q", requires="0 <= p and p <= 1 and 0 <= q and q <= 1")
def one_of_many_unlucky(xs: Annotated[list[int], one_within(1)], p: Fraction, q: Fraction, eps: Epsilon) -> list[int]:
    out = []
    for x in xs:
        shown = laplace(x, 1 / eps)
        if coin(p):
            if coin(q):
                shown = x
        out.append(shown)
    return out


@mechanism(
    epsilon="eps", delta="n * p * q", requires="0 <= p and p <= 1 and 0 <= q and q <= 1 and n >= 1 and n * p * q < 1"
)
def often_twice_unlucky(x: Annotated[int, within(1)], n: int, p: Fraction, q: Fraction, eps: Epsilon) -> int:
    out = laplace(x, 1 / eps)
    for _ in range(n):
        if coin(p):
            if coin(q):
                out = x
    return out


# ------------------------------------------------------------------------------------------------------------- too much


@mechanism(epsilon="eps", delta="p * p / 1.05", requires="0 <= p and p <= 1")
def twice_unlucky_for_less(x: Annotated[int, within(1)], p: Fraction, eps: Epsilon) -> int:
    if coin(p):
        if coin(p):
            return x
    return laplace(x, 1 / eps)


@mechanism(epsilon="eps", delta="p * p * p", requires="0 <= p and p <= 1")
def three_times_unlucky_once_too_often(x: Annotated[int, within(1)], p: Fraction, eps: Epsilon) -> int:
    out = laplace(x, 1 / eps)
    if coin(p):
        if coin(p):
            out = x
    return out


@mechanism(epsilon="eps", delta="p * p", requires="0 <= p and p <= 1")
def lucky_then_unlucky_for_both(x: Annotated[int, within(1)], p: Fraction, eps: Epsilon) -> int:
    out = laplace(x, 1 / eps)
    if not coin(p):
        if coin(p):
            out = x
    return out


@mechanism(epsilon="eps", delta="1 / 200")
def either_way_unlucky_for_one(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    out = laplace(x, 1 / eps)
    if coin(Fraction(1, 2)):
        if coin(Fraction(1, 100)):
            out = x
    else:
        if coin(Fraction(1, 100)):
            out = -x
    return out


@mechanism(epsilon="eps", delta="p * p", requires="0 <= p and p <= 1")
def one_of_two_is_enough(x: Annotated[int, within(1)], p: Fraction, eps: Epsilon) -> int:
    if coin(p) or coin(p):
        return x
    return laplace(x, 1 / eps)


@mechanism(epsilon="eps", delta="p * p", requires="0 <= p and p <= 1")
def first_is_enough(x: Annotated[int, within(1)], p: Fraction, eps: Epsilon) -> int:
    if coin(p):
        if coin(p):
            return -x
        return x
    return laplace(x, 1 / eps)


@mechanism(epsilon="eps", delta="exp(-(bound + 1) * eps) / 20", requires="bound >= 1")
def seldom_truncated_for_less(x: Annotated[int, within(1)], bound: int, eps: Epsilon) -> int:
    if coin(Fraction(1, 10)):
        return truncated_laplace(x, 1 / eps, bound)
    return laplace(x, 1 / eps)


@mechanism(epsilon="len(xs) * eps", delta="p * q", requires="0 <= p and p <= 1 and 0 <= q and q <= 1")
def each_of_many_unlucky_for_one(
    xs: Annotated[list[int], each_within(1)], p: Fraction, q: Fraction, eps: Epsilon
) -> list[int]:
    out = []
    for x in xs:
        shown = laplace(x, 1 / eps)
        if coin(p):
            if coin(q):
                shown = x
        out.append(shown)
    return out


@mechanism(
    epsilon="eps",
    delta="(n - 1) * p * q",
    requires="0 <= p and p <= 1 and 0 <= q and q <= 1 and n >= 1 and n * p * q < 1",
)
def often_twice_unlucky_once_too_often(
    x: Annotated[int, within(1)], n: int, p: Fraction, q: Fraction, eps: Epsilon
) -> int:
    out = laplace(x, 1 / eps)
    for _ in range(n):
        if coin(p):
            if coin(q):
                out = x
    return out
