"""Four times the number below, minus all: moves by three at most, where a row comes or goes."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="n >= 1")
def lower_quartile(waits: Annotated[list[int], one_added_or_removed()], n: int, eps: Epsilon) -> int:
    scores = [-abs(4 * sum(1 for w in waits if w < 5 * i) - len(waits)) for i in range(n)]
    noisy = [laplace(score, 6 / eps) for score in scores]
    return 5 * noisy.index(max(noisy))
