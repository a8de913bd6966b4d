"""A number of eggs in whole dozens, where it may move by 50.

Wrong: 50 // 12 is 4, but 50 eggs can cross five borders of a dozen. It shows on 11 and 61.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within

DOZEN = 12
MOST = 4  # 50 // 12


@mechanism(epsilon="eps")
def dozens_rounded_down(eggs: Annotated[int, within(50)], eps: Epsilon) -> int:
    return laplace(eggs // DOZEN, MOST / eps)
