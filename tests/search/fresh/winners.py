"""Several winners of one list of draws. All keep their claims."""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="len(scores) >= 2")
def two_in_one_pass(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> tuple[int, int]:
    """The first two are drawn before the loop, and put into order."""
    best, winner = laplace(scores[0], 4 / eps), 0
    second, runner_up = laplace(scores[1], 4 / eps), 1
    if second > best:
        best, second = second, best
        winner, runner_up = runner_up, winner
    for i in range(2, len(scores)):
        noisy = laplace(scores[i], 4 / eps)
        if noisy > best:
            second, runner_up = best, winner
            best, winner = noisy, i
        elif noisy > second:
            second, runner_up = noisy, i
    return winner, runner_up


@mechanism(epsilon="eps", requires="len(scores) >= 2")
def two_scans(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> tuple[int, int]:
    """The second scan leaves out what the first one has found."""
    noisy = []
    for score in scores:
        noisy.append(laplace(score, 4 / eps))
    first = 0
    for i in range(1, len(noisy)):
        if noisy[i] > noisy[first]:
            first = i
    second = 1 if first == 0 else 0
    for i in range(len(noisy)):
        if i != first and noisy[i] > noisy[second]:
            second = i
    return first, second


@mechanism(epsilon="eps")
def two_smallest(costs: Annotated[list[int], each_within(2)], eps: Epsilon) -> tuple[int, int]:
    """−1 stands for nobody; costs move by 2."""
    low, next_low = 0, 0
    first = second = -1
    i = 0
    while i < len(costs):
        noisy = laplace(costs[i], 8 / eps)
        if first == -1 or noisy < low:
            next_low, second = low, first
            low, first = noisy, i
        elif second == -1 or noisy < next_low:
            next_low, second = noisy, i
        i += 1
    return first, second


@mechanism(epsilon="eps", requires="len(xs) >= 1")
def extremes_as_drawn(xs: Annotated[list[int], each_within(1)], eps: Epsilon) -> tuple[int, int]:
    """One moves up and the other one down. Where all draws are the same, it is the first and the last one."""
    top = bottom = 0
    high = low = 0
    for i, x in enumerate(xs):
        noisy = laplace(x, 4 / eps)
        if i == 0 or noisy > high:
            high, top = noisy, i
        if i == 0 or noisy <= low:
            low, bottom = noisy, i
    return top, bottom


@mechanism(epsilon="eps", requires="len(scores) >= 3")
def three_scans(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> tuple[int, int, int]:
    noisy = [laplace(score, 6 / eps) for score in scores]
    first = 0
    for i in range(1, len(noisy)):
        if noisy[i] > noisy[first]:
            first = i
    second = 1 if first == 0 else 0
    for i in range(len(noisy)):
        if i != first and noisy[i] > noisy[second]:
            second = i
    third = 0
    while third in (first, second):
        third += 1
    for i in range(len(noisy)):
        if i != first and i != second and noisy[i] > noisy[third]:
            third = i
    return first, second, third
