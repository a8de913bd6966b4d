"""Scales that are sums, differences and maxima; scales under a guard; claims that are the larger of two."""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism, within


@mechanism(epsilon="eps", requires="k >= 0")
def one_more_than_k(xs: Annotated[list[int], each_within("k + 1")], t: int, k: int, eps: Epsilon) -> int:
    """Entries move by up to k + 1."""
    bar = laplace(t, 2 * (k + 1) / eps)
    for i, x in enumerate(xs):
        if laplace(x, 4 * (k + 1) / eps) >= bar:
            return i
    return -1


@mechanism(epsilon="eps", requires="k >= 0")
def pair_with_k(x: Annotated[int, within("k + 1")], y: Annotated[int, within("k + 1")], k: int, eps: Epsilon) -> bool:
    """2·k + 2 is shared by two draws."""
    return laplace(x, (2 * k + 2) / eps) > laplace(y, (2 * k + 2) / eps)


@mechanism(epsilon="eps", requires="high > low")
def clamped_between(x: Annotated[int, within(1000)], low: int, high: int, eps: Epsilon) -> int:
    """As wide as the range is."""
    width = high - low
    return laplace(max(low, min(high, x)), width / eps)


@mechanism(epsilon="eps", requires="k >= 1 and m >= 1")
def two_bounds(x: Annotated[int, within("k")], y: Annotated[int, within("m")], k: int, m: int, eps: Epsilon) -> int:
    """A sum moves by the sum."""
    return laplace(x + y, (k + m) / eps)


@mechanism(epsilon="eps")
def at_least_one(xs: Annotated[list[int], each_within(1)], t: int, c: int, eps: Epsilon) -> list[bool]:
    """A scale that takes care of small c itself."""
    if c < 1:
        return []
    bar = laplace(t, 2 / eps)
    count = 0
    ans: list[bool] = []
    for x in xs:
        hit = laplace(x, 4 * max(c, 1) / eps) >= bar
        ans.append(hit)
        if hit:
            count += 1
            if count >= c:
                return ans
    return ans


@mechanism(epsilon="eps")
def scale_under_a_guard(xs: Annotated[list[int], each_within(1)], t: int, c: int, eps: Epsilon) -> list[bool]:
    """4·c / eps is a scale behind the guard only."""
    if c < 1:
        return []
    bar = laplace(t, 2 / eps)
    count = 0
    ans: list[bool] = []
    for x in xs:
        hit = laplace(x, 4 * c / eps) >= bar
        ans.append(hit)
        if hit:
            count += 1
            if count >= c:
                return ans
    return ans


@mechanism(epsilon="max(b, c)")
def one_of_two(x: Annotated[int, within(1)], b: Epsilon, c: Epsilon) -> int:
    """Noise decides which of two answers is given."""
    if laplace(0, 1 / b) >= 0:
        return laplace(x, 1 / b)
    return laplace(x, 1 / c)


@mechanism(epsilon="a + max(b, c)")
def then_either(
    x: Annotated[int, within(1)], y: Annotated[int, within(1)], a: Epsilon, b: Epsilon, c: Epsilon
) -> tuple[int, int]:
    """The first answer decides how the second one is spent on."""
    first = laplace(x, 1 / a)
    if first > 10:  # noqa: SIM108
        second = laplace(y, 1 / b)
    else:
        second = laplace(y, 1 / c)
    return (first, second)
