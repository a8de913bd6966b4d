"""Every second row is held out by its position, and a row more moves all that follow. Witness: [0, 1, 0, 1] against [1,
0, 1]; the total moves from 0 to 2, and the noise is for 1."""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def holdout_by_position(labels: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    correct = 0
    for position, label in enumerate(labels):
        if position % 2 == 0:
            correct += clamp(label, 0, 1)
    return laplace(correct, 1 / eps)
