"""Noisy means by text key: a sum and a count for each, in two dictionaries."""

from fractions import Fraction
from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed

TEAMS = ("a", "b", "c", "d")


class Score(NamedTuple):
    team: str
    points: int


@mechanism(epsilon="eps")
def mean_by_group_in_dictionaries(scores: Annotated[list[Score], one_added_or_removed()], eps: Epsilon) -> dict[str, Fraction]:
    sums = {team: 0 for team in TEAMS}
    numbers = {team: 0 for team in TEAMS}
    for score in scores:
        if score.team in sums:
            sums[score.team] += clamp(score.points, 0, 20)
            numbers[score.team] += 1
    means = {}
    for team in TEAMS:
        total = laplace(sums[team], 40 / eps)
        number = laplace(numbers[team], 2 / eps)
        means[team] = Fraction(total, max(1, number))
    return means
