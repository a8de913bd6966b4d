"""Every answer with truncated Laplace noise: a δ for each round of a loop.

Claim: (n·ε, n·δ) for n answers, where δ is at least the mass at the end of the noise.

Source: Dwork, Kenthapadi, McSherry, Mironov, Naor, "Our Data, Ourselves: Privacy via Distributed Noise Generation",
EUROCRYPT 2006, for the composition; Geng, Ding, Guo, Kumar, AISTATS 2020, for the noise.

Why: each round pays ε, or δ for the one output that the other side cannot give, as in `truncated_total`.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, mechanism, truncated_laplace


@mechanism(
    epsilon="len(answers) * eps",
    delta="len(answers) * delta",
    requires=(
        "bound >= 1 and delta * (1 + exp(-eps) - 2 * exp(-(bound + 1) * eps)) >= exp(-bound * eps) * (1 - exp(-eps))"
    ),
)
def truncated_answers(
    answers: Annotated[list[int], each_within(1)], bound: int, eps: Epsilon, delta: Epsilon
) -> list[int]:
    return [truncated_laplace(answer, 1 / eps, bound) for answer in answers]
