from typing import Annotated

from twinproof import Epsilon, mechanism, randomized_response, within


@mechanism(epsilon="eps")
def response_two_reports(bit: Annotated[int, within(1)], eps: Epsilon) -> tuple[bool, bool]:
    """WRONG: two responses of one bit. 0 / 1, (True, True): 2 eps."""
    return randomized_response(bit > 0, eps), randomized_response(bit > 0, eps)
