"""Lists that are made of private data before noise is added, or of noisy values after it."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps")
def clip_wide(xs: Annotated[list[int], one_within(100)], eps: Epsilon) -> int:
    """Clipping makes the bound."""
    clipped: list[int] = []
    for x in xs:
        clipped.append(max(0, min(x, 10)))
    total = 0
    for c in clipped:
        total += c
    return laplace(total, 10 / eps)


@mechanism(epsilon="eps", requires="k >= 1")
def clip_k(xs: Annotated[list[int], one_within("k")], k: int, eps: Epsilon) -> int:
    """The entry moves by k, and so does the sum."""
    clipped: list[int] = []
    for x in xs:
        clipped.append(max(0, min(x, 10)))
    total = 0
    for c in clipped:
        total += c
    return laplace(total, k / eps)


@mechanism(epsilon="eps", requires="b >= 1")
def clip_b(xs: Annotated[list[int], one_within(1000)], b: int, eps: Epsilon) -> int:
    """Clipping at a parameter makes the bound."""
    clipped: list[int] = []
    for x in xs:
        clipped.append(max(0, min(x, b)))
    total = 0
    for c in clipped:
        total += c
    return laplace(total, b / eps)


@mechanism(epsilon="eps")
def prepared(xs: Annotated[list[int], one_within(7)], eps: Epsilon) -> list[int]:
    """The entries are clamped into a list of their own first."""
    small: list[int] = []
    for x in xs:
        small.append(max(0, min(2, x)))
    out: list[int] = []
    for x in small:
        out.append(laplace(x, 2 / eps))
    return out


@mechanism(epsilon="eps")
def two_lists(xs: Annotated[list[int], one_within(1)], eps: Epsilon) -> int:
    """Two lists, of which the difference moves by one."""
    doubled: list[int] = []
    plain: list[int] = []
    for x in xs:
        doubled.append(2 * x)
        plain.append(x)
    total = 0
    for i in range(len(doubled)):
        total += doubled[i] - plain[i]
    return laplace(total, 1 / eps)


@mechanism(epsilon="eps")
def list_of_list(xs: Annotated[list[int], one_within(1)], eps: Epsilon) -> int:
    """A list made of another."""
    first: list[int] = []
    for x in xs:
        first.append(x + 1)
    second: list[int] = []
    for y in first:
        second.append(max(y, 3))
    total = 0
    for z in second:
        total += z
    return laplace(total, 1 / eps)


@mechanism(epsilon="eps")
def count_above(xs: Annotated[list[int], one_within(1)], t: int, eps: Epsilon) -> int:
    """A list of truth values, counted."""
    above: list[bool] = []
    for x in xs:
        above.append(x > t)
    count = 0
    for a in above:
        if a:
            count += 1
    return laplace(count, 1 / eps)


@mechanism(epsilon="eps")
def mean_parts(xs: Annotated[list[int], one_within(5)], eps: Epsilon) -> tuple[int, int]:
    """A noisy sum of clipped entries, and their number."""
    clipped: list[int] = []
    for x in xs:
        clipped.append(max(0, min(x, 4)))
    total = 0
    for c in clipped:
        total += c
    return (laplace(total, 4 / eps), len(clipped))


@mechanism(epsilon="eps")
def weighted(xs: Annotated[list[int], one_within(1)], ws: list[int], eps: Epsilon) -> int:
    """A public list of flags says which entries are added."""
    signs: list[bool] = []
    for w in ws:
        signs.append(w > 0)
    total = 0
    for i in range(min(len(xs), len(signs))):
        if signs[i]:
            total += xs[i]
    return laplace(total, 1 / eps)


@mechanism(epsilon="2 * eps")
def sum_and_count(xs: Annotated[list[int], one_within(1)], t: int, eps: Epsilon) -> tuple[int, int]:
    """Two lists from one loop, each for one release."""
    clipped: list[int] = []
    above: list[bool] = []
    for x in xs:
        clipped.append(max(0, min(x, 10)))
        above.append(x > t)
    total = 0
    for c in clipped:
        total += c
    count = 0
    for a in above:
        if a:
            count += 1
    return (laplace(total, 1 / eps), laplace(count, 1 / eps))


@mechanism(epsilon="len(xs) * eps")
def prefix_sums(xs: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[int]:
    """A list of prefix sums, each released."""
    sums: list[int] = []
    total = 0
    for x in xs:
        total += x
        sums.append(total)
    out: list[int] = []
    for s in sums:
        out.append(laplace(s, 1 / eps))
    return out


@mechanism(epsilon="eps")
def zipped(xs: Annotated[list[int], one_within(1)], signs: list[int], eps: Epsilon) -> int:
    """Signs from a public list."""
    kept: list[int] = []
    for i in range(min(len(xs), len(signs))):
        if signs[i] > 0:
            kept.append(xs[i])
        else:
            kept.append(-xs[i])
    total = 0
    for k in kept:
        total += k
    return laplace(total, 1 / eps)


@mechanism(epsilon="eps")
def post_sum(xs: Annotated[list[int], one_within(1)], eps: Epsilon) -> int:
    """The sum of a noisy histogram."""
    noisy: list[int] = []
    for x in xs:
        noisy.append(laplace(x, 1 / eps))
    total = 0
    for n in noisy:
        total += n
    return total


@mechanism(epsilon="eps")
def post_scan(xs: Annotated[list[int], one_within(1)], t: int, eps: Epsilon) -> int:
    """The first noisy count above a public threshold."""
    noisy: list[int] = []
    for x in xs:
        noisy.append(laplace(x, 1 / eps))
    for i, n in enumerate(noisy):
        if n > t:
            return i
    return -1


@mechanism(epsilon="eps")
def post_count(xs: Annotated[list[int], one_within(1)], t: int, eps: Epsilon) -> int:
    """How many noisy counts are above a public threshold."""
    noisy: list[int] = []
    for x in xs:
        noisy.append(laplace(x, 1 / eps))
    count = 0
    for n in noisy:
        if n > t:
            count += 1
    return count


@mechanism(epsilon="eps", requires="m >= 0")
def post_prefix(xs: Annotated[list[int], one_within(1)], m: int, eps: Epsilon) -> list[int]:
    """The first m noisy counts."""
    noisy: list[int] = []
    for x in xs:
        noisy.append(laplace(x, 1 / eps))
    out: list[int] = []
    for i in range(min(m, len(noisy))):
        out.append(noisy[i])
    return out


@mechanism(epsilon="eps")
def post_doubled(xs: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[int]:
    """Each noisy count, changed."""
    noisy: list[int] = []
    for x in xs:
        noisy.append(laplace(x, 1 / eps))
    out: list[int] = []
    for n in noisy:
        out.append(2 * max(n, 0))
    return out


@mechanism(epsilon="eps")
def insertion_sort(xs: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[int]:
    """The noisy counts in order."""
    noisy: list[int] = []
    for x in xs:
        noisy.append(laplace(x, 1 / eps))
    ordered: list[int] = []
    for n in noisy:
        longer: list[int] = []
        placed = False
        for m in ordered:
            if not placed and n < m:
                longer.append(n)
                placed = True
            longer.append(m)
        if not placed:
            longer.append(n)
        ordered = list(longer)
    return ordered


@mechanism(epsilon="eps")
def median_of_noisy(xs: Annotated[list[int], one_within(1)], eps: Epsilon) -> int:
    """The median of the noisy counts."""
    noisy: list[int] = []
    for x in xs:
        noisy.append(laplace(x, 1 / eps))
    half = len(noisy) // 2
    for a in noisy:
        below = 0
        for b in noisy:
            if b < a:
                below += 1
        if below == half:
            return a
    return 0


@mechanism(epsilon="eps")
def randomized_bits(xs: Annotated[list[int], one_within(1)], t: int, eps: Epsilon) -> list[bool]:
    """Whether each noisy count is above a threshold, in a second list."""
    noisy: list[int] = []
    for x in xs:
        noisy.append(laplace(x, 1 / eps))
    flags: list[bool] = []
    for n in noisy:
        flags.append(n > t)
    return flags


@mechanism(epsilon="eps")
def any_above(xs: Annotated[list[int], one_within(1)], t: int, eps: Epsilon) -> bool:
    """Whether a noisy count is above a threshold."""
    noisy: list[int] = []
    for x in xs:
        noisy.append(laplace(x, 1 / eps))
    found = False
    for n in noisy:
        found = found or n > t
    return found


@mechanism(epsilon="eps", requires="len(candidates) >= 1")
def quantile(xs: Annotated[list[int], one_within(1)], candidates: list[int], eps: Epsilon) -> int:
    """A list of utilities, from all data for each candidate, then a noisy maximum."""
    utilities: list[int] = []
    for c in candidates:
        below = 0
        for x in xs:
            if x < c:
                below += 1
        utilities.append(-abs(2 * below - len(xs)))
    noisy: list[int] = []
    for u in utilities:
        noisy.append(laplace(u, 4 / eps))
    winner = 0
    for i in range(len(noisy)):
        if noisy[i] > noisy[winner]:
            winner = i
    return winner


@mechanism(epsilon="eps", requires="n >= 1")
def listed_histogram(xs: Annotated[list[int], one_within(5)], n: int, eps: Epsilon) -> list[int]:
    """How often each value occurs, by going through the data for each, then noise."""
    counts: list[int] = []
    for v in range(n):
        c = 0
        for x in xs:
            if x == v:
                c += 1
        counts.append(c)
    out: list[int] = []
    for c in counts:
        out.append(laplace(c, 2 / eps))
    return out
