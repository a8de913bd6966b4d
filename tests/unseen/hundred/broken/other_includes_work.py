"""Sums of the entries labelled "home", then of those labelled "work", then of all the others.

Wrong: The last pass leaves out "home" only, so "work" is summed twice. It shows on [0] and [1] with the label
"work".
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", requires="len(labels) == len(hours)")
def other_includes_work(
    hours: Annotated[list[int], one_within(1)], labels: list[str], eps: Epsilon
) -> tuple[int, int, int]:
    home = sum(h for h, label in zip(hours, labels) if label == "home")
    work = sum(h for h, label in zip(hours, labels) if label == "work")
    other = sum(h for h, label in zip(hours, labels) if label != "home")
    return laplace(home, 1 / eps), laplace(work, 1 / eps), laplace(other, 1 / eps)
