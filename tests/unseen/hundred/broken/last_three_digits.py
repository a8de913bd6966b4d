"""The last three digits of a meter, with noise for a move by 1.

Wrong: From 999 to 1000 the digits fall by 999. It shows on 999 and 1000.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="eps")
def last_three_digits(meter: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(meter % 1000, 1 / eps)
