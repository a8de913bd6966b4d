from typing import Annotated

from twinproof import Epsilon, each_within, mechanism, randomized_response


@mechanism(epsilon="len(answers) * eps")
def response_each_pays(answers: Annotated[list[int], each_within(3)], limit: int, eps: Epsilon) -> list[bool]:
    """Every answer may move, and every response is paid for."""
    return [randomized_response(answer > limit, eps) for answer in answers]
