"""Mechanisms whose claims are false only far out: for long lists, large parameters or rare values."""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism, one_within, within


@mechanism(epsilon="eps")
def signs_of_long_lists(xs: Annotated[list[int], each_within(1)], eps: Epsilon) -> list[bool]:
    """Within the claim for forty entries, not for more."""
    out: list[bool] = []
    for x in xs:
        out.append(laplace(x, 40 / eps) > 0)
    return out


@mechanism(epsilon="min(n, 50) * eps", requires="n >= 0")
def rounds_over_fifty(x: Annotated[int, within(1)], n: int, eps: Epsilon) -> list[int]:
    """Every round costs, but only fifty are claimed."""
    out: list[int] = []
    for _ in range(n):
        out.append(laplace(x, 1 / eps))
    return out


@mechanism(epsilon="eps", requires="c >= 1")
def sparse_late_stop(xs: Annotated[list[int], each_within(1)], t: int, c: int, eps: Epsilon) -> list[bool]:
    """It stops after c finds, but not before the thirtieth entry."""
    bar = laplace(t, 2 / eps)
    out: list[bool] = []
    hits = 0
    for i, x in enumerate(xs):
        if hits >= c and i > 30:
            break
        hit = laplace(x, 4 * c / eps) >= bar
        out.append(hit)
        if hit:
            hits += 1
    return out


@mechanism(epsilon="eps")
def rare_input(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    """One input has its own answer."""
    if x == 1000:
        return 7
    return laplace(x, 1 / eps)


@mechanism(epsilon="eps")
def rare_level(xs: Annotated[list[int], each_within(1)], t: int, eps: Epsilon) -> int:
    """For one level, the threshold has no noise."""
    bar = laplace(t, 2 / eps)
    if t == 777:
        bar = t
    for i, x in enumerate(xs):
        if laplace(x, 4 / eps) >= bar:
            return i
    return -1


@mechanism(epsilon="eps")
def rare_draw(x: Annotated[int, within(1)], eps: Epsilon) -> tuple[int, int]:
    """One noisy value makes it tell the exact one."""
    v = laplace(x, 1 / eps)
    return (v, x if v == 12345 else 0)


@mechanism(epsilon="eps")
def rare_second_draw(x: Annotated[int, within(1)], eps: Epsilon) -> tuple[int, int]:
    """One noisy value makes it draw again, which is not paid for."""
    first = laplace(x, 1 / eps)
    second = 0
    if first == 500:
        second = laplace(x, 1 / eps)
    return (first, second)


@mechanism(epsilon="eps")
def far_entry(xs: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[int]:
    """The entry at position sixty is released as it is."""
    out: list[int] = []
    for i, x in enumerate(xs):
        if i == 60:
            out.append(x)
        else:
            out.append(laplace(x, 1 / eps))
    return out


@mechanism(epsilon="eps", requires="len(a) == len(b)")
def opposite_ways(
    a: Annotated[list[int], each_within(1, monotone=True)],
    b: Annotated[list[int], each_within(1, monotone=True)],
    eps: Epsilon,
) -> int:
    """Two lists that move one way each, but not the same way; the noise is for one of them."""
    arg = -1
    top = 0
    for i in range(len(a)):
        v = laplace(a[i] - b[i], 1 / eps)
        if arg == -1 or v > top:
            arg = i
            top = v
    return arg


@mechanism(epsilon="eps", requires="k >= 1")
def bound_off_by_one(x: Annotated[int, within("k + 1")], k: int, eps: Epsilon) -> int:
    """The number moves by k + 1, the noise is for k."""
    return laplace(x, k / eps)


@mechanism(epsilon="len(xs) * eps")
def entries_and_total(xs: Annotated[list[int], each_within(1)], eps: Epsilon) -> tuple[list[int], int]:
    """The entries are paid for, the noisy total is not."""
    out: list[int] = []
    total = 0
    for x in xs:
        out.append(laplace(x, 1 / eps))
        total += x
    return (out, laplace(total, 1 / eps))
