from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_within


class Podium(NamedTuple):
    values: list[int]
    spread: int
    first: bool


@mechanism(epsilon="eps")
def podium(counts: Annotated[list[int], one_within(1)], size: int, eps: Epsilon) -> Podium:
    """The size largest noisy counts in descending order, how far they are apart, and whether the first entry is among them.
    All of it is computed from the noisy vector, which costs eps. The errors depend on public things only."""
    if size < 1:
        raise ValueError("size must be positive")
    assert size <= len(counts)
    noisy = [laplace(c, 1 / eps) for c in counts]
    best = sorted(noisy, reverse=True)[:size]
    return Podium(best, best[0] - best[-1], noisy[0] in best)
