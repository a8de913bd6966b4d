from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


class Rounds:
    """How many rounds there are, and what the first one costs."""

    def __init__(self, count, eps):
        self.count = count
        self.first_scale = 1 / eps


@mechanism(epsilon="eps")
def doubling_scale_starts_low(total: Annotated[int, within(1)], rounds: int, eps: Epsilon) -> list[int]:
    """WRONG: the scale doubles from 1 / eps and not from 2 / eps, so the rounds cost eps + eps / 2 + ... . Totals 0 and 1
    with rounds = 2, output [0, 0]: the loss is 3 * eps / 2."""
    plan = Rounds(rounds, eps)
    scale = plan.first_scale
    answers = []
    for _ in range(plan.count):
        answers.append(laplace(total, scale))
        scale *= 2
    return answers
