from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within

COLOURS = ("red", "green", "blue")


@mechanism(epsilon="eps")
def mode_of_raw_counts(votes: Annotated[list[int], one_within(2)], eps: Epsilon) -> str:
    """WRONG: the key of max is counts.get and not noisy.get, so the exact mode is released. Votes [0] give red for sure,
    votes [1] give green."""
    counts = {colour: 0 for colour in COLOURS}
    for vote in votes:
        if 0 <= vote < len(COLOURS):
            counts[COLOURS[vote]] += 1
    noisy = {colour: laplace(count, 2 / eps) for colour, count in counts.items()}
    return max(noisy, key=counts.get)
