"""The weighted number of those who say yes, with survey weights cut to between 1 and 5. One respondent moves it by at
most 5, which is what the noise is made for."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed

MIN_WEIGHT = 1
MAX_WEIGHT = 5


@mechanism(epsilon="eps")
def weighted_yes(respondents: Annotated[list[tuple[int, bool]], one_added_or_removed()], eps: Epsilon) -> int:
    yes_weight = 0
    for i in range(len(respondents)):
        weight, yes = respondents[i]
        if not yes:
            continue
        if weight < MIN_WEIGHT:
            weight = MIN_WEIGHT
        elif weight > MAX_WEIGHT:
            weight = MAX_WEIGHT
        yes_weight += weight
    return laplace(yes_weight, MAX_WEIGHT / eps)
