from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, mechanism, one_changed, randomized_choice, randomized_response


class Visit(NamedTuple):
    room: int
    paid: bool


@mechanism(epsilon="eps1 + eps2")
def choice_and_response(
    visits: Annotated[list[Visit], one_changed()], eps1: Epsilon, eps2: Epsilon
) -> list[tuple[int, bool]]:
    """A room and a bit of each, with two budgets."""
    return [
        (randomized_choice(clamp(visit.room, 0, 4), 5, eps1), randomized_response(visit.paid, eps2)) for visit in visits
    ]
