"""One coin for all answers, drawn first."""

from typing import Annotated

from twinproof import Epsilon, coin, each_within, laplace, mechanism


@mechanism(epsilon="len(answers) * eps", delta="delta", requires="delta <= 1")
def fails_at_first(answers: Annotated[list[int], each_within(1)], eps: Epsilon, delta: Epsilon) -> list[int]:
    failed = coin(delta)
    out = []
    for answer in answers:
        noisy = laplace(answer, 1 / eps)
        out.append(answer if failed else noisy)
    return out
