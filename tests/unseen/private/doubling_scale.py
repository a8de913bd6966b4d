from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="eps")
def doubling_scale(
    total: Annotated[int, within(1)], rounds: int, enough: int, eps: Epsilon
) -> list[int]:
    """Ask again with twice the noise until an answer is large enough. The rounds cost eps / 2, eps / 4, eps / 8, ..., less
    than eps together."""
    scale = 2 / eps
    answers: list[int] = []
    for _ in range(rounds):
        answer = laplace(total, scale)
        answers.append(answer)
        if answer >= enough:
            break
        scale *= 2
    return answers
