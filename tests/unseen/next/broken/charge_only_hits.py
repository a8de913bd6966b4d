"""Only answers above the threshold are charged to the budget, but all are released. Witness: four answers of 0 against
four of 1 and a high threshold; nothing is charged, and the loss is 4 * eps / 3."""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps")
def charge_only_hits(answers: Annotated[list[int], each_within(1)], threshold: int, eps: Epsilon) -> list[int]:
    log: list[int] = []
    charged = 0
    for answer in answers:
        if charged >= 3:
            return log
        noisy = laplace(answer, 3 / eps)
        log.append(noisy)
        if noisy > threshold:
            charged += 1
    return log
