from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="k >= 1 and k < len(scores)")
def top_k_one_round_too_many(scores: Annotated[list[int], each_within(1)], k: int, eps: Epsilon) -> list[int]:
    """WRONG: the budget is split into k rounds, and the loop runs k + 1 times. With k = 1 and eps = 1, scores [0, 0, 4] and
    [-1, -1, 5], output [0, 1]: the loss is 1.49, and it tends to 2 * eps."""

    def pick(candidates):
        noisy = [laplace(scores[i], 2 * k / eps) for i in candidates]
        return candidates[max(enumerate(noisy), key=lambda t: t[1])[0]]

    chosen: list[int] = []
    while len(chosen) <= k:
        chosen.append(pick([i for i in range(len(scores)) if i not in chosen]))
    return chosen
