"""Labels that nobody knew, shown if the noisy count is at the threshold or above, where the formula is for above.
Witness: no rows against one, eps = 1, threshold 3, delta = 0.07: the new label is shown with 0.099."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2 and threshold >= 1 + log(1 / (2 * delta)) / eps")
def labels_from_threshold(
    labels: Annotated[list[int], one_added_or_removed()], threshold: int, eps: Epsilon, delta: Epsilon
) -> list[int]:
    counts: dict[int, int] = {}
    for label in labels:
        if label in counts:
            counts[label] += 1
        else:
            counts[label] = 1
    return [label for label in sorted(counts) if laplace(counts[label], 1 / eps) >= threshold]
