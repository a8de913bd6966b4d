from typing import Annotated

from twinproof import Epsilon, mechanism, one_changed, randomized_response


@mechanism(epsilon="eps")
def response_if_yes(people: Annotated[list[bool], one_changed()], eps: Epsilon) -> int:
    """WRONG: only those who would say yes respond. [False] / [True], output 1: infinite."""
    return sum(1 for yes in people if yes and randomized_response(yes, eps))
