from typing import Annotated

from twinproof import Epsilon, gaussian, laplace, mechanism, one_within


@mechanism(epsilon="eps")
def gaussian_bar(answers: Annotated[list[int], one_within(1)], limit: int, eps: Epsilon) -> list[bool]:
    """Which answers are above a bar that is drawn anew each time; the bar is public, so it may be Gaussian."""
    return [laplace(answer, 1 / eps) >= gaussian(limit, variance=30) for answer in answers]
