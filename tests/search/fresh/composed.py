"""Mechanisms that call others, and that go on by what was released. All keep their claims."""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism, one_within, within


@mechanism(epsilon="a + b")
def branch_on_first(
    x: Annotated[int, within(1)],
    y: Annotated[int, within(1)],
    z: Annotated[int, within(1)],
    t: int,
    a: Epsilon,
    b: Epsilon,
) -> tuple[int, int]:
    """What is asked next depends on the first answer."""
    first = laplace(x, 1 / a)
    if first > t:
        return (first, laplace(y, 1 / b))
    return (first, laplace(z, 1 / b))


@mechanism(epsilon="a + b")
def stop_early(x: Annotated[int, within(1)], t: int, a: Epsilon, b: Epsilon) -> int:
    """A second draw only if the first is small; only one of them is returned."""
    rough = laplace(x, 1 / a)
    if rough >= t:
        return rough
    return laplace(x, 1 / b)


@mechanism(epsilon="n * eps", requires="n >= 0")
def refine(x: Annotated[int, within(1)], n: int, eps: Epsilon) -> int:
    """A guess that moves towards the number, by noisy comparisons."""
    guess = 0
    step = 0
    while step < n:
        if laplace(x - guess, 1 / eps) > 0:
            guess += 1
        else:
            guess -= 1
        step += 1
    return guess


@mechanism(epsilon="n * eps", requires="n >= 0")
def bisect(x: Annotated[int, within(1)], low: int, high: int, n: int, eps: Epsilon) -> tuple[int, int]:
    """Bisection by noisy comparisons, until the interval is empty or n steps are made."""
    lo = low
    hi = high
    for _ in range(n):
        if hi - lo <= 1:
            break
        mid = (lo + hi) // 2
        if laplace(x, 1 / eps) >= mid:
            lo = mid
        else:
            hi = mid
    return (lo, hi)


@mechanism(epsilon="eps")
def noisy_count(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    """A noisy count."""
    return laplace(x, 1 / eps)


@mechanism(epsilon="a + 2 * b")
def counts_of_counts(x: Annotated[int, within(1)], y: Annotated[int, within(1)], a: Epsilon, b: Epsilon) -> int:
    """Calls another mechanism three times and combines the answers."""
    first = noisy_count(x, a)
    second = noisy_count(y, b)
    third = noisy_count(x + y - y, b)
    return max(first, second, third)


@mechanism(epsilon="a + b", requires="len(xs) >= 1")
def look_up(
    x: Annotated[int, within(1)], xs: Annotated[list[int], each_within(1)], a: Epsilon, b: Epsilon
) -> tuple[int, int]:
    """A noisy number, clamped, is the position of what is released next."""
    place = max(0, min(len(xs) - 1, laplace(x, 1 / a)))
    return (place, laplace(xs[place], 1 / b))


@mechanism(epsilon="eps", requires="start >= 0")
def next_over(xs: Annotated[list[int], each_within(1)], t: int, start: int, eps: Epsilon) -> int:
    """The first entry above, from start on."""
    bar = laplace(t, 2 / eps)
    for i in range(start, len(xs)):
        if laplace(xs[i], 4 / eps) >= bar:
            return i
    return len(xs)


@mechanism(epsilon="n * (a + b)", requires="n >= 0")
def finds_with_values(
    xs: Annotated[list[int], each_within(1)], t: int, n: int, a: Epsilon, b: Epsilon
) -> list[tuple[int, int]]:
    """Up to n finds, each by a search of its own, with a fresh value."""
    out: list[tuple[int, int]] = []
    start = 0
    rounds = n
    while rounds > 0 and start < len(xs):
        hit = next_over(xs, t, start, a)
        if hit < len(xs):
            out.append((hit, laplace(xs[hit], 1 / b)))
        start = hit + 1
        rounds -= 1
    return out


@mechanism(epsilon="2 * eps")
def search_then_count(
    xs: Annotated[list[int], each_within(1)], x: Annotated[int, within(1)], t: int, eps: Epsilon
) -> tuple[int, int]:
    """A search, then a count of another number."""
    where = next_over(xs, t, 0, eps)
    return (where, noisy_count(x, eps))


@mechanism(epsilon="eps1 + k * eps2", requires="k >= 0")
def level_then_rounds(
    level: Annotated[int, within(1)], xs: Annotated[list[int], each_within(1)], k: int, eps1: Epsilon, eps2: Epsilon
) -> list[bool]:
    """A noisy level is released, then up to k noisy entries are compared to it."""
    noisy_level = laplace(level, 1 / eps1)
    out: list[bool] = []
    for i, x in enumerate(xs):
        if i >= k:
            break
        out.append(laplace(x, 1 / eps2) >= noisy_level)
    return out


@mechanism(epsilon="max(a, b)")
def one_budget_or_other(x: Annotated[int, within(1)], rough: bool, a: Epsilon, b: Epsilon) -> int:
    """A public flag chooses the noise."""
    if rough:
        return laplace(x, 1 / a)
    return laplace(x, 1 / b)


@mechanism(epsilon="a + b")
def histogram_if_large(
    total: Annotated[int, within(1)], cells: Annotated[list[int], one_within(1)], t: int, a: Epsilon, b: Epsilon
) -> tuple[int, list[int]]:
    """The cells only if the noisy total is large enough."""
    noisy: list[int] = []
    size = laplace(total, 1 / a)
    if size >= t:
        for c in cells:
            noisy.append(laplace(c, 1 / b))
    return (size, noisy)


@mechanism(epsilon="n * eps", requires="n >= 0")
def wait_until(x: Annotated[int, within(1)], t: int, n: int, eps: Epsilon) -> int:
    """Draws until the first noisy value above a public level, at most n times."""
    tries = n
    while tries > 0:
        if laplace(x, 1 / eps) > t:
            return tries
        tries -= 1
    return 0


@mechanism(epsilon="3 * eps")
def three_steps(x: Annotated[int, within(1)], eps: Epsilon) -> tuple[int, bool, int]:
    """Three draws, each asked for by the one before."""
    a = laplace(x, 1 / eps)
    b = laplace(x - a, 1 / eps) > 0
    c = laplace(x + 1 if b else x - 1, 1 / eps)
    return (a, b, c)


@mechanism(epsilon="eps")
def vote_of_two_searches(
    xs: Annotated[list[int], each_within(1)], ys: Annotated[list[int], each_within(1)], t: int, eps: Epsilon
) -> bool:
    """Whether the find in one list comes before the find in another; half the budget for each."""
    first = len(xs)
    bar = laplace(t, 4 / eps)
    for i, x in enumerate(xs):
        if laplace(x, 8 / eps) >= bar:
            first = i
            break
    second = len(ys)
    bar = laplace(t, 4 / eps)
    for j, y in enumerate(ys):
        if laplace(y, 8 / eps) >= bar:
            second = j
            break
    return first < second
