"""An age in whole decades, where the age may move by 50 years.

Why: Ages that differ by at most 50 lie at most five decades apart.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="eps")
def decades(age: Annotated[int, within(50)], eps: Epsilon) -> int:
    decade = age // 10
    return laplace(decade, 5 / eps)
