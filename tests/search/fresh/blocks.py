"""A number is found that is not released, and what is released depends on it."""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism, one_within


@mechanism(epsilon="eps", requires="len(scores) >= 1 and len(prices) == len(scores)")
def price_of_the_best(
    scores: Annotated[list[int], each_within(1)],
    prices: Annotated[list[int], each_within(5)],
    eps: Epsilon,
) -> int:
    """Half of the budget finds the best score; the other half pays for its price, which says little of which it is."""
    noisy = [laplace(score, 4 / eps) for score in scores]
    best = noisy.index(max(noisy))
    return laplace(prices[best], 10 / eps)


@mechanism(epsilon="find + count", requires="len(levels) >= 1")
def above_the_level(
    counts: Annotated[list[int], each_within(1)],
    levels: list[int],
    people: Annotated[list[int], one_within(1)],
    find: Epsilon,
    count: Epsilon,
) -> int:
    """The first count above a noisy level decides from which level on people are added up; which one is not told."""
    bar = laplace(10, 2 / find)
    chosen = 0
    for i in range(len(counts)):
        if laplace(counts[i], 4 / find) >= bar:
            chosen = i
            break
    total = 0
    for i in range(len(people)):
        if i >= chosen:
            total += people[i]
    return laplace(total, 1 / count)


@mechanism(epsilon="eps", requires="len(votes) >= 1")
def votes_of_the_winner(votes: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """A third for the winner, and two thirds for how many votes it has."""
    winner = 0
    most = laplace(votes[0], 6 / eps)
    for i in range(1, len(votes)):
        noisy = laplace(votes[i], 6 / eps)
        if noisy > most:
            most = noisy
            winner = i
    return laplace(2 * votes[winner], 3 / eps)


@mechanism(epsilon="eps", requires="len(counts) >= 3")
def only_the_third(counts: Annotated[list[int], each_within(2)], eps: Epsilon) -> int:
    """Noise for all of them, and one is looked at."""
    third = 0
    for i, count in enumerate(counts):
        noisy = laplace(count, 2 / eps)
        if i == 2:
            third = noisy
    return third
