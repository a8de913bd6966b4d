from typing import Annotated, NamedTuple

from twinproof import Epsilon, mechanism, one_changed, randomized_response


class Answers(NamedTuple):
    first: bool
    second: bool


@mechanism(epsilon="eps")
def response_two_questions(people: Annotated[list[Answers], one_changed()], eps: Epsilon) -> list[tuple[bool, bool]]:
    """Two answers of each, with half of the budget each."""
    return [(randomized_response(p.first, eps / 2), randomized_response(p.second, eps / 2)) for p in people]
