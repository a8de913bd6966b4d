"""Each delivery is turned into whole crates of d bottles; every delivery may move by 1.

Wrong: All deliveries may cross a border at once, so the sum moves by their number and not by n // d + 1. It
shows on eight deliveries of 9 and of 10, and on two.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="d >= 1")
def rounded_one_by_one(bottles: Annotated[list[int], each_within(1)], d: int, eps: Epsilon) -> int:
    crates = 0
    for delivery in bottles:
        crates += delivery // d
    return laplace(crates, (len(bottles) // d + 1) / eps)
