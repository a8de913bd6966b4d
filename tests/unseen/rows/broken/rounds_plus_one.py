"""WRONG: the budget is divided by rounds, and there is one round more."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


@mechanism(epsilon="eps", requires="rounds >= 1")
def rounds_plus_one(values: Annotated[list[int], one_changed()], rounds: int, eps: Epsilon) -> list[int]:
    out = []
    for r in range(rounds + 1):
        out.append(laplace(sum(1 for v in values if v > 10 * r), rounds / eps))
    return out
