"""Each answer with noise that ends, and each may move."""

from typing import Annotated

from twinproof import Epsilon, each_within, mechanism, truncated_laplace


@mechanism(epsilon="len(answers) * eps", delta="len(answers) * exp(-bound * eps)", requires="bound >= 1")
def all_truncated(answers: Annotated[list[int], each_within(1)], bound: int, eps: Epsilon) -> list[int]:
    out = []
    for answer in answers:
        noisy = truncated_laplace(answer, 1 / eps, bound)
        out.append(max(0, noisy))
    return out
