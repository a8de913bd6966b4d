"""A sum with truncated Laplace noise: it is never off by more than the bound.

Claim: (ε, δ), where δ is at least the mass at the end of the noise. It is exact: no smaller δ would do.

Source: Geng, Ding, Guo, Kumar, "Tight Analysis of Privacy and Utility Tradeoff in Approximate Differential Privacy",
AISTATS 2020, for integers.

Why: the sum moves by 1. Every output that both sides can give has a loss of ε; one side alone can give the one output
at its end, whose mass is a^bound · (1 − a) / (1 + a − 2·a^(bound + 1)), with a = e^(−ε).
"""

from typing import Annotated

from twinproof import Epsilon, mechanism, one_within, truncated_laplace


@mechanism(
    epsilon="eps",
    delta="delta",
    requires=(
        "bound >= 1 and delta * (1 + exp(-eps) - 2 * exp(-(bound + 1) * eps)) >= exp(-bound * eps) * (1 - exp(-eps))"
    ),
)
def truncated_total(xs: Annotated[list[int], one_within(1)], bound: int, eps: Epsilon, delta: Epsilon) -> int:
    return truncated_laplace(sum(xs), 1 / eps, bound)
