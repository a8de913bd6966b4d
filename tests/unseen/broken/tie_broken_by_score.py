from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def tie_broken_by_score(scores: Annotated[list[int], one_within(1)], eps: Epsilon) -> int:
    """WRONG: ties between noisy scores (they are integers) are broken by the raw scores. Scores [0, 0, 1]
    and [0, 0, 0], output 2, which wins all ties in the first run and loses them in the second: at eps = 1 the loss is 1.23,
    and it tends to 2 * eps for longer lists."""
    noisy = [laplace(s, 1 / eps) for s in scores]
    return max(range(len(scores)), key=lambda i: (noisy[i], scores[i]))
