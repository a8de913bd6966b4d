# Judged before running: easy.
from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Habit(NamedTuple):
    smokes: bool
    drinks: bool


@mechanism(epsilon="2 * eps")
def one_noise_two_answers(people: Annotated[list[Habit], one_added_or_removed()], eps: Epsilon) -> tuple[int, int]:
    """The bug: one noise for two answers, so their difference is exact.
    Witness: [] and [(True, False)]: (0, 0) is impossible for the second."""
    noise = laplace(0, 1 / eps)
    smokers = sum(1 for person in people if person.smokes)
    drinkers = sum(1 for person in people if person.drinks)
    return smokers + noise, drinkers + noise
