"""Which public ranges hold many rows: yes or no for each, until c of them did.

Claim: ε, when one row may come or go.

Source: Lyu, Su, Li, "Understanding the Sparse Vector Technique for Differential Privacy", PVLDB 10(6), 2017,
Algorithm 1; the range queries follow Near, Abuah, "Programming Differential Privacy", the chapter on Sparse Vector.

Coupling: every count moves by at most 1. The bar is 1 higher on the right: 1 unit of ε/2. What is at or above the bar
is 1 higher on the right: at most 2 units of ε/(4c), c times. What is below gets the same noise.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Range(NamedTuple):
    low: int
    high: int


def inside(rows: list[int], wanted: Range) -> int:
    return sum(1 for row in rows if wanted.low <= row <= wanted.high)


@mechanism(epsilon="eps", requires="c >= 1")
def sparse_ranges(
    rows: Annotated[list[int], one_added_or_removed()],
    ranges: list[Range],
    many: int,
    c: int,
    eps: Epsilon,
) -> list[bool]:
    bar = laplace(many, 2 / eps)
    answers = []
    hits = 0
    for wanted in ranges:
        if laplace(inside(rows, wanted), 4 * c / eps) >= bar:
            answers.append(True)
            hits += 1
            if hits == c:
                break
        else:
            answers.append(False)
    return answers
