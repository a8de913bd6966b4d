"""A count that is shown only if it seems to be there at all, and a mechanism that asks for it k times.

Claim: (ε, δ) for `shown_if_there`, and (k·ε, k·δ) for k calls of it, for a threshold of at least 1 + log(1 / (2δ)) /
ε.

Source: Dwork, Kenthapadi, McSherry, Mironov, Naor, "Our Data, Ourselves: Privacy via Distributed Noise Generation",
EUROCRYPT 2006, for the composition.

Why: each call pays ε, or δ where the count is 1 on one side and 0 on the other, as in `stability_histogram`.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2 and threshold >= 1 + log(1 / (2 * delta)) / eps")
def shown_if_there(count: Annotated[int, within(1)], threshold: int, eps: Epsilon, delta: Epsilon) -> int:
    if count <= 0:
        return 0
    noisy = laplace(count, 1 / eps)
    return noisy if noisy > threshold else 0


@mechanism(
    epsilon="k * eps",
    delta="k * delta",
    requires="k >= 0 and delta <= 1 / 2 and threshold >= 1 + log(1 / (2 * delta)) / eps",
)
def asked_several_times(
    count: Annotated[int, within(1)], k: int, threshold: int, eps: Epsilon, delta: Epsilon
) -> list[int]:
    return [shown_if_there(count, threshold, eps, delta) for _ in range(k)]
