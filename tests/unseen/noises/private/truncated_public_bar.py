from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within, truncated_laplace


@mechanism(epsilon="eps")
def truncated_public_bar(answers: Annotated[list[int], one_within(1)], limit: int, eps: Epsilon) -> int:
    """The first noisy answer above a bar with noise that ends; the bar is public."""
    bar = truncated_laplace(limit, 5, 20)
    for i, answer in enumerate(answers):
        if laplace(answer, 1 / eps) > bar:
            return i
    return len(answers)
