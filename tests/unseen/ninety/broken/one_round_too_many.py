"""Counts below levels that are chosen by the noisy answers, under a Rényi claim.

middling. There are rounds + 1 rounds. Witness: rounds 1, [] and [-1000]: twice the claimed rho.
"""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, one_added_or_removed


@mechanism(renyi=("alpha", "alpha * rho"), requires="rounds >= 1 and alpha > 1")
def one_round_too_many(
    values: Annotated[list[int], one_added_or_removed()],
    start: int,
    target: int,
    rounds: int,
    alpha: Epsilon,
    rho: Epsilon,
) -> list[int]:
    level = start
    answers: list[int] = []
    for _ in range(rounds + 1):
        below = gaussian(sum(1 for v in values if v <= level), variance=rounds / (2 * rho))
        answers.append(below)
        level = level + 1 if below < target else level - 1
    return answers
