"""The sum of a batch of gradients, clipped once for the batch and not for each row. Not private as claimed.

Claim: ε, when one row is replaced. It does not hold; a row moves the sum by 2 · c · (number of rows).

Source: ordinary code; a sum of the data before clipping is a slip that Cebere et al. found in libraries ("Privacy in
Theory, Bugs in Practice", PETS 2026).

What is wrong: all rows together have room for as many times c as there are rows, and one of them may take all of it.

A violating pair: c = 1, the rows ((0, no), (2, no)) against ((0, no), (2, yes)). The sums are −2 and 2, and the noise
is for 2: the output −2 loses 2ε.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_changed


class Example(NamedTuple):
    feature: int
    label: bool


def gradient(example: Example) -> int:
    return example.feature if example.label else -example.feature


@mechanism(epsilon="eps", requires="c >= 1")
def batch_clipped_once(batch: Annotated[list[Example], one_changed()], c: int, eps: Epsilon) -> int:
    total = 0
    for example in batch:
        total += gradient(example)
    limit = c * len(batch)
    if total > limit:
        total = limit
    elif total < -limit:
        total = -limit
    return laplace(total, 2 * c / eps)
