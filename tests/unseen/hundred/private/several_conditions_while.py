"""Marks answers above a bar until c of them were found, the list ends, or a public number of rounds is over.

Why: The bar costs eps / 2; at most c hits move by 2 each at rate eps / (4c), which makes eps / 2; misses are
free.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="c >= 1")
def several_conditions_while(
    answers: Annotated[list[int], each_within(1)], level: int, c: int, rounds: int, eps: Epsilon
) -> list[bool]:
    bar = laplace(level, 2 / eps)
    out = []
    hits = 0
    i = 0
    while i < len(answers) and i < rounds and hits < c:
        above = laplace(answers[i], 4 * c / eps) >= bar
        if above:
            hits += 1
        out.append(above)
        i += 1
    return out
