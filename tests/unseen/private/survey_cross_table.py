from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within

GROUPS = 3
CHOICES = 5


@mechanism(epsilon="eps", requires="len(groups) == len(answers)")
def survey_cross_table(
    groups: list[int], answers: Annotated[list[int], one_within(99)], eps: Epsilon
) -> list[int]:
    """A table of answers by public group, row after row. A changed answer moves at most two cells by 1 each, so the noise has scale
    2 / eps; refusals (98, 99) and answers that do not exist are not counted."""
    table = [[0] * CHOICES for _ in range(GROUPS)]
    for group, answer in zip(groups, answers):
        if answer not in (98, 99) and 0 <= answer < CHOICES and 0 <= group < GROUPS:
            table[group][answer] += 1
    return [laplace(cell, 2 / eps) for row in table for cell in row]
