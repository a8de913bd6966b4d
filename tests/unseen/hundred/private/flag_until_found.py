"""A flag remembers whether a score was above the bar; once it is set, no more noise is drawn.

Why: The bar goes up by 1 at rate eps / 2, the hit moves by at most 2 at rate eps / 4, and after it nothing is
drawn.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps")
def flag_until_found(scores: Annotated[list[int], each_within(1)], level: int, eps: Epsilon) -> list[bool]:
    bar = laplace(level, 2 / eps)
    found = False
    marks = []
    for score in scores:
        if found:
            marks.append(False)
        elif laplace(score, 4 / eps) > bar:
            found = True
            marks.append(True)
        else:
            marks.append(False)
    return marks
