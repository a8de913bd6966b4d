"""What depends on a number that is not released, with too little noise for one of the two: each claim is false."""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="len(scores) >= 1 and len(prices) == len(scores)")
def price_of_the_true_best(
    scores: Annotated[list[int], each_within(1)],
    prices: Annotated[list[int], each_within(5)],
    eps: Epsilon,
) -> int:
    """The best one is found without noise, and prices may be far apart."""
    best = 0
    spare = laplace(scores[0], 4 / eps)
    for i in range(len(scores)):
        if scores[i] > scores[best]:
            best = i
    return laplace(prices[best], 10 / eps) + 0 * spare


@mechanism(epsilon="eps", requires="len(scores) >= 1 and len(prices) == len(scores)")
def both_halves_for_the_price(
    scores: Annotated[list[int], each_within(1)],
    prices: Annotated[list[int], each_within(5)],
    eps: Epsilon,
) -> int:
    """All of the budget for the price, and half of it for the best."""
    noisy = [laplace(score, 4 / eps) for score in scores]
    best = noisy.index(max(noisy))
    return laplace(prices[best], 5 / eps)


@mechanism(epsilon="eps", requires="len(votes) >= 1")
def votes_of_a_cheap_winner(votes: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """The winner costs two thirds, and so does the number of its votes."""
    winner = 0
    most = laplace(votes[0], 3 / eps)
    for i in range(1, len(votes)):
        noisy = laplace(votes[i], 3 / eps)
        if noisy > most:
            most = noisy
            winner = i
    return laplace(2 * votes[winner], 3 / eps)


@mechanism(epsilon="eps", requires="len(counts) >= 3")
def the_third_and_the_next(counts: Annotated[list[int], each_within(2)], eps: Epsilon) -> tuple[int, int]:
    """Noise for all of them, and two are looked at."""
    third = fourth = 0
    for i, count in enumerate(counts):
        noisy = laplace(count, 2 / eps)
        if i == 2:
            third = noisy
        if i == 3:
            fourth = noisy
    return third, fourth
