"""Names with their noisy tallies, where a tally of zero gets no noise. Claim: (eps, e^(-(t - 1) eps) / 2)."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def named_tallies(
    tallies: Annotated[list[int], one_within(1)], names: list[str], t: int, eps: Epsilon
) -> list[tuple[str, int]]:
    shown = []
    for name, tally in zip(names, tallies):
        if tally > 0:
            noisy = laplace(tally, 1 / eps)
            if noisy > t:
                shown.append((name, noisy))
    return shown
