"""Counts, sums, histograms and streams of noisy numbers. All keep their claims."""

from typing import Annotated

from twinproof import (
    Database,
    Epsilon,
    Query,
    clamp,
    each_within,
    laplace,
    mechanism,
    one_sided_laplace,
    one_within,
    sensitivity,
    within,
)

MOST = 10


@mechanism(epsilon="eps")
def cells_double(cells: Annotated[list[int], one_within(2)], eps: Epsilon) -> list[int]:
    """A histogram in which one cell moves by up to 2."""
    out: list[int] = []
    i = 0
    while len(out) < len(cells):
        out += [laplace(cells[i], 2 / eps)]
        i += 1
    return out


@mechanism(epsilon="len(xs) * eps")
def each_noisy(xs: Annotated[list[int], each_within(1)], eps: Epsilon) -> list[int]:
    """Every entry may move, and each is paid for."""
    out: list[int] = []
    for x in xs:
        out.append(laplace(x, 1 / eps))
    return out


@mechanism(epsilon="eps", requires="m >= 1")
def block_totals(xs: Annotated[list[int], one_within(1)], m: int, eps: Epsilon) -> list[int]:
    """The total of each block of m entries, and of the rest."""
    out: list[int] = []
    total = 0
    size = 0
    for x in xs:
        total += x
        size += 1
        if size == m:
            out.append(laplace(total, 1 / eps))
            total = 0
            size = 0
    out.append(laplace(total, 1 / eps))
    return out


@mechanism(epsilon="eps", requires="k >= 1")
def total_of_list(xs: Annotated[list[int], one_within("k")], k: int, eps: Epsilon) -> int:
    """One noisy total."""
    total = 0
    for x in xs:
        total += x
    return laplace(total, k / eps)


@mechanism(epsilon="eps")
def clamped_total(xs: Annotated[list[int], one_within(100)], eps: Epsilon) -> int:
    """A total of entries clamped to 0 … 10."""
    total = 0
    for x in xs:
        total += min(MOST, max(0, x))
    return laplace(total, 10 / eps)


@mechanism(epsilon="eps", requires="len(xs) >= 1")
def average(xs: Annotated[list[int], one_within(1)], eps: Epsilon) -> int:
    """A noisy sum, divided by the public length."""
    return laplace(sum(xs), 1 / eps) // len(xs)


@mechanism(epsilon="eps", requires="len(xs) >= 1")
def total_all_move(xs: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """Every entry may move, so the total moves by up to the length."""
    total = 0
    for x in xs:
        total += x
    return laplace(total, len(xs) / eps)


@mechanism(epsilon="n * eps", requires="n >= 0")
def repeated(x: Annotated[int, within(1)], n: int, eps: Epsilon) -> list[int]:
    """The same number n times, counted down."""
    out: list[int] = []
    left = n
    while left > 0:
        out.append(laplace(x, 1 / eps))
        left -= 1
    return out


@mechanism(epsilon="eps1 + k * eps2", requires="k >= 0")
def base_and_rounds(
    base: Annotated[int, within(1)], x: Annotated[int, within(2)], k: int, eps1: Epsilon, eps2: Epsilon
) -> tuple[int, list[int]]:
    """One noisy number at its own price, then k at another."""
    start = laplace(base, 1 / eps1)
    more: list[int] = []
    for _ in range(k):
        more.append(laplace(x, 2 / eps2))
    return (start, more)


@mechanism(epsilon="eps1 + eps2")
def two_histograms(
    a: Annotated[list[int], one_within(1)], b: Annotated[list[int], one_within(1)], eps1: Epsilon, eps2: Epsilon
) -> tuple[list[int], list[int]]:
    """Two lists by two loops in sequence."""
    first: list[int] = []
    for x in a:
        first.append(laplace(x, 1 / eps1))
    second: list[int] = []
    for y in b:
        second.append(laplace(y, 1 / eps2))
    return (first, second)


@mechanism(epsilon="rounds * eps", requires="rounds >= 0")
def rounds_of_histograms(cells: Annotated[list[int], one_within(1)], rounds: int, eps: Epsilon) -> list[int]:
    """The whole histogram in each round."""
    out: list[int] = []
    for _ in range(rounds):
        for x in cells:
            out.append(laplace(x, 1 / eps))
    return out


@mechanism(epsilon="eps")
def count_over(xs: Annotated[list[int], one_within(5)], t: int, eps: Epsilon) -> int:
    """How many entries exceed a public level."""
    count = 0
    for x in xs:
        if x > t:
            count += 1
    return laplace(count, 1 / eps)


@mechanism(epsilon="eps")
def sum_of_two(x: Annotated[int, within(1)], y: Annotated[int, within(2)], eps: Epsilon) -> int:
    """Two private numbers in one noisy total."""
    return laplace(x + y, 3 / eps)


@mechanism(epsilon="eps")
def rounded(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    """Clamped, rounded and reduced after the noise."""
    noisy = laplace(x, 1 / eps)
    return abs(max(-50, min(50, noisy))) // 10 % 7


@mechanism(epsilon="eps")
def responses(xs: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[bool]:
    """Each person's answer as the sign of a noisy number."""
    out: list[bool] = []
    for x in xs:
        out.append(laplace(x, 1 / eps) > 0)
    return out


@mechanism(epsilon="eps")
def tripled(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    """Minus three times a number."""
    return laplace(-3 * x, 3 / eps)


@mechanism(epsilon="2 * eps", requires="m >= 1")
def smart_sums_by_position(xs: Annotated[list[int], one_within(1)], m: int, eps: Epsilon) -> list[int]:
    """All prefix sums in two levels; blocks by position."""
    shown: list[int] = []
    done = 0
    inside = 0
    current = 0
    for i, x in enumerate(xs):
        inside += x
        if i % m == m - 1:
            done += laplace(inside, 1 / eps)
            inside = 0
            current = done
        else:
            current += laplace(x, 1 / eps)
        shown.append(current)
    return shown


@mechanism(epsilon="a + b")
def total_and_cells(cells: Annotated[list[int], one_within(1)], a: Epsilon, b: Epsilon) -> tuple[int, list[int]]:
    """A noisy total and every noisy cell from one loop."""
    total = 0
    noisy: list[int] = []
    for x in cells:
        total += x
        noisy.append(laplace(x, 1 / b))
    return (laplace(total, 1 / a), noisy)


@mechanism(epsilon="eps")
def noise_of_a_difference(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    """Two one-sided draws that make up two-sided noise."""
    up = one_sided_laplace(0, 1 / eps)
    down = one_sided_laplace(0, 1 / eps)
    return x + up - down


@mechanism(epsilon="eps")
def one_of_two(x: Annotated[int, within(1)], y: Annotated[int, within(1)], which: bool, eps: Epsilon) -> int:
    """A public flag says which."""
    return laplace(x if which else y, 1 / eps)


@mechanism(epsilon="eps")
def smaller_half(x: Annotated[int, within(1)], y: Annotated[int, within(1)], eps: Epsilon) -> int:
    """The smaller of two numbers, halved."""
    return laplace(min(x, y) // 2, 1 / eps)


@mechanism(epsilon="eps", requires="len(xs) >= 1")
def noisy_range_top(xs: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """The exact maximum, with noise at the end."""
    top = xs[0]
    for x in xs:
        if x > top:
            top = x
    return laplace(top, 1 / eps)


@mechanism(epsilon="eps")
def positive_part(xs: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[int]:
    """Cells with what is negative set to zero, and a running total of the positive parts."""
    out: list[int] = []
    total = 0
    for x in xs:
        v = laplace(x, 1 / eps)
        if v < 0:
            v = 0
        total += v
        out.append(total)
    return out


@mechanism(epsilon="len(queries) * eps")
def all_queries(d: Database, queries: Annotated[list[Query], sensitivity(1)], eps: Epsilon) -> list[tuple[int, int]]:
    """The number and the noisy answer of every query."""
    out: list[tuple[int, int]] = []
    for i, q in enumerate(queries):
        out.append((i, laplace(q(d), 1 / eps)))
    return out


@mechanism(epsilon="eps")
def total_noisy_only(xs: Annotated[list[int], one_within(1)], eps: Epsilon) -> int:
    """The sum of noisy entries."""
    total = 0
    for x in xs:
        total += laplace(x, 1 / eps)
    return total


@mechanism(epsilon="eps", requires="len(xs) >= 1")
def suffix_sums(xs: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[int]:
    """Sums from the end."""
    out: list[int] = []
    running = 0
    for i in range(len(xs) - 1, -1, -1):
        running += laplace(xs[i], 1 / eps)
        out.append(running)
    return out


@mechanism(epsilon="eps")
def odd_even(xs: Annotated[list[int], one_within(1)], eps: Epsilon) -> tuple[int, int]:
    """Totals of the entries at even and at odd positions."""
    even = 0
    odd = 0
    for i, x in enumerate(xs):
        if i % 2 == 0:
            even += x
        else:
            odd += x
    return (laplace(even, 1 / eps), laplace(odd, 1 / eps))


@mechanism(epsilon="eps", requires="cap >= 1")
def weighted_by_others(values: Annotated[list[int], one_within(3)], weights: list[int], cap: int, eps: Epsilon) -> int:
    """Weights are cut off, so that a value counts `cap` times at most."""
    total = 0
    for value, weight in zip(values, weights, strict=False):
        total += clamp(weight, 0, cap) * value
    return laplace(total, 3 * cap / eps)


@mechanism(epsilon="eps", requires="cap >= 1")
def weights_in_a_list(values: Annotated[list[int], one_within(50)], weights: list[int], cap: int, eps: Epsilon) -> int:
    """The same with a list of the weights, of either sign."""
    clipped = [max(-cap, min(cap, weight)) for weight in weights]
    return laplace(sum(a * b for a, b in zip(values, clipped, strict=False)), 50 * cap / eps)


@mechanism(epsilon="eps", requires="cap >= 1")
def squares_of_the_clipped(values: Annotated[list[int], one_within(3)], cap: int, eps: Epsilon) -> int:
    total = 0
    for value in values:
        clipped = clamp(value, 0, cap)
        total += clipped * clipped
    return laplace(total, cap * cap / eps)


@mechanism(epsilon="eps", requires="k >= 1")
def weighted_by_position(values: Annotated[list[int], one_within(1)], k: int, eps: Epsilon) -> int:
    """Only the first k count, the last of them k times."""
    total = 0
    for i, value in enumerate(values):
        if i < k:
            total += (i + 1) * value
    return laplace(total, k / eps)
