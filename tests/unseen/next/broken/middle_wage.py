"""The median gets the noise of a mean, cap / (n * eps), but may move by cap. Witness: wages [0, 0, cap] against [cap,
0, cap]; the loss is three times eps."""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_changed


def median(values):
    ordered = sorted(values)
    return ordered[len(ordered) // 2]


@mechanism(epsilon="eps", requires="cap >= 1 and len(wages) >= 1")
def middle_wage(wages: Annotated[list[int], one_changed()], cap: int, eps: Epsilon) -> int:
    clipped = [clamp(wage, 0, cap) for wage in wages]
    sensitivity = cap / (len(wages) * eps)
    return laplace(median(clipped), sensitivity)
