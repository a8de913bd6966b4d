from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within, randomized_response


@mechanism(epsilon="eps")
def response_above_noisy_bar(answers: Annotated[list[int], one_within(1)], limit: int, eps: Epsilon) -> int:
    """The first answer that is told to be above a noisy bar; the bar is released nowhere."""
    bar = laplace(limit, 4)
    for i, answer in enumerate(answers):
        if randomized_response(answer >= bar, eps):
            return i
    return len(answers)
