"""A histogram of keys that are not known before, with Gaussian noise: small noisy counts stay hidden.

Claim: δ-approximate ρ-zCDP, for a threshold t with ρ·t² ≥ log(1/δ).

Source: Korolova et al., "Releasing Search Queries and Clicks Privately", WWW 2009, with Gaussian noise as in
Desfontaines, Voss, Gipson, Mandayam, "Differentially Private Partition Selection", PoPETs 2022; approximate zCDP is
Bun, Steinke, TCC 2016.

Why: only a key that one side alone has needs δ. Its count is 1, and it is shown if its noise is at least t, which has
a probability of at most e^(−t²/(2σ²)) = e^(−ρ·t²). All other keys are as in a plain histogram.
"""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, one_within


@mechanism(
    zcdp="rho",
    delta="delta",
    requires="delta < 1 and threshold >= 1 and rho * threshold * threshold >= log(1 / delta)",
)
def stability_histogram_gaussian(
    counts: Annotated[list[int], one_within(1)], threshold: int, rho: Epsilon, delta: Epsilon
) -> list[int]:
    shown = []
    for count in counts:
        noisy = gaussian(count, variance=1 / (2 * rho)) if count > 0 else 0
        shown.append(noisy if noisy > threshold else 0)
    return shown
