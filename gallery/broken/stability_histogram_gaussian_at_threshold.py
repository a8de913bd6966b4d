"""A histogram of unknown keys with Gaussian noise, where a noisy count at the threshold is shown as well.

Claim: 1/50-approximate 1/2-zCDP, with the threshold 3 that is right for `>`.

Source: Korolova et al., "Releasing Search Queries and Clicks Privately", WWW 2009, altered, with Gaussian noise.

What is wrong: `>=` for `>`. A key that one side alone has is shown if its noise is at least 2, and not 3: of the
outputs that the other side never has there are about 0.06.
"""

from typing import Annotated

from twinproof import gaussian, mechanism, one_within


@mechanism(zcdp="1 / 2", delta="1 / 50")
def stability_histogram_gaussian_at_threshold(counts: Annotated[list[int], one_within(1)]) -> list[int]:
    shown = []
    for count in counts:
        noisy = gaussian(count, variance=1) if count > 0 else 0
        shown.append(noisy if noisy >= 3 else 0)
    return shown
