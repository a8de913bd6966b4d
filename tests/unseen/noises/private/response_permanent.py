from typing import Annotated

from twinproof import Epsilon, mechanism, randomized_response, within


@mechanism(epsilon="eps")
def response_permanent(visits: Annotated[int, within(1)], days: int, eps: Epsilon) -> list[bool]:
    """RAPPOR's two steps: one permanent response, and a response of that each day."""
    permanent = randomized_response(visits > 0, eps)
    return [randomized_response(permanent, 2) for _ in range(days)]
