"""Sparse Vector with other bookkeeping, other outputs and other budgets. All keep their claims."""

from typing import Annotated

from twinproof import Database, Epsilon, Query, each_within, laplace, mechanism, sensitivity


@mechanism(epsilon="eps", requires="c >= 1")
def sparse_remaining(xs: Annotated[list[int], each_within(1)], t: int, c: int, eps: Epsilon) -> list[bool]:
    """Counts down what remains."""
    bar = laplace(t, 2 / eps)
    remaining = c
    out = []
    i = 0
    while remaining > 0 and i < len(xs):
        above = laplace(xs[i], 4 * c / eps) >= bar
        out.append(above)
        if above:
            remaining -= 1
        i += 1
    return out


@mechanism(epsilon="eps", requires="c >= 1")
def sparse_units(xs: Annotated[list[int], each_within(1)], t: int, c: int, eps: Epsilon) -> list[bool]:
    """A budget in units, of which each find takes two."""
    units = 2 * c
    bar = laplace(t, 2 / eps)
    out: list[bool] = []
    for x in xs:
        if units < 2:
            break
        if laplace(x, 4 * c / eps) >= bar:
            out.append(True)
            units -= 2
        else:
            out.append(False)
    return out


@mechanism(epsilon="eps", requires="c >= 1")
def sparse_under(xs: Annotated[list[int], each_within(1)], t: int, c: int, eps: Epsilon) -> list[bool]:
    """Finds are entries below the threshold; false stands for a find."""
    bar = laplace(t, 2 / eps)
    out: list[bool] = []
    finds = 0
    for i in range(len(xs)):
        if finds >= c:
            break
        v = laplace(xs[i], 4 * c / eps)
        if v > bar:
            out.append(True)
        else:
            out.append(False)
            finds += 1
    return out


@mechanism(epsilon="eps", requires="c >= 1")
def sparse_places(xs: Annotated[list[int], each_within(1)], t: int, c: int, eps: Epsilon) -> list[int]:
    """The positions of the finds, at most c of them."""
    bar = laplace(t, 2 / eps)
    places: list[int] = []
    for i, x in enumerate(xs):
        if len(places) == c:
            break
        if laplace(x, 4 * c / eps) > bar:
            places.append(i)
    return places


@mechanism(epsilon="eps", requires="c >= 1")
def sparse_places_while(xs: Annotated[list[int], each_within(1)], t: int, c: int, eps: Epsilon) -> list[int]:
    """The positions of the finds; the length of the list is the only counter of finds."""
    bar = laplace(t, 2 / eps)
    places: list[int] = []
    i = 0
    while i < len(xs) and len(places) < c:
        if laplace(xs[i], 4 * c / eps) <= bar:
            places.append(i)
        i += 1
    return places


@mechanism(epsilon="a + b + g", requires="c >= 1")
def sparse_values(
    xs: Annotated[list[int], each_within(1)], t: int, c: int, a: Epsilon, b: Epsilon, g: Epsilon
) -> list[tuple[bool, int]]:
    """Each find with a fresh noisy value; three budgets."""
    bar = laplace(t, 1 / a)
    out = []
    hits = 0
    for x in xs:
        if laplace(x, 2 * c / b) >= bar:
            out.append((True, laplace(x, c / g)))
            hits += 1
        else:
            out.append((False, 0))
        if hits == c:
            break
    return out


@mechanism(epsilon="eps", requires="c >= 1")
def sparse_depth(xs: Annotated[list[int], each_within(1)], t: int, c: int, eps: Epsilon) -> list[int]:
    """How far below the threshold each find is, or -1."""
    bar = laplace(t, 2 / eps)
    out: list[int] = []
    left = c
    for x in xs:
        if left == 0:
            return out
        v = laplace(x, 4 * c / eps)
        if v <= bar:
            out.append(bar - v)
            left -= 1
        else:
            out.append(-1)
    return out


@mechanism(epsilon="eps", requires="c >= 1")
def sparse_fresh_bar(xs: Annotated[list[int], each_within(1)], t: int, c: int, eps: Epsilon) -> list[bool]:
    """A new noisy threshold after each find but the last."""
    bar = laplace(t, 2 * c / eps)
    out: list[bool] = []
    left = c
    i = 0
    while i < len(xs) and left > 0:
        if laplace(xs[i], 4 * c / eps) >= bar:
            out.append(True)
            left -= 1
            if left > 0:
                bar = laplace(t, 2 * c / eps)
        else:
            out.append(False)
        i += 1
    return out


@mechanism(epsilon="eps", requires="c >= 1")
def sparse_band(xs: Annotated[list[int], each_within(1)], low: int, high: int, c: int, eps: Epsilon) -> list[int]:
    """1 above the top, -1 below the bottom, 0 between; a draw for each comparison."""
    top = laplace(high, 4 / eps)
    bottom = laplace(low, 4 / eps)
    out: list[int] = []
    finds = 0
    for x in xs:
        if finds == c:
            break
        if laplace(x, 4 * c / eps) > top:
            out.append(1)
            finds += 1
        elif laplace(x, 4 * c / eps) < bottom:
            out.append(-1)
            finds += 1
        else:
            out.append(0)
    return out


@mechanism(epsilon="eps", requires="c >= 1")
def sparse_band_one_draw(
    xs: Annotated[list[int], each_within(1)], low: int, high: int, c: int, eps: Epsilon
) -> list[int]:
    """1 above the top, -1 below the bottom, 0 between; one draw for both comparisons."""
    top = laplace(high, 4 / eps)
    bottom = laplace(low, 4 / eps)
    out: list[int] = []
    finds = 0
    i = 0
    while i < len(xs) and finds < c:
        v = laplace(xs[i], 4 * c / eps)
        if v > top:
            out.append(1)
            finds += 1
        elif v < bottom:
            out.append(-1)
            finds += 1
        else:
            out.append(0)
        i += 1
    return out


@mechanism(epsilon="eps", requires="c >= 1")
def sparse_under_monotone(
    xs: Annotated[list[int], each_within(1, monotone=True)], t: int, c: int, eps: Epsilon
) -> list[bool]:
    """Entries that move one way need half the noise."""
    bar = laplace(t, 2 / eps)
    out: list[bool] = []
    k = 0
    for x in xs:
        if k == c:
            break
        low = laplace(x, 2 * c / eps) < bar
        out.append(low)
        if low:
            k += 1
    return out


@mechanism(epsilon="eps", requires="c >= 1")
def sparse_pair(xs: Annotated[list[int], each_within(1)], t: int, c: int, eps: Epsilon) -> tuple[int, list[bool]]:
    """How many finds, and the list."""
    bar = laplace(t, 2 / eps)
    finds = 0
    marks: list[bool] = []
    for x in xs:
        if finds < c:
            hit = laplace(x, 4 * c / eps) >= bar
            marks.append(hit)
            finds += int(hit)
    return (finds, marks)


@mechanism(epsilon="eps1 + c * eps2", requires="c >= 1")
def sparse_per_find(
    xs: Annotated[list[int], each_within(1)], t: int, c: int, eps1: Epsilon, eps2: Epsilon
) -> list[bool]:
    """A price for the threshold and one for each find."""
    bar = laplace(t, 1 / eps1)
    out: list[bool] = []
    hits = 0
    i = 0
    while i < len(xs):
        if hits == c:
            break
        if laplace(xs[i], 2 / eps2) >= bar:
            out.append(True)
            hits += 1
        else:
            out.append(False)
        i += 1
    return out


@mechanism(epsilon="eps", requires="c >= 1")
def sparse_bits(xs: Annotated[list[int], each_within(1)], t: int, c: int, eps: Epsilon) -> list[int]:
    """Ones and zeros, with an early return."""
    bar = laplace(t, 2 / eps)
    bits: list[int] = []
    ones = 0
    for x in xs:
        bit = 1 if laplace(x, 4 * c / eps) > bar else 0
        bits.append(bit)
        ones += bit
        if ones >= c:
            return bits
    return bits


@mechanism(epsilon="eps", requires="c >= 1")
def sparse_place_and_gap(
    xs: Annotated[list[int], each_within(1)], t: int, c: int, eps: Epsilon
) -> list[tuple[int, int]]:
    """Where each find is and by how much it exceeds the threshold."""
    bar = laplace(t, 2 / eps)
    out: list[tuple[int, int]] = []
    for i, x in enumerate(xs):
        if len(out) >= c:
            break
        v = laplace(x, 4 * c / eps)
        if v >= bar:
            out.append((i, v - bar))
    return out


@mechanism(epsilon="eps", requires="c >= 1")
def sparse_queries(
    d: Database, queries: Annotated[list[Query], sensitivity(2)], t: int, c: int, eps: Epsilon
) -> list[bool]:
    """Queries of sensitivity 2."""
    bar = laplace(t, 4 / eps)
    out: list[bool] = []
    hits = 0
    for i in range(len(queries)):
        if hits == c:
            break
        if laplace(queries[i](d), 8 * c / eps) >= bar:
            hits += 1
            out.append(True)
        else:
            out.append(False)
    return out


@mechanism(epsilon="2 * eps")
def two_finds(xs: Annotated[list[int], each_within(1)], t: int, eps: Epsilon) -> tuple[int, int]:
    """The first find and the next one behind it, by two searches in sequence."""
    first = len(xs)
    bar = laplace(t, 2 / eps)
    for i in range(len(xs)):
        if laplace(xs[i], 4 / eps) >= bar:
            first = i
            break
    second = len(xs)
    bar = laplace(t, 2 / eps)
    for j in range(first + 1, len(xs)):
        if laplace(xs[j], 4 / eps) >= bar:
            second = j
            break
    return (first, second)


@mechanism(epsilon="eps", requires="c >= 1")
def sparse_count(xs: Annotated[list[int], each_within(1)], t: int, c: int, eps: Epsilon) -> int:
    """How many entries were looked at until the c-th find."""
    bar = laplace(t, 2 / eps)
    seen = 0
    left = c
    while seen < len(xs) and left > 0:
        if laplace(xs[seen], 4 * c / eps) >= bar:
            left -= 1
        seen += 1
    return seen


@mechanism(epsilon="eps", requires="c >= 1")
def sparse_coarse_fine(xs: Annotated[list[int], each_within(1)], t: int, c: int, eps: Epsilon) -> list[bool]:
    """A clear find is seen with coarse noise and costs one unit; a close one costs two."""
    budget = 2 * c
    bar = laplace(t, 2 / eps)
    out: list[bool] = []
    for x in xs:
        if budget < 2:
            break
        if laplace(x, 8 * c / eps) > bar + 10:
            budget -= 1
            out.append(True)
        elif laplace(x, 4 * c / eps) > bar:
            budget -= 2
            out.append(True)
        else:
            out.append(False)
    return out
