"""Sums of the entries labelled "home", then of those labelled "work", then of all the others.

Why: A label is public and is read by exactly one of the three passes, so one sum moves by 1.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", requires="len(labels) == len(hours)")
def labels_three_passes(
    hours: Annotated[list[int], one_within(1)], labels: list[str], eps: Epsilon
) -> tuple[int, int, int]:
    home = sum(h for h, label in zip(hours, labels) if label == "home")
    work = sum(h for h, label in zip(hours, labels) if label == "work")
    other = sum(h for h, label in zip(hours, labels) if label not in ("home", "work"))
    return laplace(home, 1 / eps), laplace(work, 1 / eps), laplace(other, 1 / eps)
