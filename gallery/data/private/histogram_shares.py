"""The share of each answer among all: a noisy histogram, brought to a sum of one.

Claim: ε, when one row may come or go.

Source: ordinary code.

Coupling: one noisy count moves by 1: 1 unit of ε. Negative counts are cut off, and shares formed, after the noise.
"""

from enum import Enum
from fractions import Fraction
from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Answer(Enum):
    YES = "yes"
    NO = "no"
    UNSURE = "unsure"


class Form(NamedTuple):
    number: int
    answer: Answer


@mechanism(epsilon="eps")
def histogram_shares(forms: Annotated[list[Form], one_added_or_removed()], eps: Epsilon) -> dict[Answer, Fraction]:
    counts = {answer: 0 for answer in Answer}  # noqa: C420
    for form in forms:
        counts[form.answer] += 1
    for answer in Answer:
        counts[answer] = max(0, laplace(counts[answer], 1 / eps))
    everyone = max(1, sum(counts.values()))
    return {answer: Fraction(count, everyone) for answer, count in counts.items()}
