"""Every query is answered with noise of scale 1 / eps and may move by 1. The claim is advanced composition as the
textbooks have it, for as many rounds as there are queries."""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(
    epsilon="eps * sqrt(2 * len(answers) * log(1 / delta)) + len(answers) * eps * (exp(eps) - 1)",
    delta="delta",
    requires="delta < 1 and len(answers) >= 1",
)
def advanced_rounds(answers: Annotated[list[int], each_within(1)], eps: Epsilon, delta: Epsilon) -> list[int]:
    noisy = [0] * len(answers)
    for i in range(len(answers)):
        noisy[i] = laplace(answers[i], 1 / eps)
    return noisy
