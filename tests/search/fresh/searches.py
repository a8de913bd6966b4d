"""Searches for the first answer on one side of a noisy threshold, written in many ways. All keep their claims."""

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
    sensitivity,
)


@mechanism(epsilon="eps")
def first_at_most(values: Annotated[list[int], each_within(1)], level: int, eps: Epsilon) -> int:
    """The first value at or below the noisy level, or -1."""
    bar = laplace(level, 2 / eps)
    for k, v in enumerate(values):
        if laplace(v, 4 / eps) <= bar:
            return k
    return -1


@mechanism(epsilon="eps")
def first_under(values: Annotated[list[int], each_within(1)], level: int, eps: Epsilon) -> int:
    """The first value strictly below the noisy level, with a flag, or the length."""
    where = len(values)
    looking = True
    pos = 0
    bar = laplace(level, 2 / eps)
    while looking and pos < len(values):
        drawn = laplace(values[pos], 4 / eps)
        if drawn < bar:
            where = pos
            looking = False
        pos += 1
    return where


@mechanism(epsilon="eps")
def first_over_break(xs: Annotated[list[int], each_within(1)], t: int, eps: Epsilon) -> int:
    """The first entry above, by break, with the threshold on the left of the comparison."""
    answer = -1
    noisy_t = laplace(t, 2 / eps)
    for i in range(len(xs)):
        noisy = laplace(xs[i], 4 / eps)
        if noisy_t < noisy:
            answer = i
            break
    return answer


@mechanism(epsilon="eps")
def last_over(xs: Annotated[list[int], each_within(1)], t: int, eps: Epsilon) -> int:
    """The last entry above, searched from the end."""
    bar = laplace(t, 2 / eps)
    i = len(xs) - 1
    while i >= 0:
        if laplace(xs[i], 4 / eps) > bar:
            return i
        i -= 1
    return -1


@mechanism(epsilon="eps")
def first_over_triple(xs: Annotated[list[int], each_within(3)], t: int, eps: Epsilon) -> int:
    """Entries that move by up to 3."""
    bar = laplace(t, 6 / eps)
    for i, x in enumerate(xs):
        if laplace(x, 12 / eps) >= bar:
            return i
    return len(xs)


@mechanism(epsilon="eps", requires="k >= 1")
def first_over_k(xs: Annotated[list[int], each_within("k")], t: int, k: int, eps: Epsilon) -> int:
    """Entries that move by up to k."""
    bar = laplace(t, 2 * k / eps)
    for i in range(len(xs)):
        if laplace(xs[i], 4 * k / eps) >= bar:
            return i
    return -1


@mechanism(epsilon="a + b")
def first_over_two_budgets(xs: Annotated[list[int], each_within(1)], t: int, a: Epsilon, b: Epsilon) -> int:
    """One budget for the threshold, another for the find."""
    bar = laplace(t, 1 / a)
    i = 0
    while i < len(xs) and laplace(xs[i], 2 / b) < bar:
        i += 1
    return i


@mechanism(epsilon="eps")
def any_over(xs: Annotated[list[int], each_within(1)], t: int, eps: Epsilon) -> bool:
    """Whether some entry is above; not which."""
    bar = laplace(t, 2 / eps)
    for x in xs:  # noqa: SIM110
        if laplace(x, 4 / eps) >= bar:
            return True
    return False


@mechanism(epsilon="eps")
def none_over_flag(xs: Annotated[list[int], each_within(1)], t: int, eps: Epsilon) -> bool:
    """Whether every entry stays below; the loop stops at the first that does not."""
    clear = True
    bar = laplace(t, 2 / eps)
    i = 0
    while i < len(xs) and clear:
        clear = laplace(xs[i], 4 / eps) < bar
        i += 1
    return clear


@mechanism(epsilon="eps")
def how_many_before(xs: Annotated[list[int], each_within(1)], t: int, eps: Epsilon) -> int:
    """How many entries come before the first one above, counted in the loop."""
    bar = laplace(t, 2 / eps)
    count = 0
    for x in xs:
        if laplace(x, 4 / eps) >= bar:
            break
        count += 1
    return count


@mechanism(epsilon="eps")
def leaves_band(xs: Annotated[list[int], each_within(1)], low: int, high: int, eps: Epsilon) -> tuple[int, int]:
    """The first entry over the upper or under the lower threshold, and which; a draw for each."""
    top = laplace(high, 4 / eps)
    bottom = laplace(low, 4 / eps)
    for i in range(len(xs)):
        if laplace(xs[i], 4 / eps) >= top:
            return (i, 1)
        if laplace(xs[i], 4 / eps) <= bottom:
            return (i, -1)
    return (len(xs), 0)


@mechanism(epsilon="eps")
def leaves_band_one_draw(
    xs: Annotated[list[int], each_within(1)], low: int, high: int, eps: Epsilon
) -> tuple[int, int]:
    """The same, with one draw compared to both thresholds."""
    top = laplace(high, 4 / eps)
    bottom = laplace(low, 4 / eps)
    for i in range(len(xs)):
        noisy = laplace(xs[i], 4 / eps)
        if noisy >= top:
            return (i, 1)
        if noisy <= bottom:
            return (i, -1)
    return (len(xs), 0)


@mechanism(epsilon="a + b")
def lowest_then_value(xs: Annotated[list[int], each_within(1)], t: int, a: Epsilon, b: Epsilon) -> tuple[int, int]:
    """A fresh noisy value of the first entry below, and where it is."""
    bar = laplace(t, 2 / a)
    for i, x in enumerate(xs):
        if laplace(x, 4 / a) < bar:
            return (laplace(x, 1 / b), i)
    return (0, -1)


def _noisy(value: int, eps: Epsilon) -> int:
    return laplace(value, 4 / eps)


def _excess(value: int, bar: int) -> int:
    return value - bar


@mechanism(epsilon="eps")
def first_over_helpers(xs: Annotated[list[int], each_within(1)], t: int, eps: Epsilon) -> int:
    """The noise and the comparison in helper functions."""
    bar = laplace(t, 2 / eps)
    found = -1
    for i in range(len(xs)):
        if found == -1 and _excess(_noisy(xs[i], eps), bar) > 0:
            found = i
    return found


@mechanism(epsilon="eps", requires="len(levels) >= len(xs)")
def first_over_own_level(xs: Annotated[list[int], each_within(1)], levels: list[int], eps: Epsilon) -> int:
    """Each entry has its own public level; the noise of the threshold is shared."""
    shift = laplace(0, 2 / eps)
    for i, x in enumerate(xs):
        if laplace(x, 4 / eps) >= levels[i] + shift:
            return i
    return -1


@mechanism(epsilon="eps")
def first_over_clamped(xs: Annotated[list[int], each_within(5)], t: int, eps: Epsilon) -> int:
    """Entries may move by 5 but are clamped to 0 or 1."""
    bar = laplace(t, 2 / eps)
    for i, x in enumerate(xs):
        if laplace(max(0, min(1, x)), 4 / eps) >= bar:
            return i
    return -1


@mechanism(epsilon="eps", requires="len(a) == len(b)")
def first_far_apart(
    a: Annotated[list[int], each_within(1)], b: Annotated[list[int], each_within(1)], t: int, eps: Epsilon
) -> int:
    """The first position at which one private list exceeds another."""
    bar = laplace(t, 4 / eps)
    for i in range(len(a)):
        if laplace(a[i] - b[i], 8 / eps) >= bar:
            return i
    return -1


@mechanism(epsilon="eps")
def first_over_forever(xs: Annotated[list[int], each_within(1)], t: int, eps: Epsilon) -> int:
    """An endless loop that is left by break."""
    bar = laplace(t, 2 / eps)
    i = 0
    while True:
        if i >= len(xs):
            break
        if laplace(xs[i], 4 / eps) > bar:
            break
        i += 1
    return i


@mechanism(epsilon="eps", requires="len(mask) == len(xs)")
def first_over_masked(xs: Annotated[list[int], each_within(1)], mask: list[bool], t: int, eps: Epsilon) -> int:
    """Only the entries that a public mask allows."""
    bar = laplace(t, 2 / eps)
    for i in range(len(xs)):
        if not mask[i]:
            continue
        if laplace(xs[i], 4 / eps) >= bar:
            return i
    return -1


@mechanism(epsilon="eps")
def first_over_even(xs: Annotated[list[int], each_within(1)], t: int, eps: Epsilon) -> int:
    """Every other entry."""
    bar = laplace(t, 2 / eps)
    for i in range(0, len(xs), 2):
        if laplace(xs[i], 4 / eps) >= bar:
            return i // 2
    return -1


@mechanism(epsilon="eps", requires="n >= 0")
def score_over(d: Database, score: Annotated[Score, sensitivity(2)], n: int, t: int, eps: Epsilon) -> int:
    """Candidates n, n - 1, … with scores that move by up to 2."""
    bar = laplace(t, 4 / eps)
    left = n
    while left > 0:
        if laplace(score(d, left), 8 / eps) >= bar:
            break
        left -= 1
    return left


@mechanism(epsilon="eps")
def query_under(d: Database, queries: Annotated[list[Query], sensitivity(1)], t: int, eps: Epsilon) -> int:
    """The first query whose answer is below."""
    bar = laplace(t, 2 / eps)
    for i in range(len(queries)):
        if laplace(queries[i](d), 4 / eps) <= bar:
            return i + 1
    return 0


@mechanism(epsilon="eps")
def first_over_one_sided(xs: Annotated[list[int], each_within(1)], t: int, eps: Epsilon) -> int:
    """One-sided noise on the threshold and on the entries."""
    bar = one_sided_laplace(t, 2 / eps)
    for i, x in enumerate(xs):
        if one_sided_laplace(x, 4 / eps) >= bar:
            return i
    return -1


@mechanism(epsilon="eps")
def stream_under(d: Database, score: Annotated[Score, sensitivity(1)], t: int, eps: Epsilon) -> int:
    """An endless stream: the number of the first answer below, found with a flag."""
    bar = laplace(t, 2 / eps)
    n = 0
    done = False
    while not done:
        n += 1
        if laplace(score(d, n), 4 / eps) <= bar:
            done = True
    return n


@mechanism(epsilon="eps")
def first_step_up(xs: Annotated[list[int], each_within(1)], t: int, eps: Epsilon) -> int:
    """The first entry that exceeds the one before it by more than the noisy threshold."""
    bar = laplace(t, 4 / eps)
    for i in range(1, len(xs)):
        if laplace(xs[i] - xs[i - 1], 8 / eps) > bar:
            return i
    return 0
