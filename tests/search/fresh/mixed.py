"""More mechanisms of all kinds: combined noise, passes over released lists, several lists, other claims."""

from typing import Annotated

from twinproof import (
    Database,
    Epsilon,
    Score,
    each_within,
    laplace,
    mechanism,
    one_sided_laplace,
    one_within,
    sensitivity,
    within,
)


@mechanism(epsilon="eps")
def private_level(xs: Annotated[list[int], each_within(1)], level: Annotated[int, within(1)], eps: Epsilon) -> int:
    """The threshold itself is private."""
    bar = laplace(level, 4 / eps)
    for i, x in enumerate(xs):
        if laplace(x, 4 / eps) >= bar:
            return i
    return -1


@mechanism(epsilon="eps")
def first_gap(xs: Annotated[list[int], each_within(1)], t: int, eps: Epsilon) -> tuple[int, int]:
    """The first find and its gap to the noisy threshold."""
    bar = laplace(t, 2 / eps)
    for i, x in enumerate(xs):
        v = laplace(x, 4 / eps)
        if v >= bar:
            return (i, v - bar)
    return (-1, 0)


@mechanism(epsilon="eps", requires="c >= 1")
def number_of_finds(xs: Annotated[list[int], each_within(1)], t: int, c: int, eps: Epsilon) -> int:
    """Only the number of finds, at most c."""
    finds = 0
    bar = laplace(t, 2 / eps)
    for x in xs:
        if finds < c and laplace(x, 4 * c / eps) >= bar:
            finds += 1
    return finds


@mechanism(epsilon="eps")
def classes(xs: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[int]:
    """Each entry's class by its noisy value."""
    out: list[int] = []
    for x in xs:
        v = laplace(x, 1 / eps)
        if v < 0:
            out.append(0)
        elif v < 10:
            out.append(1)
        else:
            out.append(2)
    return out


@mechanism(epsilon="eps", requires="c >= 1 and len(xs) == len(ys)")
def two_sparse(
    xs: Annotated[list[int], each_within(1)],
    ys: Annotated[list[int], each_within(1)],
    t: int,
    c: int,
    eps: Epsilon,
) -> list[bool]:
    """Two lists with a threshold each share the cut-off."""
    bar_x = laplace(t, 4 / eps)
    bar_y = laplace(t, 4 / eps)
    out: list[bool] = []
    left = c
    for i in range(len(xs)):
        if left > 0:
            hit = laplace(xs[i], 4 * c / eps) >= bar_x
            out.append(hit)
            if hit:
                left -= 1
        if left > 0:
            hit = laplace(ys[i], 4 * c / eps) >= bar_y
            out.append(hit)
            if hit:
                left -= 1
    return out


@mechanism(epsilon="a + b", requires="n >= 1")
def best_and_score(
    d: Database, score: Annotated[Score, sensitivity(1)], n: int, a: Epsilon, b: Epsilon
) -> tuple[int, int]:
    """The best candidate by one-sided noise, and a fresh noisy score of it."""
    best = 1
    top = 0
    r = 1
    while r <= n:
        v = one_sided_laplace(score(d, r), 2 / a)
        if r == 1 or v > top:
            best = r
            top = v
        r += 1
    return (best, laplace(score(d, best), 1 / b))


@mechanism(epsilon="eps", requires="len(xs) % 2 == 0")
def pairs(xs: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[int]:
    """The totals of neighbouring pairs."""
    out: list[int] = []
    for i in range(0, len(xs) - 1, 2):
        out.append(laplace(xs[i] + xs[i + 1], 1 / eps))
    return out


@mechanism(epsilon="len(xs) * eps")
def exact_prefixes(xs: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[int]:
    """Every exact prefix sum with noise of its own."""
    out: list[int] = []
    total = 0
    for x in xs:
        total += x
        out.append(laplace(total, 1 / eps))
    return out


@mechanism(epsilon="2 * eps")
def windows(xs: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[int]:
    """The sums of two neighbours; each entry is in two of them."""
    out: list[int] = []
    for i in range(1, len(xs)):
        out.append(laplace(xs[i - 1] + xs[i], 1 / eps))
    return out


@mechanism(epsilon="2 * eps", requires="m >= 1")
def two_levels(xs: Annotated[list[int], one_within(1)], m: int, eps: Epsilon) -> tuple[list[int], list[int]]:
    """Every entry, and every block of m."""
    fine: list[int] = []
    coarse: list[int] = []
    block = 0
    left = m
    for x in xs:
        fine.append(laplace(x, 1 / eps))
        block += x
        left -= 1
        if left == 0:
            coarse.append(laplace(block, 1 / eps))
            block = 0
            left = m
    return (fine, coarse)


@mechanism(epsilon="c * (a + b + g)", requires="c >= 0")
def on_change(
    xs: Annotated[list[int], each_within(1)], t: int, c: int, a: Epsilon, b: Epsilon, g: Epsilon
) -> list[int]:
    """A new noisy value whenever the data have moved far enough from the last one."""
    out: list[int] = []
    last = 0
    left = c
    i = 0
    while left > 0 and i < len(xs):
        bar = laplace(t, 1 / a)
        going = True
        while going and i < len(xs):
            if laplace(xs[i] - last, 2 / b) >= bar:
                going = False
            else:
                i += 1
        if i < len(xs):
            last = laplace(xs[i], 1 / g)
            out.append(last)
        left -= 1
    return out


@mechanism(epsilon="eps")
def not_under(xs: Annotated[list[int], each_within(1)], t: int, eps: Epsilon) -> int:
    """The test is negated."""
    bar = laplace(t, 2 / eps)
    i = 0
    done = i >= len(xs)
    while not done:
        done = not (laplace(xs[i], 4 / eps) < bar)
        if not done:
            i += 1
            done = i == len(xs)
    return i


@mechanism(epsilon="eps")
def largest_noisy_cell(cells: Annotated[list[int], one_within(1)], eps: Epsilon) -> tuple[int, int]:
    """Every cell gets noise; the largest noisy cell and where it is are read off afterwards."""
    noisy: list[int] = []
    for x in cells:
        noisy.append(laplace(x, 1 / eps))
    where = -1
    top = 0
    for i, v in enumerate(noisy):
        if where == -1 or v > top:
            where = i
            top = v
    return (where, top)


@mechanism(epsilon="eps")
def total_afterwards(cells: Annotated[list[int], one_within(1)], eps: Epsilon) -> int:
    """The noisy cells are kept in a list and added up afterwards."""
    noisy: list[int] = []
    for x in cells:
        noisy.append(laplace(x, 1 / eps))
    total = 0
    for v in noisy:
        total += max(v, 0)
    return total


def _total(xs: list[int]) -> int:
    result = 0
    for x in xs:
        result += x
    return result


@mechanism(epsilon="a + b")
def two_totals(
    xs: Annotated[list[int], one_within(1)], ys: Annotated[list[int], one_within(1)], a: Epsilon, b: Epsilon
) -> tuple[int, int]:
    """Totals by a helper function with a loop."""
    return (laplace(_total(xs), 1 / a), laplace(_total(ys), 1 / b))


@mechanism(epsilon="eps")
def halved(x: Annotated[int, within(1)], y: Annotated[int, within(1)], eps: Epsilon) -> tuple[int, int]:
    """Half the budget for each of two numbers."""
    half = eps / 2
    return (laplace(x, 1 / half), laplace(y, 1 / half))


@mechanism(epsilon="eps", requires="n >= 1")
def best_by_gain(d: Database, score: Annotated[Score, sensitivity(1)], n: int, eps: Epsilon) -> int:
    """The best candidate by its gain over candidate 0."""
    best = 0
    top = 0
    for r in range(1, n + 1):
        v = laplace(score(d, r) - score(d, 0), 4 / eps)
        if best == 0 or v > top:
            best = r
            top = v
    return best


@mechanism(epsilon="eps")
def added_noise(xs: Annotated[list[int], each_within(1)], t: int, eps: Epsilon) -> int:
    """Noise around 0 is added to the entries and to the threshold."""
    rho = laplace(0, 2 / eps)
    for i, x in enumerate(xs):
        nu = laplace(0, 4 / eps)
        if x + nu >= t + rho:
            return i
    return -1


@mechanism(epsilon="eps", requires="c >= 1")
def sparse_one_sided(xs: Annotated[list[int], each_within(1)], t: int, c: int, eps: Epsilon) -> list[bool]:
    """Sparse Vector with one-sided noise."""
    bar = one_sided_laplace(t, 2 / eps)
    out: list[bool] = []
    count = 0
    for x in xs:
        hit = one_sided_laplace(x, 4 * c / eps) >= bar
        out.append(hit)
        if hit:
            count += 1
        if count == c:
            break
    return out


@mechanism(epsilon="2 * eps")
def loose_search(xs: Annotated[list[int], each_within(1)], t: int, eps: Epsilon) -> int:
    """Claims twice what it needs."""
    bar = laplace(t, 2 / eps)
    for i, x in enumerate(xs):
        if laplace(x, 4 / eps) >= bar:
            return i
    return -1


@mechanism(epsilon="min(len(xs), k) * eps", requires="k >= 0")
def at_most_k(xs: Annotated[list[int], each_within(1)], k: int, eps: Epsilon) -> list[int]:
    """At most k entries are released."""
    out: list[int] = []
    i = 0
    while i < k and i < len(xs):
        out.append(laplace(xs[i], 1 / eps))
        i += 1
    return out


@mechanism(epsilon="1")
def fixed_budget(xs: Annotated[list[int], each_within(1)], t: int) -> int:
    """Numbers instead of a parameter."""
    bar = laplace(t, 2)
    for i, x in enumerate(xs):
        if laplace(x, 4) >= bar:
            return i
    return len(xs)


@mechanism(epsilon="eps")
def three_finds(xs: Annotated[list[int], each_within(1)], t: int, eps: Epsilon) -> list[bool]:
    """A fixed number of finds."""
    bar = laplace(t, 2 / eps)
    out: list[bool] = []
    finds = 0
    for x in xs:
        hit = laplace(x, 12 / eps) >= bar
        out.append(hit)
        finds += 1 if hit else 0
        if finds == 3:
            break
    return out


@mechanism(epsilon="eps")
def some_of_them(xs: Annotated[list[int], one_within(1)], eps: Epsilon) -> int:
    """A coin for each entry says whether it counts."""
    total = 0
    for x in xs:
        if laplace(0, 1 / eps) > 0:
            total += x
    return laplace(total, 1 / eps)


@mechanism(epsilon="eps", requires="rows >= 0 and columns >= 1")
def first_in_table(
    d: Database, score: Annotated[Score, sensitivity(1)], rows: int, columns: int, t: int, eps: Epsilon
) -> tuple[int, int]:
    """The first cell of a table above the threshold, by nested loops."""
    bar = laplace(t, 2 / eps)
    for i in range(rows):
        for j in range(columns):
            if laplace(score(d, i * columns + j), 4 / eps) >= bar:
                return (i, j)
    return (rows, 0)


@mechanism(epsilon="eps")
def one_list_then_other(
    xs: Annotated[list[int], each_within(1)], ys: Annotated[list[int], each_within(1)], t: int, eps: Epsilon
) -> int:
    """One search over two lists, with one threshold."""
    bar = laplace(t, 2 / eps)
    for i, x in enumerate(xs):
        if laplace(x, 4 / eps) >= bar:
            return i
    for j, y in enumerate(ys):
        if laplace(y, 4 / eps) >= bar:
            return len(xs) + j
    return -1


@mechanism(epsilon="3 * eps / 2", requires="lo >= 0 and lo < hi and hi <= len(xs)")
def best_in_range(xs: Annotated[list[int], each_within(1)], lo: int, hi: int, eps: Epsilon) -> tuple[int, bool]:
    """The largest in a public range, and whether it is positive."""
    arg = lo
    top = laplace(xs[lo], 2 / eps)
    for i in range(lo + 1, hi):
        v = laplace(xs[i], 2 / eps)
        if v > top:
            arg = i
            top = v
    return (arg, laplace(xs[arg], 2 / eps) > 0)


@mechanism(epsilon="eps")
def sign_only(x: Annotated[int, within(2)], eps: Epsilon) -> int:
    """The sign of a noisy number."""
    v = laplace(x, 2 / eps)
    return 1 if v > 0 else (-1 if v < 0 else 0)


@mechanism(epsilon="eps", requires="k >= 1")
def k_lists(
    xs: Annotated[list[int], each_within("k")], ys: Annotated[list[int], each_within("2 * k")], k: int, eps: Epsilon
) -> bool:
    """Whether a find in one list is confirmed in another; a threshold of its own for each."""
    bar = laplace(0, 4 * k / eps)
    found = False
    for x in xs:
        if laplace(x, 8 * k / eps) >= bar:
            found = True
            break
    other = laplace(0, 8 * k / eps)
    confirmed = False
    if found:
        for y in ys:
            if laplace(y, 16 * k / eps) >= other:
                confirmed = True
                break
    return confirmed


@mechanism(epsilon="n * eps", requires="n >= 1")
def running_best(x: Annotated[int, within(1)], n: int, eps: Epsilon) -> tuple[int, int]:
    """The best of n noisy values, and the round it came from."""
    best = laplace(x, 1 / eps)
    when = 1
    for r in range(2, n + 1):
        v = laplace(x, 1 / eps)
        if v > best:
            best, when = v, r
    return (best, when)


@mechanism(epsilon="eps")
def most_voted(a: Annotated[int, within(1)], b: Annotated[int, within(1)], a_wins_ties: bool, eps: Epsilon) -> bool:
    """Which of two, with a public rule for ties."""
    noisy_a = laplace(a, 2 / eps)
    noisy_b = laplace(b, 2 / eps)
    if noisy_a == noisy_b:
        return a_wins_ties
    return noisy_a > noisy_b


@mechanism(epsilon="2 * eps")
def differences(xs: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[int]:
    """Noisy differences of neighbours, the first against zero."""
    out: list[int] = []
    before = 0
    for x in xs:
        out.append(laplace(x - before, 1 / eps))
        before = x
    return out
