from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism, uniform


@mechanism(epsilon="eps", requires="len(answers) >= 1")
def uniform_one_of_many(answers: Annotated[list[int], each_within(1)], eps: Epsilon) -> tuple[int, int]:
    """One of many answers at random, with its position."""
    i = uniform(0, len(answers) - 1)
    return i, laplace(answers[i], 1 / eps)
