"""The noisy maximum with scale 2 / eps, but its value is returned as well as its position. Witness: [0, 0, 0] against
[1, 1, 1]; a winner with the value -3 has a loss of 3 * eps / 2, since the losers stay below it too."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, each_within, laplace, mechanism


class Best(NamedTuple):
    model: int
    score: int


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def best_model_and_score(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> Best:
    noisy = [laplace(score, 2 / eps) for score in scores]
    model = max(range(len(noisy)), key=lambda k: noisy[k])
    return Best(model, noisy[model])
