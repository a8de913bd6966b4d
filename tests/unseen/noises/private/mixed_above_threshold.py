from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism, one_changed, randomized_response


@mechanism(epsilon="2 * eps")
def mixed_above_threshold(
    answers: Annotated[list[int], each_within(1)], bits: Annotated[list[bool], one_changed()], limit: int, eps: Epsilon
) -> tuple[int, list[bool]]:
    """Above Threshold on one list, and responses of another."""
    bar = laplace(limit, 2 / eps)
    first = len(answers)
    for i in range(len(answers)):
        if first == len(answers) and laplace(answers[i], 4 / eps) >= bar:
            first = i
    return first, [randomized_response(bit, eps) for bit in bits]
