from typing import Annotated

from twinproof import Epsilon, mechanism, one_added_or_removed, randomized_response


@mechanism(epsilon="eps")
def response_with_the_length(votes: Annotated[list[bool], one_added_or_removed()], eps: Epsilon) -> list[bool]:
    """WRONG: one response for each row tells how many rows there are."""
    return [randomized_response(vote, eps) for vote in votes]
