"""Mechanisms that keep numbers in a list, look private and are not: each one's claim is false."""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism, one_sided_laplace, one_within


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def listed_half_noise(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """Half the noise that scores need which move in any direction."""
    noisy: list[int] = []
    for s in scores:
        noisy.append(laplace(s, 1 / eps))
    winner = 0
    for i in range(len(noisy)):
        if noisy[i] > noisy[winner]:
            winner = i
    return winner


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def listed_with_value(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> tuple[int, int]:
    """The noisy value of the winner is released with it."""
    noisy: list[int] = []
    for s in scores:
        noisy.append(laplace(s, 2 / eps))
    winner = 0
    for i in range(len(noisy)):
        if noisy[i] > noisy[winner]:
            winner = i
    return (winner, noisy[winner])


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def listed_largest_value(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """The largest noisy value, with noise for its index alone."""
    noisy: list[int] = []
    for s in scores:
        noisy.append(laplace(s, 2 / eps))
    best = noisy[0]
    for x in noisy:
        if x > best:
            best = x
    return best


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def listed_wide(scores: Annotated[list[int], each_within(2)], eps: Epsilon) -> int:
    """Scores that move by two."""
    noisy: list[int] = []
    for s in scores:
        noisy.append(laplace(s, 2 / eps))
    best = noisy[0]
    for x in noisy:
        if x > best:
            best = x
    i = 0
    while noisy[i] != best:
        i += 1
    return i


@mechanism(epsilon="eps", requires="len(votes) >= 1")
def listed_one_sided(votes: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """Noise for votes that all move one way."""
    noisy: list[int] = []
    for v in votes:
        noisy.append(one_sided_laplace(v, 1 / eps))
    best = noisy[0]
    winner = 0
    for i, x in enumerate(noisy):
        if x > best:
            best, winner = x, i
    return winner


@mechanism(epsilon="eps", requires="len(scores) >= 2")
def listed_two_winners(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> tuple[int, int]:
    """The first and the last maximum, by the price of one."""
    noisy: list[int] = []
    for s in scores:
        noisy.append(laplace(s, 2 / eps))
    first = 0
    last = 0
    for i in range(len(noisy)):
        if noisy[i] > noisy[first]:
            first = i
        if noisy[i] <= noisy[last]:
            last = i
    return (first, last)


@mechanism(epsilon="eps")
def sum_without_clipping(xs: Annotated[list[int], one_within(100)], eps: Epsilon) -> int:
    """The upper bound is missing."""
    clipped: list[int] = []
    for x in xs:
        clipped.append(max(0, x))
    total = 0
    for c in clipped:
        total += c
    return laplace(total, 10 / eps)


@mechanism(epsilon="eps")
def sum_of_all_moved(xs: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """All entries move."""
    clipped: list[int] = []
    for x in xs:
        clipped.append(max(0, min(x, 10)))
    total = 0
    for c in clipped:
        total += c
    return laplace(total, 1 / eps)


@mechanism(epsilon="eps")
def sum_counts_twice(xs: Annotated[list[int], one_within(1)], eps: Epsilon) -> int:
    """Each entry is in the list twice."""
    twice: list[int] = []
    for x in xs:
        twice.append(x)
        twice.append(x)
    total = 0
    for t in twice:
        total += t
    return laplace(total, 1 / eps)


@mechanism(epsilon="eps")
def two_lists_added(xs: Annotated[list[int], one_within(1)], eps: Epsilon) -> int:
    """Two lists that move together are added."""
    first: list[int] = []
    second: list[int] = []
    for x in xs:
        first.append(x)
        second.append(x + 1)
    total = 0
    for i in range(len(first)):
        total += first[i] + second[i]
    return laplace(total, 1 / eps)


@mechanism(epsilon="eps")
def prepared_too_wide(xs: Annotated[list[int], one_within(7)], eps: Epsilon) -> list[int]:
    """Clamped to a width of three, with noise for two."""
    small: list[int] = []
    for x in xs:
        small.append(max(0, min(3, x)))
    out: list[int] = []
    for x in small:
        out.append(laplace(x, 2 / eps))
    return out


@mechanism(epsilon="eps")
def listed_search_plain_bar(answers: Annotated[list[int], each_within(1)], t: int, eps: Epsilon) -> int:
    """The threshold has no noise."""
    noisy: list[int] = []
    for q in answers:
        noisy.append(laplace(q, 2 / eps))
    for i, x in enumerate(noisy):
        if x >= t:
            return i
    return -1


@mechanism(epsilon="eps")
def listed_search_goes_on(answers: Annotated[list[int], each_within(1)], t: int, eps: Epsilon) -> list[bool]:
    """It does not stop at the first find."""
    bar = laplace(t, 2 / eps)
    noisy: list[int] = []
    for q in answers:
        noisy.append(laplace(q, 4 / eps))
    out: list[bool] = []
    for x in noisy:
        out.append(x >= bar)
    return out


@mechanism(epsilon="eps")
def last_above(answers: Annotated[list[int], each_within(1)], t: int, eps: Epsilon) -> list[int]:
    """Each entry that is above the threshold is released."""
    bar = laplace(t, 2 / eps)
    noisy: list[int] = []
    for q in answers:
        noisy.append(laplace(q, 4 / eps))
    out: list[int] = []
    for i, x in enumerate(noisy):
        if x >= bar:
            out.append(i)
    return out


@mechanism(epsilon="eps", requires="n >= 1")
def listed_histogram_half_noise(xs: Annotated[list[int], one_within(5)], n: int, eps: Epsilon) -> list[int]:
    """Two counts move, with noise for one."""
    counts: list[int] = []
    for v in range(n):
        c = 0
        for x in xs:
            if x == v:
                c += 1
        counts.append(c)
    out: list[int] = []
    for c in counts:
        out.append(laplace(c, 1 / eps))
    return out
