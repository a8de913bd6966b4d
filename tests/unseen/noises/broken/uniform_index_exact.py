from typing import Annotated

from twinproof import Epsilon, each_within, mechanism, uniform


@mechanism(epsilon="eps", requires="len(answers) >= 1")
def uniform_index_exact(answers: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """WRONG: one of many answers at random, without noise."""
    return answers[uniform(0, len(answers) - 1)]
