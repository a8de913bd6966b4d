"""Mechanisms that look private and are not: each one's claim is false."""

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
def search_half_noise(xs: Annotated[list[int], each_within(1)], t: int, eps: Epsilon) -> int:
    """Half the noise that the entries need."""
    bar = laplace(t, 2 / eps)
    for i, x in enumerate(xs):
        if laplace(x, 1 / eps) >= bar:
            return i
    return -1


@mechanism(epsilon="eps")
def search_leaks_value(xs: Annotated[list[int], each_within(1)], t: int, eps: Epsilon) -> tuple[int, int]:
    """The noisy value that was compared is released."""
    bar = laplace(t, 2 / eps)
    for i, x in enumerate(xs):
        v = laplace(x, 4 / eps)
        if v >= bar:
            return (i, v)
    return (-1, 0)


@mechanism(epsilon="eps")
def search_plain_bar(xs: Annotated[list[int], each_within(1)], t: int, eps: Epsilon) -> int:
    """The threshold has no noise."""
    for i, x in enumerate(xs):
        if laplace(x, 2 / eps) <= t:
            return i
    return -1


@mechanism(epsilon="eps", requires="c >= 1")
def sparse_no_end(xs: Annotated[list[int], each_within(1)], t: int, c: int, eps: Epsilon) -> list[bool]:
    """Finds are counted, but it goes on after c of them."""
    bar = laplace(t, 2 / eps)
    hits = 0
    out: list[bool] = []
    for x in xs:
        hit = laplace(x, 4 * c / eps) >= bar
        if hit:
            hits += 1
        out.append(hit)
    return out


@mechanism(epsilon="eps")
def sparse_off_by_one(xs: Annotated[list[int], each_within(1)], t: int, eps: Epsilon) -> list[bool]:
    """Noise for one find, but it stops at the second; no noise on the threshold's side is left."""
    bar = laplace(t, 1 / eps)
    hits = 0
    out: list[bool] = []
    for x in xs:
        if hits > 1:
            break
        hit = laplace(x, 2 / eps) >= bar
        if hit:
            hits += 1
        out.append(hit)
    return out


@mechanism(epsilon="eps", requires="len(votes) >= 1")
def winner_half_noise(votes: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """Half the noise, without the entries moving one way."""
    arg = 0
    top = laplace(votes[0], 1 / eps)
    for i in range(1, len(votes)):
        v = laplace(votes[i], 1 / eps)
        if v > top:
            arg = i
            top = v
    return arg


@mechanism(epsilon="eps", requires="len(votes) >= 1")
def winner_and_its_noise(votes: Annotated[list[int], each_within(2)], eps: Epsilon) -> tuple[int, int]:
    """The noisy maximum is released with its position, at the price of the position."""
    arg = 0
    top = laplace(votes[0], 2 / eps)
    for i in range(1, len(votes)):
        v = laplace(votes[i], 2 / eps)
        if v > top:
            arg = i
            top = v
    return (arg, top)


@mechanism(epsilon="eps")
def cells_thin(cells: Annotated[list[int], one_within(2)], eps: Epsilon) -> list[int]:
    """A cell moves by 2, the noise is for 1."""
    out: list[int] = []
    for x in cells:
        out.append(laplace(x, 1 / eps))
    return out


@mechanism(epsilon="eps")
def cells_all_move(cells: Annotated[list[int], each_within(1)], eps: Epsilon) -> list[int]:
    """All cells move, one is paid for."""
    out: list[int] = []
    for x in cells:
        out.append(laplace(x, 1 / eps))
    return out


@mechanism(epsilon="n * eps", requires="n >= 0")
def one_round_more(x: Annotated[int, within(1)], n: int, eps: Epsilon) -> list[int]:
    """One round more than is paid for."""
    out: list[int] = []
    for _ in range(n + 1):
        out.append(laplace(x, 1 / eps))
    return out


@mechanism(epsilon="eps")
def parity(x: Annotated[int, within(1)], eps: Epsilon) -> tuple[int, bool]:
    """A bit of the exact number."""
    return (laplace(x, 1 / eps), x % 2 == 0)


@mechanism(epsilon="eps")
def branch_on_secret(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    """Which noise is drawn depends on the data."""
    if x > 0:
        return laplace(x, 1 / eps)
    return laplace(x, 2 / eps)


@mechanism(epsilon="n * eps", requires="n >= 0")
def rounds_of_secret(x: Annotated[int, within(1)], n: int, eps: Epsilon) -> list[int]:
    """The number of rounds depends on the data."""
    out: list[int] = []
    i = 0
    while i < n and i < x:
        out.append(laplace(x, 1 / eps))
        i += 1
    return out


@mechanism(epsilon="eps")
def gap_both_ways(xs: Annotated[list[int], each_within(1)], t: int, eps: Epsilon) -> list[int]:
    """The gap is released above and below."""
    bar = laplace(t, 2 / eps)
    out: list[int] = []
    for x in xs:
        v = laplace(x, 2 / eps)
        out.append(v - bar)
        if v >= bar:
            break
    return out


@mechanism(epsilon="a + b")
def value_at_half_price(xs: Annotated[list[int], each_within(1)], t: int, a: Epsilon, b: Epsilon) -> tuple[int, int]:
    """The fresh value costs twice its budget."""
    bar = laplace(t, 2 / a)
    for i, x in enumerate(xs):
        if laplace(x, 4 / a) >= bar:
            return (i, laplace(2 * x, 1 / b))
    return (-1, 0)


@mechanism(epsilon="eps", requires="n >= 1")
def exponential_half_noise(d: Database, score: Annotated[Score, sensitivity(1)], n: int, eps: Epsilon) -> int:
    """One-sided noise at half the scale."""
    arg = 0
    top = 0
    for r in range(n):
        v = one_sided_laplace(score(d, r), 1 / eps)
        if r == 0 or v > top:
            arg = r
            top = v
    return arg


@mechanism(epsilon="eps", requires="m >= 1")
def smart_sums_once(xs: Annotated[list[int], one_within(1)], m: int, eps: Epsilon) -> list[int]:
    """Two levels, one paid for."""
    shown: list[int] = []
    done = 0
    inside = 0
    for i, x in enumerate(xs):
        inside += x
        if i % m == m - 1:
            done += laplace(inside, 1 / eps)
            inside = 0
            shown.append(done)
        else:
            shown.append(laplace(x, 1 / eps))
    return shown


@mechanism(epsilon="eps")
def total_thin(xs: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """Every entry moves, the noise is for one."""
    total = 0
    for x in xs:
        total += x
    return laplace(total, 1 / eps)


@mechanism(epsilon="eps")
def two_answers(x: Annotated[int, within(1)], eps: Epsilon) -> tuple[bool, bool]:
    """Two noisy signs for the price of one."""
    return (laplace(x, 1 / eps) > 0, laplace(x, 1 / eps) > 0)


@mechanism(epsilon="eps")
def one_sided_value(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    """One-sided noise on a released number tells a bound of it."""
    return one_sided_laplace(x, 1 / eps)


@mechanism(epsilon="eps", requires="k >= 1")
def count_k_thin(x: Annotated[int, within("k")], k: int, eps: Epsilon) -> int:
    """The number moves by k, the noise is for 1."""
    return laplace(x, 1 / eps)


@mechanism(epsilon="eps")
def remainder(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    """A remainder may jump."""
    return laplace(x % 5, 1 / eps)


@mechanism(epsilon="eps")
def doubled(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    """Twice the number, the noise of one."""
    return laplace(2 * x, 1 / eps)


@mechanism(epsilon="eps")
def secret_length(xs: Annotated[list[int], each_within(1)], eps: Epsilon) -> list[int]:
    """Only positive entries are released, so the length of the list tells of the data."""
    out: list[int] = []
    for x in xs:
        if x > 0:
            out.append(0)
    out.append(laplace(0, 1 / eps))
    return out


@mechanism(epsilon="a + b")
def place_by_secret(
    x: Annotated[int, within(1)], ys: Annotated[list[int], each_within(1)], a: Epsilon, b: Epsilon
) -> tuple[int, int]:
    """The position of what is released next is not the one that was released."""
    shown = laplace(x, 1 / a)
    if 0 <= x < len(ys):
        return (shown, laplace(ys[x], 1 / b))
    return (shown, 0)


@mechanism(epsilon="eps1 + k * eps2", requires="k >= 1")
def finds_too_many(
    xs: Annotated[list[int], each_within(1)], t: int, k: int, eps1: Epsilon, eps2: Epsilon
) -> list[bool]:
    """Each find costs twice what is claimed."""
    bar = laplace(t, 2 / eps1)
    out: list[bool] = []
    hits = 0
    for x in xs:
        if hits == k:
            break
        hit = laplace(x, 1 / (2 * eps2)) >= bar
        out.append(hit)
        if hit:
            hits += 1
    return out


@mechanism(epsilon="eps")
def cost_by_last_value(xs: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[int]:
    """Each entry is released twice, with the noise for once."""
    out: list[int] = []
    for i in range(len(xs)):
        out.append(laplace(xs[i], 1 / eps))
        if i > 0:
            out.append(laplace(xs[i - 1], 1 / eps))
    return out


@mechanism(epsilon="eps", requires="k >= 0")
def k_plus_one_but_scaled_by_k(x: Annotated[int, within("k + 1")], k: int, eps: Epsilon) -> int:
    """It moves by k + 1, and is scaled by k + 1/2."""
    return laplace(2 * x, (2 * k + 1) / eps)


@mechanism(epsilon="max(b, c)")
def both_of_two(x: Annotated[int, within(1)], b: Epsilon, c: Epsilon) -> tuple[int, int]:
    """The larger one does not pay for both."""
    return (laplace(x, 1 / b), laplace(x, 1 / c))


@mechanism(epsilon="max(b, c)")
def both_where_noise_says_so(x: Annotated[int, within(1)], b: Epsilon, c: Epsilon) -> int:
    """A second answer beside the first, if that is far out."""
    first = laplace(x, 1 / b)
    if first > 3:
        return laplace(x, 1 / c)
    return first


@mechanism(epsilon="eps")
def two_thirds_of_the_noise(xs: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """Scores that move by three, with noise for two."""
    arg = -1
    top = 0
    for i, x in enumerate(xs):
        v = laplace(3 * x, 4 / eps)
        if arg == -1 or v > top:
            arg = i
            top = v
    return arg


@mechanism(epsilon="eps")
def the_same_noise_twice(x: Annotated[int, within(1)], y: Annotated[int, within(1)], eps: Epsilon) -> tuple[int, int]:
    """One draw is added to two numbers: their difference is bare."""
    v = laplace(0, 2 / eps)
    return (x + v, y + v)


@mechanism(epsilon="eps")
def up_or_down_for_half(xs: Annotated[list[int], each_within(1)], up: bool, t: int, eps: Epsilon) -> int:
    """The flag is public, and the noise of the entries is half of what they need."""
    bar = laplace(t, 2 / eps)
    for i, x in enumerate(xs):
        v = laplace(x, 2 / eps)
        if (v >= bar) if up else (v <= bar):
            return i
    return -1
