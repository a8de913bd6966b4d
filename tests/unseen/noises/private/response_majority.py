from typing import Annotated

from twinproof import Epsilon, mechanism, one_changed, randomized_response


@mechanism(epsilon="eps")
def response_majority(votes: Annotated[list[bool], one_changed()], eps: Epsilon) -> bool:
    """Whether more than half of the responses are yes."""
    yes = 0
    for vote in votes:
        if randomized_response(vote, eps):
            yes += 1
    return 2 * yes > len(votes)
