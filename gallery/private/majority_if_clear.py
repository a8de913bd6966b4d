"""Which side has the majority, without noise, if a noisy test says that it is clear: propose, test, release.

Claim: (ε, δ), for a threshold of at least 1 + log(1 / (2δ)) / ε.

Source: Dwork, Lei, "Differential Privacy and Robust Statistics", STOC 2009; Dwork, Roth, "The Algorithmic Foundations
of Differential Privacy", 2014, section 7.3.

Why: so many votes would have to change until the majority does, and that distance moves by 1, so to test it costs ε.
Where two neighbours differ in their majority, one has distance 0 and the other 1 at most, and the test lets that pass
with probability a^threshold / (1 + a), where a = e^(−ε); that is at most δ.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2 and threshold >= 1 + log(1 / (2 * delta)) / eps")
def majority_if_clear(lead: Annotated[int, within(1)], threshold: int, eps: Epsilon, delta: Epsilon) -> bool | None:
    distance = abs(lead)
    if laplace(distance, 1 / eps) > threshold:
        return lead > 0
    return None
