from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within

COLOURS = ("red", "green", "blue")


@mechanism(epsilon="eps")
def favourite_colour(votes: Annotated[list[int], one_within(2)], eps: Epsilon) -> str:
    """Noisy mode of the votes. One changed vote moves one count up and another down, each by 1, and the winner of the noisy
    counts pays 2 * eps / 2. Invalid votes are dropped."""
    counts = {colour: 0 for colour in COLOURS}
    for vote in votes:
        if 0 <= vote < len(COLOURS):
            counts[COLOURS[vote]] += 1
    noisy = {colour: laplace(count, 2 / eps) for colour, count in counts.items()}
    return max(noisy, key=noisy.get)
