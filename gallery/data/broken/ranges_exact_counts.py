"""Which public ranges hold many rows, with noise on the bar only. Not private as claimed.

Claim: ε, when one row is replaced. It does not hold, and no other bound does.

Source: Lyu, Su, Li, "Understanding the Sparse Vector Technique for Differential Privacy", PVLDB 10(6), 2017,
Algorithm 5, on rows.

What is wrong: two counts are compared with the same noisy bar, without noise of their own, so their order shows.

A violating pair: ranges (0 to 0) and (1 to 1), many = 1, the rows (1) against (0). The counts are (0, 1) against (1,
0). The answers (no, yes) are impossible for the second.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_changed


class Range(NamedTuple):
    low: int
    high: int


@mechanism(epsilon="eps")
def ranges_exact_counts(
    rows: Annotated[list[int], one_changed()],
    ranges: list[Range],
    many: int,
    eps: Epsilon,
) -> list[bool]:
    bar = laplace(many, 1 / eps)
    answers = []
    for wanted in ranges:
        inside = [row for row in rows if wanted.low <= row <= wanted.high]
        answers.append(len(inside) >= bar)
    return answers
