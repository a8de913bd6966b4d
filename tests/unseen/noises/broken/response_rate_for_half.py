from typing import Annotated

from twinproof import Epsilon, mechanism, one_changed, randomized_response


@mechanism(epsilon="eps")
def response_rate_for_half(votes: Annotated[list[bool], one_changed()], eps: Epsilon) -> list[bool]:
    """WRONG: a little less noise than needed, 51/50 of the rate."""
    return [randomized_response(vote, 51 * eps / 50) for vote in votes]
