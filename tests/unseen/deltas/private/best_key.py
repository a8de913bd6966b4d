"""The key with the highest noisy count above a cut-off, with that count, or None."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", delta="exp(-(cut - 1) * eps) / 2", requires="cut >= 1")
def best_key(counts: Annotated[list[int], one_within(1)], cut: int, eps: Epsilon) -> tuple[int, int] | None:
    winner = -1
    top = cut
    for i, count in enumerate(counts):
        if count > 0:
            noisy = laplace(count, 1 / eps)
            if noisy > top:
                winner = i
                top = noisy
    return None if winner < 0 else (winner, top)
