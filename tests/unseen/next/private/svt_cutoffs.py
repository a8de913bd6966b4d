"""Sparse vector over counts of delays above public cutoffs, until c of them are high. All counts move in one direction,
so a high one costs eps / (2 * c) only, and the noisy bar costs eps / 2."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="c >= 1")
def svt_cutoffs(
    delays: Annotated[list[int], one_added_or_removed()], cutoffs: list[int], target: int, c: int, eps: Epsilon
) -> list[bool]:
    bar = laplace(target, 2 / eps)
    verdicts: list[bool] = []
    hits = 0
    for cutoff in cutoffs:
        if hits == c:
            break
        late = sum(1 for delay in delays if delay > cutoff)
        high = laplace(late, 2 * c / eps) >= bar
        verdicts.append(high)
        if high:
            hits += 1
    return verdicts
