from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, randomized_response, within


@mechanism(epsilon="eps")
def response_of_noisy_test(x: Annotated[int, within(1)], limit: int, eps: Epsilon) -> bool:
    """The response adds to what the noise has hidden already."""
    return randomized_response(laplace(x, 1 / eps) > limit, 3)
