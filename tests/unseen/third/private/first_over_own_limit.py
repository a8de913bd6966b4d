"""The first answer above its own public limit, with one noisy slack for all limits. Above threshold, where what is
compared is the distance from the limit: it moves by 1 as the answer does."""

from typing import Annotated, Optional

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps")
def first_over_own_limit(
    answers: Annotated[list[int], each_within(1)], limits: list[int], eps: Epsilon
) -> Optional[int]:
    slack = laplace(0, 2 / eps)
    return next(
        (i for i, (answer, limit) in enumerate(zip(answers, limits)) if laplace(answer - limit, 4 / eps) >= slack),
        None,
    )
