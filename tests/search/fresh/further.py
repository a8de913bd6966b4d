"""Still more: peeling, medians, passes over private data, nested outputs, unusual budgets. All keep their claims."""

from typing import Annotated

from twinproof import (
    Database,
    Epsilon,
    Query,
    Score,
    each_within,
    laplace,
    mechanism,
    one_sided_laplace,
    one_within,
    sensitivity,
    within,
)


@mechanism(epsilon="eps", requires="len(xs) >= 1")
def largest_range_down(xs: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """A range that counts down."""
    arg = len(xs)
    top = 0
    for i in range(len(xs) - 1, -1, -1):
        v = laplace(xs[i], 2 / eps)
        if arg == len(xs) or v > top:
            arg = i
            top = v
    return arg


@mechanism(epsilon="eps")
def from_both_ends(xs: Annotated[list[int], each_within(1)], t: int, eps: Epsilon) -> tuple[int, int]:
    """Entries from the front and from the back in turn."""
    bar = laplace(t, 2 / eps)
    i = 0
    j = len(xs) - 1
    while i < j:
        if laplace(xs[i] + xs[j], 8 / eps) >= 2 * bar:
            break
        i += 1
        j -= 1
    return (i, j)


@mechanism(epsilon="eps", requires="c >= 1")
def sparse_continue(xs: Annotated[list[int], each_within(1)], t: int, c: int, eps: Epsilon) -> list[int]:
    """Entries that are not above are skipped by continue."""
    places: list[int] = []
    bar = laplace(t, 2 / eps)
    for i, x in enumerate(xs):
        if len(places) >= c:
            continue
        if laplace(x, 4 * c / eps) < bar:
            continue
        places.append(i)
    return places


@mechanism(epsilon="a + b")
def nested_result(
    x: Annotated[int, within(1)], xs: Annotated[list[int], one_within(1)], a: Epsilon, b: Epsilon
) -> tuple[tuple[int, bool], list[int], int]:
    """Tuples and lists inside each other."""
    v = laplace(x, 1 / a)
    cells: list[int] = []
    for y in xs:
        cells.append(laplace(y, 1 / b))
    return ((v, v > 0), cells, len(cells))


@mechanism(epsilon="(n + 1) * eps", requires="n >= 0")
def one_more(x: Annotated[int, within(1)], n: int, eps: Epsilon) -> list[int]:
    """A first draw and n more."""
    out = [laplace(x, 1 / eps)]
    for _ in range(n):
        out.append(laplace(x, 1 / eps))
    return out


@mechanism(epsilon="(n + len(xs)) * eps", requires="n >= 0")
def rounds_and_entries(
    x: Annotated[int, within(1)], xs: Annotated[list[int], each_within(1)], n: int, eps: Epsilon
) -> list[int]:
    """n draws of a number and one of each entry."""
    out: list[int] = []
    for _ in range(n):
        out.append(laplace(x, 1 / eps))
    for y in xs:
        out.append(laplace(y, 1 / eps))
    return out


@mechanism(epsilon="eps")
def when_total_exceeds(xs: Annotated[list[int], one_within(1)], t: int, eps: Epsilon) -> int:
    """When the exact running total first exceeds a noisy threshold."""
    bar = laplace(t, 2 / eps)
    total = 0
    for i, x in enumerate(xs):
        total += x
        if laplace(total, 4 / eps) >= bar:
            return i
    return len(xs)


@mechanism(epsilon="eps")
def when_record(xs: Annotated[list[int], each_within(1)], t: int, eps: Epsilon) -> int:
    """When the exact running maximum first exceeds a noisy threshold."""
    bar = laplace(t, 2 / eps)
    record = 0
    i = 0
    while i < len(xs):
        record = max(record, xs[i])
        if laplace(record, 4 / eps) >= bar:
            break
        i += 1
    return i


@mechanism(epsilon="eps", requires="low < high")
def median(xs: Annotated[list[int], one_within(100)], low: int, high: int, eps: Epsilon) -> int:
    """The candidate that splits the entries most evenly, by noisy scores."""
    best = low
    top = 0
    for m in range(low, high):
        below = 0
        for x in xs:
            if x <= m:
                below += 1
        v = laplace(-abs(2 * below - len(xs)), 4 / eps)
        if m == low or v > top:
            best = m
            top = v
    return best


@mechanism(epsilon="eps")
def digits(x: Annotated[int, within(1)], eps: Epsilon) -> list[bool]:
    """A released number in unary."""
    v = laplace(x, 1 / eps)
    out: list[bool] = []
    while v > 0:
        out.append(True)
        v -= 1
    return out


@mechanism(epsilon="a")
def more_noise(x: Annotated[int, within(1)], a: Epsilon, b: Epsilon) -> int:
    """Further noise on a noisy number costs nothing."""
    return laplace(x, 1 / a) + laplace(0, 1 / b)


@mechanism(epsilon="eps")
def noise_on_noise(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    """A noisy number as the centre of a draw."""
    return laplace(laplace(x, 1 / eps), 1 / eps)


@mechanism(epsilon="eps")
def unused_draw(x: Annotated[int, within(1)], y: Annotated[int, within(5)], eps: Epsilon) -> int:
    """A draw that is not released."""
    spare = laplace(y, 1 / eps)
    kept = laplace(x, 1 / eps)
    return kept if spare == spare + 1 else kept + 1


@mechanism(epsilon="eps")
def magnitude(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    """A branch on private data that computes a magnitude."""
    size = x
    if x < 0:
        size = -x
    return laplace(size, 1 / eps)


@mechanism(epsilon="eps")
def exponential_monotone(scores: Annotated[list[int], each_within(1, monotone=True)], eps: Epsilon) -> int:
    """One-sided noise at half the scale, for scores that move one way."""
    arg = -1
    top = 0
    for i, s in enumerate(scores):
        v = one_sided_laplace(s, 1 / eps)
        if arg < 0 or v > top:
            arg = i
            top = v
    return arg


@mechanism(epsilon="eps", requires="c >= 1")
def gap_monotone(xs: Annotated[list[int], each_within(1, monotone=True)], t: int, c: int, eps: Epsilon) -> list[int]:
    """Gaps of finds, for entries that move one way."""
    bar = laplace(t, 2 / eps)
    out: list[int] = []
    left = c
    for x in xs:
        if left == 0:
            break
        v = laplace(x, 2 * c / eps)
        if v >= bar:
            out.append(v - bar)
            left -= 1
        else:
            out.append(-1)
    return out


@mechanism(epsilon="eps")
def plain_level_one_moves(xs: Annotated[list[int], one_within(1)], t: int, eps: Epsilon) -> int:
    """One entry moves, so a threshold without noise will do."""
    for i, x in enumerate(xs):
        if laplace(x, 1 / eps) >= t:
            return i
    return -1


@mechanism(epsilon="eps", requires="len(votes) >= 1")
def winner_one_moves(votes: Annotated[list[int], one_within(1)], eps: Epsilon) -> tuple[int, int]:
    """One vote moves, so the winner and its noisy count may be released."""
    arg = 0
    top = laplace(votes[0], 1 / eps)
    for i in range(1, len(votes)):
        v = laplace(votes[i], 1 / eps)
        if v > top:
            arg, top = i, v
    return (arg, top)


@mechanism(epsilon="eps", requires="k >= 1")
def twice_k(x: Annotated[int, within("2 * k")], k: int, eps: Epsilon) -> int:
    """A bound that is an expression."""
    return laplace(x, 2 * k / eps)


@mechanism(epsilon="eps", requires="k >= 1 and m >= 1")
def two_bounds(x: Annotated[int, within("k")], y: Annotated[int, within("m")], k: int, m: int, eps: Epsilon) -> int:
    """Two symbolic bounds in one total."""
    return laplace(x - y, (k + m) / eps)


@mechanism(epsilon="eps", requires="c >= 1")
def weighted(x: Annotated[int, within(1)], c: int, eps: Epsilon) -> int:
    """A public weight."""
    return laplace(c * x, c / eps)


@mechanism(epsilon="eps")
def reserve_price(bids: Annotated[list[int], each_within(1)], reserve: int, eps: Epsilon) -> int:
    """The best bid, or 0 if none beats the noisy reserve price."""
    winner = 0
    price = laplace(reserve, 2 / eps)
    for i, b in enumerate(bids, 1):
        v = laplace(b, 2 / eps)
        if v > price:
            winner = i
            price = v
    return winner


@mechanism(epsilon="a + b", requires="m >= 1")
def chosen_block(
    xs: Annotated[list[int], each_within(1)],
    d: Database,
    score: Annotated[Score, sensitivity(1)],
    m: int,
    a: Epsilon,
    b: Epsilon,
) -> tuple[int, int]:
    """A block is chosen by its score; then a noisy entry of it is released."""
    block = 0
    top = 0
    for r in range(m):
        v = laplace(score(d, r), 2 / a)
        if r == 0 or v >= top:
            block = r
            top = v
    if block < len(xs):
        return (block, laplace(xs[block], 1 / b))
    return (block, 0)


@mechanism(epsilon="2 * eps")
def only_if_busy(d: Database, queries: Annotated[list[Query], sensitivity(1)], t: int, eps: Epsilon) -> list[int]:
    """At most two answers: one more is asked only after a large one."""
    out: list[int] = []
    asked = 0
    for i in range(len(queries)):
        if asked == 2:
            break
        v = laplace(queries[i](d), 1 / eps)
        out.append(v)
        asked += 1  # noqa: SIM113
        if v < t:
            break
    return out


@mechanism(epsilon="eps")
def alarm(
    xs: Annotated[list[int], each_within(1)], ys: Annotated[list[int], each_within(1)], t: int, u: int, eps: Epsilon
) -> int:
    """The first time either of two sensors passes its own threshold, with a flag for each."""
    bar_x = laplace(t, 4 / eps)
    bar_y = laplace(u, 4 / eps)
    i = 0
    quiet_x = True
    quiet_y = True
    while quiet_x and quiet_y and i < min(len(xs), len(ys)):
        quiet_x = laplace(xs[i], 8 / eps) < bar_x
        quiet_y = laplace(ys[i], 8 / eps) > bar_y
        i += 1
    return i


@mechanism(epsilon="eps")
def larger_shifted(x: Annotated[int, within(2)], y: Annotated[int, within(1)], eps: Epsilon) -> bool:
    """Two numbers with bounds of their own; the sum of the bounds is paid for."""
    return laplace(x, 3 / eps) > laplace(y, 3 / eps) + 5


@mechanism(epsilon="eps / 2 + 2 * b")
def three_prices(
    x: Annotated[int, within(1)], y: Annotated[int, within(2)], eps: Epsilon, b: Epsilon
) -> tuple[int, int]:
    """A half of one budget, twice another."""
    return (laplace(x, 2 / eps), laplace(y, 1 / b))


@mechanism(epsilon="eps", requires="m >= 1 and m <= len(xs)")
def first_m(xs: Annotated[list[int], each_within(1)], m: int, eps: Epsilon) -> list[int]:
    """The first m entries, at an m-th of the budget each."""
    out: list[int] = []
    for i in range(m):
        out.append(laplace(xs[i], m / eps))
    return out


@mechanism(epsilon="eps", requires="len(xs) >= 1")
def all_at_shared_price(xs: Annotated[list[int], each_within(2)], eps: Epsilon) -> list[bool]:
    """Every entry's noisy sign, with the budget shared."""
    signs: list[bool] = []
    for x in xs:
        signs.append(laplace(x, 2 * len(xs) / eps) >= 0)
    return signs
