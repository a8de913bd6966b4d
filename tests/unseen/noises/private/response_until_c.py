from typing import Annotated

from twinproof import Epsilon, mechanism, one_within, randomized_response


@mechanism(epsilon="eps", requires="c >= 1")
def response_until_c(answers: Annotated[list[int], one_within(1)], limit: int, c: int, eps: Epsilon) -> list[bool]:
    """Sparse Vector's loop with responses: which answers are told to be above the limit, until c were."""
    told: list[bool] = []
    found = 0
    for answer in answers:
        if found >= c:
            break
        above = randomized_response(answer > limit, eps)
        if above:
            found += 1
        told.append(above)
    return told
