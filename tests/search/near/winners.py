"""Several winners of one list of draws, with noise for fewer of them, or told too much: each claim is false."""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="len(scores) >= 2")
def noise_for_one(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> tuple[int, int]:
    """Two winners, and the scale is for one."""
    best, winner = laplace(scores[0], 2 / eps), 0
    second, runner_up = laplace(scores[1], 2 / eps), 1
    if second > best:
        best, second = second, best
        winner, runner_up = runner_up, winner
    for i in range(2, len(scores)):
        noisy = laplace(scores[i], 2 / eps)
        if noisy > best:
            second, runner_up = best, winner
            best, winner = noisy, i
        elif noisy > second:
            second, runner_up = noisy, i
    return winner, runner_up


@mechanism(epsilon="eps", requires="len(scores) >= 2")
def a_little_less_noise(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> tuple[int, int]:
    """Two scans, and three quarters of the noise."""
    noisy = [laplace(score, 3 / eps) for score in scores]
    first = 0
    for i in range(1, len(noisy)):
        if noisy[i] > noisy[first]:
            first = i
    second = 1 if first == 0 else 0
    for i in range(len(noisy)):
        if i != first and noisy[i] > noisy[second]:
            second = i
    return first, second


@mechanism(epsilon="eps", requires="len(xs) >= 1")
def both_ends_of_a_tie(xs: Annotated[list[int], each_within(1)], eps: Epsilon) -> tuple[int, int]:
    """The first entry is the largest and the smallest one only if all draws are the same, and that tells of each."""
    noisy = [laplace(x, 4 / eps) for x in xs]
    top = 0
    bottom = 0
    for i in range(len(noisy)):
        if noisy[i] > noisy[top]:
            top = i
        if noisy[i] < noisy[bottom]:
            bottom = i
    return top, bottom


@mechanism(epsilon="eps", requires="len(scores) >= 2")
def winner_and_true_second(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> tuple[int, int]:
    """The second scan reads the scores themselves."""
    noisy = [laplace(score, 4 / eps) for score in scores]
    first = 0
    for i in range(1, len(noisy)):
        if noisy[i] > noisy[first]:
            first = i
    second = 1 if first == 0 else 0
    for i in range(len(noisy)):
        if i != first and scores[i] > scores[second]:
            second = i
    return first, second


@mechanism(epsilon="eps", requires="len(scores) >= 2")
def winner_and_second_value(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> tuple[int, int]:
    """The value of the second best is told as it was drawn."""
    best, winner = laplace(scores[0], 4 / eps), 0
    second = best
    for i in range(1, len(scores)):
        noisy = laplace(scores[i], 4 / eps)
        if noisy > best:
            second = best
            best, winner = noisy, i
        elif i == 1 or noisy > second:
            second = noisy
    return winner, second


@mechanism(epsilon="eps", requires="len(scores) >= 3")
def three_with_noise_for_two(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> tuple[int, int, int]:
    noisy = [laplace(score, 4 / eps) for score in scores]
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
