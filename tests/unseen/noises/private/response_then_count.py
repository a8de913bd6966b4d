from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, randomized_response, within


@mechanism(epsilon="eps")
def response_then_count(x: Annotated[int, within(1)], eps: Epsilon) -> tuple[bool, int]:
    """A bit and a count, half of the budget each."""
    told = randomized_response(x > 0, eps / 2)
    return told, laplace(x, 2 / eps)
