"""A count plus uniform noise. Not private as claimed.

Claim: ε, when one row is replaced. It does not hold, and no other ε does.

Source: folklore.

What is wrong: the noise ends, and the ends move with the count.

A violating pair: [False] against [True]. The output −width is possible for the first only.
"""

from typing import Annotated

from twinproof import Epsilon, mechanism, one_changed, uniform


@mechanism(epsilon="eps", requires="width >= 1")
def uniform_on_count(answers: Annotated[list[bool], one_changed()], width: int, eps: Epsilon) -> int:
    return sum(answers) + uniform(-width, width)
