"""Noisy counts in several rounds, and one round more. Not private as claimed.

Claim: ε, when one row may come or go. It does not hold; (rounds + 1)/rounds · ε does.

Source: ordinary code; a budget that is spent more often than planned is a slip that Cebere et al. found in libraries
("Privacy in Theory, Bugs in Practice", PETS 2026).

What is wrong: `range(rounds + 1)` has one round more than the budget was divided by.

A violating pair: rounds = 1, the rows () against (0). The counts are 0 and 1, in two rounds with the whole budget each:
the output (0, 0) loses 2ε.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="rounds >= 1")
def one_round_too_many(rows: Annotated[list[int], one_added_or_removed()], rounds: int, eps: Epsilon) -> list[int]:
    answers = []
    share = eps / rounds
    for _ in range(rounds + 1):
        answers.append(laplace(len(rows), 1 / share))
    return answers
