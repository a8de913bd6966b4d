"""Noisy maxima and minima, and the exponential mechanism, in many forms. All keep their claims."""

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
    within,
)


@mechanism(epsilon="eps", requires="len(costs) >= 1")
def cheapest(costs: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """The smallest noisy cost, the first of equals."""
    best = 0
    least = laplace(costs[0], 2 / eps)
    for i in range(1, len(costs)):
        v = laplace(costs[i], 2 / eps)
        if v < least:
            best = i
            least = v
    return best


@mechanism(epsilon="eps")
def largest_last(votes: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """The largest noisy vote, the last of equals."""
    winner = -1
    top = 0
    for i, v in enumerate(votes):
        noisy = laplace(v, 2 / eps)
        if winner == -1 or noisy >= top:
            top = noisy
            winner = i
    return winner


@mechanism(epsilon="eps", requires="len(votes) >= 1")
def largest_backwards(votes: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """From the end to the start."""
    i = len(votes) - 1
    arg = i
    top = laplace(votes[i], 2 / eps)
    while i > 0:
        i -= 1
        noisy = laplace(votes[i], 2 / eps)
        if noisy > top:
            arg, top = i, noisy
    return arg


@mechanism(epsilon="eps")
def largest_triple(votes: Annotated[list[int], each_within(3)], eps: Epsilon) -> int:
    """Votes that move by up to 3."""
    winner = 0
    top = 0
    for i in range(len(votes)):
        noisy = laplace(votes[i], 6 / eps)
        if i == 0 or noisy > top:
            top = noisy
            winner = i
    return winner


@mechanism(epsilon="eps", requires="k >= 1")
def smallest_k(costs: Annotated[list[int], each_within("k")], k: int, eps: Epsilon) -> int:
    """Costs that move by up to k."""
    arg = -1
    low = 0
    i = 0
    while i < len(costs):
        v = laplace(costs[i], 2 * k / eps)
        if arg < 0 or v <= low:
            arg = i
            low = v
        i += 1
    return arg


@mechanism(epsilon="eps")
def smallest_monotone(costs: Annotated[list[int], each_within(1, monotone=True)], eps: Epsilon) -> int:
    """Costs that all move one way need half the noise."""
    arg = -1
    low = 0
    for i, x in enumerate(costs):
        v = laplace(x, 1 / eps)
        if arg == -1 or v < low:
            arg, low = i, v
    return arg


@mechanism(epsilon="a + b", requires="len(votes) >= 1")
def largest_and_value(votes: Annotated[list[int], each_within(1)], a: Epsilon, b: Epsilon) -> tuple[int, int]:
    """The winner, and a fresh noisy count of its votes."""
    winner = 0
    top = 0
    for i in range(len(votes)):
        noisy = laplace(votes[i], 2 / a)
        if i == 0 or noisy > top:
            top = noisy
            winner = i
    return (winner, laplace(votes[winner], 1 / b))


@mechanism(epsilon="eps", requires="n >= 1")
def exponential_least(d: Database, score: Annotated[Score, sensitivity(1)], n: int, eps: Epsilon) -> int:
    """The smallest score minus one-sided noise."""
    arg = 0
    low = 0
    for r in range(n):
        v = score(d, r) - one_sided_laplace(0, 2 / eps)
        if r == 0 or v < low:
            low = v
            arg = r
    return arg


@mechanism(epsilon="eps")
def exponential_list(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """One-sided noise on a list of scores; the last of equals."""
    arg = -1
    top = 0
    for i, s in enumerate(scores):
        v = one_sided_laplace(s, 2 / eps)
        if arg < 0 or v >= top:
            arg = i
            top = v
    return arg


@mechanism(epsilon="eps", requires="n >= 1")
def exponential_double(d: Database, score: Annotated[Score, sensitivity(2)], n: int, eps: Epsilon) -> int:
    """Scores that move by up to 2, candidates counted down."""
    r = n
    arg = n
    top = one_sided_laplace(score(d, n), 4 / eps)
    while r > 1:
        r -= 1
        v = one_sided_laplace(score(d, r), 4 / eps)
        if v > top:
            arg = r
            top = v
    return arg


@mechanism(epsilon="eps")
def best_query(d: Database, queries: Annotated[list[Query], sensitivity(1)], eps: Epsilon) -> int:
    """The query with the largest noisy answer, numbered from 1; 0 if there is none."""
    best = 0
    top = 0
    for number, q in enumerate(queries, 1):
        v = laplace(q(d), 2 / eps)
        if best == 0 or v > top:
            best = number
            top = v
    return best


@mechanism(epsilon="eps", requires="len(a) == len(b)")
def best_total(a: Annotated[list[int], each_within(1)], b: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """The position with the largest noisy total of two private lists."""
    arg = -1
    top = 0
    for i in range(len(a)):
        v = laplace(a[i] + b[i], 4 / eps)
        if arg == -1 or v > top:
            arg = i
            top = v
    return arg


@mechanism(epsilon="eps")
def best_doubled(xs: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """The largest of the doubled entries."""
    arg = -1
    top = 0
    for i, x in enumerate(xs):
        v = laplace(2 * x, 4 / eps)
        if arg == -1 or v > top:
            arg = i
            top = v
    return arg


@mechanism(epsilon="eps")
def larger_of_two(x: Annotated[int, within(1)], y: Annotated[int, within(1)], eps: Epsilon) -> bool:
    """Whether the first number is at least the second."""
    return laplace(x, 2 / eps) >= laplace(y, 2 / eps)


@mechanism(epsilon="eps")
def largest_of_three(
    x: Annotated[int, within(1)], y: Annotated[int, within(1)], z: Annotated[int, within(1)], eps: Epsilon
) -> int:
    """Which of three numbers is the largest, without a loop."""
    a = laplace(x, 2 / eps)
    b = laplace(y, 2 / eps)
    c = laplace(z, 2 / eps)
    if a >= b and a >= c:
        return 1
    if b >= c:
        return 2
    return 3


@mechanism(epsilon="k * eps", requires="k >= 0")
def winners(votes: Annotated[list[int], each_within(1)], k: int, eps: Epsilon) -> list[int]:
    """A winner in each of k rounds."""
    out: list[int] = []
    for _ in range(k):
        arg = -1
        top = 0
        for i in range(len(votes)):
            v = laplace(votes[i], 2 / eps)
            if arg == -1 or v > top:
                arg = i
                top = v
        out.append(arg)
    return out


@mechanism(epsilon="a + b", requires="len(votes) >= 1 and len(votes) == len(ages)")
def age_of_winner(
    votes: Annotated[list[int], each_within(1)],
    ages: Annotated[list[int], each_within(2)],
    a: Epsilon,
    b: Epsilon,
) -> tuple[int, int]:
    """The winner by one private list, and a noisy value from another."""
    winner = 0
    top = laplace(votes[0], 2 / a)
    for i in range(1, len(votes)):
        v = laplace(votes[i], 2 / a)
        if v > top:
            winner = i
            top = v
    return (winner, laplace(ages[winner], 2 / b))


@mechanism(epsilon="eps")
def champion_stays(
    champion: Annotated[int, within(1)], others: Annotated[list[int], each_within(1)], eps: Epsilon
) -> bool:
    """Whether no challenger beats the champion."""
    held = True
    mark = laplace(champion, 2 / eps)
    for x in others:
        if laplace(x, 2 / eps) > mark:
            held = False
    return held


@mechanism(epsilon="eps", requires="len(votes) >= 1")
def runoff(votes: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """The largest, with a flag for the first entry."""
    first = True
    top = 0
    arg = 0
    for i, x in enumerate(votes):
        noise = laplace(0, 2 / eps)
        if first:
            top = x + noise
            arg = i
            first = False
        elif x + noise > top:
            top = x + noise
            arg = i
    return arg
