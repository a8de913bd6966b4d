"""A tally that is equal to the threshold is shown too."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", delta="exp(-t * eps) / (1 + exp(-eps))", requires="t >= 1")
def named_tallies_reached(
    tallies: Annotated[list[int], one_within(1)], names: list[str], t: int, eps: Epsilon
) -> list[tuple[str, int]]:
    shown = []
    for name, tally in zip(names, tallies):
        if tally > 0:
            noisy = laplace(tally, 1 / eps)
            if noisy >= t:
                shown.append((name, noisy))
    return shown
