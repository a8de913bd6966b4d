"""About the maximum: the noisy best among public candidates for "two rows above"."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


@mechanism(epsilon="eps")
def largest_by_rank(heights: Annotated[list[int], one_changed()], eps: Epsilon) -> int:
    noisy = []
    for candidate in (140, 160, 180, 200, 220):
        above = 0
        for h in heights:
            if h > candidate:
                above += 1
        noisy.append(laplace(-abs(above - 2), 2 / eps))
    winner = 0
    for i in range(1, 5):
        if noisy[i] > noisy[winner]:
            winner = i
    return winner
