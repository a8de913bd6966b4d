from typing import Annotated

from twinproof import Epsilon, each_within, mechanism, randomized_response


@mechanism(epsilon="eps")
def response_every_query(answers: Annotated[list[int], each_within(1)], limit: int, eps: Epsilon) -> int:
    """WRONG: every answer may move, and the loop goes on after a no."""
    for i, answer in enumerate(answers):
        if randomized_response(answer > limit, eps):
            return i
    return len(answers)
