"""The song with most votes and its noisy number of votes; which song it is comes from the true counts. Witness: [1, 2]
against [1, 2, 2]; song 1 wins on the left, as the first of two, and never on the right."""

from collections import Counter
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def crowd_favourite(votes: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> tuple[int, int]:
    if not votes:
        return 0, laplace(0, 1 / eps)
    song, number = Counter(votes).most_common(1)[0]
    return song, laplace(number, 1 / eps)
